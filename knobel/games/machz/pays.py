"""What the Pot pays: for combinations of colours, and for MACHZ."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from knobel.games.machz.dice import Colours

COMBINATIONS: dict[tuple[int, ...], tuple[str, int]] = {
    (5,): ("five", 15),
    (4, 1): ("four", 10),
    (3, 2): ("house", 5),
    (1, 1, 1, 1, 1): ("rainbow", 4),
    (3, 1, 1): ("three", 3),
    (2, 2, 1): ("pairs", 2),
    (2, 1, 1, 1): ("pair", 1),
}
"""MCZ-08 to MCZ-14: by how many dice share a colour, the name and the pay. Five dice always make one of these."""

MACHZ_PAY = {5: 25, 4: 30, 3: 35, 2: 40, 1: 50}
"""MCZ-24: by the number of colours in the object set."""


@lru_cache(4096)
def shape(dice: Colours) -> tuple[int, ...]:
    """How many dice share a colour, the largest group first.

    >>> shape(("red", "blue", "red", "blue", "blue"))
    (3, 2)
    """
    return tuple(sorted(Counter(dice).values(), reverse=True))


def combination(dice: Colours) -> str:
    """The name of what five dice show."""
    return COMBINATIONS[shape(dice)][0]


def combination_pay(dice: Colours) -> int:
    """MCZ-06, MCZ-16: what five dice earn; MCZ-R4: the best row only."""
    return COMBINATIONS[shape(dice)][1]


def machz_pay(object_set: Colours) -> int:
    """MCZ-24: what matching all of the object set earns."""
    return MACHZ_PAY[len(shape(object_set))]
