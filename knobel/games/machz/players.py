"""Players of MACHZ."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from knobel.core.contract import Move, Open, Seat
from knobel.core.player import Intent
from knobel.games.machz.bets import winnings
from knobel.games.machz.matching import missing
from knobel.games.machz.moves import Bet, Pass, Reroll, Vote
from knobel.games.machz.odds import Ends, match_chance, reroll_worth
from knobel.games.machz.pays import machz_pay
from knobel.games.machz.rules import Machz


class Careful:
    """Bets and rolls by the exact odds: always what gains the most chips on average."""

    def decide(self, view: Machz, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        legal = [move for move in moves if not isinstance(move, Open)]
        return Intent(max(legal, key=lambda move: worth(view, seat, move))) if legal else None


def worth(view: Machz, seat: Seat, move: Move) -> Fraction:
    """The chips a move gains on average."""
    match move:
        case Bet():
            return bet_worth(view, move)
        case Reroll(dice):
            return reroll_worth(view.object_set, view.locked, view.loose, view.fell, view.pair_used, ends(view), dice)
        case Pass():
            return Fraction(view.hand_pay() if view.hand_pays() else 0)
        case Vote(yes):
            return Fraction(yes == wants(view, seat))
        case _:
            return Fraction(0)


def bet_worth(view: Machz, bet: Bet) -> Fraction:
    """What a bet gains on average; no more than the Pot has."""
    if bet.side == "none":
        return Fraction(0)
    hit = match_chance(missing(view.object_set, view.locked))
    right = hit if bet.side == "match" else 1 - hit
    return right * min(winnings(bet, view.dice), view.pot) - (1 - right) * bet.chips


def ends(view: Machz) -> Ends:
    """What this table pays at the end of a turn (MCZ-R4, MCZ-R5)."""
    final = view.options.combination != "first"
    both = view.options.machz_pay == "both"
    return Ends(machz=machz_pay(view.object_set), hand=final, hand_with_machz=final and both)


def wants(view: Machz, seat: Seat) -> bool:
    """Votes for larger bets, and for a new object set if the Setter's pay would come round to it next."""
    return view.phase == "agreeing" or view.left_of(view.setter) == seat
