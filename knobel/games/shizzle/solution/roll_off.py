"""SHZ-R8, SHZ-R10: a roll-off for two, in which each turn is counted by itself, and a tie is rolled off again."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from knobel.games.shizzle.rules import SHIZZLE
from knobel.games.shizzle.solution.chips import LENGTHS
from knobel.games.shizzle.solution.rolls import Floats, Rolls, TurnWorths

CLOSE = 1e-15
"""So near to each other two chances are the same."""


class RollOff:
    """What a roll-off is worth, once it is known how often whoever rolls first comes through it."""

    def __init__(self, rolls: Rolls, first: float) -> None:
        self.rolls, self.first = rolls, first
        self._leads: dict[int, TurnWorths] = {}
        self._answers: dict[tuple[int, int], TurnWorths] = {}

    def lead(self, hand: int = 0) -> TurnWorths:
        """The turn of whoever rolls first, with so many Shizzles in hand."""
        if hand not in self._leads:
            made = 1 - self.lost(SHIZZLE * (hand + 1))
            if not self._must_stop(hand + 1):
                made = max(made, started(self.rolls, self.lead(hand + 1)))
            stops = {length: 1 - self.lost(SHIZZLE * hand + length) for length in LENGTHS}
            self._leads[hand] = _worths(self.rolls, stops, made, 1 - self.lost(0))
        return self._leads[hand]

    def answer(self, worth: int, hand: int = 0) -> TurnWorths:
        """The turn of the other, who has to beat what the first turn was worth."""
        if (worth, hand) not in self._answers:
            made = self._against(worth, SHIZZLE * (hand + 1))
            if made < 1:  # else there is nothing more to win
                made = max(made, started(self.rolls, self.answer(worth, hand + 1)))
            stops = {length: self._against(worth, SHIZZLE * hand + length) for length in LENGTHS}
            self._answers[worth, hand] = _worths(self.rolls, stops, made, self._against(worth, 0))
        return self._answers[worth, hand]

    def lost(self, worth: int) -> float:
        """How often the other wins after a first turn that is worth so much."""
        return started(self.rolls, self.answer(worth))

    def residual(self) -> float:
        """How far the first one's chance is from what their best turn gives."""
        return abs(started(self.rolls, self.lead()) - self.first)

    def _must_stop(self, hand: int) -> bool:
        """Whether with so many Shizzles no roll can be worth its Choke, however well it goes otherwise."""
        return self.lost(SHIZZLE * hand) <= self._choke * self.lost(0)

    @cached_property
    def _choke(self) -> float:
        return self.rolls.choke()

    def _against(self, worth: int, made: int) -> float:
        """What the other's turn is worth against the first: if both are the same, they roll off again."""
        return 1 - self.first if made == worth else float(made > worth)


def roll_off(rolls: Rolls) -> RollOff:
    """A roll-off, solved: from a guess by what it leads to, and what that leads to, and where the two point."""
    chance = 0.5
    while True:
        once = started(rolls, RollOff(rolls, chance).lead())
        twice = started(rolls, RollOff(rolls, once).lead())
        bend = twice - 2 * once + chance
        if abs(once - chance) <= CLOSE or abs(bend) <= CLOSE:
            return RollOff(rolls, once)
        chance -= (once - chance) ** 2 / bend


def started(rolls: Rolls, worths: TurnWorths) -> float:
    """What a turn is worth before its five dice are rolled."""
    return float(worths[rolls.start][0])


def _worths(rolls: Rolls, stops: dict[int, float], made: float, choke: float) -> TurnWorths:
    return rolls.worths({length: _one(worth) for length, worth in stops.items()}, _one(made), _one(choke))


def _one(worth: float) -> Floats:
    return np.array([worth])
