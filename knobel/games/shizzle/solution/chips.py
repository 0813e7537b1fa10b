"""What a turn for two is played for: the chips it can move, and what the game is worth after it.

A *hold* is all that counts while dice roll: the points of whoever's turn it is, the rival's, and the Shizzles in hand.
The chips of a game are always the same, so the Bank has whatever the two have not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import SHIZZLE
from knobel.games.shizzle.solution.rolls import Floats, Rolls, TurnWorths

Integers = NDArray[np.int64]

LENGTHS = range(2, SHIZZLE)
"""The lines that a turn can stop with, a Shizzle apart."""


class Chips:
    """Every hold of a game with so many chips, and where stopping, choking and Shizzles lead from it."""

    def __init__(self, options: ShizzleOptions, chips: int) -> None:
        self.chips = chips
        self.at_once = options.returns == "at_once"
        self.end = min(options.target or chips, chips)
        """SHZ-24, SHZ-R9: so many points end the game, if the Bank is not empty before."""
        self.most = -(-chips // SHIZZLE) * (1 if self.at_once else 2)
        """More Shizzles in hand than this change nothing."""
        mine, theirs, hand = np.indices((chips + 1, chips + 1, self.most + 1)).reshape(3, -1)
        goes_on = (mine + theirs < chips) & (mine < self.end) & (theirs < self.end)
        held = goes_on & (hand <= self.enough(mine, theirs))
        self.mine, self.theirs, self.hand = mine[held], theirs[held], hand[held]
        self._number = np.full(mine.shape, -1)
        self._number[held] = np.arange(held.sum())
        starts = goes_on & (hand == 0)
        self._starts = self._number[starts], mine[starts], theirs[starts]
        self.size = len(self.mine)

    def enough(self, mine: Integers, theirs: Integers) -> Integers:
        """How many Shizzles in hand empty the Bank, whatever else happens: one more changes nothing."""
        for_the_bank = -(-(self.chips - mine) // SHIZZLE)
        return for_the_bank if self.at_once else for_the_bank - (-theirs // SHIZZLE)

    def number(self, mine: Integers, theirs: Integers, hand: Integers) -> Integers:
        """The number of a hold."""
        hand = np.minimum(hand, self.enough(mine, theirs))
        return self._number[(mine * (self.chips + 1) + theirs) * (self.most + 1) + hand]

    def hold(self, mine: int, theirs: int, hand: int) -> int:
        """The number of one hold."""
        return int(self.number(np.array(mine), np.array(theirs), np.array(hand)))

    def after_turn(self, holds: Floats | None, tie: float) -> Floats:
        """What a turn's end is worth to whoever made it, by their points and the rival's.

        It is the rival's turn then, with what their holds are worth; None: the game is over.
        """
        mine, theirs = np.indices((self.chips + 1, self.chips + 1))
        after = np.where(mine > theirs, 1.0, np.where(mine < theirs, 0.0, tie))
        if holds is not None:
            number, first, second = self._starts
            after[second, first] = 1 - holds[number]
        return after


class Turns:
    """Some holds of a game, and what a turn from there is worth."""

    def __init__(self, chips: Chips, rolls: Rolls, holds: slice = slice(None)) -> None:
        self.chips, self.rolls = chips, rolls
        self.mine, self.theirs, self.hand = chips.mine[holds], chips.theirs[holds], chips.hand[holds]
        self._stops = {length: self._ways_to_stop(self.hand, length) for length in LENGTHS}
        self._made = self._ways_to_stop(self.hand + 1, 0)
        self._on = [chips.number(self.mine, self.theirs, self.hand + 1)]
        if chips.at_once:
            fewer = np.maximum(self.theirs - SHIZZLE, 0)
            possible = self.theirs > 0
            self._made.append(np.where(possible, self._paid(fewer, SHIZZLE * self.hand), self._made[0]))
            self._on.append(np.where(possible, chips.number(self.mine, fewer, self.hand), self._on[0]))
        self._choke = self.mine * (chips.chips + 1) + self.theirs

    def worths(self, holds: Floats, after: Floats) -> TurnWorths:
        """What rolling is worth at every standing of a turn, from what it is worth to roll five dice in all holds."""
        ends = after.ravel()
        stops = {length: _best(ends, ways) for length, ways in self._stops.items()}
        made = np.maximum(_best(ends, self._made), _best(holds, self._on))
        return self.rolls.worths(stops, made, ends[self._choke])

    def _ways_to_stop(self, hand: Integers, more: int) -> list[Integers]:
        """SHZ-21, SHZ-R4, SHZ-R5: with points alone, or, at the end of a turn, with some Shizzles for returns."""
        ways = [self._paid(self.theirs, SHIZZLE * hand + more)]
        if self.chips.at_once:
            return ways
        for returns in range(1, -(-self.chips.chips // SHIZZLE) + 1):
            possible = (returns <= hand) & (self.theirs > SHIZZLE * (returns - 1))
            left = np.maximum(self.theirs - SHIZZLE * returns, 0)
            ways.append(np.where(possible, self._paid(left, SHIZZLE * (hand - returns) + more), ways[0]))
        return ways

    def _paid(self, theirs: Integers, worth: Integers) -> Integers:
        """Where it ends when the Bank pays what it has."""
        mine = self.mine + np.minimum(worth, self.chips.chips - self.mine - theirs)
        return mine * (self.chips.chips + 1) + theirs


def _best(worths: Floats, ways: list[Integers]) -> Floats:
    return np.maximum.reduce([worths[way] for way in ways])
