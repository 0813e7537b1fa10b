"""Which dice left the stack: decided from where everything lies, the same for everyone."""

from __future__ import annotations

from collections.abc import Sequence

from knobel.games.stack_attack.moves import DIE, ONE, Pose
from knobel.games.stack_attack.tower.turning import UP, Quaternion, turned, turned_back

HALF_DIE = DIE // 2
SLACK = 800
"""A die that rests on another is one die higher, give or take this."""
UPRIGHT = 0.95
"""The least cosine between the tops of two dice of which one rests on the other."""
PLATE_REACH = 45_000
"""The plate's radius."""


def left_stack(plate: Pose, dice: Sequence[Pose]) -> tuple[int, ...]:
    """STK-R3: the dice that no longer rest where they were put, counted from the bottom.

    A die stays if it lies upright on the one below it and that one stays; the lowest lies upright on the plate.
    """
    if not dice:
        return ()
    stays = rests(dice[0], plate, height=HALF_DIE, reach=PLATE_REACH)
    left: list[int] = [] if stays else [0]
    for index in range(1, len(dice)):
        stays = stays and rests(dice[index], dice[index - 1], height=DIE, reach=DIE)
        if not stays:
            left.append(index)
    return tuple(left)


def rests(die: Pose, below: Pose, height: int, reach: int) -> bool:
    """Whether a die lies upright on what is below it, its middle `height` above and at most `reach` aside."""
    base = orientation(below)
    x, y, z = turned_back(base, (die.x - below.x, die.y - below.y, die.z - below.z))
    upright = sum(a * b for a, b in zip(turned(orientation(die), UP), turned(base, UP), strict=True))
    return abs(z - height) <= SLACK and max(abs(x), abs(y)) <= reach and upright >= UPRIGHT


def orientation(pose: Pose) -> Quaternion:
    """How a die is turned, as numbers near one."""
    return pose.qw / ONE, pose.qx / ONE, pose.qy / ONE, pose.qz / ONE
