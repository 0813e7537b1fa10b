"""Schocken made small, for study: fewer sides, throws, discs and rounds than any table offers.

The rules are the same; only their numbers change. With one disc, one round and dice of two sides a whole game can be
written out, so that others can check by their own means what the solution says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from knobel.core.chances import PIPS, Chances
from knobel.core.chances import Throw as Dice
from knobel.core.contract import Seat
from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.options import by_rule
from knobel.core.words import Say
from knobel.games.schocken.moves import Began, Fell
from knobel.games.schocken.options import SchockenOptions
from knobel.games.schocken.rules import MOST_THROWS, Schocken, decided

if TYPE_CHECKING:
    from knobel.games.schocken.solution import SchockenSolver

SIZES = {"sides": len(PIPS), "throws": MOST_THROWS, "discs": 13, "rounds": 3}
"""What can be made smaller, and what it is in the box; a game of three rounds is two and, if need be, a final."""

LIMITS = {"sides": (2, 6), "throws": (1, 3), "discs": (1, 17), "rounds": (1, 3)}
"""Between what each of them may be."""


class SmallOptions(SchockenOptions, frozen=True):
    """The house rules, with any number of discs."""

    discs: Annotated[int, by_rule("SCH-R1", ge=1, le=17)] = 13


class SmallSchocken(Schocken, frozen=True):
    """The rulebook with other sizes."""

    ROUNDS: ClassVar[int] = SIZES["rounds"]

    def chances(self) -> Chances:
        if self.options.counted or self.is_lifting():
            return super().chances()
        faces = PIPS[: self.SIDES]
        if self.contenders:
            return Dice((faces,) * len(self.contenders), lambda up: Began(tuple(face + 1 for face in up)))
        return Dice((faces,) * len(self.cups[self.thrower()].fresh), lambda up: Fell(tuple(face + 1 for face in up)))

    def is_decided(self, losers: tuple[Seat, ...]) -> bool:
        return len(losers) >= self.ROUNDS or decided(losers)


def resize(sizes: Mapping[str, int]) -> Game[Any, Any]:
    """Schocken with these sizes, its solution too. Raises `Malformed` for what no dice or game can have."""
    from knobel.games.schocken.numbers import numbers

    wanted = {**SIZES, **sizes}
    for name, size in wanted.items():
        if name not in LIMITS:
            raise Malformed("option-unknown", name=name, known=", ".join(LIMITS))
        if size not in range(LIMITS[name][0], LIMITS[name][1] + 1):
            between = Say("error.option-between", {"least": LIMITS[name][0], "most": LIMITS[name][1]})
            raise Malformed("option-value", name=name, value=str(size), why=between)
    sides, throws, rounds = wanted["sides"], wanted["throws"], wanted["rounds"]
    return Game(
        name="schocken",
        rulebook=_rulebook(sides, throws, rounds),
        options=_options(wanted["discs"]),
        seats=range(2, 9),
        secret=True,
        numbers=numbers,
        solver=partial(_solver, sides, throws),
    )


@cache
def _rulebook(sides: int, throws: int, rounds: int) -> type[SmallSchocken]:
    class Sized(SmallSchocken, frozen=True):
        SIDES: ClassVar[int] = sides
        THROWS: ClassVar[int] = throws
        ROUNDS: ClassVar[int] = rounds

    Sized.__qualname__ = f"Schocken_{sides}_{throws}_{rounds}"
    return Sized


@cache
def _options(most: int) -> type[SmallOptions]:
    class Sized(SmallOptions, frozen=True):
        discs: Annotated[int, by_rule("SCH-R1", ge=1, le=17)] = most

    Sized.__qualname__ = f"Options_{most}"
    return Sized


def _solver(sides: int, throws: int, _seats: int, options: SchockenOptions) -> SchockenSolver:
    from knobel.games.schocken.solution import SchockenSolver

    return SchockenSolver(options, tuple(range(1, sides + 1)), throws)


def __getattr__(name: str) -> type:
    """A class by its sizes: positions are pickled by the name of theirs, and may be read where nobody made it yet."""
    kind, *sizes = name.split("_")
    if kind in MADE and all(map(str.isdecimal, sizes)):
        return MADE[kind](*map(int, sizes))
    raise AttributeError(name)


MADE = {"Schocken": _rulebook, "Options": _options}
