"""Where the discs may lie between two bouts, and where they lie after the next one."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from knobel.games.schocken.rules import Schocken
from knobel.games.schocken.solution.plans import FOLLOWER, LEADER, Form, Wholes

LOST = -1
"""The loser of the bout holds every disc: the round is over."""
NEVER = -2
"""No two hands end a bout like this."""


class Lying(NamedTuple):
    """How many discs lie in the middle, before the leader of the next bout, and before the follower."""

    middle: int
    leader: int
    follower: int


class Positions:
    """All positions between bouts; those with fewer discs in the middle come first, since bouts lead there."""

    def __init__(self, form: Form) -> None:
        self.form = form
        every = form.options.discs
        self.all = [
            Lying(middle, leader, every - middle - leader)
            for middle in range(every + 1)
            for leader in range(every - middle + 1)
            if middle or 0 < leader < every
        ]
        self.index = {lying: index for index, lying in enumerate(self.all)}
        self.costs = sorted(set(form.hands.costs))
        self.cost_of_hand: Wholes = np.array([self.costs.index(cost) for cost in form.hands.costs])

    @cached_property
    def endless(self) -> int:
        """How many positions have an empty middle: discs can go to and fro between them for ever."""
        return sum(not lying.middle for lying in self.all)

    @cached_property
    def after(self) -> Wholes:
        """By position, who loses the bout, and what the winner's hand costs: the position that follows.

        The loser begins there. `LOST` if nothing follows.
        """
        table = np.full((len(self.all), 2, len(self.costs)), NEVER)
        order = (LEADER, FOLLOWER)
        base = Schocken.start(2, replace(self.form.options, starter=1))
        cups = self.form.hands.cups
        for cost, loser, shown in self._examples():
            lifted = replace(base, cups=(cups[shown[0]], cups[shown[1]]), order=order)
            for index, lying in enumerate(self.all):
                after = replace(lifted, middle=lying.middle, discs=lying[1:]).settled()
                first = after.order[0]
                held = Lying(after.middle, after.discs[first], after.discs[1 - first])
                table[index, loser, cost] = LOST if after.losers else self.index[held]
        return table

    def _examples(self) -> list[tuple[int, int, tuple[int, int]]]:
        """For each cost and loser two hands, the leader's first, of which the winner's costs that."""
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for hand, cost in enumerate(self.cost_of_hand.tolist()):
            found.setdefault((cost, FOLLOWER), (hand, hand))
            if hand:
                found.setdefault((cost, LEADER), (0, hand))
        return [(cost, loser, shown) for (cost, loser), shown in found.items()]
