"""MACHZ, for two to ten players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobel.core.game import Game
from knobel.games.machz.coaching import imagine, odds
from knobel.games.machz.commands import odds_command
from knobel.games.machz.numbers import numbers
from knobel.games.machz.options import PRESETS, MachzOptions
from knobel.games.machz.players import LEVELS, RuleOfThumb
from knobel.games.machz.rules import PLAYERS, Machz
from knobel.games.machz.staging import MOMENTS, STAGE, STEPS
from knobel.games.machz.telling import card, guide, label, landing, scene, tell

if TYPE_CHECKING:
    from knobel.core.lane import Lane


def lane(seats: int, options: MachzOptions) -> Lane:
    """The fast lane, loaded when somebody asks for it: it needs Numba."""
    from knobel.games.machz.lane import machz_lane

    return machz_lane(seats, options)


def lead(state: Machz) -> list[tuple[int, int, int]]:
    """As places are given at the end: contests that were won, then chips, then MACHZ!."""
    return list(zip(state.won, state.chips, state.machz, strict=True))


GAME = Game(
    name="machz",
    rulebook=Machz,
    options=MachzOptions,
    seats=PLAYERS,
    secret=True,
    presets=PRESETS,
    players=LEVELS,
    former={"careful": "master"},
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
    imagine=imagine,
    playout=RuleOfThumb,
    lead=lead,
    commands={"odds machz": odds_command},
)
