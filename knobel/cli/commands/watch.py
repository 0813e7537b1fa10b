"""The command that lets the house play by itself: one game told as it happens, or many as a table of results."""

from __future__ import annotations

import secrets
from pathlib import Path

import msgspec
from rich.table import Table as Grid

from knobel.cli.commands.solve import wait_for_players
from knobel.cli.main import INTERRUPTED
from knobel.cli.many_games import play_many, typed
from knobel.cli.parameters import (
    COMMON,
    Bots,
    BoxPreset,
    Common,
    GameName,
    Games,
    HouseRules,
    Json,
    Scheduler,
    Seed,
    Workers,
    first_position,
    require_bots,
    seat_players,
)
from knobel.cli.telling import draw, sentence, show_head, show_result
from knobel.cli.terminal import Terminal
from knobel.core.game import BOX, Game
from knobel.core.record import Header, SeededDice
from knobel.core.registry import game as game_called
from knobel.lab.simulate import Simulation, Watcher, house_table, simulate
from knobel.table.table import header_for


def watch(
    game: GameName,
    /,
    *,
    seat: Bots = None,
    option: HouseRules = None,
    preset: BoxPreset = BOX,
    games: Games = 1,
    seed: Seed = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    json: Json = False,
    common: Common = COMMON,
) -> int:
    """The command `watch`: one game told, or the results of many."""
    terminal, found = common.terminal(), game_called(game)
    sitters = seat_players(found, seat or (), None, terminal.language)
    require_bots(sitters)
    known = secrets.token_hex(8) if seed is None else seed
    state = first_position(found, len(sitters), preset, option or ())
    wait_for_players(terminal, found, sitters, state.options)
    if games == 1 and not json:
        _tell(terminal, found, header_for(found, state, sitters, SeededDice(known), terminal.language), known)
        return 0
    options = msgspec.to_builtins(state.options)
    plan = msgspec.json.encode(["watch", found.name, found.version, sitters, options, games, known])

    def play(kept: Path | None, count: Watcher) -> Simulation:
        return simulate(
            found,
            sitters,
            games,
            seed=known,
            options=options,
            workers=workers,
            scheduler=scheduler,
            kept=kept,
            progress=count,
        )

    asked = {
        "--seat": seat,
        "--option": option,
        "--preset": None if preset == BOX else preset,
        "--games": games,
        "--seed": known,
    }
    again = typed("watch", game, asked, workers, scheduler, json, common)
    fared = play_many(terminal, games, play, plan, again)
    if fared is None:
        return INTERRUPTED
    if json:
        terminal.json(msgspec.json.encode(fared))
    else:
        _show(terminal, found, fared)
    return 0


def _tell(terminal: Terminal, game: Game, header: Header, seed: str) -> None:
    """One game as a spectator sees it."""
    voice = terminal.voice(terminal.names(header.seats), None)
    table, steps = house_table(game, header, seed)
    show_head(terminal, game.title(terminal.language), terminal.text("dice.seeded-how", seed=seed))
    for step in steps:
        terminal.show(sentence(terminal, game, step, voice))
    show_head(terminal, game.title(terminal.language), terminal.text("over"))
    draw(terminal, game, table.state.view(None), voice)
    show_result(terminal, game, table.state, voice)


def _show(terminal: Terminal, game: Game, fared: Simulation) -> None:
    games = fared.games
    show_head(terminal, game.title(terminal.language), terminal.text("watch.played", n=games, seed=fared.seed))
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("name", "player", "won", "shared", "chance", "place"):
        justify = "left" if key in ("name", "player") else "right"
        grid.add_column(terminal.text(f"watch.{key}"), justify=justify)
    grid.add_column(terminal.fit(game.words.template("points", terminal.language) or ""), justify="right")
    for one in fared.players:
        chance = f"{100 * one.chance:.1f} ({100 * one.low:.1f}–{100 * one.high:.1f})"
        numbers = (str(one.won), str(one.shared), terminal.fit(chance), f"{one.place:.2f}", f"{one.points:.1f}")
        grid.add_row(terminal.fit(one.name), terminal.level(one.player), *numbers)
    terminal.show(grid)
    seats = len(fared.players)
    rest = games % seats
    terminal.say("watch.uneven" if rest else "watch.even", "dim", n=games // seats, rest=rest, seats=seats)
