"""One game under the kit's eyes: what is being played, how far it is, and how to complain so that anyone can look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from knobel.core.contract import Actor, Move, Seat, State
from knobel.core.game import Game
from knobel.core.numbers import TableNumbers

Conserved = Callable[[Any], object]
"""A quantity of a position that no move may change: all chips on the table, say."""


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """How much was looked at. A count of 0 means that a check never had anything to bite on."""

    games: int = 0
    moves: int = 0
    refused: int = 0
    """Moves that were rightly refused."""
    thrown: int = 0
    """Positions whose chances were checked."""
    undone: int = 0
    """Moves that were taken back."""
    numbered: int = 0
    """Moves whose number was checked, where the game brings numbers."""
    parted: int = 0
    """Steps at which a seat had to tell apart, and could not, two games that differ in what it may not know."""

    def __add__(self, other: Checked) -> Checked:
        names = self.__struct_fields__
        return Checked(**{name: getattr(self, name) + getattr(other, name) for name in names})


LOOKS = 15
"""So many of a game's first positions are checked in full, and about as many again whenever it has grown threefold."""


class Nonconforming(AssertionError):
    """A game breaks the contract. The message says where, and how to play that game again."""

    def __init__(self, case: Case, complaint: str) -> None:
        self.game = case.game.name
        self.seats = case.seats
        self.options = dict(case.options)
        self.seed = case.seed
        self.number = len(case.made)
        self.complaint = complaint
        lately = "; ".join(f"{actor}: {move}" for actor, move in case.made[-3:]) or "none"
        again = f"check_one(game, seats={self.seats}, seed={self.seed}, options={self.options})"
        super().__init__(
            f"{self.game}: {complaint}\n"
            f"With {self.seats} seats, options {self.options or 'as in the box'} and seed {self.seed}, "
            f"after {self.number} moves (the last ones: {lately}).\n"
            f"To see it again: {again}"
        )


class Case:
    """The game being played now."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, Any], seed: int, looks: int = LOOKS) -> None:
        self.game = game
        self.looks = looks
        self.seats = seats
        self.options = options
        self.seed = seed
        self.chance = Random(f"{seed}")
        self.made: list[tuple[Actor, Move]] = []
        self.counts = Counter[str](games=1)
        self.rules = frozenset(game.ledger())
        self._numbers: TableNumbers | None = None
        self.said: set[object] = set()
        """Objections and other things said whose words have been tried."""

    @property
    def checked(self) -> Checked:
        """How much was looked at so far."""
        return Checked(**self.counts)

    @property
    def listeners(self) -> tuple[Seat | None, ...]:
        """Everyone who looks on: each seat, and a spectator."""
        return (*range(self.seats), None)

    def numbers(self, state: State) -> TableNumbers | None:
        """The table's moves and views as numbers, made once; None where the game brings none."""
        if self._numbers is None and self.game.numbers:
            self._numbers = self.game.numbers(self.seats, state.options)
        return self._numbers

    def broken(self, complaint: str) -> Nonconforming:
        """The complaint, to be raised."""
        return Nonconforming(self, complaint)

    def count(self, **more: int) -> None:
        """Notes what was looked at."""
        self.counts.update(more)

    def worth_a_look(self) -> bool:
        """Whether to check this position in full: at first always, then ever less, so that long games stay quick."""
        return self.chance.random() * len(self.made) < self.looks


def named(listener: Seat | None) -> str:
    """Who looks on, in a complaint."""
    return "a spectator" if listener is None else f"seat {listener}"
