"""What a placement costs: the median CPU time with twelve dice, beside two peers in the same run.

The first peer is what no way of asking MuJoCo can avoid: the bare steps of the same tower, with nothing looked at in
between. The second is as many steps with MuJoCo's own default settings. Time is the processor's, not the wall's.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from random import Random
from typing import Any

from knobel.games.stack_attack.moves import DIE, Fell, Placing, Pose
from knobel.games.stack_attack.tower.model import HOUSE_TOWER, compiled, engine, mjcf
from knobel.games.stack_attack.tower.simulation import SimulatedTower, held
from knobel.games.stack_attack.tower.worker import answer

DICE = 12
LIMIT_MS = 150


def placings(count: int) -> list[Placing]:
    """Dice let go a little beside the middle of a tower of eleven that leans a little."""
    chance = Random(12)
    found: list[Placing] = []
    for _ in range(count):
        lean = chance.uniform(-150, 150)
        poses = tuple(Pose(round(lean * index), 0, DIE // 2 + DIE * index) for index in range(DICE - 1))
        x, y = round(poses[-1].x + chance.gauss(0, 1500)), round(chance.gauss(0, 1500))
        found.append(Placing(poses, x, y, chance.randint(-200, 200)))
    return found


def bare_ms(placing: Placing, steps: int) -> float:
    """As many steps of the same tower, and nothing else."""
    scene = SimulatedTower((*placing.poses, held(placing)))
    begun = time.process_time()
    scene.mujoco.mj_step(scene.model, scene.state, nstep=steps)
    return (time.process_time() - begun) * 1000


def defaults_ms(steps: int) -> float:
    """As many steps of a straight tower with MuJoCo's own settings."""
    mujoco = engine()
    xml = mjcf(DICE, HOUSE_TOWER)
    options = f'<compiler angle="radian"/><option timestep="{HOUSE_TOWER.timestep}"/>'
    model: Any = mujoco.MjModel.from_xml_string("<mujoco>" + options + xml[xml.index("<worldbody") :])
    state: Any = mujoco.MjData(model)
    begun = time.process_time()
    mujoco.mj_step(model, state, nstep=steps)
    return (time.process_time() - begun) * 1000


def main() -> None:
    """Measures, and prints ratios."""
    parser = argparse.ArgumentParser(description="The CPU time of a placement with twelve dice.")
    parser.add_argument("--count", type=int, default=25, help="how many placements")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    compiled(DICE, HOUSE_TOWER)
    spent: list[float] = []
    bare: list[float] = []
    films: list[int] = []
    fell = 0
    steps = round(1.5 / HOUSE_TOWER.timestep)
    for placing in placings(options.count):
        begun = time.process_time()
        move: Any = answer(placing)
        spent.append((time.process_time() - begun) * 1000)
        bare.append(bare_ms(placing, steps))
        films.append(len(move.film))
        fell += isinstance(move, Fell)
    placement, bare_steps = statistics.median(spent), statistics.median(bare)
    defaults = statistics.median(defaults_ms(steps) for _ in range(5))
    found = {
        "placements": len(spent),
        "fell": fell,
        "placement_ms": placement,
        "limit_ms": LIMIT_MS,
        "bare_steps_ms": bare_steps,
        "times_bare_steps": placement / bare_steps,
        "default_settings_ms": defaults,
        "times_default_settings": placement / defaults,
        "film_bytes": statistics.median(films),
    }
    if options.json:
        print(json.dumps(found))
        return
    print(f"A placement with {DICE} dice, CPU time, median of {len(spent)} ({fell} of them fell)")
    print(f"  a placement, with its film      {placement:7.1f} ms   at most {LIMIT_MS} is allowed")
    print(f"  bare steps of MuJoCo, 1.5 s     {bare_steps:7.1f} ms   ratio {placement / bare_steps:.2f}")
    print(f"  with MuJoCo's own settings      {defaults:7.1f} ms   ratio {placement / defaults:.2f}")
    print(f"  a film                          {found['film_bytes']:7.0f} bytes")


if __name__ == "__main__":
    main()
