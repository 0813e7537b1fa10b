"""Whether all Sparks of a set of dice are alike: each can be renamed to any other, and nobody would play differently.

A relabeling swaps colours for colours and numbers for numbers (or all colours for numbers), so that dice that joined
still join and the faces of a die are again those of a die. The box's set has one for every pair of its faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from knobel.games.shizzle.dice import COLOURS, DICE, FaceSet

Spot = tuple[int, int]
"""A colour and a number, both from 0: a face, wherever it is."""

Renamed = tuple[int, ...]
"""For each die the one it becomes."""

SIDES = range(6)


@lru_cache(64)
def renamings(faces: FaceSet) -> tuple[Renamed, ...] | None:
    """For each face (six for each die, in order) what becomes of the dice when it is taken for the first face of all.

    None where some Spark is unlike another: then the position of a game has to tell which one lies there.
    """
    flat = [spot for die in spots(faces) for spot in die]
    found = [next(relabelings(faces, spot, flat[0]), None) for spot in flat]
    known = tuple(renamed for renamed in found if renamed is not None)
    return known if len(known) == len(found) else None


def spots(faces: FaceSet) -> tuple[tuple[Spot, ...], ...]:
    """The colours and numbers of every die."""
    return tuple(tuple((COLOURS.index(face.colour), face.number - 1) for face in die) for die in faces)


def relabelings(faces: FaceSet, old: Spot, new: Spot) -> Iterator[Renamed]:
    """What becomes of the dice, for every relabeling by which one face becomes another."""
    die_of = {spot: die for die, carried in enumerate(spots(faces)) for spot in carried}
    ways = [die_of, {(number, colour): die for (colour, number), die in die_of.items()}]
    first = [old, old[::-1]]
    for turned, (colour, number) in zip(ways, first, strict=True):
        colours = [colour, *(side for side in SIDES if side != colour)]
        numbers = [number, *(side for side in SIDES if side != number)]
        yield from _extended(turned, die_of, colours, numbers, [new[0]], [new[1]])


def _extended(
    old: dict[Spot, int], new: dict[Spot, int], colours: list[int], numbers: list[int], to: list[int], at: list[int]
) -> Iterator[Renamed]:
    """Every way to go on renaming colours and numbers, one after the other, for which no die falls apart."""
    renamed: dict[int, int] = {}
    for colour, to_colour in zip(colours, to, strict=False):
        for number, to_number in zip(numbers, at, strict=False):
            die, becomes = old[colour, number], new[to_colour, to_number]
            if renamed.setdefault(die, becomes) != becomes:
                return
    if len(set(renamed.values())) < len(renamed):
        return
    if len(to) == len(at) == len(SIDES):
        yield tuple(renamed[die] for die in DICE)
    elif len(to) > len(at):
        for number in SIDES:
            if number not in at:
                yield from _extended(old, new, colours, numbers, to, [*at, number])
    else:
        for colour in SIDES:
            if colour not in to:
                yield from _extended(old, new, colours, numbers, [*to, colour], at)
