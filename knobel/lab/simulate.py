"""Many games between players of the house: who wins how often, and how sure that is.

A seat may be better than another, so the players move one seat on after every game: results are the players' own. Every
game has a seed of its own, made of the whole run's and its number, so that any number of workers finds the same.

>>> found = simulate("pig", ["random", "random"], 4, seed=1)
>>> found.games, [player.sat for player in found.players]
(4, [(2, 2), (2, 2)])
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.options import merged
from knobel.core.record import Header, SeededDice, Sitter
from knobel.core.registry import all_games
from knobel.core.registry import game as game_called
from knobel.core.timeline import Step
from knobel.lab.crew import check_workers, cores, do_all
from knobel.lab.results_file import Result, ResultsFile
from knobel.players.roster import needed_solution, player
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.seats import bot_name
from knobel.table.table import PlainClock, Table, header_for

if TYPE_CHECKING:
    from knobel.core.contract import Options

SURE = 0.95
"""How sure the intervals are."""
WORTH_WORKERS = 200
"""From so many games on it pays to start processes."""
MAX_AT_ONCE = 10
"""A worker tells after at most so many games: that is how often progress is shown."""

Watcher = Callable[[int], object]
"""Told after each few games how many more there are."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How one player fared over all games."""

    name: str
    player: str
    sat: tuple[int, ...]
    """How many games in each seat, the first seat first."""
    won: int
    shared: int
    """How many first places were shared with others."""
    chance: float
    """The share of the wins, those that are shared divided among all who share them."""
    low: float
    high: float
    """Wilson's interval around the chance, 95 % sure."""
    place: float
    points: float


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What many games showed, and all that is needed to play them again."""

    game: str
    options: dict[str, Any]
    seed: str
    games: int
    even: bool
    """Whether everybody sat in every seat equally often."""
    players: tuple[Standing, ...]


def simulate(
    game: Game | str,
    players: Sequence[str | Sitter],
    games: int,
    *,
    seed: int | str | None = None,
    preset: str = BOX,
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    kept: Path | None = None,
    progress: Watcher = int,
) -> Simulation:
    """Lets players of the house play so many games, on all cores of this machine or on so many, or by a Dask scheduler.

    The same seed gives the same games, whoever plays them. With a file, what is played is kept there, and what is there
    already is not played again. Raises `Malformed` for players, options or numbers that
    there cannot be, and `NoCluster` for a scheduler that cannot be used.
    """
    found = game_called(game) if isinstance(game, str) else game
    sitters = seated(found, players)
    rules = merged(found.options, found.preset(preset), options or {})
    state = found.opening(len(sitters), rules)
    known = secrets.token_hex(8) if seed is None else str(seed)
    header = header_for(found, state, sitters, SeededDice(known))
    (results,) = results_of(found, rules, [header], games, workers, progress, scheduler, kept)
    return Simulation(
        game=found.name,
        options=dict(header.options),
        seed=known,
        games=games,
        even=not games % len(sitters),
        players=tuple(_standing(sitter, number, results) for number, sitter in enumerate(sitters)),
    )


def seated(game: Game, players: Sequence[str | Sitter]) -> tuple[Sitter, ...]:
    """Players of the house, each under a name of its own. Raises `Malformed` for one that the game does not have."""
    sitters: list[Sitter] = []
    for each in players:
        sitter = each if isinstance(each, Sitter) else Sitter(bot_name(each, [one.name for one in sitters], "en"), each)
        player(game, sitter.player)  # raises for a player the game does not have
        sitters.append(sitter)
    return tuple(sitters)


# One game -------------------------------------------------------------------------------------------------------------


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


def played(game: Game, header: Header, number: int) -> Result:
    """The whole game of that number, by player."""
    seats = seats_of(len(header.seats), number)
    sitters = tuple(header.seats[seats.index(seat)] for seat in range(len(seats)))
    seed = header.dice.seed if isinstance(header.dice, SeededDice) else ""
    table, steps = house_table(game, replace(header, seats=sitters), f"{seed}/{number}")
    for _ in steps:
        pass
    places, points = table.state.outcome() or (), table.state.scores()
    return tuple(places[seat] for seat in seats), tuple(points[seat] for seat in seats)


# All of them ----------------------------------------------------------------------------------------------------------


def results_of(
    game: Game,
    rules: Options,
    headers: Sequence[Header],
    games: int,
    workers: int | None,
    progress: Watcher,
    scheduler: str | None = None,
    kept: Path | None = None,
) -> list[list[Result]]:
    """So many games at each of these tables, on all cores where it pays, or by a cluster.

    `progress` hears of those in the file at once. Raises `Malformed` for numbers that there cannot be, for a player
    that has no solution for such a table, and for a file where the game is not the installed one of its name.
    """
    if games < 1:
        raise Malformed("games", n=games)
    check_workers(workers, scheduler)
    installed = all_games().get(game.name) is game
    if kept is not None and not installed:  # it is gone on with by the name of its game
        raise Malformed("game-own", game=game.name)
    for header in headers:
        if search := needed_solution(game, [sitter.player for sitter in header.seats], len(header.seats), rules):
            search.found.result()  # here, so that workers find it where it is kept
    file = None if kept is None else ResultsFile(kept, games, tuple(headers))
    done = {} if file is None else file.read()
    if done:
        progress(len(done))
    every = games * len(headers)
    many = workers or (cores() if every - len(done) >= WORTH_WORKERS else 1)
    size = max(1, min(MAX_AT_ONCE, every // (4 * many)))
    parts: list[_Part] = []
    for first, header in zip(range(0, every, games), headers, strict=True):
        left = [number for number in range(games) if first + number not in done]
        spans = [left[start : start + size] for start in range(0, len(left), size)]
        parts += [_Part(game.name if installed else game, header, first, span) for span in spans]
    with closing(do_all(_play_part, parts, many, scheduler)) as told:
        for _, results in told:
            if file is not None:
                file.append(results)
            done |= results
            progress(len(results))
    return [[done[first + number] for number in range(games)] for first in range(0, every, games)]


class _Part(NamedTuple):
    """Some games at a table, the first of which has this number among all."""

    game: Game | str
    """By its name it is found wherever the games are played; one that is not installed so comes along itself."""
    header: Header
    first: int
    numbers: Sequence[int]


def _play_part(part: _Part) -> dict[int, Result]:
    game = game_called(part.game) if isinstance(part.game, str) else part.game
    return {part.first + number: played(game, part.header, number) for number in part.numbers}


# What they showed -----------------------------------------------------------------------------------------------------


def _standing(sitter: Sitter, player: int, results: Sequence[Result]) -> Standing:
    firsts = [places.count(1) for places, _ in results if places[player] == 1]
    seats = len(results[0][0])
    sat = [seats_of(seats, number)[player] for number in range(len(results))]
    chance = sum(1 / many for many in firsts) / len(results)
    low, high = wilson(chance, len(results))
    return Standing(
        name=sitter.name,
        player=sitter.player,
        sat=tuple(sat.count(seat) for seat in range(seats)),
        won=firsts.count(1),
        shared=len(firsts) - firsts.count(1),
        chance=round(chance, 6),
        low=round(low, 6),
        high=round(high, 6),
        place=round(fmean(places[player] for places, _ in results), 3),
        points=round(fmean(points[player] for _, points in results), 3),
    )


def wilson(share: float, trials: int, sure: float = SURE) -> tuple[float, float]:
    """Wilson's interval: between which shares the true one lies, this sure, where so many trials showed `share`.

    >>> [round(end, 3) for end in wilson(0.4, 100)]
    [0.309, 0.498]
    >>> round(wilson(0.0, 10)[0], 3)
    0.0
    """
    z = NormalDist().inv_cdf((1 + sure) / 2)
    middle = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    whole = 1 + z * z / trials
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)
