"""Hands: what three dice are called, how strong they are, and how many discs they cost the loser."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Literal

import msgspec

from knobel.games.schocken.options import SchockenOptions

HandFaces = tuple[int, ...]
"""Three faces, the highest first."""


class Kind(StrEnum):
    """SCH-R2: the kinds of hand in rising order."""

    SIMPLE = "simple"
    STREET = "street"
    GENERAL = "general"
    SCHOCK = "schock"
    JULE = "jule"
    PIPPI = "pippi"
    OUT = "out"


RANK = {kind: rank for rank, kind in enumerate(Kind)}

DISCS = {Kind.SIMPLE: 1, Kind.STREET: 2, Kind.GENERAL: 3, Kind.JULE: 7, Kind.PIPPI: 9}
"""SCH-19 to SCH-24: what a hand costs the loser, where the kind alone says it."""


class Hand(msgspec.Struct, frozen=True):
    """Three dice as they count, the highest first."""

    kind: Kind
    faces: HandFaces


def is_street(faces: HandFaces) -> bool:
    """SCH-20: three in a row."""
    high, middle, low = faces
    return high == middle + 1 == low + 2


def is_general(faces: HandFaces) -> bool:
    """SCH-21: three alike, but not ones."""
    high, _, low = faces
    return high == low > 1


def is_schock(faces: HandFaces) -> bool:
    """SCH-22: two ones and something higher."""
    high, middle, _ = faces
    return high > 1 == middle


def is_jule(faces: HandFaces) -> bool:
    """SCH-23: a four, a two and a one."""
    return faces == (4, 2, 1)


def is_pippi(faces: HandFaces) -> bool:
    """SCH-24: two twos and a one."""
    return faces == (2, 2, 1)


def is_out(faces: HandFaces) -> bool:
    """SCH-25: three ones."""
    return faces == (1, 1, 1)


@cache
def kind(faces: HandFaces, at_once: bool, assembled: Literal["both", "generals", "neither"] = "both") -> Kind:
    """What these faces are called; `at_once`: all three fell in one single throw.

    SCH-26: a Jule and a Pippi have to fall at once. SCH-R5: at some tables Streets, or Generals too, have to as well.

    >>> kind((4, 2, 1), at_once=True), kind((4, 2, 1), at_once=False)
    (<Kind.JULE: 'jule'>, <Kind.SIMPLE: 'simple'>)
    """
    if is_out(faces):
        return Kind.OUT
    if is_schock(faces):
        return Kind.SCHOCK
    if at_once and is_pippi(faces):
        return Kind.PIPPI
    if at_once and is_jule(faces):
        return Kind.JULE
    if is_general(faces) and (at_once or assembled != "neither"):
        return Kind.GENERAL
    if is_street(faces) and (at_once or assembled == "both"):
        return Kind.STREET
    return Kind.SIMPLE


def hand(faces: HandFaces, at_once: bool, options: SchockenOptions) -> Hand:
    """The hand these dice are, in whatever order they lie."""
    high_first = tuple(sorted(faces, reverse=True))
    return Hand(kind(high_first, at_once, options.assembled), high_first)


def discs(hand: Hand, every: int) -> int:
    """SCH-10, SCH-19 to SCH-25: what the loser takes. A Schock counts its third die, a Schock Out costs every disc."""
    if hand.kind is Kind.OUT:
        return every
    return hand.faces[0] if hand.kind is Kind.SCHOCK else DISCS[hand.kind]


def strength(hand: Hand, options: SchockenOptions) -> tuple[int, ...]:
    """SCH-R2, SCH-R3: the stronger of two hands has the greater of these; equal hands have the same.

    Simple hands compare die by die, or by the highest alone (option). Three equal dice, a row and a Schock are told
    apart by their highest die. A General that ranks high (option) stands right above Schock 2, under Schock 3.
    """
    rank, high = RANK[hand.kind], hand.faces[0]
    if hand.kind is Kind.SIMPLE:
        return (rank, *hand.faces) if options.simple_by == "all" else (rank, high)
    if hand.kind is Kind.GENERAL and options.general_high:
        return RANK[Kind.SCHOCK], 2, high
    return rank, high
