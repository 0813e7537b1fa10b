"""A game from its first words to its end, or to where somebody leaves: nothing that was shown is ever lost."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import suppress

from knobel.cli.main import INTERRUPTED, MISTAKEN
from knobel.cli.narration import draw, introduce, show_head, show_result
from knobel.cli.prompt import Quit, put_down
from knobel.cli.realtime import run_live
from knobel.cli.rulebook import spelled
from knobel.cli.session import TerminalSession, tell_live, tell_news
from knobel.cli.terminal import EndOfInput, Terminal, command_line
from knobel.cli.turn import decide, ring_if_late, say_what_fell
from knobel.coach.advice import advises
from knobel.core.errors import KnobelError
from knobel.core.fair import Deal, Salt, UnfairDeal
from knobel.core.options import agreed_before, merged, options
from knobel.core.record import PERSON, FairDice, RealDice, SeededDice, Sitter
from knobel.core.words import Who
from knobel.table.nature import RealNature


def play_on(session: TerminalSession, promised: bool = False) -> int:
    """Plays on and says how it ended, or how to go on later. The exit code tells which.

    `promised` says that everybody has already seen the house's promise.
    """
    terminal = session.terminal
    try:
        welcome(session, promised)
        while not _over_for_all(session):
            _go_on(session)
            tell_live(session)
        _finish(session)
    except (Quit, EndOfInput):
        _say_how_to_resume(session)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        terminal.show()
        _say_how_to_resume(session)
        return INTERRUPTED
    except KnobelError as error:
        terminal.complain(terminal.own(error.say))
        terminal.say("unchanged")
        _say_how_to_resume(session)
        return MISTAKEN
    finally:
        with suppress(OSError):
            session.saved.close()
    return 0


def _go_on(session: TerminalSession) -> None:
    """The next thing happens: a person decides or says what fell, or else the house moves."""
    table = session.table
    due = table.state.due()
    people = set(session.people)
    if due.places is not None:
        return
    if people and session.is_live():
        run_live(session)
    elif due.nature and isinstance(table.nature, RealNature):
        say_what_fell(session)
    elif asked := due.must & people:
        if not ring_if_late(session):
            decide(session, min(asked), must=True)
    elif any(decide(session, seat, must=False) for seat in sorted(due.may & people)):
        return
    elif next(session.drive().until_person(), None) is None:
        raise RuntimeError(f"{session.game.name}: the table waits for nobody")


def _over_for_all(session: TerminalSession) -> bool:
    """The game has ended, and whoever saw it end has put the keyboard down."""
    return session.table.over and (not session.passing or put_down(session))


def _finish(session: TerminalSession) -> None:
    terminal, table, path = session.terminal, session.table, str(session.saved.path)
    session.saved.reveal()
    if session.passing:
        session.holder = None
        session.heard[None] = min(session.heard[seat] for seat in session.people)
        tell_news(session)
    voice = session.voice(session.holder)
    show_head(terminal, session.game.title(terminal.language), terminal.text("over"))
    draw(terminal, session.game, session.view(session.holder), voice)
    show_result(terminal, session.game, table.state, voice)
    terminal.show()
    terminal.say("end.record")
    terminal.show_exact(f"  {path}")
    terminal.say("end.replay")
    terminal.show_exact(f"  {command_line('replay', path)}")
    if isinstance(dice := table.timeline.header.dice, FairDice | SeededDice):
        terminal.say("end.verify" if isinstance(dice, FairDice) else "end.verify-seeded")
        terminal.show_exact(f"  {command_line('verify', path)}")


def _seated(terminal: Terminal, name: str, who: Sitter) -> str:
    """Who sits in a seat: of a bot that has a name of its own, its level as well."""
    if who.player == PERSON:
        return name
    level = terminal.level(who.player)
    return terminal.text("seat-named" if name.startswith(level) else "seat", name=name, kind=level)


def _say_how_to_resume(session: TerminalSession) -> None:
    if session.passing:
        session.terminal.clear()
    session.terminal.say("saved")
    session.terminal.show_exact(f"  {command_line('resume', str(session.saved.path))}")


# Before the first move: what is agreed, the house's promise, and everybody's salt -------------------------------------


def welcome(session: TerminalSession, promised: bool) -> None:
    """Says all that is agreed before the first move."""
    terminal, game, header = session.terminal, session.game, session.table.timeline.header
    introduce(terminal, game)
    people = zip(session.names, session.table.sitters, strict=True)
    seats = [_seated(terminal, name, who) for name, who in people]
    terminal.say("seats", seats=", ".join(seats))
    chosen = [
        f"{option.name}={spelled(header.options[option.name])}"
        for option in options(game.options)
        if spelled(header.options.get(option.name)) != spelled(option.default)
    ]
    if chosen:
        preset = _named(session)
        terminal.say("chosen-preset" if preset else "chosen", chosen=", ".join(chosen), preset=preset)
    match header.dice:
        case FairDice(deal):
            if not promised:
                show_promise(terminal, deal)
        case RealDice():
            terminal.say("dice.real-how")
            if session.people and (bots := [session.names[seat] for seat in session.minds]):
                terminal.say("dice.real-bots", bots=", ".join(bots))
        case SeededDice(seed):
            terminal.say("dice.seeded-how", seed=seed)
    if session.people:
        terminal.say("hints.given" if session.hints and advises(session.game) else "hints.none")
    terminal.say("record")
    terminal.show_exact(f"  {session.saved.path}")
    if session.people:
        terminal.say("keys", "dim")
    terminal.show()


def _named(session: TerminalSession) -> str:
    """The preset that gives just these house rules; none, if they are the table's own."""
    game = session.game
    chosen = agreed_before(game.options, session.table.timeline.header.options)
    return next((name for name in game.presets if merged(game.options, game.preset(name)) == chosen), "")


def ask_salts(terminal: Terminal, deal: Deal, sitters: Sequence[Sitter]) -> Deal:
    """The deal with the salt of everyone who adds some."""
    names = terminal.names(sitters)
    voice = terminal.voice(names, None)
    show_promise(terminal, deal)
    terminal.say("salt.why")
    salts: dict[int, Salt] = {}
    for seat, sitter in enumerate(sitters):
        if sitter.player == PERSON and (salt := _salt(terminal, names[seat])):
            salts[seat] = salt
            deal = deal.commit(seat, salt.commitment())
            terminal.say("salt.promised", "", voice, who=Who(seat))
            terminal.show_exact(f"  {salt.commitment()}")
    for seat, salt in salts.items():
        deal = deal.open(seat, salt)
        terminal.say("salt.opened", "", voice, who=Who(seat), text=salt.text)
    return deal


def show_promise(terminal: Terminal, deal: Deal) -> None:
    """The house's promise: what it shows of its seed before anything happens."""
    terminal.say("fair.promise")
    terminal.show_exact(f"  {deal.seed}")


def _salt(terminal: Terminal, name: str) -> Salt | None:
    while True:
        text = terminal.ask_unseen(terminal.text("salt.ask", name=name))
        try:
            return Salt.new(text) if text else None
        except UnfairDeal as error:
            terminal.warn(error.say)
