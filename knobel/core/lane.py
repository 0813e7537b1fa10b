"""A fast lane: a rulebook once more, as machine code over rows of whole numbers, thousands of games side by side.

The rulebook stays the only truth. A lane is held to it by tests: the same draws in, the same positions out, at every
step of random games under random options. What a lane does not know it refuses, when it is made. Moves have the numbers
that the game gives them (`Game.numbers`); nature's are counted as its chances count them.

It needs NumPy and Numba, so a game loads its lane only when somebody asks for it. A lane brings what its rules say of
one row (`who`, `total`, `fall`, `legal`, `act`); the loops over many rows stand here once (`lane_functions`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import FunctionType
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
Chooser = Callable[[Row, Row, int, Row, int, Chance], int]
"""A player as machine code: the row, the rules, the seat, the numbers of its legal moves and how many there are, luck.
Its answer is one of these numbers. It sees the whole row: what a seat may not know it must leave alone."""

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
    play: Callable[[Rows, Row, Row, Chance], int]
    """Plays every row on to its end, each move as likely as any other; how many moves that took, nature's included.
    There is room in the third array for the numbers of legal moves."""
    step: Callable[[Rows, Row, Row, Chance, Row], None]
    """Makes one move in each row that is not over, lets dice fall until a seat is to move, and notes who is."""
    masks: Callable[[Rows, Row, Row, Rows], None]
    """Notes of each row which numbers are legal."""


# The loops: each name that they use and that is not theirs is one of the lane's own functions ------------------------

who: Any = None
total: Any = None
fall: Any = None
legal: Any = None
act: Any = None
choose: Any = None


@compiled
def choose_any(row: Row, rules: Row, seat: int, found: Row, count: int, chance: Chance) -> int:
    """Plays at random: each move as likely as any other."""
    return found[below(chance, count)]


def _play(rows: Rows, rules: Row, found: Row, chance: Chance) -> int:
    moves = 0
    for game in range(len(rows)):
        row = rows[game]
        asked = who(row, rules)
        while asked != OVER:
            if asked == NATURE:
                fall(row, rules, below(chance, total(row, rules)))
            else:
                act(row, rules, choose(row, rules, asked, found, legal(row, rules, found), chance))
            moves += 1
            asked = who(row, rules)
    return moves


def _step(rows: Rows, rules: Row, chosen: Row, chance: Chance, asked: Row) -> None:
    for game in range(len(rows)):
        row = rows[game]
        if who(row, rules) >= 0:
            act(row, rules, chosen[game])
        while who(row, rules) == NATURE:
            fall(row, rules, below(chance, total(row, rules)))
        asked[game] = who(row, rules)


def _masks(rows: Rows, rules: Row, found: Row, masks: Rows) -> None:
    for game in range(len(rows)):
        if who(rows[game], rules) >= 0:
            for place in range(legal(rows[game], rules, found)):
                masks[game, found[place]] = True


def lane_functions(
    who: Callable[[Row, Row], int],
    total: Callable[[Row, Row], int],
    fall: Callable[[Row, Row, int], None],
    legal: Callable[[Row, Row, Row], int],
    act: Callable[[Row, Row, int], None],
) -> LaneFunctions:
    """A lane's functions, and the loops over many rows that call them."""
    own = {"who": who, "total": total, "fall": fall, "legal": legal, "act": act, "choose": choose_any}
    return LaneFunctions(who, total, fall, legal, act, *(compiled(_loop(loop, own)) for loop in (_play, _step, _masks)))


def _loop(loop: Callable[..., Any], own: Mapping[str, Any]) -> Any:
    """A loop over functions of a lane, for `compiled`: it counts as part of the lane's own module.

    So machine code is kept for the next time until that module changes. It could not be kept for a closure over them.
    """
    home: Any = own["who"]
    code = loop.__code__.replace(co_filename=home.py_func.__code__.co_filename)
    names = {"below": below, "NATURE": NATURE, "OVER": OVER, "__name__": home.py_func.__module__}
    return FunctionType(code, {**names, **own}, loop.__name__)


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

    def play(self, rows: Rows, seed: int, chooser: Chooser | None = None) -> int:
        """Plays all of them to the end; how many moves that took, nature's included.

        A chooser, compiled by Numba, decides for every seat; without one all play at random.
        """
        play = self.functions.play if chooser is None else _played_by(self.functions, chooser)
        return int(play(rows, self.rules, self._room(), np.array([seed], np.uint64)))

    def step(self, rows: Rows, numbers: Sequence[int] | Row, chance: Chance) -> Row:
        """One move in each game, by its number; then dice fall. Who is to move next in each, or `OVER`.

        Games that are over stay as they are. Numbers must be legal: `masks` says which are.
        """
        asked = np.empty(len(rows), np.int64)
        self.functions.step(rows, self.rules, np.asarray(numbers, np.int64), chance, asked)
        return asked

    def masks(self, rows: Rows) -> NDArray[np.bool_]:
        """Which numbers are legal in each game."""
        found = np.zeros((len(rows), self.actions), np.bool_)
        self.functions.masks(rows, self.rules, self._room(), found)
        return found

    def _room(self) -> Row:
        """Room for the numbers of all moves."""
        return np.empty(self.actions, np.int64)


@cache
def _played_by(functions: LaneFunctions, chooser: Chooser) -> Callable[[Rows, Row, Row, Chance], int]:
    """The loop to the end of every row, in which somebody decides."""
    return njit(boundscheck=False)(_loop(_play, {**functions._asdict(), "choose": chooser}))  # made anew each time


def unknown_to_lane(name: str, value: object) -> Malformed:
    """What a lane raises for a house rule that it does not know."""
    return Malformed("lane-option", name=name, value=str(value))
