"""Where rays meet the tower: dice with broken edges, and round things that stand upright in a frame of their own."""

from __future__ import annotations

from itertools import product
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from knobel.games.stack_attack.moves import Pose
from knobel.games.stack_attack.tower.model import HALF
from knobel.games.stack_attack.tower.turning import normal, turned
from knobel.games.stack_attack.tower.verdict import orientation

Array = NDArray[np.floating[Any]]
Mask = NDArray[np.bool_]

BEVEL = 0.0013
"""How much of a die's edge is broken: a little more than in the simulation, to catch the light."""
ROUND = 0.0026
"""How far from an edge a face begins to look round."""
NOWHERE = np.float32(1e9)


class Solid(Protocol):
    """Something a ray can hit, inside a ball around `middle`."""

    middle: Array
    radius: float

    def met(self, origins: Array, ways: Array) -> Array:
        """How far along each ray the thing is; `NOWHERE` where it is missed."""
        ...

    def normals(self, points: Array) -> Array:
        """Which way its surface faces at these points."""
        ...


class LocalFrame:
    """A place and a turn, to see points and ways from there."""

    def __init__(self, pose: Pose) -> None:
        quaternion = normal(orientation(pose))
        self.middle = np.array((pose.x, pose.y, pose.z), np.float32) / np.float32(1e6)
        self.turn = np.array([turned(quaternion, axis) for axis in np.eye(3).tolist()], np.float32)

    def inside(self, points: Array) -> Array:
        """Points as seen from here."""
        return (points - self.middle) @ self.turn.T

    def ways(self, ways: Array) -> Array:
        """Directions as seen from here."""
        return ways @ self.turn.T

    def outside(self, ways: Array) -> Array:
        """Directions as seen from the world."""
        return ways @ self.turn


def _planes() -> tuple[Array, Array]:
    """The faces, edges and corners of a die as planes: which way they face, and how far from the middle they are."""
    signs = np.array([way for way in product((-1, 0, 1), repeat=3) if any(way)], np.float32)
    count = np.abs(signs).sum(axis=1)
    away = (count * HALF - (count - 1) * BEVEL) / np.sqrt(count)
    return signs / np.sqrt(count)[:, None], away.astype(np.float32)


FACING, AWAY = _planes()


class TracedDie(LocalFrame):
    """A die with broken edges."""

    radius = HALF * 1.75

    def met(self, origins: Array, ways: Array) -> Array:
        beside = AWAY - self.inside(origins) @ FACING.T
        along = self.ways(ways) @ FACING.T
        along = np.where(np.abs(along) < 1e-9, np.float32(1e-9), along)
        times = beside / along
        enter = np.where(along < 0, times, -NOWHERE).max(axis=1)
        leave = np.where(along > 0, times, NOWHERE).min(axis=1)
        return np.where((enter < leave) & (enter > 0), enter, NOWHERE).astype(np.float32)

    def normals(self, points: Array) -> Array:
        """As of a die with round edges: flat in the middle of a face, turning towards its neighbours."""
        local = self.inside(points)
        beyond = np.sign(local) * np.maximum(np.abs(local) - (HALF - ROUND), 0)
        return self.outside(beyond / np.maximum(np.linalg.norm(beyond, axis=1, keepdims=True), 1e-9))


class Disc(LocalFrame):
    """A round plate or post: `half` high to either side of its middle."""

    def __init__(self, pose: Pose, width: float, half: float) -> None:
        super().__init__(pose)
        self.width, self.half = width, half
        self.radius = float(np.hypot(width, half))

    def met(self, origins: Array, ways: Array) -> Array:
        start, way = self.inside(origins), self.ways(ways)
        steep = np.where(np.abs(way[:, 2]) < 1e-9, np.float32(1e-9), way[:, 2])
        top = (np.sign(-steep) * self.half - start[:, 2]) / steep
        square = (way[:, :2] ** 2).sum(axis=1) + 1e-12
        half = (start[:, :2] * way[:, :2]).sum(axis=1)
        inner = half**2 - square * ((start[:, :2] ** 2).sum(axis=1) - self.width**2)
        side = (-half - np.sqrt(np.maximum(inner, 0))) / square
        on_top = ((start + top[:, None] * way)[:, :2] ** 2).sum(axis=1) <= self.width**2
        on_side = (inner > 0) & (np.abs(start[:, 2] + side * way[:, 2]) <= self.half)
        time = np.where(on_top, top, np.where(on_side, side, NOWHERE))
        return np.where(time > 0, time, NOWHERE).astype(np.float32)

    def normals(self, points: Array) -> Array:
        local = self.inside(points)
        flat = np.abs(local[:, 2]) > self.half * 0.999
        way = np.where(flat[:, None], local * (0, 0, 1), local * (1, 1, 0)).astype(np.float32)
        return self.outside(way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9))


def nearby(solid: Solid, origins: Array, ways: Array) -> Mask:
    """Which rays come near enough to a thing to be worth asking."""
    towards = solid.middle - origins
    along = np.einsum("ij,ij->i", towards, ways)
    beside = np.einsum("ij,ij->i", towards, towards) - along**2
    return (beside < solid.radius**2) & (along > -solid.radius)


def first_met(solids: list[Solid], origins: Array, ways: Array) -> tuple[Array, NDArray[np.int32]]:
    """For each ray how far it goes and which thing it meets first; -1 for none."""
    times = np.full(len(ways), NOWHERE, np.float32)
    which = np.full(len(ways), -1, np.int32)
    for index, solid in enumerate(solids):
        near = np.flatnonzero(nearby(solid, origins, ways))
        met = solid.met(origins[near], ways[near])
        closer = met < times[near]
        times[near[closer]] = met[closer]
        which[near[closer]] = index
    return times, which


def is_blocked(solids: list[Solid], origins: Array, ways: Array) -> Mask:
    """Whether anything is in the way of each ray."""
    blocked = np.zeros(len(ways), np.bool_)
    for solid in solids:
        near = np.flatnonzero(~blocked)
        near = near[nearby(solid, origins[near], ways[near])]
        blocked[near] = solid.met(origins[near], ways[near]) < NOWHERE
    return blocked
