"""The risk of a placement: a model fitted to the simulated tower, for play without physics and for players that weigh.

`python -m tools.games.stack_attack.calibration` fits it anew; docs/games/stack-attack-tower.md shows how well it fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import cos, exp, pi, sin

import msgspec

from knobel.games.stack_attack.moves import Hand, Pose
from knobel.games.stack_attack.statics import margin

GRAIN = 10_000
"""The denominator of every chance the model gives to the rules."""


class Fitted(msgspec.Struct, frozen=True):
    """What was fitted to the simulation, and how far it errs."""

    overshoot: float
    """How far the plate swings past where statics alone would leave it."""
    middle: float
    """At this margin (in micrometres) a tower falls half of the time, ..."""
    width: float
    """... and so sharply the chance changes around it."""
    hazards: dict[Hand, tuple[int, ...]]
    """The chance of a fall by height, in parts of `GRAIN`: on the plate, on one die, and so on."""
    alone: int
    """In how many falls, in parts of `GRAIN`, nothing but the new die comes off."""
    error: float
    """How far the chances of `fall_chance` are from the share that fell, on average over placements not fitted to."""
    hazard_error: float
    """The same for `hazard`, on average over placements in rounds not fitted to."""


DATA = files("knobel.games.stack_attack") / "data" / "risk.json"


@cache
def read_fit() -> Fitted:
    """The fit that is committed."""
    return msgspec.json.decode(DATA.read_bytes(), type=Fitted)


def hazard(height: int, hand: Hand) -> Fraction:
    """The chance that a die let go on a tower of `height` dice brings it down, between players who aim with care."""
    table = read_fit().hazards[hand]
    return Fraction(table[min(height, len(table) - 1)], GRAIN)


def alone() -> Fraction:
    """STK-R3: the share of the falls in which nothing but the new die comes off."""
    return Fraction(read_fit().alone, GRAIN)


def fall_chance(poses: Sequence[Pose], x: float, y: float) -> float:
    """The chance of a fall when a die is let go just there, from the middle of the plate."""
    fit = read_fit()
    return steepness((margin(poses, x, y, fit.overshoot) - fit.middle) / fit.width)


def steepness(margin: float) -> float:
    """The logistic curve, falling from 1 to 0.

    >>> steepness(0), steepness(1000), steepness(-1000)
    (0.5, 0.0, 1.0)
    """
    return 1 / (1 + exp(max(-700.0, min(700.0, margin)))) if abs(margin) < 40 else float(margin < 0)


def _rings() -> list[tuple[float, float, float]]:
    """Points and weights that average over a hand's scatter: four rings of twelve (Gauss-Laguerre in the radius)."""
    radii = ((0.80318, 0.603154), (1.86856, 0.357419), (3.01218, 0.038888), (4.33476, 0.000539))
    return [
        (radius * cos(pi * (step + ring / 2) / 6), radius * sin(pi * (step + ring / 2) / 6), weight / 12)
        for ring, (radius, weight) in enumerate(radii)
        for step in range(12)
    ]


RINGS = _rings()


def risk(poses: Sequence[Pose], x: float, y: float, scatter: float) -> float:
    """The chance of a fall for a die aimed at x and y (from the middle of the plate) by a hand of that scatter."""
    return sum(weight * fall_chance(poses, x + dx * scatter, y + dy * scatter) for dx, dy, weight in RINGS)
