"""The house plays by itself: whole games from a seed, and how everybody fared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

import msgspec
from msgspec.structs import replace

from knobel.core.fair import seeded_key
from knobel.core.game import Game
from knobel.core.record import Header, SeededDice, Sitter
from knobel.core.timeline import Step
from knobel.players.roster import player
from knobel.table.clocks import PlainClock
from knobel.table.drive import steps_until_person
from knobel.table.nature import KeyedNature
from knobel.table.table import Table

Result = tuple[tuple[int, ...], tuple[int, ...]]
"""The places and the points of one game."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat fared over all games."""

    name: str
    player: str
    won: int
    shared: int
    place: float
    points: float


def house_table(game: Game, header: Header, seed: str) -> tuple[Table, Iterator[Step]]:
    """A table of the house's players, and the game as it goes on step by step."""
    table = Table.open(game, replace(header, dice=SeededDice(seed)), KeyedNature(seeded_key(seed)), PlainClock())
    minds = {seat: player(game, sitter.player) for seat, sitter in enumerate(header.seats)}
    return table, steps_until_person(table, minds, Random(seed))


def played(game: Game, header: Header, seed: str) -> Result:
    """A whole game."""
    table, steps = house_table(game, header, seed)
    for _ in steps:
        pass
    return table.state.outcome() or (), table.state.scores()


def tally(sitter: Sitter, seat: int, results: Sequence[Result]) -> Tally:
    """How one seat fared."""
    firsts = [places.count(1) for places, _ in results if places[seat] == 1]
    return Tally(
        name=sitter.name,
        player=sitter.player,
        won=firsts.count(1),
        shared=len(firsts) - firsts.count(1),
        place=round(fmean(places[seat] for places, _ in results), 3),
        points=round(fmean(points[seat] for _, points in results), 3),
    )
