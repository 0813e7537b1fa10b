"""The commands that play: a new game, one that was left, and the question which it shall be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from knobel.cli.commands.games import show_games
from knobel.cli.game_loop import ask_salts, play_on
from knobel.cli.narration import draw, show_result
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
from knobel.cli.saved_games import create_game, fair_dice, find_record, last_played, load_game
from knobel.cli.session import TerminalSession
from knobel.cli.solution_progress import wait_for_players
from knobel.cli.terminal import EndOfInput, Terminal, command_line
from knobel.cli.words import Mistake
from knobel.core import record as records
from knobel.core.errors import KnobelError
from knobel.core.fair import Deal, commitment, new_seed
from knobel.core.game import Game
from knobel.core.registry import all_games
from knobel.core.registry import game as game_called
from knobel.players.roster import first_player
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
    return play_on(session, promised)


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
    except KnobelError as error:  # another bot stands in
        terminal.warn(error.say)
    return play_on(session)


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
    return play_on(session, promised)


def _meant(games: Sequence[Game], typed: str) -> Game | None:
    named = (game for number, game in enumerate(games, 1) if typed.lower() in (str(number), game.name))
    return next(named, None)


def _new(
    terminal: Terminal,
    game: Game,
    seats: Sequence[str],
    options: Sequence[str],
    preset: str,
    dice: records.Dice | None,
    salt: bool,
    record: Path | None,
    pace: float = 1,
    hints: records.Hints = "alone",
) -> tuple[TerminalSession, bool]:
    sitters = seat_players(game, seats, terminal.text("guest"), terminal.language)
    real = isinstance(dice, records.RealDice)
    state = first_position(game, len(sitters), preset, options, real_dice=real)
    wait_for_players(terminal, game, sitters, state.options)
    seed = new_seed()
    if dice is None:
        deal = Deal(commitment(seed))
        dice = fair_dice(ask_salts(terminal, deal, sitters) if salt else deal, seed)
    header = header_for(game, state, sitters, dice, terminal.language, hints)
    return TerminalSession(terminal, create_game(game, header, seed, record, pace)), salt


def _asked_dice(seed: str | None, real: bool, salt: bool) -> records.Dice | None:
    if (seed is not None) + real + salt > 1:
        raise Mistake("dice")
    if seed is not None:
        return records.SeededDice(seed)
    return records.RealDice() if real else None
