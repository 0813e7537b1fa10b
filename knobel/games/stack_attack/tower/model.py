"""What the tower is made of, and MuJoCo's model of it: one for each height.

Assumed: rigid dice of 16 mm with broken edges, on a flat round plate that a spring holds level. Everything in metres,
kilograms and seconds; the origin is the middle of the plate's top at rest.
docs/decisions/tower.md says why these settings.
"""

from __future__ import annotations

import importlib
import platform
from functools import cache
from typing import Any

import msgspec

from knobel.core.errors import KnobelError
from knobel.games.stack_attack.moves import DIE

REVISION = 1
"""Raised whenever the same placement would settle differently: other settings, sizes or steps."""

SIDE = DIE / 1e6
HALF = SIDE / 2
EDGE = 0.0006
"""So much is broken off each edge: a face is flat up to there."""
FLAT = HALF - EDGE
"""How far a die's flat face reaches from its middle: what stands on it tips over beyond."""
MASS = 0.0049
FRICTION = 0.35
GRAVITY = 9.81

PLATE_RADIUS = 0.045
PLATE_HEIGHT = 0.004
PLATE_MASS = 0.030
PLATE_LEAST = 0.35
"""At this tilt (in radians) the plate's rim lies on the table."""
PIVOT = PLATE_HEIGHT
"""How far below its top the plate is held."""
TABLE = -0.020
"""Where the table is."""


class TowerSettings(msgspec.Struct, frozen=True):
    """What may differ between towers: how stiff the plate is, and how finely time is cut."""

    stiffness: float = 0.095
    """Of the spring that holds the plate level, in newton metres per radian. The difficulty of the game."""
    damping: float = 0.004
    """Of the plate's sway, in newton metre seconds per radian."""
    timestep: float = 0.001
    """In seconds."""


HOUSE_TOWER = TowerSettings()


class NoPhysics(KnobelError):
    """The simulation is not installed."""


@cache
def engine() -> Any:
    """MuJoCo itself, loaded when first needed. Raises `NoPhysics` where it is not installed."""
    try:
        mujoco: Any = importlib.import_module("mujoco")
    except ImportError:
        raise NoPhysics("simulation-missing", package="MuJoCo", extra="knobel[tower]") from None
    mujoco.set_mju_user_warning(_hush)
    return mujoco


def _hush(_warning: str) -> None:
    """MuJoCo would write warnings into a file beside whoever plays; the simulation looks at its counters instead."""


@cache
def physics() -> str:
    """What worked a tower out. Only the same may be asked to work it out again."""
    return f"mujoco {engine().__version__} {platform.system()}-{platform.machine()} tower {REVISION}".lower()


@cache
def compiled(height: int, settings: TowerSettings) -> Any:
    """The model of a tower of so many dice."""
    return engine().MjModel.from_xml_string(mjcf(height, settings))


def mjcf(height: int, settings: TowerSettings) -> str:
    """The model in MuJoCo's own language. Warnings must not reset the tower behind our back: `autoreset` is off."""
    return f"""
<mujoco>
  <compiler angle="radian"/>
  <option timestep="{settings.timestep}" integrator="implicitfast" cone="elliptic" impratio="10" iterations="50"
          tolerance="1e-10" gravity="0 0 -{GRAVITY}">
    <flag autoreset="disable" island="disable"/>
  </option>
  <default>
    <geom condim="4" friction="{FRICTION} 0.0002 0.0001" solref="0.002 1" solimp="0.99 0.999 0.0002"/>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1" pos="0 0 {TABLE}"/>
    <body name="plate" pos="0 0 -{PIVOT}">
      <joint type="ball" stiffness="{settings.stiffness}" damping="{settings.damping}" range="0 {PLATE_LEAST}"/>
      <geom type="cylinder" size="{PLATE_RADIUS} {PLATE_HEIGHT / 2}" pos="0 0 {PIVOT - PLATE_HEIGHT / 2}"
            mass="{PLATE_MASS}"/>
    </body>
    {"".join(_die(index) for index in range(height))}
  </worldbody>
</mujoco>"""


def _die(index: int) -> str:
    """A die with broken edges: three slabs that cross, with the inertia of the whole cube."""
    inertia = MASS * SIDE**2 / 6
    slabs = "".join(
        f'<geom type="box" size="{" ".join(str(HALF if axis == long else FLAT) for axis in range(3))}"/>'
        for long in range(3)
    )
    return f"""
    <body name="die{index}" pos="0 0 {HALF + SIDE * index}"><freejoint/>
      <inertial pos="0 0 0" mass="{MASS}" diaginertia="{inertia} {inertia} {inertia}"/>{slabs}
    </body>"""
