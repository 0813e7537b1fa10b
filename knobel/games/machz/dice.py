"""The dice of MACHZ: all alike, with six colours and no numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, cast

from knobel.core.words import SYMBOLS, Die

Colour = Literal["red", "orange", "yellow", "green", "blue", "purple"]
Colours = tuple[Colour, ...]

COLOURS = cast("Colours", tuple(SYMBOLS))
"""MCZ-R1: the six colours of every die, in the order in which dice are laid out."""

LETTERS = tuple(colour[0] for colour in COLOURS)
"""How a person types a colour."""

SET = 5
"""MCZ-01: dice in the object set, and as many to roll."""

NEAR = 3
"""MCZ-18, MCZ-19: so many matched keep a turn alive."""

_ORDER = {colour: index for index, colour in enumerate(COLOURS)}


def in_order(dice: Iterable[Colour]) -> Colours:
    """Dice laid out by colour. They are alike, so that how they lie tells nothing.

    >>> in_order(("blue", "red", "blue"))
    ('red', 'blue', 'blue')
    """
    return _laid_out(tuple(dice))


@lru_cache(4096)
def _laid_out(dice: Colours) -> Colours:
    return tuple(sorted(dice, key=_ORDER.__getitem__))


def drawn(dice: Iterable[Colour]) -> tuple[Die, ...]:
    """How words and screens show them."""
    return tuple(Die("", colour) for colour in dice)
