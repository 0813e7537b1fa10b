"""What a game that was solved can tell: what each move is worth to the seat that may make it, from its view alone.

A game brings its `Solver` (`solution.solver`, beside its rulebook); whoever wants to know asks `knobel.players`, which
finds the tables that were kept, or has them worked out. Numbers are chances of winning from 0 to 1; a shared win counts
in parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import asdict

from knobel.core.contract import Move, Options, Seat
from knobel.core.errors import Malformed

Progress = Callable[[float], object]
"""Told now and then which part of the work is done, from 0 to 1."""

Tables = Mapping[str, Any]
"""What is kept of a solution: arrays of numbers (NumPy's) by name."""


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What one legal move is worth to the seat that may make it."""

    move: Move
    chance: float
    """How likely the seat wins after it, when all play on as the solution says."""
    share: float
    """How often perfect play makes this move here: 0 or 1, or in between where a secret has to be kept."""


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """How sure a solution is.

    `residual`: no position's value is further than `bound` from what its best move gives. `gain`: no rival who knows
    all of it can win more than `bound` above its value.
    """

    kind: Literal["residual", "gain"]
    bound: float


class Judge(Protocol):
    """A solution that is ready to be asked."""

    def value(self, position: Sequence[int] = ()) -> float:
        """The chance that whoever begins wins: the game, or a position, as `Solver.position` describes it.

        Raises `Malformed` for what is no position, or one that is over.
        """
        ...

    def certificate(self) -> Certificate:
        """How sure that is, worked out again from the tables."""
        ...

    def worths(self, view: Any, seat: Seat, moves: Sequence[Move]) -> tuple[Worth, ...]:
        """What each of a seat's legal moves is worth, in their order."""
        ...

    def chance(self, view: Any, seat: Seat) -> float:
        """How likely a seat wins, from what it knows, whoever is to move or whatever is in the air."""
        ...


def tables_for(solver: Solver, seats: int) -> int:
    """For how many seats the tables are that a solver of so many goes by: `Solver.tables_for`, if it says so."""
    return getattr(solver, "tables_for", seats)


class Solver(Protocol):
    """How a game is solved for so many seats under some house rules. Making one takes no time and no other package."""

    version: int
    """Raised whenever older tables would say something else."""
    key: str
    """The house rules that the tables depend on, and no others: `target=100`, say. Who have the same share tables."""
    proven: bool
    """Whether it is perfect play, or only the best that is known."""
    position: str
    """The parts of a position that can be asked for, in order: `mine,theirs`, say."""

    def solve(self, progress: Progress) -> Tables:
        """Works it out. Raises `ImportError` where what it takes is not installed."""
        ...

    def judge(self, tables: Tables) -> Judge:
        """Reads tables that were worked out before. Raises `Malformed` for what are none."""
        ...


def rules_key(options: Options, *without: str) -> str:
    """A key of all house rules of a table, but for those that a solution does not depend on."""
    agreed = asdict(options)
    return ",".join(f"{name}={value}" for name, value in agreed.items() if name not in without)


def unsolved_seats(game: str, known: int, seats: int) -> Malformed:
    """What a solver raises that knows a game for another number of seats."""
    return Malformed("unsolved-seats", game=game, known=known, seats=seats)


def unsolved_option(name: str, value: object) -> Malformed:
    """What a solver raises that knows a game only under other house rules."""
    return Malformed("unsolved-option", name=name, value=str(value))


def no_tables() -> Malformed:
    """What a solver raises for tables that are none of its own."""
    return Malformed("solution-not")


def no_position(typed: str, parts: str) -> Malformed:
    """What a judge raises for what is no position in which the game goes on."""
    return Malformed("no-position", typed=typed, parts=parts)
