"""Taking a move back, and putting right what was typed for real dice."""

from __future__ import annotations

from knobel.cli.reading import read_throw
from knobel.cli.sitting import Sitting
from knobel.cli.stories import refusal
from knobel.core.contract import IllegalMove
from knobel.core.move import Move
from knobel.core.record import RealDice
from knobel.core.timeline import NotPossible
from knobel.core.words import Say, Who
from knobel.table.real_dice import said_by_people


def changed(sitting: Sitting, typed: str, asked: int | None) -> bool | None:
    """Whether the table has changed by what was typed; None where it was no request for a change at all."""
    match typed.removeprefix("/").lower():
        case "u":
            return _undone(sitting, asked)
        case "c":
            return _corrected(sitting)
        case _:
            return None


def _undone(sitting: Sitting, asked: int | None) -> bool:
    """The last move is taken back, if a person made it and nothing new has been seen since."""
    steps = sitting.table.timeline.steps
    last = steps[-1].actor if steps else None
    seat = last if isinstance(last, int) and last in sitting.people else asked
    try:
        sitting.table.undo(seat or 0)
    except NotPossible as error:
        sitting.terminal.warn(error.say)
        return False
    sitting.told_again_from(len(sitting.table.timeline.steps))
    sitting.terminal.say("undone", "", sitting.voice(sitting.holder), who=Who(seat or 0))
    return True


def _corrected(sitting: Sitting) -> bool:
    """The last throw is typed again, as long as nobody has decided anything since."""
    terminal, timeline = sitting.terminal, sitting.table.timeline
    step = timeline.steps[-1] if timeline.steps else None
    if not isinstance(timeline.header.dice, RealDice):
        terminal.warn(Say("error.not-typed"))
        return False
    if step is None or step.actor != "nature":
        terminal.warn(Say("correct.late"))
        return False
    if not said_by_people(timeline, step):
        terminal.warn(Say("error.not-typed"))
        return False
    move = read_throw(sitting, step.before, "correct.ask")
    if not isinstance(move, Move):
        terminal.say("correct.kept")
        return False
    try:
        sitting.table.correct(step.n, move)
    except IllegalMove as error:
        refusal(terminal, sitting.game, error.objection, sitting.voice(sitting.holder))
        return False
    sitting.told_again_from(len(timeline.steps) - 1)
    terminal.say("correct.done")
    return True
