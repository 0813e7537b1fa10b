"""Exact odds of a turn, by counting every way the dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

import msgspec

from knobel.games.machz.bets import MATCH_PAY, NO_MATCH_PAY, is_match
from knobel.games.machz.dice import COLOURS, NEAR, SET, Colours, in_order
from knobel.games.machz.matching import matched, missing, rerolls
from knobel.games.machz.pays import combination_pay


@cache
def falls(dice: int) -> tuple[tuple[Colours, Fraction], ...]:
    """Every way that so many dice can fall, the order of the dice apart, with its chance."""
    counts = Counter(in_order(fell) for fell in product(COLOURS, repeat=dice))
    return tuple((fell, Fraction(count, len(COLOURS) ** dice)) for fell, count in counts.items())


@cache
def matched_chances(object_set: Colours) -> tuple[Fraction, ...]:
    """The chances that a first roll matches none, one, … all five."""
    chances = [Fraction(0)] * (SET + 1)
    for fell, chance in falls(SET):
        chances[len(matched(object_set, fell)[0])] += chance
    return tuple(chances)


@cache
def match_chance(wanted: Colours) -> Fraction:
    """The chance that *match* wins: the whole object set is wanted on a first roll, what is missing on a re-roll."""
    dice = len(wanted)
    return sum(
        (chance for fell, chance in falls(dice) if is_match(dice, len(matched(wanted, fell)[0]))), start=Fraction(0)
    )


def bet_values(wanted: Colours) -> tuple[Fraction, Fraction]:
    """What a chip on *match* and one on *no match* gain on average."""
    hit = match_chance(wanted)
    return MATCH_PAY[len(wanted)] * hit - (1 - hit), NO_MATCH_PAY * (1 - hit) - hit


class Ends(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn is worth to its Roller when it is over."""

    machz: int = 1
    hand: bool = False
    """Whether the final hand's combination is paid."""
    hand_with_machz: bool = False
    """Whether it is paid even if it is MACHZ."""

    def worth(self, locked: Colours, loose: Colours) -> int:
        """The worth of ending with these dice."""
        pays = self.hand if loose else self.hand_with_machz
        return (0 if loose else self.machz) + (combination_pay(in_order((*locked, *loose))) if pays else 0)


@lru_cache(1 << 14)
def roll_worth(object_set: Colours, locked: Colours, pair_used: bool, ends: Ends) -> Fraction:
    """What rolling all dice that are not locked is worth on average, with best play from then on."""
    wanted = missing(object_set, locked)
    worth = Fraction(0)
    for fell, chance in falls(len(wanted)):
        hits, loose = matched(wanted, fell)
        worth += chance * lying_worth(object_set, in_order((*locked, *hits)), loose, fell, pair_used, ends)
    return worth


def lying_worth(
    object_set: Colours, locked: Colours, loose: Colours, fell: Colours, pair_used: bool, ends: Ends
) -> Fraction:
    """What a roll that has fallen like this is worth: the best of leaving it and of every re-roll there is."""
    choices = rerolls(fell, len(loose), pair_used)
    worths = [reroll_worth(object_set, locked, loose, fell, pair_used, ends, dice) for dice in choices]
    return max(Fraction(ends.worth(locked, loose)), *worths) if worths else Fraction(ends.worth(locked, loose))


def reroll_worth(
    object_set: Colours, locked: Colours, loose: Colours, fell: Colours, pair_used: bool, ends: Ends, dice: int
) -> Fraction:
    """What rolling one or two dice again is worth (MCZ-R6: a matching die of a pair may be given up)."""
    kept = matched(fell[:1], locked)[1] if dice > len(loose) else locked
    return roll_worth(object_set, kept, pair_used or (dice == 2 and len(fell) == 2), ends)


def machz_chance(object_set: Colours) -> Fraction:
    """The chance of MACHZ in one turn of best play."""
    return roll_worth(object_set, (), False, Ends())


class BetOdds(msgspec.Struct, frozen=True, kw_only=True):
    """One window for bets: what is wanted, the chance of a match, and what a chip on either side gains on average."""

    dice: int
    wanted: Colours
    chance: Fraction
    match: Fraction
    no_match: Fraction


class TurnOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of one turn against an object set."""

    object_set: Colours
    matched: tuple[Fraction, ...]
    """The chances that the first roll matches none, one, … all five."""
    near: Fraction
    """The chance of three or more on the first roll."""
    machz: Fraction
    """The chance of MACHZ in the turn, with best play."""
    bets: tuple[BetOdds, ...]
    """Every window: before the first roll, with three matched, and with four."""


def turn_odds(object_set: Colours) -> TurnOdds:
    """Everything there is to know about a turn. Windows that differ only in which colours are missing come once."""
    object_set = in_order(object_set)
    windows: dict[tuple[int, int], BetOdds] = {}
    for locked in (0, NEAR, NEAR + 1):
        for wanted in sorted(_left_open(object_set, SET - locked), key=lambda colours: len(set(colours)), reverse=True):
            windows.setdefault((len(wanted), len(set(wanted))), _bet_odds(wanted))
    chances = matched_chances(object_set)
    return TurnOdds(
        object_set=object_set,
        matched=chances,
        near=sum(chances[NEAR:], start=Fraction(0)),
        machz=machz_chance(object_set),
        bets=tuple(windows.values()),
    )


def _bet_odds(wanted: Colours) -> BetOdds:
    match, no_match = bet_values(wanted)
    return BetOdds(dice=len(wanted), wanted=wanted, chance=match_chance(wanted), match=match, no_match=no_match)


def _left_open(object_set: Colours, dice: int) -> list[Colours]:
    """Every set of so many colours of the object set that can be missing, in the order of the dice."""
    return [fell for fell, _ in falls(dice) if len(matched(object_set, fell)[0]) == dice]
