"""Turning in space: the few things about unit quaternions (w, x, y, z) that the tower needs."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, sin, sqrt

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

UP: Vector = (0.0, 0.0, 1.0)


def turned(quaternion: Sequence[float], vector: Sequence[float]) -> Vector:
    """A vector as it points after the turn.

    >>> turned((0.5, 0.5, 0.5, 0.5), (1, 0, 0))
    (0.0, 1.0, 0.0)
    """
    w, x, y, z = quaternion
    a, b, c = vector
    p, q, r = 2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)
    return a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p


def turned_back(quaternion: Sequence[float], vector: Sequence[float]) -> Vector:
    """A vector as something sees it that was turned itself."""
    w, x, y, z = quaternion
    return turned((w, -x, -y, -z), vector)


def about_vertical(angle: float) -> Quaternion:
    """The turn by an angle (in radians) about the vertical."""
    return cos(angle / 2), 0.0, 0.0, sin(angle / 2)


def tilt_to(up: Vector) -> Quaternion:
    """The shortest turn that leads the vertical to `up`, which must not point straight down.

    >>> tilt_to((0.0, 0.0, 1.0)) == (1, 0, 0, 0)
    True
    """
    x, y, z = up
    w = sqrt((1 + z) / 2)
    return w, -y / (2 * w), x / (2 * w), 0.0


def normal(quaternion: Sequence[float]) -> Quaternion:
    """The quaternion at length one: rounding shortens it a little."""
    w, x, y, z = quaternion
    length = hypot(w, x, y, z)
    return w / length, x / length, y / length, z / length
