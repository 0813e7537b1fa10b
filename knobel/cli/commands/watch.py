"""The command that lets the house play by itself: one game told as it happens, or many as a table of results.

A seat may be better than another, so the players move one seat on after every game: results are the players' own.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from statistics import fmean

import msgspec
from msgspec.structs import replace
from rich.progress import track
from rich.table import Table as Grid

from knobel.cli.narration import draw, head, result, sentence
from knobel.cli.parameters import (
    COMMON,
    Bots,
    BoxPreset,
    Common,
    GameName,
    Games,
    HouseRules,
    Json,
    Seed,
    first_position,
    require_bots,
    seat_players,
)
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.game import BOX, Game
from knobel.core.record import Header, SeededDice, Sitter
from knobel.core.registry import game as game_called
from knobel.core.timeline import Step
from knobel.players.roster import player
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table, header_for


def watch(
    game: GameName,
    /,
    *,
    seat: Bots = None,
    option: HouseRules = None,
    preset: BoxPreset = BOX,
    games: Games = 1,
    seed: Seed = None,
    json: Json = False,
    common: Common = COMMON,
) -> int:
    """The command `watch`: one game told, or the results of many."""
    terminal, found = common.terminal(), game_called(game)
    if games < 1:
        raise Mistake("games", n=games)
    sitters = seat_players(found, seat or (), None)
    require_bots(sitters)
    known = secrets.token_hex(8) if seed is None else seed
    state = first_position(found, len(sitters), preset, option or ())
    header = header_for(found, state, sitters, SeededDice(known), terminal.language)
    if games == 1 and not json:
        _tell(terminal, found, header, known)
        return 0
    fared = tallies(sitters, [played(found, header, known, number) for number in _counted(terminal, games)])
    if json:
        data = {"game": found.name, "games": games, "seed": known, "even": not games % len(sitters), "players": fared}
        terminal.json(msgspec.json.encode(data))
    else:
        _show(terminal, found, fared, games, known)
    return 0


def _tell(terminal: Terminal, game: Game, header: Header, seed: str) -> None:
    """One game as a spectator sees it."""
    voice = terminal.voice(terminal.names(header.seats), None)
    table, steps = house_table(game, header, seed)
    head(terminal, game.title(terminal.language), terminal.text("dice.seeded-how", seed=seed))
    for step in steps:
        terminal.show(sentence(terminal, game, step, voice))
    head(terminal, game.title(terminal.language), terminal.text("over"))
    draw(terminal, game, table.state.view(None), voice)
    result(terminal, game, table.state, voice)


def _counted(terminal: Terminal, games: int) -> Iterable[int]:
    """The games one by one, with a bar for whoever watches."""
    return track(
        range(games),
        description=terminal.text("watch.playing"),
        console=terminal.errors,
        transient=True,
        disable=not terminal.errors.is_terminal,
    )


def _show(terminal: Terminal, game: Game, fared: Sequence[Tally], games: int, seed: str) -> None:
    head(terminal, game.title(terminal.language), terminal.text("watch.played", n=games, seed=seed))
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("name", "player", "won", "shared", "place"):
        justify = "left" if key in ("name", "player") else "right"
        grid.add_column(terminal.text(f"watch.{key}"), justify=justify)
    grid.add_column(terminal.fit(game.words.template("points", terminal.language) or ""), justify="right")
    for one in fared:
        numbers = (str(one.won), str(one.shared), f"{one.place:.2f}", f"{one.points:.1f}")
        grid.add_row(terminal.fit(one.name), one.player, *numbers)
    terminal.show(grid)
    rest = games % len(fared)
    terminal.say("watch.uneven" if rest else "watch.even", "dim", n=games // len(fared), rest=rest, seats=len(fared))


Result = tuple[tuple[int, ...], tuple[int, ...]]
"""The places and the points of one game, by player."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How one player fared over all games."""

    name: str
    player: str
    sat: tuple[int, ...]
    """How many games in each seat, the first seat first."""
    won: int
    shared: int
    place: float
    points: float


def house_table(game: Game, header: Header, seed: str) -> tuple[Table, Iterator[Step]]:
    """A table of the house's players, and the game as it goes on step by step."""
    table = Table.open(game, replace(header, dice=SeededDice(seed)), nature_for(SeededDice(seed)), PlainClock())
    minds = {seat: player(game, sitter.player) for seat, sitter in enumerate(header.seats)}
    return table, steps_until_person(table, minds, Random(seed))


def seats_of(players: int, number: int) -> tuple[int, ...]:
    """Where each player sits in the game of that number (the first is 0): everybody moves one seat on after each.

    >>> [seats_of(3, number) for number in range(4)]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    """
    return tuple((player + number) % players for player in range(players))


def played(game: Game, header: Header, seed: str, number: int) -> Result:
    """The whole game of that number, by player."""
    seats = seats_of(len(header.seats), number)
    sitters = tuple(header.seats[seats.index(seat)] for seat in range(len(seats)))
    table, steps = house_table(game, replace(header, seats=sitters), f"{seed}/{number}")
    for _ in steps:
        pass
    places, points = table.state.outcome() or (), table.state.scores()
    return tuple(places[seat] for seat in seats), tuple(points[seat] for seat in seats)


def tallies(sitters: Sequence[Sitter], results: Sequence[Result]) -> list[Tally]:
    """How each player fared."""
    return [_tally(sitter, player, len(sitters), results) for player, sitter in enumerate(sitters)]


def _tally(sitter: Sitter, player: int, players: int, results: Sequence[Result]) -> Tally:
    firsts = [places.count(1) for places, _ in results if places[player] == 1]
    sat = [seats_of(players, number)[player] for number in range(len(results))]
    return Tally(
        name=sitter.name,
        player=sitter.player,
        sat=tuple(sat.count(seat) for seat in range(players)),
        won=firsts.count(1),
        shared=len(firsts) - firsts.count(1),
        place=round(fmean(places[player] for places, _ in results), 3),
        points=round(fmean(points[player] for _, points in results), 3),
    )
