"""Real dice: somebody rolls them on the table and types what fell."""

from __future__ import annotations

from knobel.cli.asking import answer
from knobel.cli.changing import changed
from knobel.cli.keyboard import handed_over
from knobel.cli.reading import read_throw
from knobel.cli.sitting import Sitting
from knobel.cli.stories import refusal
from knobel.cli.telling import tell_news
from knobel.core.chances import Chances
from knobel.core.contract import IllegalMove
from knobel.core.words import Who
from knobel.table.real_dice import thrower


def say_what_fell(sitting: Sitting) -> None:
    """Asks whoever threw what fell, until it is something these dice can show."""
    table = sitting.table
    if step := table.fall():  # nothing a person could say, or may see
        if isinstance(step.before.chances(), Chances):
            sitting.terminal.say("throw.unseen", "dim")
        return
    if sitting.passing and not handed_over(sitting, _thrower(sitting)):
        return
    tell_news(sitting)
    if (whose := _whose(sitting)) is not None:
        sitting.terminal.say("throw.whose", "", sitting.voice(sitting.holder), who=Who(whose))
    while True:
        move = read_throw(sitting, table.state, "throw.ask")
        if isinstance(move, str):
            if changed(sitting, move, sitting.holder):
                return
            continue
        try:
            table.move("nature", move)
        except IllegalMove as error:
            refusal(sitting.terminal, sitting.game, error.objection, sitting.voice(sitting.holder))
            continue
        break
    tell_news(sitting)
    _before_the_house_goes_on(sitting)


def _before_the_house_goes_on(sitting: Sitting) -> None:
    """Where no person is asked next, a slip could not be put right any more: so there is a pause."""
    due = sitting.table.state.due()
    while not due.nature and not due.must & set(sitting.people):
        typed = answer(sitting, sitting.terminal.text("throw.right"))
        if not typed:
            return
        if changed(sitting, typed, sitting.holder):
            tell_news(sitting)
        due = sitting.table.state.due()


def _whose(sitting: Sitting) -> int | None:
    """Whose dice are asked for, if the game tells them of one seat, whatever they show: of several cups, which."""
    game, state = sitting.game, sitting.table.state
    chances = state.chances()
    if not isinstance(chances, Chances):
        return None
    told: set[int | None] = set()
    for fell in (chances.outcome(0), chances.outcome(chances.total - 1)):
        first = next(
            iter(game.tell(state, "nature", fell, state.after("nature", fell, sitting.table.clock.now()))), None
        )
        seats = {arg.seat for arg in first.args.values() if isinstance(arg, Who)} if first else set[int]()
        told.add(seats.pop() if len(seats) == 1 else None)
    return told.pop() if len(told) == 1 else None


def _thrower(sitting: Sitting) -> int:
    """Who says what fell: whoever's dice they are; else whoever has the keyboard."""
    threw = thrower(sitting.table.timeline)
    if threw is not None:
        return threw
    return sitting.people[0] if sitting.holder is None else sitting.holder
