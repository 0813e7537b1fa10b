"""A fast lane: a rulebook once more, as machine code over rows of whole numbers, thousands of games side by side.

The rulebook stays the only truth. A lane is held to it by tests: the same draws in, the same positions out, at every
step of random games under random options. What a lane does not know it refuses, when it is made. Moves have the numbers
that the game gives them (`Game.numbers`); nature's are counted as its chances count them.

It needs NumPy and Numba, so a game loads its lane only when somebody asks for it. A lane's loops stand in its own
module, since compiled code can be kept for the next time only where all it calls is known by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from knobel.core.errors import Malformed

Compiled = TypeVar("Compiled", bound=Callable[..., object])
Row = Any
"""One position, or the rules of a table: an array of whole numbers, whose parts are plain numbers to machine code."""
Rows = Any
Chance = Any
"""Where one source of luck stands: an array of a single number without sign."""

NATURE, OVER = -1, -2
"""Who is to move where it is no seat."""


def compiled(function: Compiled) -> Compiled:
    """As machine code, kept for the next time."""
    return njit(cache=True, boundscheck=False)(function)  # pyright: ignore[reportReturnType]  # called as before


@compiled
def below(chance: Chance, limit: int) -> int:
    """An even draw below a limit (to one part in 2^32), by Vigna's splitmix64."""
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    drawn = chance[0]
    drawn = (drawn ^ (drawn >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    drawn = (drawn ^ (drawn >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    drawn = (drawn ^ (drawn >> np.uint64(31))) >> np.uint64(32)
    return np.int64((drawn * np.uint64(limit)) >> np.uint64(32))  # pyright: ignore[reportReturnType]


class LaneFunctions(NamedTuple):
    """What a lane can do with a row, under the rules of its table; all of it is machine code."""

    who: Callable[[Row, Row], int]
    """Which seat is to move; or `NATURE`, or `OVER`."""
    total: Callable[[Row, Row], int]
    """Among how many even outcomes nature draws."""
    fall: Callable[[Row, Row, int], None]
    """Nature's outcome of that number."""
    legal: Callable[[Row, Row, Row], int]
    """Writes the numbers of the legal moves, in rising order, and says how many there are."""
    act: Callable[[Row, Row, int], None]
    """The move of that number, by the seat that is to move."""
    play: Callable[[Rows, Row, Chance], int]
    """Plays every row on to its end, each move as likely as any other; how many moves that took, nature's included."""
    step: Callable[[Rows, Row, Row, Chance, Row], None]
    """Makes one move in each row that is not over, lets dice fall until a seat is to move, and notes who is."""


class Lane:
    """A table on the fast lane."""

    def __init__(
        self,
        seats: int,
        actions: int,
        rules: Sequence[int],
        packed: Callable[[Any], Sequence[int]],
        functions: LaneFunctions,
    ) -> None:
        self.seats = seats
        self.actions = actions
        self.rules: Row = np.array(rules, np.int64)
        self.packed = packed
        """A position of the rulebook as a row."""
        self.functions = functions

    def rows(self, state: Any, games: int) -> Rows:
        """So many games that begin, or go on, from a position of the rulebook."""
        return np.tile(np.array(self.packed(state), np.int64), (games, 1))

    def play(self, rows: Rows, seed: int) -> int:
        """Plays all of them to the end at random; how many moves that took, nature's included."""
        return int(self.functions.play(rows, self.rules, np.array([seed], np.uint64)))

    def step(self, rows: Rows, numbers: Sequence[int] | Row, chance: Chance) -> Row:
        """One move in each game, by its number; then dice fall. Who is to move next in each, or `OVER`.

        Games that are over stay as they are. Numbers must be legal: `masks` says which are.
        """
        asked = np.empty(len(rows), np.int64)
        self.functions.step(rows, self.rules, np.asarray(numbers, np.int64), chance, asked)
        return asked

    def masks(self, rows: Rows) -> NDArray[np.bool_]:
        """Which numbers are legal in each game."""
        found, numbers = np.zeros((len(rows), self.actions), np.bool_), np.empty(self.actions, np.int64)
        for row, mask in zip(rows, found, strict=True):
            if self.functions.who(row, self.rules) >= 0:
                mask[numbers[: self.functions.legal(row, self.rules, numbers)]] = True
        return found


def unknown_to_lane(name: str, value: object) -> Malformed:
    """What a lane raises for a house rule that it does not know."""
    return Malformed("lane-option", name=name, value=str(value))
