"""A question at the table. Help, rules, leaving, taking back and putting right are always among the answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from knobel.cli.reference import show_rules
from knobel.cli.session import TerminalSession, tell_news
from knobel.cli.telling import show_refusal
from knobel.cli.terminal import Terminal
from knobel.core.chances import Chances, Listed
from knobel.core.contract import IllegalMove, Move, State
from knobel.core.errors import Malformed
from knobel.core.record import RealDice
from knobel.core.timeline import NotPossible
from knobel.core.words import SYMBOLS, Say, Who
from knobel.table.real_dice import said_by_people

COMMANDS = ("hint", "u", "c", "?", "h", "q")
_KEYS = {"?": "rules"}
_MAX_SPELLED = 40


class Quit(Exception):
    """Somebody chose to save and leave."""


def ask(session: TerminalSession, prompt: str | Text, meant: Callable[[str], bool] | None = None) -> str:
    """What a person answers, once it is neither help nor rules nor leaving. A slash makes any letter a command.

    `meant` says of an answer that looks like a command that it is one to the question.
    """
    while True:
        typed = session.terminal.ask(prompt)
        if meant and meant(typed):
            return typed
        command = typed.removeprefix("/")
        match command.lower():
            case "q":
                raise Quit
            case "h":
                show_help(session)
            case _ if command.startswith("?"):
                show_rules(session.terminal, session.game, command[1:].strip())
            case _:
                return typed


def show_help(session: TerminalSession) -> None:
    """What can be typed at the table."""
    terminal = session.terminal
    terminal.say("help.move")
    for command in COMMANDS:
        terminal.show(f"  {command}  {terminal.text(f'help.{_KEYS.get(command, command)}')}")
    names = [terminal.own(Say(f"colour.{colour}")) for colour in SYMBOLS]
    terminal.show("  " + "  ".join(f"{symbol} {name}" for symbol, name in zip(SYMBOLS.values(), names, strict=True)))


# Dice that fell on a real table ---------------------------------------------------------------------------------------


def split_dice(typed: str, chances: Chances) -> list[str]:
    """The dice in what a person typed: apart by spaces or commas, or close together where each is one letter.

    >>> from knobel.core.chances import PIPS, Throw
    >>> three = Throw((PIPS,) * 3, lambda up: Move())
    >>> split_dice("3, 1 6", three), split_dice("316", three), split_dice("31", three)
    (['3', '1', '6'], ['3', '1', '6'], ['31'])
    """
    words = typed.replace(",", " ").split()
    dice = chances.typed()
    if len(words) == 1 and len(words[0]) == len(dice) > 1 and all(len(face) == 1 for die in dice for face in die):
        return list(words[0])
    return words


def read_throw(session: TerminalSession, before: State, key: str) -> Move | str:
    """What fell, typed by a person; or what else they typed that is no throw (Enter alone, a wish to undo)."""
    chances = before.chances()
    if not isinstance(chances, Chances):
        return ""
    terminal = session.terminal
    names = spoken_names(session, chances)
    show_how(terminal, chances, tuple(names))
    while True:
        typed = ask(session, terminal.text(f"{key}-which" if names else key), lambda typed: _reads(typed, chances))
        try:
            return chances.read(split_dice(names.get(typed.lower(), typed), chances))
        except Malformed as error:
            if typed.removeprefix("/").lower() in ("", "u", "c"):
                return typed
            terminal.warn(error.say)


def spoken_names(session: TerminalSession, chances: Chances) -> dict[str, str]:
    """For what is no throw of dice but one of a few events: what people here call each, and its name."""
    if not isinstance(chances, Listed):
        return {}
    words, terminal = session.game.words, session.terminal
    spoken = {name: words.template(f"typed.{name}", terminal.language) or name for name in chances.typed()[0]}
    return {terminal.fit(said).lower(): name for name, said in spoken.items()}


def show_how(terminal: Terminal, chances: Chances, events: Sequence[str]) -> None:
    """How the dice are typed: how many words, what each may be, and an example; or which events there are."""
    dice = chances.typed()
    if events:
        terminal.say("throw.which", known=", ".join(events))
        return
    kinds = list(dict.fromkeys(dice))
    example = " ".join(die[index % len(die)] for index, die in enumerate(dice))
    terminal.say("throw.how", n=len(dice), example=example)
    for faces in kinds:
        if len(faces) <= _MAX_SPELLED:
            terminal.show(f"  {' '.join(faces)}", "dim")


def _reads(typed: str, chances: Chances) -> bool:
    try:
        chances.read(split_dice(typed, chances))
    except Malformed:
        return False
    return True


# Taking a move back, and putting right what was typed for real dice ---------------------------------------------------


def try_change(session: TerminalSession, typed: str, asked: int | None) -> bool | None:
    """Whether the table has changed by what was typed; None where it was no request for a change at all."""
    match typed.removeprefix("/").lower():
        case "u":
            return _undo(session, asked)
        case "c":
            return _correct(session)
        case _:
            return None


def _undo(session: TerminalSession, asked: int | None) -> bool:
    """The last move is taken back, if a person made it and nothing new has been seen since."""
    steps = session.table.timeline.steps
    last = steps[-1].actor if steps else None
    seat = last if isinstance(last, int) and last in session.people else asked
    try:
        session.table.undo(seat or 0)
    except NotPossible as error:
        session.terminal.warn(error.say)
        return False
    session.tell_again_from(len(session.table.timeline.steps))
    session.terminal.say("undone", "", session.voice(session.holder), who=Who(seat or 0))
    return True


def _correct(session: TerminalSession) -> bool:
    """The last throw is typed again, as long as nobody has decided anything since."""
    terminal, timeline = session.terminal, session.table.timeline
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
    move = read_throw(session, step.before, "correct.ask")
    if not isinstance(move, Move):
        terminal.say("correct.kept")
        return False
    try:
        session.table.correct(step.n, move)
    except IllegalMove as error:
        show_refusal(terminal, session.game, error.objection, session.voice(session.holder))
        return False
    session.tell_again_from(len(timeline.steps) - 1)
    terminal.say("correct.done")
    return True


# The keyboard changes hands, and nobody sees what is another's to know ------------------------------------------------


def hand_over(session: TerminalSession, seat: int) -> bool:
    """Gives a person the keyboard, if it has to be passed. False where a move was taken back instead."""
    if not session.passing or session.holder == seat:
        return True
    first = session.holder is None  # then all that was shown so far is for everybody
    if not put_down(session) or not _wait_for_enter(session, "pass.to", seat):
        return False
    if not first:
        session.terminal.clear()
    session.holder, session.news = seat, False
    tell_news(session, "pass.since")
    return True


def put_down(session: TerminalSession) -> bool:
    """Clears the screen once its holder has read what is new on it. False where a move was taken back instead."""
    if session.holder is None:
        return True
    if session.news and not _wait_for_enter(session, "pass.seen", session.holder):
        return False
    session.news = False
    session.terminal.clear()
    return True


def _wait_for_enter(session: TerminalSession, key: str, seat: int) -> bool:
    session.terminal.forget_typed_ahead()
    prompt = session.terminal.text(key, session.voice(None), who=Who(seat))
    while typed := ask(session, prompt):
        if try_change(session, typed, session.holder):
            return False
    return True
