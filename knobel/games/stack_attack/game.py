"""Stack Attack, for two to four players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobel.core.game import Game
from knobel.games.stack_attack.aiming import improvise, reading
from knobel.games.stack_attack.coaching import Dares, imagine
from knobel.games.stack_attack.commands import tower_command
from knobel.games.stack_attack.hand import hand_check, hand_source
from knobel.games.stack_attack.numbers import numbers
from knobel.games.stack_attack.options import PRESETS, TOWER, StackAttackOptions
from knobel.games.stack_attack.players import LEVELS
from knobel.games.stack_attack.rules import PLAYERS, StackAttack, live, marker
from knobel.games.stack_attack.staging import MOMENTS, STAGE, STEPS
from knobel.games.stack_attack.telling import card, guide, label, landing, scene, tell
from knobel.games.stack_attack.tower.source import tower_check, tower_source

if TYPE_CHECKING:
    from knobel.core.lane import Lane


def lane(seats: int, options: StackAttackOptions) -> Lane:
    """The fast lane, loaded when somebody asks for it: it needs Numba."""
    from knobel.games.stack_attack.lane import stack_attack_lane

    return stack_attack_lane(seats, options)


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
    improvise=improvise,
    reading=reading,
    live=live,
    marker=marker,
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
    imagine=imagine,
    playout=Dares,
    commands={"tower": tower_command},
)
