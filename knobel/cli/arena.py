"""The house plays by itself: whole games from a seed, and how everybody fared.

A seat may be better than another, so the players move one seat on after every game: results are the players' own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

import msgspec
from msgspec.structs import replace

from knobel.core.game import Game
from knobel.core.record import Header, SeededDice, Sitter
from knobel.core.timeline import Step
from knobel.players.roster import player
from knobel.table.clocks import PlainClock
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import Table

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
