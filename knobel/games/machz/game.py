"""MACHZ, for two to ten players."""

from knobel.core.game import Coaching, Game, RulesCard
from knobel.games.machz.coaching import imagine, lead, odds
from knobel.games.machz.commands import odds_command
from knobel.games.machz.moves import Reroll, Roll
from knobel.games.machz.options import PRESETS, MachzOptions
from knobel.games.machz.players import LEVELS, RuleOfThumb
from knobel.games.machz.rules import PLAYERS, Machz
from knobel.games.machz.staging import MOMENTS, STAGE, STEPS
from knobel.games.machz.telling import card, guide, label, landing, scene, tell

GAME = Game(
    name="machz",
    rulebook=Machz,
    options=MachzOptions,
    seats=PLAYERS,
    secret=True,
    presets=PRESETS,
    players=LEVELS,
    former={"careful": "master"},
    tell=tell,
    label=label,
    scene=scene,
    stage=STAGE,
    moments=MOMENTS,
    landing=landing,
    card=RulesCard(rows=card, steps=STEPS),
    guide=guide,
    throws=(Roll, Reroll),
    coaching=Coaching(odds=odds, imagine=imagine, playout=RuleOfThumb, lead=lead),
    commands={"odds machz": odds_command},
)
