"""Schocken: three dice under a cup, and what nobody knows until all cups are lifted."""

from knobel.core.game import Coaching, Game, RulesCard, Sizes
from knobel.games.schocken.coaching import imagine, lead, odds
from knobel.games.schocken.moves import Throw
from knobel.games.schocken.options import PUB, REAL_DICE, SchockenOptions
from knobel.games.schocken.players import LEVELS
from knobel.games.schocken.rules import Schocken
from knobel.games.schocken.small import SIZES, resize
from knobel.games.schocken.staging import MOMENTS, STAGE, STEPS
from knobel.games.schocken.telling import card, guide, label, landing, scene, tell

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
    tell=tell,
    label=label,
    scene=scene,
    stage=STAGE,
    moments=MOMENTS,
    landing=landing,
    sizes=Sizes(box=SIZES, resize=resize),
    card=RulesCard(rows=card, steps=STEPS),
    guide=guide,
    throws=(Throw,),
    coaching=Coaching(odds=odds, imagine=imagine, lead=lead),
)
