"""Records real throws for the page: dice of 16 mm from the hand into a tray of felt, and under a cup turned over.

`make throws` records them all and compares with what is committed; `make throws ACCEPT=1` replaces it. A throw is the
outcome of its name (kind, number of dice, attempt): the same on the same version of MuJoCo and the same machine.
docs/decisions/throws.md says what is kept, how it is packed and why it is played slower than it fell.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import platform
import random
import struct
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, pairwise
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, NamedTuple

import mujoco as _mujoco
import numpy as np

mujoco: Any = _mujoco
FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "stage" / "recorded"
MADE_WITH = FOLDER / "made-with.txt"

MOST = 10
"""Dice in one throw."""
KINDS = ("hand", "cup")
SURFACES = ("felt", "wood", "cup", "die")
AT_ONCE = 48
"""So many are tried together."""
EACH = 24
"""So many throws of each kind are kept for each number of dice."""

# The world: metres, kilograms, seconds; the middle of the tray is the origin, thrown from where y is negative ---------

SIDE = 0.016
HALF = SIDE / 2
FLAT = HALF - 0.001
"""How far a die's flat face reaches: so much is broken off its edges."""
MASS = 0.0049
TRAY = (3.8, 3.4)
"""Half the tray's width and depth inside its wooden rail, in sides of a die."""
RAIL = 2.0
"""How high the rail is, in sides."""
STEP = 0.001
TICK = 5
"""Steps between two samples."""
SLOWED = 1.6
"""Played so much slower than it fell: as dice of SLOWED² times the size fall, which is how large they look."""
LENGTH = (0.8, 1.4)
"""A throw ends within these, in seconds as it is played."""
GRAVITY = 9.81 / SIDE / SLOWED**2
"""As it is played: in sides a second a second."""

STILL = (0.01, 0.6)
"""What moves and turns slower than this (metres, radians a second) lies still."""
CALM = 8
"""For so many samples."""


def fastest(dice: int) -> float:
    """Sides from one sample to the next: what moves faster was squeezed out from between the cup and the felt.

    The cup for nine or ten is so large that its bottom swings faster than that by itself.
    """
    return 0.7 if dice < 9 else 0.9


def radius(dice: int) -> float:
    """Of the cup, inside, in metres: so many dice lie flat in it."""
    return max(0.020, 0.0158 * math.sqrt(dice))


def depth(dice: int) -> float:
    """Of the cup, inside, in metres."""
    return max(0.060, 1.7 * radius(dice))


@cache
def model(kind: str, dice: int) -> Any:
    """MuJoCo's model of a throw: felt, the dice, and the rail or the cup."""
    around = _rail() if kind == "hand" else _cup(dice)
    return mujoco.MjModel.from_xml_string(f"""
<mujoco>
  <option timestep="{STEP}" integrator="implicitfast" cone="elliptic" impratio="10" iterations="30" tolerance="1e-8">
    <flag island="disable" autoreset="disable"/>
  </option>
  <default>
    <geom condim="4" friction="0.25 0.0002 0.0001" solref="0.004 0.5" solimp="0.95 0.99 0.0005"
          contype="3" conaffinity="3"/>
  </default>
  <worldbody>
    <geom name="felt" type="plane" size="2 2 0.1" priority="1" condim="6" friction="0.45 0.002 0.0005"
          solref="0.007 0.22" solimp="0.9 0.98 0.001" contype="1" conaffinity="1"/>
    {"".join(_die(index) for index in range(dice))}{around}
  </worldbody>
</mujoco>""")


def _die(index: int) -> str:
    """A die with broken edges: three slabs that cross, with the inertia of the whole cube."""
    inertia = MASS * SIDE**2 / 6
    slabs = "".join(
        f'<geom type="box" size="{" ".join(str(HALF if axis == long else FLAT) for axis in range(3))}"/>'
        for long in range(3)
    )
    return f"""<body name="die{index}" pos="0 0 {1 + index}"><freejoint/>
      <inertial pos="0 0 0" mass="{MASS}" diaginertia="{inertia} {inertia} {inertia}"/>{slabs}</body>"""


def _rail() -> str:
    """Four walls of wood around the felt."""
    x, y, high, thick = TRAY[0] * SIDE, TRAY[1] * SIDE, RAIL * SIDE, SIDE
    walls = (
        (x + thick, 0, thick, y + 2 * thick),
        (-x - thick, 0, thick, y + 2 * thick),
        (0, y + thick, x, thick),
        (0, -y - thick, x, thick),
    )
    return "".join(
        f'<geom name="wood{number}" type="box" pos="{at} {to} {high / 2}" size="{wide} {deep} {high / 2}" priority="1"'
        f' friction="0.2 0.001 0.0005" solref="0.004 0.35" contype="1" conaffinity="1"/>'
        for number, (at, to, wide, deep) in enumerate(walls)
    )


def _cup(dice: int) -> str:
    """A cup, mouth down, its mouth's middle the origin: a ring of boards and a bottom. It goes where it is led."""
    inside, deep, thick, boards = radius(dice), depth(dice), 0.005, 16
    wide = (inside + 2 * thick) * math.tan(math.pi / boards)
    look = 'priority="1" friction="0.2 0.001 0.0005" solref="0.004 0.4" contype="2" conaffinity="2"'
    ring = "".join(
        f'<geom type="box" pos="{(inside + thick) * math.cos(turn)} {(inside + thick) * math.sin(turn)} {deep / 2}"'
        f' euler="0 0 {math.degrees(turn)}" size="{thick} {wide} {deep / 2 + 2 * thick}" {look}/>'
        for turn in (2 * math.pi * board / boards for board in range(boards))
    )
    bottom = f'<geom type="box" pos="0 0 {deep + thick}" size="{inside + thick} {inside + thick} {thick}" {look}/>'
    return f"""<body name="cup" pos="0 0 1"><freejoint/>
      <inertial pos="0 0 0" mass="50" diaginertia="1 1 1"/>{ring}{bottom}</body>"""


# A throw --------------------------------------------------------------------------------------------------------------


class Impact(NamedTuple):
    """Something hit something: when (milliseconds as played), which body, on what, how hard (a change of speed)."""

    at: int
    body: int
    surface: int
    strength: float


class Recorded(NamedTuple):
    """A throw that is fit to be shown: a sample a tick of every body (x, y, z in sides; quaternion w, x, y, z)."""

    kind: str
    attempt: int
    path: np.ndarray
    impacts: list[Impact]


def thrown(kind: str, dice: int, attempt: int, heard: bool = True) -> Recorded | None:
    """The throw of this name, or nothing if it is not fit to be shown. Impacts cost time: only if they are heard."""
    luck = random.Random(f"{kind} {dice} {attempt}")
    built = model(kind, dice)
    state = mujoco.MjData(built)
    lead = _Hand(luck, state, dice) if kind == "hand" else _Led(luck, built, state, dice)
    samples: list[np.ndarray] = [state.qpos.copy()]
    ear = _Ear(built, state, dice)
    still = 0
    most = round(LENGTH[1] / SLOWED / STEP / TICK) + CALM
    while still < CALM:
        if len(samples) > most:
            return None
        for _ in range(TICK):
            lead.step()
            mujoco.mj_step(built, state)
            if heard:
                ear.listen()
        samples.append(state.qpos.copy())
        still = still + 1 if lead.done() and _is_still(state, dice) else 0
    path = np.array(samples[: len(samples) - CALM + 1]).reshape(-1, len(samples[0]) // 7, 7)
    path[:, :, :3] /= SIDE
    if not _fit(kind, dice, path):
        return None
    return Recorded(kind, attempt, path, ear.heard(lead.knocks()))


class _Hand:
    """Lets the dice go above the near edge of the tray, all in about the same direction, with spin."""

    def __init__(self, luck: random.Random, state: Any, dice: int) -> None:
        cells = [(x, y, z) for z in range(2) for y in (0, 1) for x in (0, -1, 1)][:dice]
        fast, aside = luck.uniform(0.5, 0.9), luck.uniform(-0.08, 0.08)
        for number, (x, y, z) in enumerate(cells):
            place = [1.25 * x + luck.uniform(-0.1, 0.1), -6 - 1.25 * y + luck.uniform(-0.1, 0.1)]
            place.append(3.2 + 1.3 * z + luck.uniform(0, 0.1))
            turn = np.array([luck.gauss(0, 1) for _ in range(4)])
            turn /= np.linalg.norm(turn)
            if dice > 1:  # in a full hand dice lie side by side, so that none is inside another
                turn = np.array([1.0, 0, 0, 0])
            state.qpos[7 * number : 7 * number + 3] = np.array(place) * SIDE
            state.qpos[7 * number + 3 : 7 * number + 7] = turn
            speed = [aside + luck.gauss(0, 0.03), fast * luck.uniform(0.92, 1.08), luck.uniform(0, 0.2)]
            spin = np.array([-luck.uniform(10, 28), luck.gauss(0, 6), luck.gauss(0, 6)])
            matrix = np.zeros(9)
            mujoco.mju_quat2Mat(matrix, turn)
            state.qvel[6 * number : 6 * number + 3] = speed
            state.qvel[6 * number + 3 : 6 * number + 6] = matrix.reshape(3, 3).T @ spin

    def step(self) -> None:
        """Nothing: the hand has let go."""

    def done(self) -> bool:
        return True

    def knocks(self) -> list[tuple[float, float]]:
        return []


class _Led:
    """A cup that is shaken mouth up, turned over and set down on the felt, dice and all, and pushed about a little."""

    SHAKEN, TURNED, SET, PUSHED = 0.20, 0.31, 0.34, 0.42
    BEFORE = 0.25
    """Seconds that it is shaken before anybody looks."""

    def __init__(self, luck: random.Random, built: Any, state: Any, dice: int) -> None:
        self.state, self.deep = state, depth(dice)
        self.joint, self.speeds = 7 * dice, 6 * dice
        self.time = -self.BEFORE
        self.pace, self.wide, self.high = luck.uniform(7, 10), luck.uniform(0.3, 0.6), luck.uniform(0.2, 0.4)
        self.phase, self.tilt, self.from_ = luck.uniform(0, 6.3), luck.uniform(0.2, 0.5), luck.uniform(-1, 1)
        self.push = [luck.uniform(-0.5, 0.5), luck.uniform(0.1, 0.6)]
        self.heading = luck.uniform(-0.5, 0.5)
        place, turn = self._pose(self.time)
        for number in range(dice):
            layer = 3 if dice < 7 else 6
            low = self.deep / 2 - HALF * 1.8 - SIDE * 1.15 * (number // layer)
            angle = 2 * math.pi * (number % layer + luck.uniform(-0.05, 0.05)) / layer
            away = 0 if dice == 1 else min(0.011, radius(dice) - 0.011) if layer == 3 else 0.027
            inside = np.array([away * math.cos(angle), away * math.sin(angle), low + self.deep / 2])
            out = np.zeros(3)
            mujoco.mju_rotVecQuat(out, inside, turn)
            state.qpos[7 * number : 7 * number + 3] = place + out
            state.qpos[7 * number + 3 : 7 * number + 7] = turn
        while self.time < -STEP / 2:
            self.step()
            mujoco.mj_step(built, state)
        self.step()
        self.time -= STEP
        state.time = 0

    def _pose(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        """Where its mouth's middle is, and how it is turned, in metres and as a quaternion."""
        shaking = 1 - _eased(time, self.SHAKEN - 0.06, self.SHAKEN)
        swing = 2 * math.pi * self.pace * time + self.phase
        middle = np.array([self.from_, -4.5, 3.2]) * SIDE
        middle[0] += self.wide * SIDE * math.sin(swing) * shaking
        middle[2] += self.high * SIDE * math.cos(2 * swing) * shaking
        over = _eased(time, self.SHAKEN, self.TURNED)
        angle = -(math.pi - self.tilt) * (1 - over)
        down = _eased(time, self.SHAKEN, self.SET)
        way = np.array([0.0, 0.0, self.deep / 2 + 0.0002])
        rise = np.array([0, 0, 1.0 * SIDE * math.sin(math.pi * down)])
        middle = middle * (1 - down) + way * down + rise
        pushed = _eased(time, self.SET, self.PUSHED)
        middle[:2] += np.array(self.push) * SIDE * (pushed - 1) * down
        half = angle / 2
        tilted = np.array([math.cos(half), math.sin(half), 0.0, 0.0])
        heading = self.heading * (1 - pushed)
        turn = np.zeros(4)
        mujoco.mju_mulQuat(turn, np.array([math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)]), tilted)
        axis = np.zeros(3)
        mujoco.mju_rotVecQuat(axis, np.array([0.0, 0.0, 1.0]), turn)
        return middle - axis * self.deep / 2, turn

    def step(self) -> None:
        """Leads it on by a step: it is where it is led, and moves as fast as it is led."""
        place, turn = self._pose(self.time)
        ahead, turned = self._pose(self.time + STEP)
        around = np.zeros(3)
        mujoco.mju_subQuat(around, turned, turn)
        self.state.qpos[self.joint : self.joint + 3] = place
        self.state.qpos[self.joint + 3 : self.joint + 7] = turn
        self.state.qvel[self.speeds : self.speeds + 3] = (ahead - place) / STEP
        self.state.qvel[self.speeds + 3 : self.speeds + 6] = around / STEP
        self.time += STEP

    def done(self) -> bool:
        return self.time > self.PUSHED

    def knocks(self) -> list[tuple[float, float]]:
        """When the cup itself hits the felt, and how hard."""
        return [(self.SET, 1.2)]


def _eased(time: float, start: float, end: float) -> float:
    """From 0 to 1, without a jerk."""
    part = min(1.0, max(0.0, (time - start) / (end - start)))
    return part * part * (3 - 2 * part)


def _is_still(state: Any, dice: int) -> bool:
    speeds = np.sqrt((state.qvel[: 6 * dice].reshape(-1, 2, 3) ** 2).sum(axis=2))
    return bool((speeds < STILL).all())


def _fit(kind: str, dice: int, path: np.ndarray) -> bool:
    """Whether every die lies flat on the felt, inside, apart from the others, and none ends too soon or too late."""
    seconds = (len(path) - 1) * TICK * STEP * SLOWED
    end = path[-1, :dice]
    if not LENGTH[0] <= seconds <= LENGTH[1] or not np.isfinite(path).all():
        return False
    if (abs(end[:, 2] - 0.5) > 0.03).any() or any(_tilt(body[3:]) > 0.03 for body in end):
        return False
    away = np.linalg.norm(end[:, None, :2] - end[None, :, :2], axis=2) + 9 * np.eye(dice)
    if away.min() < 1.0:
        return False
    if np.linalg.norm(np.diff(path[:, :dice, :3], axis=0), axis=2).max() > fastest(dice):
        return False
    if kind == "cup":
        return bool((np.hypot(*end[:, :2].T) < radius(dice) / SIDE - 0.4).all())
    inside = (abs(end[:, :2]) < np.array(TRAY) - 0.45).all()
    return bool(inside) and _turns(path[:, :dice]).min() > 1.2 * math.pi


def _tilt(turn: np.ndarray) -> float:
    """How far (in radians, about) the nearest face is from looking straight up."""
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, turn)
    return math.sqrt(max(0.0, 2 - 2 * abs(matrix[6:]).max()))


def _turns(path: np.ndarray) -> np.ndarray:
    """How far each die turns in all, in radians."""
    dots = abs((path[1:, :, 3:] * path[:-1, :, 3:]).sum(axis=2)).clip(0, 1)
    return (2 * np.arccos(dots)).sum(axis=0)


class _Ear:
    """Hears impacts: what pushes a die on a surface within a few milliseconds counts as one."""

    WINDOW = 0.006
    FAINT = 0.1
    LOUDEST = 48

    def __init__(self, built: Any, state: Any, dice: int) -> None:
        self.state, self.dice = state, dice
        names = [built.geom(number).name for number in range(built.ngeom)]
        bodies = [built.body(int(number)).name for number in built.geom_bodyid]
        self.body = np.array([int(name[3:]) if name.startswith("die") else -1 for name in bodies])
        self.surface = np.array(
            [
                3 if body.startswith("die") else 2 if body == "cup" else 1 if name.startswith("wood") else 0
                for name, body in zip(names, bodies, strict=True)
            ]
        )
        self.pushes: dict[tuple[int, int], list[tuple[float, float]]] = {}

    def listen(self) -> None:
        """Notes how hard every die is pushed in this step."""
        state = self.state
        if not state.ncon:
            return
        contacts = state.contact
        at = contacts.efc_address
        forces = np.append(state.efc_force, 0.0)[at]  # a contact that pushes nothing has the address -1
        for (one, other), force in zip(contacts.geom, forces, strict=True):
            if force <= 0:
                continue
            for die, on in ((one, other), (other, one)):
                if self.body[die] >= 0 and (self.body[on] < 0 or self.body[die] < self.body[on]):
                    key = (int(self.body[die]), int(self.surface[on]))
                    self.pushes.setdefault(key, []).append((state.time, float(force) * STEP / MASS))

    def heard(self, knocks: Iterable[tuple[float, float]]) -> list[Impact]:
        """The impacts in order, the loudest of them."""
        found: list[Impact] = []
        for (body, surface), pushes in self.pushes.items():
            start, end, sum_ = -1.0, -1.0, 0.0
            for time, push in [*pushes, (math.inf, 0.0)]:
                if time - end > 0.004 or time - start > self.WINDOW:
                    if sum_ > self.FAINT:
                        found.append(self._impact(start, body, surface, sum_))
                    # what goes on lying there is no new impact
                    start, sum_ = time, 0.0 if time - end > 0.004 else -0.02
                end, sum_ = time, sum_ + push
        found += [self._impact(time, self.dice, 0, strength) for time, strength in knocks]
        loud = sorted(found, key=lambda impact: (-impact.strength, impact))[: self.LOUDEST]
        return sorted(loud)

    @staticmethod
    def _impact(time: float, body: int, surface: int, strength: float) -> Impact:
        return Impact(round(time * SLOWED * 1000), body, surface, strength)


# Packing --------------------------------------------------------------------------------------------------------------

FINE = 64
"""A place is kept in this part of a side."""
TURN_BITS = 9
TICK_MS = TICK * STEP * SLOWED * 1000
CLOSE, COVERED = (0.06, 0.10), (0.3, 0.6)
"""How far (sides, radians) what is played may be from what fell; inside a cup nobody looks as closely."""
LOUD = 100
"""Strengths are kept in hundredths of a metre a second."""


class Knot(NamedTuple):
    """A die at a tick, in whole numbers; until the next it flies, or it rolls on evenly."""

    tick: int
    flies: bool
    place: tuple[int, int, int]
    turn: int


def packed(dice: int, throws: Iterable[Recorded]) -> bytes:
    """The file of all throws of so many dice. throws.ts reads it."""
    blocks = [_block(throw) for throw in throws]
    sizes = (dice, len(blocks), round(radius(dice) / SIDE * FINE), round(depth(dice) / SIDE * FINE))
    head = struct.pack("<4sBBHHH", b"KNTH", 1, *sizes)
    return head + b"".join(struct.pack("<H", len(block)) + block for block in blocks)


def blocks_of(file: bytes) -> list[bytes]:
    """The throws of a file, each as it is packed."""
    found, at = [], 12
    while at < len(file):
        (length,) = struct.unpack_from("<H", file, at)
        found.append(file[at + 2 : at + 2 + length])
        at += 2 + length
    return found


def name_of(block: bytes) -> tuple[str, int]:
    """The kind and the attempt of a packed throw."""
    kind, attempt = struct.unpack_from("<BH", block)
    return KINDS[kind], attempt


def _block(throw: Recorded) -> bytes:
    """Kind, attempt, ticks, bodies; then column by column what is alike: it packs better so."""
    bodies = throw.path.shape[1]
    inside = bodies - 1 if throw.kind == "cup" else 0
    knots = [knotted(throw.path[:, body], COVERED if body < inside else CLOSE) for body in range(bodies)]
    ticks = len(throw.path) - 1
    head = struct.pack("<BHHBB", KINDS.index(throw.kind), throw.attempt, ticks, bodies, len(throw.impacts))
    columns = [bytes(len(each) for each in knots)]
    columns.append(bytes(_spans(knots)))
    for axis in range(3):
        columns.append(b"".join(_varint(step) for each in knots for step in _steps(knot.place[axis] for knot in each)))
    turns = [knot.turn for each in knots for knot in each]
    columns += [bytes(turn >> shift & 255 for turn in turns) for shift in (24, 16, 8, 0)]
    columns.append(b"".join(_varint(step) for step in _steps(impact.at for impact in throw.impacts)))
    columns.append(bytes(impact.body << 2 | impact.surface for impact in throw.impacts))
    columns.append(bytes(min(255, round(impact.strength * LOUD)) for impact in throw.impacts))
    return head + b"".join(columns)


def _spans(knots: list[list[Knot]]) -> Iterator[int]:
    """The ticks from each knot to the next, with a bit for flying."""
    for each in knots:
        for knot, following in pairwise(each):
            yield (following.tick - knot.tick) << 1 | knot.flies


def _steps(numbers: Iterable[int]) -> Iterator[int]:
    before = 0
    for number in numbers:
        yield number - before
        before = number


def _varint(number: int) -> bytes:
    r"""A whole number, small ones in one byte.

    >>> _varint(-1), _varint(64)
    (b'\x01', b'\x80\x01')
    """
    rest = number << 1 if number >= 0 else (-number << 1) - 1
    out = bytearray()
    while rest > 127:
        out.append(rest & 127 | 128)
        rest >>= 7
    return bytes([*out, rest])


def knotted(path: np.ndarray, close: tuple[float, float]) -> list[Knot]:
    """As few knots as keep a body's path close to how it fell: each time the furthest that still is."""
    last = len(path) - 1
    knots, at = [], 0
    while at < last:
        to, flies = at + 1, False
        for ahead in range(at + 2, min(last, at + 126) + 1):
            fits = [mode for mode in (False, True) if _within(path, at, ahead, mode, close)]
            if fits:
                to, flies = ahead, fits[0]
            elif ahead > to + 12:
                break
        knots.append(_knot(path[at], at, flies))
        at = to
    return [*knots, _knot(path[last], last, False)]


def _within(path: np.ndarray, start: int, end: int, flies: bool, close: tuple[float, float]) -> bool:
    """Whether going evenly (or flying) from one sample to another stays close to those between."""
    part = (np.arange(start + 1, end) - start)[:, None] / (end - start)
    places = path[start, :3] * (1 - part) + path[end, :3] * part
    if flies:
        seconds = (end - start) * TICK_MS / 1000
        places[:, 2:] += GRAVITY / 2 * seconds**2 * part * (1 - part)
    if np.linalg.norm(places - path[start + 1 : end, :3], axis=1).max() > close[0]:
        return False
    one, other = path[start, 3:], path[end, 3:]
    dot = float(one @ other)
    other, dot = (other, dot) if dot >= 0 else (-other, -dot)
    angle = math.acos(min(1.0, dot))
    if angle < 1e-6:
        turns = np.repeat(one[None], len(part), axis=0)
    else:
        turns = (np.sin((1 - part) * angle) * one + np.sin(part * angle) * other) / math.sin(angle)
    off = abs((turns * path[start + 1 : end, 3:]).sum(axis=1)).clip(0, 1)
    return bool(2 * np.arccos(off).max() <= close[1])


def _knot(sample: np.ndarray, tick: int, flies: bool) -> Knot:
    x, y, z = (round(float(value) * FINE) for value in sample[:3])
    return Knot(tick, flies, (x, y, z), smallest_three(sample[3:]))


def smallest_three(turn: np.ndarray) -> int:
    """A quaternion (w, x, y, z) as which part is the largest and the three others, which are at most √½."""
    largest = int(abs(turn).argmax())
    rest = np.delete(turn, largest) * (1 if turn[largest] >= 0 else -1)
    most = (1 << TURN_BITS) - 1
    number = largest
    for part in rest:
        number = number << TURN_BITS | max(0, min(most, round((float(part) * math.sqrt(2) + 1) / 2 * most)))
    return number


# Making ---------------------------------------------------------------------------------------------------------------


def recorded(kind: str, dice: int, attempt: int) -> Recorded | None:
    """The throw of this name with its sounds, if it is fit to be shown."""
    return thrown(kind, dice, attempt) if thrown(kind, dice, attempt, heard=False) else None


def file_of(dice: int) -> Path:
    """Where the throws of so many dice are."""
    return FOLDER / f"solid-throws-{dice}.bin"


def made(dice: int, pool: Pool) -> bytes:
    """The file of so many dice, recorded anew: of each kind the first that are fit to be shown."""
    kept: list[Recorded] = []
    for kind in KINDS:
        found: list[Recorded] = []
        for start in count(0, AT_ONCE):
            names = [(kind, dice, attempt) for attempt in range(start, start + AT_ONCE)]
            found += filter(None, pool.starmap(recorded, names, chunksize=1))
            if len(found) >= EACH:
                break
        kept += found[:EACH]
    return packed(dice, kept)


def physics() -> str:
    """What a recording depends on: only the same remakes it byte by byte."""
    return f"mujoco {mujoco.__version__} {platform.system()}-{platform.machine()}".lower()


def main() -> None:
    """Records all, and compares or replaces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept", action="store_true", help="replace what is committed")
    parser.add_argument("--dice", type=int, nargs="*", default=list(range(1, MOST + 1)), help="only so many dice")
    parser.add_argument("--workers", type=int, help="processes; as many as there are cores if not said")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    different = []
    with multiprocessing.Pool(options.workers) as pool:
        for dice in options.dice:
            file = made(dice, pool)
            known = file_of(dice).read_bytes() if file_of(dice).exists() else b""
            print(f"{file_of(dice).name}: {len(file)} bytes, {'same' if file == known else 'different'}", flush=True)
            if file != known:
                different.append(dice)
                if options.accept:
                    file_of(dice).write_bytes(file)
    if options.accept:
        MADE_WITH.write_text(physics() + "\n")
    elif different:
        sys.exit(f"not as committed (made with {MADE_WITH.read_text().strip()}; here is {physics()})")


if __name__ == "__main__":
    main()
