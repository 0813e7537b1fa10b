"""Shizzle, for two to six players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobel.core.game import Game
from knobel.games.shizzle.coaching import odds
from knobel.games.shizzle.numbers import numbers
from knobel.games.shizzle.options import PRESETS, ShizzleOptions
from knobel.games.shizzle.players import LEVELS
from knobel.games.shizzle.rules import PLAYERS, Shizzle
from knobel.games.shizzle.solution import solver
from knobel.games.shizzle.staging import MOMENTS, STAGE, STEPS
from knobel.games.shizzle.telling import card, guide, label, landing, scene, tell

if TYPE_CHECKING:
    from knobel.core.lane import Lane


def lane(seats: int, options: ShizzleOptions) -> Lane:
    """The fast lane, loaded when somebody asks for it: it needs Numba."""
    from knobel.games.shizzle.lane import shizzle_lane

    return shizzle_lane(seats, options)


GAME = Game(
    name="shizzle",
    rulebook=Shizzle,
    options=ShizzleOptions,
    seats=PLAYERS,
    presets=PRESETS,
    players=LEVELS,
    former={"careful": "strong"},
    solver=solver,
    numbers=numbers,
    lane=lane,
    tell=tell,
    label=label,
    scene=scene,
    stage=STAGE,
    moments=MOMENTS,
    landing=landing,
    card=card,
    steps=STEPS,
    guide=guide,
    odds=odds,
)
