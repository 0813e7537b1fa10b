"""Towers for the tests."""

from __future__ import annotations

from knobel.games.stack_attack.moves import DIE, Placing, Pose
from knobel.games.stack_attack.tower.model import TowerSettings

RIGID = TowerSettings(stiffness=5.0)
"""A plate that hardly gives: what is left is dice on dice."""


def straight(height: int) -> tuple[Pose, ...]:
    return stairs(height, 0)


def stairs(height: int, step: int, across: int = 0) -> tuple[Pose, ...]:
    """Each die lies `step` micrometres to the right of the one below."""
    return tuple(Pose(step * index, across * index, DIE // 2 + DIE * index) for index in range(height))


def beside(height: int, x: int, y: int = 0) -> Placing:
    """A die let go beside the middle of a straight tower."""
    return Placing(straight(height), x, y, 0)
