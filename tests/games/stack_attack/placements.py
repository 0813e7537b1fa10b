"""Random placements, wild ones among them, each of which the simulation must bring to an end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from knobel.core.errors import KnobelError
from knobel.games.stack_attack.moves import QUARTER, REACH, Fell, Placing, Pose
from knobel.games.stack_attack.tower.source import Answered
from knobel.games.stack_attack.tower.worker import answer

TALLEST = 15


def tried(seed: int) -> Iterator[tuple[Placing, Answered]]:
    """Towers built at random for ever: mostly with a fair hand, sometimes with a die aimed anywhere."""
    chance = Random(seed)
    poses: tuple[Pose, ...] = ()
    while True:
        wide = 1500 if chance.random() < 0.85 else 2 * REACH
        top = poses[-1] if poses else Pose(0, 0, 0)
        x, y = (round(place * 0.5 + chance.uniform(-wide, wide)) for place in (top.x, top.y))
        placing = Placing(poses, x, y, chance.randint(-QUARTER, QUARTER))
        settled = answer(placing)
        if not isinstance(settled, Answered):
            raise KnobelError("simulation-broken")
        yield placing, settled
        poses = () if isinstance(settled, Fell) or len(poses) >= TALLEST else settled.poses
