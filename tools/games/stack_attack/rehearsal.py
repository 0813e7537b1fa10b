"""A tower without physics, for tests and golden games: quick, and the same on every machine."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec
from msgspec.structs import replace

from knobel.core.contract import Move
from knobel.core.game import NatureSource
from knobel.games.stack_attack.moves import DIE, Fell, Placing, Pose, Settled
from knobel.games.stack_attack.risk import hazard

WITHOUT_PHYSICS = "rehearsed"


def rehearsed_tower(request: msgspec.Struct, chance: Random) -> Move:
    """The tower stands or falls by the risk model; dice lie where they were let go, and lean a little."""
    assert isinstance(request, Placing)
    height = len(request.poses)
    leaning = [replace(pose, x=pose.x + chance.randint(-40, 40)) for pose in request.poses]
    poses = (*leaning, Pose(request.x, request.y, DIE // 2 + DIE * height))
    if chance.random() >= hazard(height, "ordinary"):
        return Settled(poses, "", WITHOUT_PHYSICS)
    lowest = height if chance.random() < 0.3 else chance.randint(0, height)
    return Fell(tuple(range(lowest, height + 1)), poses, "", WITHOUT_PHYSICS)


SOURCES: Mapping[str, NatureSource] = {"tower": rehearsed_tower}
