"""The commands that play: a game from the question which it shall be to its end, or to where somebody leaves."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from knobel.cli.commands.games import show_games
from knobel.cli.commands.solve import wait_for_players
from knobel.cli.main import INTERRUPTED, MISTAKEN
from knobel.cli.parameters import (
    COMMON,
    Common,
    GameAsked,
    Hinting,
    HouseRules,
    NewRecord,
    Pace,
    Preset,
    RecordPath,
    Salting,
    Seats,
    Seed,
    WithRealDice,
    first_position,
    seat_players,
)
from knobel.cli.prompt import Quit, put_down
from knobel.cli.realtime import run_live
from knobel.cli.reference import spelled
from knobel.cli.saved_games import create_game, fair_dice, find_record, last_played, load_game
from knobel.cli.session import TerminalSession, tell_live, tell_news
from knobel.cli.telling import draw, introduce, show_head, show_result
from knobel.cli.terminal import EndOfInput, Terminal, command_line
from knobel.cli.turn import decide, ring_if_late, say_what_fell
from knobel.cli.words import Mistake
from knobel.coach.advice import advises
from knobel.core.errors import KnobelError
from knobel.core.fair import Deal, Salt, UnfairDeal, commitment, new_seed
from knobel.core.game import Game
from knobel.core.options import agreed_before, merged, options
from knobel.core.record import PERSON, Dice, FairDice, Hints, RealDice, SeededDice, Sitter
from knobel.core.registry import all_games
from knobel.core.registry import game as game_called
from knobel.core.words import Who
from knobel.players.roster import first_player
from knobel.table.nature import RealNature
from knobel.table.table import header_for


def play(
    game: GameAsked = None,
    /,
    *,
    seat: Seats = None,
    option: HouseRules = None,
    preset: Preset = None,
    seed: Seed = None,
    real_dice: WithRealDice = False,
    salt: Salting = False,
    hints: Hinting = "alone",
    record: NewRecord = None,
    pace: Pace = 1,
    common: Common = COMMON,
) -> int:
    """The command `play`: a new game."""
    terminal = common.terminal()
    found = _which_game(terminal) if game is None else game_called(game)
    if found is None:
        return 0
    dice = _asked_dice(seed, real_dice, salt)
    session, promised = _new(
        terminal, found, seat or (), option or (), preset or found.offered, dice, salt, record, pace, hints
    )
    return _play_on(session, promised)


def resume(file: RecordPath = None, /, *, pace: Pace = 1, common: Common = COMMON) -> int:
    """The command `resume`: a game that was left goes on."""
    path = find_record(file, common.terminal(), unfinished=True)
    table = load_game(path, pace)
    language = common.language or table.table.timeline.header.language
    terminal = Terminal(language, common.colour)
    session = TerminalSession(terminal, table)
    if table.torn:
        terminal.say("torn", "yellow", path=f"{path}.torn")
    if table.table.timeline.revealed is not None:
        terminal.say("already-over")
        voice = session.voice(None)
        draw(terminal, session.game, session.view(None), voice)
        if table.table.over:
            show_result(terminal, session.game, table.table.state, voice)
        terminal.show_exact(f"  {command_line('replay', str(path))}")
        table.close()
        return 0
    try:
        wait_for_players(terminal, session.game, table.table.sitters, table.table.state.options)
    except KnobelError as error:
        terminal.warn(error.say)
        terminal.say("solve.instead")
    return _play_on(session)


def sit_down(*, common: Common = COMMON) -> int:
    """What `knobel` alone does: a person chooses a game and plays; without a terminal the games are listed."""
    terminal = common.terminal()
    show_games(terminal)
    if not terminal.real:
        return 0
    try:
        return _asked(terminal)
    except EndOfInput:
        return 0


def _which_game(terminal: Terminal) -> Game | None:
    """The game that a person chooses from the list; None where they would rather leave.

    Raises `Mistake`, naming the games, where nobody is there to be asked.
    """
    games = all_games()
    if not terminal.typed_live:
        raise Mistake("which-game", known=", ".join(games))
    show_games(terminal)
    return _chosen_game(terminal)


def _chosen_game(terminal: Terminal) -> Game | None:
    games = list(all_games().values())
    last = all_games().get(last_played() or "", games[0])
    while True:
        typed = terminal.ask(terminal.text("start.game", n=len(games), game=last.title(terminal.language)))
        if typed.lower() == "q":
            return None
        if (found := _meant(games, typed) if typed else last) is not None:
            return found
        terminal.say("start.no-game", "yellow", typed=typed)


def _asked(terminal: Terminal) -> int:
    found = _chosen_game(terminal)
    if found is None:
        return 0
    guest, bot = terminal.text("guest"), first_player(found)
    terminal.say("start.who", guest=guest, bot=bot)
    while True:
        typed = terminal.ask(terminal.text("start.seats", guest=guest, bot=bot))
        if typed.lower() == "q":
            return 0
        try:
            session, promised = _new(terminal, found, [typed] if typed else (), (), found.offered, None, False, None)
            break
        except (Mistake, KnobelError) as error:
            terminal.warn(error.say)
    return _play_on(session, promised)


def _meant(games: Sequence[Game], typed: str) -> Game | None:
    named = (game for number, game in enumerate(games, 1) if typed.lower() in (str(number), game.name))
    return next(named, None)


def _new(
    terminal: Terminal,
    game: Game,
    seats: Sequence[str],
    options: Sequence[str],
    preset: str,
    dice: Dice | None,
    salt: bool,
    record: Path | None,
    pace: float = 1,
    hints: Hints = "alone",
) -> tuple[TerminalSession, bool]:
    sitters = seat_players(game, seats, terminal.text("guest"), terminal.language)
    real = isinstance(dice, RealDice)
    state = first_position(game, len(sitters), preset, options, real_dice=real)
    wait_for_players(terminal, game, sitters, state.options)
    seed = new_seed()
    if dice is None:
        deal = Deal(commitment(seed))
        dice = fair_dice(_ask_salts(terminal, deal, sitters) if salt else deal, seed)
    header = header_for(game, state, sitters, dice, terminal.language, hints)
    return TerminalSession(terminal, create_game(game, header, seed, record, pace)), salt


def _asked_dice(seed: str | None, real: bool, salt: bool) -> Dice | None:
    if (seed is not None) + real + salt > 1:
        raise Mistake("dice")
    if seed is not None:
        return SeededDice(seed)
    return RealDice() if real else None


# From its first words to its end: nothing that was shown is ever lost ------------------------------------------------


def _play_on(session: TerminalSession, promised: bool = False) -> int:
    """Plays on and says how it ended, or how to go on later. The exit code tells which.

    `promised` says that everybody has already seen the house's promise.
    """
    terminal = session.terminal
    try:
        _welcome(session, promised)
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


def _welcome(session: TerminalSession, promised: bool) -> None:
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
                _show_promise(terminal, deal)
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


def _ask_salts(terminal: Terminal, deal: Deal, sitters: Sequence[Sitter]) -> Deal:
    """The deal with the salt of everyone who adds some."""
    names = terminal.names(sitters)
    voice = terminal.voice(names, None)
    _show_promise(terminal, deal)
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


def _show_promise(terminal: Terminal, deal: Deal) -> None:
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
