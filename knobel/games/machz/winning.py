"""How likely somebody is to have won when the Pot is empty: what a move is worth near the end.

There chips are not what counts. Whoever leads wants the Pot to be paid out soon, and rather a chip that no rival gets
than one of their own; whoever is behind wants it the other way round. A roll is weighed exactly, over every way it can
fall, with the bets of others that pay best on average; what lies behind it is judged by the lead and the Pot.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt

from msgspec.structs import replace

from knobel.core.contract import Move, Seat
from knobel.games.machz.bets import MATCH_PAY, NO_MATCH_PAY
from knobel.games.machz.dice import Colours, in_order
from knobel.games.machz.matching import matched, missing, rerolls
from knobel.games.machz.moves import Bet
from knobel.games.machz.odds import falls, match_chance
from knobel.games.machz.pays import MACHZ_PAY, combination_pay
from knobel.games.machz.rules import Machz

ROLLS_ON = ("betting", "rolling")
"""The phases in which a roll has been announced."""

SWING = 15.0
"""How much the lead of one player over another still varies (its variance) for each chip in the Pot."""


def best_bet(view: Machz, seat: Seat) -> Bet:
    """The bet that gains the most chips on average, and as many of them as may be."""
    hit = float(match_chance(missing(view.object_set, view.locked)))
    match, no_match = hit * (MATCH_PAY[view.dice] + 1) - 1, (1 - hit) * (NO_MATCH_PAY + 1) - 1
    chips = min(view.most_chips(), view.chips[seat])
    if not chips or max(match, no_match) <= 0:
        return Bet("none", 0)
    return Bet("match" if match > no_match else "no_match", chips)


def with_bets(view: Machz, seat: Seat | None = None, bet: Bet | None = None) -> Machz:
    """The roll that is announced, with everybody's bet on it: this one, and else the best."""
    rockers = view.rockers()
    bets = tuple(
        (bet if who == seat and bet else best_bet(view, who)) if who in rockers else None
        for who in range(len(view.chips))
    )
    return replace(view, bets=bets, phase="rolling", deadline=None)


def winning_chance(state: Machz, seat: Seat) -> float:
    """How likely a seat wins from here, by the chips that everybody has and those that are still to be won."""
    due = state.due()
    if due.places:
        return (due.places[seat] == 1) / due.places.count(1)
    spread = sqrt(2 * SWING * max(1, still_to_win(state)))
    chance = 1.0
    for rival, chips in enumerate(state.chips):
        if rival != seat:
            chance *= 0.5 + erf((state.chips[seat] - chips) / spread) / 2
    return chance


def still_to_win(state: Machz) -> int:
    """About how many chips will still be paid before play is over."""
    target = state.options.target
    return min(state.pot, len(state.chips) * (target - max(state.chips))) if target else state.pot


def is_near(view: Machz) -> bool:
    """Whether the Pot may be empty after this turn: then to win is something else than to gain."""
    return view.pot <= max(MACHZ_PAY.values()) or bool(view.options.target)


def roll_chance(state: Machz, seat: Seat) -> float:
    """How likely a seat wins when the dice that are announced have fallen, over every way they can."""
    ways = paid_ways(state.object_set, state.locked, state.dice, state.pair_used)
    return sum(chance * winning_chance(state.thrown(fell, 0), seat) for fell, chance in ways)


@lru_cache(4096)
def paid_ways(object_set: Colours, locked: Colours, dice: int, pair_used: bool) -> tuple[tuple[Colours, float], ...]:
    """One roll of all that are paid alike, and how likely one of them falls."""
    wanted = missing(object_set, locked)
    alike: dict[tuple[int, int, bool], tuple[Colours, float]] = {}
    for fell, chance in falls(dice):
        hits, loose = matched(wanted, fell)
        goes_on = bool(rerolls(fell, len(loose), pair_used))
        key = len(hits), combination_pay(in_order((*locked, *fell))), goes_on
        first, before = alike.get(key, (fell, 0.0))
        alike[key] = first, before + float(chance)
    return tuple(alike.values())


def choice_chance(view: Machz, move: Move, seat: Seat) -> float:
    """How likely a seat wins after a choice of the Roller's."""
    after = view.after(view.roller, move, 0)
    return roll_chance(with_bets(after), seat) if after.phase in ROLLS_ON else winning_chance(after, seat)


def bet_chance(view: Machz, seat: Seat, bet: Bet) -> float:
    """How likely a seat wins after a bet on the roll that is announced."""
    return roll_chance(with_bets(view, seat, bet), seat)
