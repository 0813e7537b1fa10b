"""Players of Shizzle: good rules, and the mistakes that people make before they have learned them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from knobel.core.contract import Move, Open, Seat
from knobel.core.levels import BEGINNER, CASUAL, STRONG, Fallible, Lapse
from knobel.core.player import Intent
from knobel.games.shizzle.dice import Face, choke_chance, joins
from knobel.games.shizzle.moves import Lay, Return, Roll, Stop
from knobel.games.shizzle.rules import ROLL, SHIZZLE, STOP, Shizzle, outside

DICE_GAINED = {1: 1.0, 2: 1.2, 3: 1.5, 4: 1.9, 5: 2.6}
"""About how many dice a roll of so many adds, when it is not a Choke."""


class Strong:
    """Lays the longest line there is, and rolls on only while it gains more than a Choke would cost."""

    def decide(self, view: Shizzle, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        if path := longest_path(view.line[-1], view.rolled) if view.line and view.begun else ():
            return Intent(Lay(path[0].die))
        legal = [move for move in moves if not isinstance(move, Open)]
        stops = [move for move in legal if isinstance(move, Stop)]
        returns = [move for move in legal if isinstance(move, Return)]
        if returns and (leader_ahead(view, seat) or not standing(view, seat, Stop())[0]):
            return Intent(max(returns, key=lambda move: view.points[move.rival]))
        if not stops or (Roll() in legal and rolling_pays(view, seat)):
            return Intent(Roll() if Roll() in legal else chance.choice(legal))
        return Intent(max(stops, key=lambda stop: standing(view, seat, stop)))


def longest_path(end: Face, dice: Sequence[Face]) -> tuple[Face, ...]:
    """The dice of a longest line from this end, in order."""
    best: tuple[Face, ...] = ()
    for die in dice:
        if joins(end, die):
            path = (die, *longest_path(die, [other for other in dice if other is not die]))
            best = max(best, path, key=len)
    return best


def rolling_pays(view: Shizzle, seat: Seat) -> bool:
    """Whether rolling on gains more, on average, than stopping now."""
    worth = view.worth()
    if worth >= view.bank and view.points[seat] + view.bank > max(view.points):
        return False  # stopping now empties the Bank and wins
    end = view.line[-1]
    dice = outside(view.line[-1:] if view.is_shizzle() else view.line)
    safe = 1 - float(choke_chance(end, dice, view.options.face_set()))
    completes = not view.is_shizzle() and len(dice) == 1
    gain = DICE_GAINED[len(dice)] + (1 if view.is_shizzle() or completes else 0)
    return safe * (worth + gain) > worth


def leader_ahead(view: Shizzle, seat: Seat) -> bool:
    """Whether a rival is so far ahead that taking six from them is worth more than six points."""
    return max(view.points[rival] for rival in view.rivals()) > view.points[seat] + SHIZZLE


def standing(view: Shizzle, seat: Seat, stop: Stop) -> tuple[bool, float]:
    """How good a way to stop is: first whether it does not end the game in defeat, then the lead it gives."""
    after = view.after(seat, stop, 0)
    mine = after.points[seat]
    best = max(points for rival, points in enumerate(after.points) if rival != seat)
    return not (after.ended and mine < best), mine - best if leader_ahead(view, seat) else mine


# What people do wrong -------------------------------------------------------------------------------------------------


def rolls_on(_view: Shizzle, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Rolls once more where it is time to stop."""
    return ROLL if isinstance(right, Stop) and ROLL in moves else None


def stops_early(_view: Shizzle, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Takes the points where another roll is worth more."""
    return STOP if isinstance(right, Roll) and STOP in moves else None


def lays_what_comes_first(view: Shizzle, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Lays the first die that fits, although the line gets longer with another one."""
    if not isinstance(right, Lay):
        return None
    reach = view.laid_on(right.die).reach()
    lays = (move for move in moves if isinstance(move, Lay))
    return next((move for move in lays if view.laid_on(move.die).reach() < reach), None)


def overlooks_a_die(_view: Shizzle, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Takes the points of a line that one more of the dice on the table would make longer."""
    return STOP if isinstance(right, Lay) and STOP in moves else None


def spares_the_leader(_view: Shizzle, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Takes six points where a rival who is ahead could be made to return six."""
    returns = isinstance(right, Return) or (isinstance(right, Stop) and bool(right.returns))
    return STOP if returns and STOP in moves else None


LAPSES = {
    "rolls on once too often": Lapse(tempts=rolls_on, rates={BEGINNER: 0.4, CASUAL: 0.15}),
    "stops too early": Lapse(tempts=stops_early, rates={BEGINNER: 0.4, CASUAL: 0.15}),
    "lays the first die that fits": Lapse(tempts=lays_what_comes_first, rates={BEGINNER: 0.7, CASUAL: 0.35}),
    "overlooks a die that fits": Lapse(tempts=overlooks_a_die, rates={BEGINNER: 0.15, CASUAL: 0.06}),
    "spares the leader": Lapse(tempts=spares_the_leader, rates={BEGINNER: 0.8, CASUAL: 0.5}),
}

LEVELS = {level: partial(Fallible, Strong(), LAPSES, level) for level in (BEGINNER, CASUAL)} | {STRONG: Strong}
