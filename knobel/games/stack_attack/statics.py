"""What statics says of a placement, without simulating it: how far the tower stays from tipping over anywhere.

Every die must hold up the middle of all dice above it, and the plate gives way to all of them. In one dimension: the
plate's spring (stiffness k) balances the dice (each of weight w) at a tilt of w·Σx / (k - w·Σz), counted from level. At
w·Σz = k the tower buckles.
"""

from __future__ import annotations

from collections.abc import Sequence

from knobel.games.stack_attack.moves import DIE, ONE, Pose
from knobel.games.stack_attack.tower.model import (
    FLAT,
    GRAVITY,
    HOUSE_TOWER,
    MASS,
    PIVOT,
    PLATE_HEIGHT,
    PLATE_MASS,
    SIDE,
)

WEIGHT = MASS * GRAVITY
REACH = FLAT * 1e6
"""How far a die's flat face reaches, in micrometres."""


def critical_stiffness(height: int) -> float:
    """The stiffness of the plate at which a straight tower of so many dice buckles, in newton metres per radian."""
    dice = WEIGHT * sum(SIDE * (index + 0.5) + PIVOT for index in range(height))
    return dice + PLATE_MASS * GRAVITY * (PIVOT - PLATE_HEIGHT / 2)


def margin(
    poses: Sequence[Pose], x: float, y: float, overshoot: float = 1.0, stiffness: float = HOUSE_TOWER.stiffness
) -> float:
    """How far (in micrometres) the tower stays from tipping when a die is laid down at x and y; below 0 it tips.

    `overshoot` says how far the plate swings towards, or past, where it comes to rest: 1 is slow and gentle.
    """
    if not poses:
        return REACH
    xs, ys = [*(pose.x for pose in poses), x], [*(pose.y for pose in poses), y]
    zs = [*(pose.z for pose in poses), poses[-1].z + DIE]
    arms = [z + PIVOT * 1e6 for z in zs]
    gives = stiffness - critical_stiffness(len(zs))
    if gives <= 0:
        return -REACH
    tilt_x, more_x = _tilts(xs, arms, stiffness, gives, overshoot)
    tilt_y, more_y = _tilts(ys, arms, stiffness, gives, overshoot)
    xs = [place + arm * more_x for place, arm in zip(xs, arms, strict=True)]
    ys = [place + arm * more_y for place, arm in zip(ys, arms, strict=True)]
    least = REACH
    above_x = above_y = 0.0
    for index in range(len(poses) - 1, -1, -1):
        above_x, above_y, count = above_x + xs[index + 1], above_y + ys[index + 1], len(poses) - index
        middle_x, middle_y = above_x / count - tilt_x * DIE / 2, above_y / count - tilt_y * DIE / 2
        least = min(least, _room(poses[index], middle_x - xs[index], middle_y - ys[index]))
    return least


def _tilts(
    places: Sequence[float], arms: Sequence[float], stiffness: float, gives: float, overshoot: float
) -> tuple[float, float]:
    """The plate's tilt along one axis with the new die (the last) laid down, and how much of it is new."""
    now = WEIGHT * sum(places[:-1]) / 1e6 / stiffness
    then = WEIGHT * (sum(places) - now * sum(arms)) / 1e6 / gives
    return now + overshoot * (then - now), overshoot * (then - now)


def _room(below: Pose, x: float, y: float) -> float:
    """How far a weight at x and y from a die's middle is inside its flat face."""
    w, z = below.qw / ONE, below.qz / ONE
    cosine, sine = w * w - z * z, 2 * w * z
    return REACH - max(abs(cosine * x + sine * y), abs(cosine * y - sine * x))
