"""The command that lets the levels of a game play each other, and says how strong each is."""

from __future__ import annotations

import secrets
from pathlib import Path

import msgspec
from rich.table import Table as Grid

from knobel.cli.main import INTERRUPTED
from knobel.cli.many_games import play_many, typed
from knobel.cli.parameters import (
    COMMON,
    BoxPreset,
    Common,
    GameName,
    Games,
    HouseRules,
    Json,
    Scheduler,
    Seed,
    TableSize,
    Workers,
    first_position,
)
from knobel.cli.telling import show_head
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.game import BOX, Game
from knobel.core.registry import game as game_called
from knobel.lab.league import League, contestants, lineups
from knobel.lab.league import league as play_league
from knobel.lab.simulate import Watcher


def league(
    game: GameName,
    /,
    *,
    games: Games = 400,
    players: TableSize = None,
    option: HouseRules = None,
    preset: BoxPreset = BOX,
    seed: Seed = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    json: Json = False,
    common: Common = COMMON,
) -> int:
    """The command `league`: the levels of a game, the best first."""
    terminal, found = common.terminal(), game_called(game)
    state = first_position(found, players or found.seats[0], preset, option or ())
    seats = len(state.scores())
    every = games * len(lineups(contestants(found, seats, state.options), seats))
    known = secrets.token_hex(8) if seed is None else seed
    options = msgspec.to_builtins(state.options)
    plan = msgspec.json.encode(["league", found.name, found.version, seats, options, games, known])

    def play(kept: Path | None, count: Watcher) -> League:
        return play_league(
            found,
            games,
            players=seats,
            seed=known,
            options=options,
            workers=workers,
            scheduler=scheduler,
            kept=kept,
            progress=count,
        )

    asked = {
        "--players": seats,
        "--option": option,
        "--preset": None if preset == BOX else preset,
        "--games": games,
        "--seed": known,
    }
    again = typed("league", game, asked, workers, scheduler, json, common)
    try:
        fared = play_many(terminal, every, play, plan, again)
    except ImportError as error:
        raise Mistake("no-ratings", missing=error.name or "", package="knobel[lab]") from error
    if fared is None:
        return INTERRUPTED
    if json:
        terminal.json(msgspec.json.encode(fared))
    else:
        _show(terminal, found, fared)
    return 0


def _show(terminal: Terminal, game: Game, fared: League) -> None:
    title = terminal.text("league.played", n=fared.games, players=fared.players, seed=fared.seed)
    show_head(terminal, game.title(terminal.language), title)
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("level", "rating", "chance", "ahead"):
        grid.add_column(terminal.text(f"league.{key}"), justify="left" if key == "level" else "right")
    for one in fared.table:
        rating = f"{one.rating:.1f} ({one.low:.1f}–{one.high:.1f})"
        ahead = f"{100 * one.ahead:.1f} ({100 * one.ahead_low:.1f}–{100 * one.ahead_high:.1f})" if one.below else ""
        grid.add_row(terminal.level(one.level), terminal.fit(rating), f"{100 * one.chance:.1f}", terminal.fit(ahead))
    terminal.show(grid)
