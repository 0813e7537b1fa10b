"""Shizzle, for two to six players."""

from knobel.core.game import Game
from knobel.games.shizzle.coaching import odds
from knobel.games.shizzle.numbers import numbers
from knobel.games.shizzle.options import PRESETS, ShizzleOptions
from knobel.games.shizzle.players import LEVELS
from knobel.games.shizzle.rules import PLAYERS, Shizzle
from knobel.games.shizzle.solution import solver
from knobel.games.shizzle.staging import MOMENTS, STAGE, STEPS
from knobel.games.shizzle.telling import card, guide, label, landing, scene, tell

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
