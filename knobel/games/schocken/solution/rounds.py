"""A whole round: what each position between bouts is worth, and how much the best rival could gain in it.

A bout leads to positions with fewer discs in the middle, which are settled first. With an empty middle the discs go to
and fro, and those positions are settled together: everybody learns for a while what to do if they are worth so much,
then what they are worth if everybody does that, and so on until neither changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from knobel.games.schocken.solution.bout import (
    Reach,
    Values,
    against_follower,
    against_leader,
    best_choices,
    cleared,
    filled,
    shared_out,
    summed,
    trembling,
    values,
    ways,
)
from knobel.games.schocken.solution.plans import FOLLOWER, LEADER, Floats, Form
from knobel.games.schocken.solution.positions import Positions

TREMBLE = 1e-9
"""So rarely a player is thought to make a mistake: then there is something to think of whatever is seen."""
LOSS = 0.02
"""By so much winning chance a mistake has to be worse than another to be made e times less often."""
SELDOM = 1e-9
"""A decision that comes up less often than this was never learned: its best choice is taken."""
NOISE = 300
"""A choice made less often than so many times what rivals may gain is only a trace of learning, and is left out."""
CLOSE = 1e-12
"""The best rival's chances are known once a whole sweep changes them by less."""


class Strategies(NamedTuple):
    """How both play one bout: how often each choice of each decision is made."""

    leader: Floats
    follower: Floats


class Round:
    """The positions of a round and how chances come back from one bout to the one before."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.positions = Positions(form)
        self.after = self.positions.after
        self.cost = self.positions.cost_of_hand
        self.hands = len(form.hands.costs)

    def stakes(self, position: int, leading: Floats, following: Floats) -> tuple[Floats, Floats]:
        """`win` and `lose` of a bout: what somebody's chance is as leader after it, if positions are worth so much.

        `leading`: somebody's chance in each position as its leader; `following`: as its follower.
        """
        lost, won = self.after[position, LEADER], self.after[position, FOLLOWER]
        lose = np.where(lost >= 0, leading[np.maximum(lost, 0)], 0.0)
        win = np.where(won >= 0, following[np.maximum(won, 0)], 1.0)
        return win[self.cost], lose[self.cost]

    def rows(self, ends: Floats) -> Floats:
        """Endings by what was seen, and by hand."""
        return ends.reshape(-1, self.hands)

    def flow(self, strategies: Strategies) -> tuple[Floats, Floats]:
        """How likely the leader loses a bout, and the follower, at each cost."""
        leader, follower = (
            self.rows(ways(plans, strategy, self.form.ends).ends)
            for plans, strategy in zip(self.form.plans, strategies, strict=True)
        )
        lost = (follower * (leader.cumsum(1) - leader)).sum(0)
        won = (leader * follower.cumsum(1)).sum(0)
        costs = len(self.positions.costs)
        return summed(self.cost, lost, costs), summed(self.cost, won, costs)

    def settle(self, chances: Floats, first: int, strategies: list[Strategies]) -> None:
        """What the positions from `first` on are worth if they are played like this: a system of equations."""
        count = len(strategies)
        equations, constant = np.eye(count), np.zeros(count)
        for row, (lost, won) in enumerate(map(self.flow, strategies)):
            constant[row] = won.sum()
            for flow, loser in ((lost, LEADER), (won, FOLLOWER)):
                for chance, after in zip(flow, self.after[first + row, loser].tolist(), strict=True):
                    leading = chance if loser == LEADER else -chance
                    if after >= first:
                        equations[row, after - first] -= leading
                    elif after >= 0:
                        constant[row] += leading * chances[after]
        chances[first : first + count] = np.linalg.solve(equations, constant)

    def polished(self, position: int, chances: Floats, made: Strategies, target: float) -> Strategies:
        """What was learned, without the traces of learning; with the best choices where there was nothing to learn.

        Nothing is learned about a decision that never comes up. The follower never learned either what to do about
        throws that a perfect leader does not make; but where the leader does not make them for fear of what was
        learned, that is what the follower does.
        """
        win, lose = self.stakes(position, chances, 1 - chances)
        lead, follow = self.form.plans
        leader, follower = (
            cleared(plans, shared_out(plans, each), NOISE * target)
            for plans, each in zip(self.form.plans, made, strict=True)
        )
        hopes = self.hopes(win, lose, follower)
        leader = filled(lead, leader, ways(lead, leader, self.form.ends).decisions < SELDOM, best_choices(lead, hopes))
        led = ways(lead, leader, self.form.ends).ends
        goal = hopes.throws[0] + target
        fears = values(follow, -against_leader(win, lose, self.beliefs(leader, hopes)).ravel())
        replies = best_choices(follow, fears)
        unlearned = self.rows(led).sum(1) < SELDOM
        seen = self.form.seen_at_decision
        while True:
            empty = ways(follow, follower, self.form.ends).decisions < SELDOM
            answer = filled(follow, follower, empty | unlearned[seen], replies)
            hopes = self.hopes(win, lose, answer)
            if hopes.throws[0] <= goal or not unlearned.any():
                return Strategies(leader, answer)
            tempting = self.rows(ways(lead, best_choices(lead, hopes), self.form.ends).ends).sum(1) > 0
            unlearned &= ~tempting if (unlearned & tempting).any() else False

    def hopes(self, win: Floats, lose: Floats, follower: Floats) -> Values:
        """What the leader can reach at best against this follower."""
        lead, follow = self.form.plans
        replies = self.rows(ways(follow, follower, self.form.ends).ends)
        return values(lead, against_follower(win, lose, replies).ravel())

    def beliefs(self, leader: Floats, hopes: Values) -> Floats:
        """How likely what is seen comes with each hand, if the leader plays like this, but for a tremble."""
        return self.rows(self.led(leader, hopes).ends)

    def led(self, leader: Floats, hopes: Values) -> Reach:
        """How a leader's turn goes, but for a tremble."""
        plans = self.form.plans[LEADER]
        return ways(plans, trembling(plans, leader, hopes, TREMBLE, LOSS), self.form.ends)

    def gains(self, chances: Floats, strategies: list[Strategies]) -> Floats:
        """How much the best rival gains over these chances: by role, and by the position in which a round begins.

        The rival knows all strategies, and chooses anew in every bout until the round is over.
        """
        replies = [
            self.rows(ways(self.form.plans[FOLLOWER], each.follower, self.form.ends).ends) for each in strategies
        ]
        shown = [self.rows(ways(self.form.plans[LEADER], each.leader, self.form.ends).ends) for each in strategies]
        reached = np.array([chances, 1 - chances])
        endless = self.positions.endless
        while True:
            before = reached[:, :endless].copy()
            for position in range(endless):
                self._rival(reached, position, replies[position], shown[position])
            if np.abs(reached[:, :endless] - before).max() < CLOSE:
                break
        for position in range(endless, len(chances)):
            self._rival(reached, position, replies[position], shown[position])
        return reached - np.array([chances, 1 - chances])

    def _rival(self, reached: Floats, position: int, replies: Floats, shown: Floats) -> None:
        """The best that a rival reaches in a position, as its leader and as its follower, from what comes after it."""
        lead, follow = self.form.plans
        win, lose = self.stakes(position, *reached)
        found = values(lead, against_follower(win, lose, replies).ravel())
        reached[LEADER, position] = found.throws[: lead.throw_levels[1]].sum()
        win, lose = self.stakes(position, *(1 - reached[::-1]))
        found = values(follow, -against_leader(win, lose, shown).ravel())
        reached[FOLLOWER, position] = 1 + found.throws[: follow.throw_levels[1]].sum()
