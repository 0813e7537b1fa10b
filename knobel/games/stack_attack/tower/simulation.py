"""One placement: a die is let go above the tower, and everything moves until it is still."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from knobel.core.errors import KnobelError
from knobel.games.stack_attack.moves import ONE, Placing, Pose
from knobel.games.stack_attack.tower.film import FRAMES_PER_SECOND
from knobel.games.stack_attack.tower.model import HALF, HOUSE_TOWER, PIVOT, SIDE, TowerSettings, compiled, engine
from knobel.games.stack_attack.tower.turning import UP, Quaternion, about_vertical, normal, tilt_to, turned
from knobel.games.stack_attack.tower.verdict import left_stack, orientation

LEAST = 1.5
"""Seconds that every placement is watched: slow falls take as long."""
MOST = 4.0
"""And no longer than this, unless something is just falling."""
AFTERMATH = 1.0
"""Seconds that a fall is watched from where the first die has left."""
SUNK = 4000
"""A die that has sunk by so many micrometres is falling."""
HEIGHTS = slice(9, None, 7)
"""Where the dice's heights stand in a row."""
CALM = 9
"""So many frames in a row must be still: a swaying tower stands still only for an instant."""
SLOW = 0.001
"""What moves slower than this (in metres a second) is still."""
SLOW_TURN = 0.1
"""And what turns slower than this (in radians a second)."""
GAP = 0.0001
"""From so high above what it touches first the die is let go."""


class BlowUp(KnobelError):
    """The simulation broke down: it led to what is no number."""


class Ending(msgspec.Struct, frozen=True):
    """What became of a placement: the poses at the end, the dice that left, and how all moved."""

    poses: tuple[Pose, ...]
    left: tuple[int, ...]
    frames: list[list[float]]
    """At every frame a row for the film."""
    still: bool


class SimulatedTower:
    """A tower in MuJoCo: a compiled model and its state."""

    def __init__(self, poses: Sequence[Pose], settings: TowerSettings = HOUSE_TOWER) -> None:
        self.mujoco = engine()
        self.model = compiled(len(poses), settings)
        self.state: Any = self.mujoco.MjData(self.model)
        self.passed = 0.0
        positions = self.state.qpos
        positions[:4] = plate_under(poses)
        for index, pose in enumerate(poses):
            start = 4 + 7 * index
            positions[start : start + 3] = (pose.x / 1e6, pose.y / 1e6, pose.z / 1e6)
            positions[start + 3 : start + 7] = normal(orientation(pose))

    def run(self, seconds: float) -> None:
        """Lets time pass. Raises `BlowUp` where the simulation breaks down."""
        self.passed += seconds
        steps = round((self.passed - self.state.time) / self.model.opt.timestep)
        self.mujoco.mj_step(self.model, self.state, nstep=steps)
        kinds = self.mujoco.mjtWarning
        bad = (kinds.mjWARN_BADQPOS, kinds.mjWARN_BADQVEL, kinds.mjWARN_BADQACC)
        if any(self.state.warning[int(kind)].number for kind in bad):
            raise BlowUp("simulation-broken")

    def row(self) -> list[float]:
        """Where everything is now, as a film has it: seven numbers for the plate and for each die."""
        values: list[float] = self.state.qpos.tolist()
        x, y, z = turned(values[:4], (0.0, 0.0, PIVOT))
        row = [x, y, z - PIVOT, *values]
        for start in range(0, len(row), 7):
            for number in range(start, start + 7):
                row[number] *= 1e6 if number < start + 3 else ONE
        return row

    def still(self) -> bool:
        """Whether nothing moves that an eye could see."""
        speeds = self.state.qvel[3:].reshape(-1, 2, 3)
        squares = (speeds**2).sum(axis=2)
        return bool((squares[:, 0] < SLOW**2).all() and (squares[:, 1] < SLOW_TURN**2).all())

    def energy(self) -> float:
        """All of it, in joules: of motion, of height and of the plate's spring."""
        self.mujoco.mj_forward(self.model, self.state)
        self.mujoco.mj_energyPos(self.model, self.state)
        self.mujoco.mj_energyVel(self.model, self.state)
        return float(self.state.energy.sum())


def plate_under(poses: Sequence[Pose]) -> Quaternion:
    """How the plate is tilted: as the die that lies flat on it is."""
    return tilt_to(turned(normal(orientation(poses[0])), UP)) if poses else (1.0, 0.0, 0.0, 0.0)


def held(placing: Placing, settings: TowerSettings = HOUSE_TOWER) -> Pose:
    """Where the new die is when it is let go: upright, and as low as it goes without touching anything.

    Where there is nothing to lay it on, it is held as high as the next die would be.
    """
    dice = placing.poses
    lowest = dice[-1].z / 1e6 + SIDE if dice else HALF
    turn = about_vertical(placing.turn / 1000)
    high = _pose((placing.x / 1e6, placing.y / 1e6, lowest + SIDE), turn)
    scene = SimulatedTower((*dice, high), settings)
    height = lowest + SIDE
    index = 4 + 7 * len(dice) + 2
    while height > lowest:
        scene.state.qpos[index] = height
        scene.mujoco.mj_kinematics(scene.model, scene.state)
        room = _room(scene)
        if room <= GAP:
            break
        height = max(lowest, height - room + GAP / 2)
    return _pose((placing.x / 1e6, placing.y / 1e6, height), turn)


def _room(scene: SimulatedTower) -> float:
    """How far the last die is from everything else."""
    model = scene.model
    last = model.nbody - 1
    own = [geom for geom in range(model.ngeom) if model.geom_bodyid[geom] == last]
    near = [geom for geom in range(1, model.ngeom) if last - 2 <= model.geom_bodyid[geom] < last]
    return min(
        scene.mujoco.mj_geomDistance(model, scene.state, mine, other, 2 * SIDE, None) for mine in own for other in near
    )


def settle(placing: Placing, settings: TowerSettings = HOUSE_TOWER) -> Ending:
    """Lets the die go and watches until all is still, at least `LEAST` and at most `MOST` seconds."""
    scene = SimulatedTower((*placing.poses, held(placing, settings)), settings)
    frames = [scene.row()]
    start = frames[0][HEIGHTS]
    calm, end, falling = 0, MOST, False
    while (seconds := (len(frames) - 1) / FRAMES_PER_SECOND) < end and not (calm >= CALM and seconds >= LEAST):
        scene.run(1 / FRAMES_PER_SECOND)
        row = scene.row()
        frames.append(row)
        calm = calm + 1 if scene.still() else 0
        if not falling and any(now < before - SUNK for now, before in zip(row[HEIGHTS], start, strict=True)):
            falling, end = True, seconds + AFTERMATH
    plate, *dice = poses_of(frames[-1])
    return Ending(tuple(dice), left_stack(plate, dice), frames, calm >= CALM)


def poses_of(row: Sequence[float]) -> list[Pose]:
    """The poses of a row: the plate's, then the dice's."""
    return [_rounded(row[start : start + 7]) for start in range(0, len(row), 7)]


def _rounded(numbers: Sequence[float]) -> Pose:
    """Whole micrometres, and a quaternion no longer than its unit.

    >>> _rounded((0.4, 0, 8000.6, 1e6, 0, 0, 0))
    Pose(x=0, y=0, z=8001, qw=1000000, qx=0, qy=0, qz=0)
    """
    x, y, z, *turn = (round(number) for number in numbers)
    return Pose(x, y, z, *(max(-ONE, min(ONE, part)) for part in turn))


def _pose(place: Sequence[float], turn: Sequence[float]) -> Pose:
    return _rounded([*(value * 1e6 for value in place), *(value * ONE for value in turn)])
