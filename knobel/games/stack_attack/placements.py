"""Random placements, wild ones among them, each of which the simulation must bring to an end.

`python -m knobel.games.stack_attack.placements 1000` simulates so many and fails if one breaks down.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
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


def main() -> None:
    """Simulates as many as asked for."""
    parser = argparse.ArgumentParser(description="Simulates random placements; none may break down.")
    parser.add_argument("count", type=int, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ended: Counter[str] = Counter()
    for done, (_, settled) in zip(range(1, options.count + 1), tried(options.seed), strict=False):
        ended[type(settled).__name__] += 1
        print(f"\rplacements: {done} of {options.count}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{options.count} random placements, none broke down: {ended['Settled']} stood, {ended['Fell']} fell")


if __name__ == "__main__":
    main()
