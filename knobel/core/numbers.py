"""A game as numbers, for programs that learn: every move has a fixed number, and every view a row of fixed length.

A game brings its `TableNumbers` (`numbers.numbers`, beside its rulebook) for so many seats under some options. Seats
are counted from whoever looks: 0 is the seat itself, 1 the one to its left, so that what is learned in one seat holds
in every other.

Number, move and number again are the same; moves that a game lists all have a number. Kinds too rich to list (a word,
an aim) have numbers for some of their moves: which, the game's own `numbers` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from knobel.core.contract import Move, Open, Seat

Observation = tuple[float, ...]
"""A view as numbers from 0 to 1."""


class TableNumbers(Protocol):
    """What one table's moves and views are as numbers."""

    actions: int
    """How many numbers there are for moves: 0 to `actions` - 1."""
    observed: int
    """How long an observation is."""

    def move(self, view: Any, seat: Seat, number: int) -> Move:
        """The move that a number stands for, made by a seat that sees this. Raises `IndexError` for no such number."""
        ...

    def number(self, view: Any, seat: Seat, move: Move) -> int:
        """The number of a seat's move. Raises `KeyError` for what is no move of this table."""
        ...

    def legal(self, view: Any, seat: Seat, at: int = 0) -> list[int]:
        """The numbers of all moves that a seat may make now, in rising order."""
        ...

    def observe(self, view: Any, seat: Seat) -> Observation:
        """What a seat sees."""
        ...


class ListedNumbers:
    """The numbers of moves that can all be listed: each is its place in the list. A game adds `observe`."""

    def __init__(self, moves: Iterable[Move], observed: int) -> None:
        self.moves = tuple(moves)
        self.actions = len(self.moves)
        self.observed = observed
        self._numbers = {move: number for number, move in enumerate(self.moves)}

    def move(self, view: Any, seat: Seat, number: int) -> Move:
        if number not in range(self.actions):
            raise IndexError(number)
        return self.moves[number]

    def number(self, view: Any, seat: Seat, move: Move) -> int:
        return self._numbers[move]

    def legal(self, view: Any, seat: Seat, at: int = 0) -> list[int]:
        return sorted(self.number(view, seat, move) for move in view.moves(seat, at) if not isinstance(move, Open))


def share(value: float, whole: float) -> float:
    """Which part of the most that is to be expected this is, from 0 to 1.

    >>> share(5, 20), share(30, 20), share(-1, 20)
    (0.25, 1.0, 0.0)
    """
    return min(1.0, max(0.0, value / whole))


def one_of(index: int | None, size: int) -> list[float]:
    """A one in its place among noughts; noughts alone for None.

    >>> one_of(1, 3), one_of(None, 2)
    ([0.0, 1.0, 0.0], [0.0, 0.0])
    """
    return [float(place == index) for place in range(size)]


def from_seat(seat: Seat, seats: int) -> Iterator[Seat]:
    """All seats, the one that looks first, then to its left.

    >>> list(from_seat(1, 3))
    [1, 2, 0]
    """
    return ((seat + step) % seats for step in range(seats))


def place_of(other: Seat, seat: Seat, seats: int) -> int:
    """How many seats to the left of the one that looks another is.

    >>> place_of(0, 1, 3)
    2
    """
    return (other - seat) % seats


def counted(things: Sequence[Any], kinds: Sequence[Any], whole: int) -> list[float]:
    """How many of each kind there are, as a share.

    >>> counted("abba", "abc", 4)
    [0.5, 0.5, 0.0]
    """
    return [share(things.count(kind), whole) for kind in kinds]
