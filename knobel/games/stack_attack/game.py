"""Stack Attack, for two to four players."""

from knobel.core.game import Coaching, Game, RealTime, RichMoves, RulesCard
from knobel.games.stack_attack.aiming import improvise, parse
from knobel.games.stack_attack.coaching import Dares, imagine, odds
from knobel.games.stack_attack.commands import tower_command
from knobel.games.stack_attack.hand import hand_check, hand_source
from knobel.games.stack_attack.moves import Roll
from knobel.games.stack_attack.options import PRESETS, TOWER, StackAttackOptions
from knobel.games.stack_attack.players import LEVELS
from knobel.games.stack_attack.rules import PLAYERS, StackAttack, live, marker
from knobel.games.stack_attack.staging import MOMENTS, STAGE, STEPS
from knobel.games.stack_attack.telling import card, guide, label, landing, scene, tell
from knobel.games.stack_attack.tower.source import tower_check, tower_source

GAME = Game(
    name="stack-attack",
    rulebook=StackAttack,
    options=StackAttackOptions,
    seats=PLAYERS,
    presets=PRESETS,
    offered=TOWER,
    real_dice={"dexterity": False},
    players=LEVELS,
    former={"careful": "strong"},
    sources={"hand": hand_source, "tower": tower_source},
    checks={"hand": hand_check, "tower": tower_check},
    rich_moves=RichMoves(improvise=improvise, parse=parse),
    realtime=RealTime(live=live, marker=marker),
    tell=tell,
    label=label,
    scene=scene,
    stage=STAGE,
    moments=MOMENTS,
    landing=landing,
    card=RulesCard(rows=card, steps=STEPS),
    guide=guide,
    throws=(Roll,),
    coaching=Coaching(odds=odds, imagine=imagine, playout=Dares),
    commands={"tower": tower_command},
)
