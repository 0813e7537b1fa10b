"""Liar's Dice, ready to be played: what the registry finds."""

from __future__ import annotations

from knobel.core.game import Coaching, Game
from liars_dice.options import PRESETS, REAL_DICE, LiarsDiceOptions
from liars_dice.players import Bold, Careful, imagine
from liars_dice.rules import LiarsDice
from liars_dice.telling import guide, label, scene, tell

GAME = Game(
    name="liars-dice",
    rulebook=LiarsDice,
    options=LiarsDiceOptions,
    seats=range(2, 7),
    secret=True,
    presets=PRESETS,
    real_dice=REAL_DICE,
    players={"careful": Careful, "bold": Bold},
    tell=tell,
    label=label,
    scene=scene,
    guide=guide,
    coaching=Coaching(imagine=imagine),
)
