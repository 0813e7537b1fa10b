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
    now_x, now_y = _tilted(poses[0])
    more_x, more_y = (overshoot * _more(places, arms, now, gives) for places, now in ((xs, now_x), (ys, now_y)))
    tilt_x, tilt_y = now_x + more_x, now_y + more_y
    xs = [place + arm * more_x for place, arm in zip(xs, arms, strict=True)]
    ys = [place + arm * more_y for place, arm in zip(ys, arms, strict=True)]
    least = REACH
    above_x = above_y = 0.0
    for index in range(len(poses) - 1, -1, -1):
        above_x, above_y, count = above_x + xs[index + 1], above_y + ys[index + 1], len(poses) - index
        middle_x, middle_y = above_x / count - tilt_x * DIE / 2, above_y / count - tilt_y * DIE / 2
        least = min(least, _room(poses[index], middle_x - xs[index], middle_y - ys[index]))
    return least


def _tilted(lowest: Pose) -> tuple[float, float]:
    """How the plate is tilted now, along both axes: as the die that lies flat on it is."""
    w, x, y, z = lowest.qw / ONE, lowest.qx / ONE, lowest.qy / ONE, lowest.qz / ONE
    upright = w * w - x * x - y * y + z * z
    return 2 * (x * z + w * y) / upright, 2 * (y * z - w * x) / upright


def _more(places: Sequence[float], arms: Sequence[float], now: float, gives: float) -> float:
    """How much farther along one axis the plate tilts until its spring balances all dice."""
    return WEIGHT * (sum(places) - now * sum(arms)) / 1e6 / gives - now


def _room(below: Pose, x: float, y: float) -> float:
    """How far a weight at x and y from a die's middle is inside its flat face."""
    w, z = below.qw / ONE, below.qz / ONE
    cosine, sine = w * w - z * z, 2 * w * z
    return REACH - max(abs(cosine * x + sine * y), abs(cosine * y - sine * x))
