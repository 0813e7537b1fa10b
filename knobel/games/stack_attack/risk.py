"""The risk of a placement: a model fitted to the simulated tower, for play without physics and for players that weigh.

`python -m knobel.games.stack_attack.calibration` fits it anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, hypot

from knobel.games.stack_attack.moves import Hand, Pose

GRAIN = 10_000
"""The denominator of every chance the model gives."""

_PER_HEIGHT: dict[Hand, tuple[int, ...]] = {
    "child": (10, 60, 150, 300, 500, 750, 1050, 1400, 1800, 2200, 2600, 3000, 3400),
    "ordinary": (1, 10, 30, 70, 130, 210, 310, 430, 570, 730, 910, 1110, 1330),
    "expert": (0, 1, 5, 12, 25, 45, 75, 115, 170, 240, 330, 440, 570),
}


def hazard(height: int, hand: Hand) -> Fraction:
    """The chance that a die let go on a tower of `height` dice brings it down."""
    table = _PER_HEIGHT[hand]
    return Fraction(table[min(height, len(table) - 1)], GRAIN)


def risk(poses: Sequence[Pose], x: int, y: int, spread: int) -> float:
    """The chance of a fall with a die aimed at x and y (from the middle of the plate) by a hand of that spread."""
    over = hypot(x - poses[-1].x, y - poses[-1].y) if poses else 0.0
    lean = hypot(x, y)
    return 1 / (1 + exp(7.0 - 0.25 * len(poses) - (over + lean + spread) / 1500))
