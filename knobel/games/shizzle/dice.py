"""The six dice of Shizzle: thirty-six faces, every pair of colour and number on exactly one of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import prod
from typing import Annotated, Literal, cast

import msgspec

from knobel.core.chances import Throw
from knobel.core.contract import Move, Part
from knobel.core.options import Unfit
from knobel.core.words import SYMBOLS, Die

Colour = Literal["red", "orange", "yellow", "green", "blue", "purple"]
DieIndex = Annotated[int, msgspec.Meta(ge=0, le=5)]
Number = Annotated[int, msgspec.Meta(ge=1, le=6)]

COLOURS = cast("tuple[Colour, ...]", tuple(SYMBOLS))
NUMBERS = range(1, 7)
DICE = range(6)


class Face(Part, frozen=True):
    """The upper face of a die as it lies: which of the six dice, in which colour, with which number."""

    die: DieIndex
    colour: Colour
    number: Number

    @property
    def name(self) -> str:
        """How a person types it: the colour's first letter and the number."""
        return f"{self.colour[0]}{self.number}"

    def drawn(self) -> Die:
        """How words and screens show it."""
        return Die(str(self.number), self.colour)


FaceSet = tuple[tuple[Face, ...], ...]
"""Six dice of six faces each."""


def joins(end: Face, die: Face) -> bool:
    """SHZ-08: a die joins the line if it shares colour or number with the die at its end."""
    return die.colour == end.colour or die.number == end.number


def longest(end: Face, dice: Sequence[Face]) -> int:
    """How many of these dice a line can still take from its open end, in the best order (SHZ-11)."""
    most = 0
    for index, die in enumerate(dice):
        if die.colour == end.colour or die.number == end.number:
            most = max(most, 1 + longest(die, (*dice[:index], *dice[index + 1 :])))
            if most == len(dice):
                break
    return most


def choke_chance(end: Face, dice: Iterable[int], faces: FaceSet) -> Fraction:
    """SHZ-13: the exact chance that, of these dice rolled together, none can join."""
    return prod((Fraction(sum(not joins(end, face) for face in faces[die]), 6) for die in dice), start=Fraction(1))


# The sets (SHZ-02, SHZ-R1) ------------------------------------------------------------------------------------------


def box_set() -> FaceSet:
    """SHZ-R1: die d carries the numbers 1 to 6, number n in colour (n + d) mod 6."""
    return tuple(tuple(Face(die, COLOURS[(number + die) % 6], number) for number in NUMBERS) for die in DICE)


@lru_cache(64)
def seeded_set(seed: int) -> FaceSet:
    """SHZ-R1: a Latin square chosen by a seed: each die has every number once and every colour once."""
    rows: list[tuple[Colour, ...]] = []

    def filled() -> bool:
        if len(rows) == 6:
            return True
        ordered = sorted(permutations(COLOURS), key=lambda row: _shuffled(seed, len(rows), row))
        for row in ordered:
            if all(row[column] not in (above[column] for above in rows) for column in range(6)):
                rows.append(row)
                if filled():
                    return True
                rows.pop()
        return False

    filled()
    return tuple(
        tuple(Face(die, colour, number) for colour, number in zip(rows[die], NUMBERS, strict=True)) for die in DICE
    )


@lru_cache(64)
def own_set(dice: tuple[str, ...]) -> FaceSet:
    """SHZ-R1: a set as it lies on one's own table: six dice, each as six faces such as `r1 o2 y3 g4 b5 p6`.

    Raises `Unfit` unless every pair of colour and number is on exactly one face (SHZ-02).
    """
    if len(dice) != len(DICE):
        raise Unfit("set-size", dice=6, faces=6)
    letters: dict[str, Colour] = {colour[0]: colour for colour in COLOURS}
    faces: list[tuple[Face, ...]] = []
    for die, text in enumerate(dice):
        names = text.lower().split()
        if any(len(name) != 2 or name[0] not in letters or name[1] not in "123456" for name in names):
            raise Unfit("set-die", n=die + 1, typed=text, example="r1 o2 y3 g4 b5 p6")
        faces.append(tuple(Face(die, letters[name[0]], int(name[1])) for name in names))
    if [len(die) for die in faces] != [6] * 6:
        raise Unfit("set-size", dice=6, faces=6)
    pairs = {(face.colour, face.number) for die in faces for face in die}
    if len(pairs) != 36:
        raise Unfit("set-pairs")
    return tuple(faces)


def throw(faces: FaceSet, dice: tuple[int, ...], fell: Callable[[tuple[Face, ...]], Move]) -> Throw:
    """These dice of the set, rolled together."""
    return Throw(
        [tuple(face.name for face in faces[die]) for die in dice],
        lambda up: fell(tuple(faces[die][face] for die, face in zip(dice, up, strict=True))),
    )


def _shuffled(seed: int, row: int, colours: tuple[Colour, ...]) -> bytes:
    return hashlib.sha256(f"{seed}/{row}/{'/'.join(colours)}".encode()).digest()
