"""Schocken: three dice under a cup, and what nobody knows until all cups are lifted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobel.core.game import Game
from knobel.games.schocken.coaching import imagine
from knobel.games.schocken.numbers import numbers
from knobel.games.schocken.options import PUB, REAL_DICE, SchockenOptions
from knobel.games.schocken.players import LEVELS
from knobel.games.schocken.rules import Schocken
from knobel.games.schocken.small import SIZES, resize
from knobel.games.schocken.solution.solver import solver
from knobel.games.schocken.staging import MOMENTS, STAGE, STEPS
from knobel.games.schocken.telling import card, guide, label, landing, scene, tell

if TYPE_CHECKING:
    from knobel.core.lane import Lane


def lane(seats: int, options: SchockenOptions) -> Lane:
    """The fast lane, loaded when somebody asks for it: it needs Numba."""
    from knobel.games.schocken.lane import schocken_lane

    return schocken_lane(seats, options)


def lead(state: Schocken) -> list[tuple[int, int]]:
    """Whoever has lost fewer rounds is ahead (SCH-18), then whoever has fewer discs (SCH-29)."""
    return [(-state.losers.count(seat), -held) for seat, held in enumerate(state.discs)]


GAME = Game(
    name="schocken",
    rulebook=Schocken,
    options=SchockenOptions,
    seats=range(2, 9),
    version=1,
    secret=True,
    presets={"pub": PUB},
    real_dice=REAL_DICE,
    players=LEVELS,
    former={"careful": "strong"},
    solver=solver,
    numbers=numbers,
    lane=lane,
    sizes=SIZES,
    resize=resize,
    tell=tell,
    label=label,
    scene=scene,
    stage=STAGE,
    moments=MOMENTS,
    landing=landing,
    card=card,
    steps=STEPS,
    guide=guide,
    imagine=imagine,
    lead=lead,
)
