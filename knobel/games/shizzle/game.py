"""Shizzle, for two to six players."""

from knobel.core.game import Coaching, Game, RulesCard
from knobel.games.shizzle.coaching import odds
from knobel.games.shizzle.moves import Roll, Strike
from knobel.games.shizzle.options import PRESETS, ShizzleOptions
from knobel.games.shizzle.players import LEVELS
from knobel.games.shizzle.rules import PLAYERS, Shizzle
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
    tell=tell,
    label=label,
    scene=scene,
    stage=STAGE,
    moments=MOMENTS,
    landing=landing,
    card=RulesCard(rows=card, steps=STEPS),
    guide=guide,
    throws=(Strike, Roll),
    coaching=Coaching(odds=odds),
)
