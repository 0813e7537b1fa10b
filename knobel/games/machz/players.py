"""Players of MACHZ: exact odds, rules of thumb, and the mistakes of those who know neither."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from random import Random

from knobel.core.contract import Move, Open, Seat
from knobel.core.levels import BEGINNER, CASUAL, MASTER, STRONG, Fallible, Lapse
from knobel.core.player import Intent
from knobel.games.machz.bets import winnings
from knobel.games.machz.dice import SET
from knobel.games.machz.matching import missing
from knobel.games.machz.moves import Bet, Pass, Reroll, Side, Vote
from knobel.games.machz.odds import Ends, match_chance, reroll_worth
from knobel.games.machz.pays import machz_pay, shape
from knobel.games.machz.rules import Machz
from knobel.games.machz.winning import bet_chance, choice_chance, is_near

MANY_COLOURS = 4
"""From so many colours in the object set on, people bet that the first roll matches three."""


class RuleOfThumb:
    """Plays by rules of thumb: bets on a match where there are many colours, against it on re-rolls, and rolls on."""

    def decide(self, view: Machz, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        legal = [move for move in moves if not isinstance(move, Open)]
        return Intent(max(legal, key=lambda move: self.liking(view, seat, move))) if legal else None

    def liking(self, view: Machz, seat: Seat, move: Move) -> float:
        """How well a move fits the rules of thumb."""
        match move:
            case Bet(side, chips):
                return chips if side == thumb_side(view) else -chips
            case Reroll(dice):
                return 3 - dice  # a die that matches is kept
            case Vote(yes):
                return yes == wants(view, seat)
            case _:
                return 0


class ByOdds:
    """Bets and rolls by the exact odds: what gains the most chips on average."""

    def decide(self, view: Machz, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        legal = [move for move in moves if not isinstance(move, Open)]
        return Intent(max(legal, key=lambda move: worth(view, seat, move))) if legal else None


class Master:
    """Goes by the exact odds, and near the end by what wins."""

    def decide(self, view: Machz, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        legal = [move for move in moves if not isinstance(move, Open)]
        return Intent(max(legal, key=lambda move: judged(view, seat, move))) if legal else None


def judged(view: Machz, seat: Seat, move: Move) -> tuple[float, Fraction]:
    """Near the end how likely one wins with a move; then, and before, the chips that it gains on average."""
    gains = worth(view, seat, move)
    if not is_near(view):
        return 0.0, gains
    match move:
        case Bet():
            return bet_chance(view, seat, move), gains
        case Reroll() | Pass():
            return choice_chance(view, move, seat), gains
        case _:
            return 0.0, gains


def thumb_side(view: Machz) -> Side:
    """What a person bets on who does not reckon: many colours are easily matched, and a re-roll seldom hits."""
    return "match" if view.dice == SET and len(shape(view.object_set)) >= MANY_COLOURS else "no_match"


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


# What people do wrong -------------------------------------------------------------------------------------------------


def keeps_the_chip(_view: Machz, _seat: Seat, _moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Does not bet, although a bet gains on average whichever roll it is."""
    return Bet("none") if isinstance(right, Bet) else None


def bets_on_what_pays_more(_view: Machz, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Bets on a match because it pays more, however unlikely it is."""
    match right:
        case Bet("no_match", chips) if Bet("match", chips) in moves:
            return Bet("match", chips)
        case _:
            return None


def bets_against_the_odds(_view: Machz, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Bets against a first roll that will rather match."""
    match right:
        case Bet("match", chips) if Bet("no_match", chips) in moves:
            return Bet("no_match", chips)
        case _:
            return None


def leaves_it(_view: Machz, _seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
    """Leaves it at three or four that match, where another roll costs nothing."""
    return Pass() if isinstance(right, Reroll) and Pass() in moves else None


LAPSES = {
    "keeps the chip": Lapse(tempts=keeps_the_chip, rates={BEGINNER: 0.33, CASUAL: 0.22, STRONG: 0.2}),
    "bets on what pays more": Lapse(tempts=bets_on_what_pays_more, rates={BEGINNER: 0.33, CASUAL: 0.22, STRONG: 0.2}),
    "bets against a likely match": Lapse(
        tempts=bets_against_the_odds, rates={BEGINNER: 0.33, CASUAL: 0.22, STRONG: 0.2}
    ),
    "leaves it at that": Lapse(tempts=leaves_it, rates={BEGINNER: 0.4, CASUAL: 0.2, STRONG: 0.1}),
}

PLAYS_BY = {BEGINNER: RuleOfThumb(), CASUAL: RuleOfThumb(), STRONG: ByOdds()}
"""What those play by who make mistakes."""

LEVELS = {level: partial(Fallible, better, LAPSES, level) for level, better in PLAYS_BY.items()} | {MASTER: Master}
