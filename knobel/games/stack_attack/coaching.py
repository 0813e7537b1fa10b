"""What the coach asks of Stack Attack: the same game by the risk model, and somebody who plays it quickly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from msgspec.structs import replace

from knobel.core.contract import Move, Open, Seat
from knobel.core.player import Intent
from knobel.core.words import Say, how_often
from knobel.games.stack_attack.moves import Fell, Place
from knobel.games.stack_attack.players import aimed_risk, fitting, steadiest_aim
from knobel.games.stack_attack.risk import hazard
from knobel.games.stack_attack.rules import PLACES, STOP, StackAttack, standing

DARED = Fraction(1, 5)
"""While the tower falls less often than this, one more die is worth it: as good a rule as there is by heart."""


def odds(view: StackAttack, seat: Seat) -> Iterator[Say]:
    """STK-R9: how often one more die brings the tower down; where the tower can be seen, if it is aimed well."""
    if not any(isinstance(move, Place) for move in view.moves(seat)):
        return
    if view.options.dexterity:
        falls = aimed_risk(view, seat, steadiest_aim(view, seat))
        yield Say("odds.aimed", {"often": how_often(falls)})
        return
    height, hand = len(view.tower), view.options.hand_of(seat)
    chances = standing(height, hand, view.options.slips).weighed()
    falls = sum(chance for move, chance in chances.items() if isinstance(move, Fell) and len(move.left) > 1)
    yield Say("odds.fall", {"often": how_often(float(falls))})


def imagine(view: StackAttack, _seat: Seat, _chance: Random) -> StackAttack:
    """STK-R9: chance says whether the tower stands, as often as the model fitted to it: the tower takes too long."""
    options = replace(view.options, dexterity=False)
    return replace(view, options=options, poses=()) if view.options.dexterity else view


class Dares:
    """Goes on while the tower falls seldom enough."""

    def decide(self, view: StackAttack, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        if view.phase != "stacking":
            return Intent(move) if moves and isinstance(move := moves[0], Move) else None
        if STOP in moves and hazard(len(view.tower), view.options.hand_of(seat)) > DARED:
            return Intent(STOP)
        return Intent(PLACES[chance.choice(fitting(view.top(), view.rolled)) - 1])
