"""What either player of a bout can tell from what they know, if both play perfectly.

Where a player did what perfect play never does, they are thought to have trembled: the less a mistake costs, the
likelier it was.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from knobel.core.contract import Move, Seat
from knobel.games.schocken.cup import ALL_DICE, HIDDEN, Cup
from knobel.games.schocken.moves import Stand, Throw
from knobel.games.schocken.rules import Schocken
from knobel.games.schocken.solution.bout import Reach, Values, against_follower, against_leader, trembling, values, ways
from knobel.games.schocken.solution.plans import (
    FIRST_THROW,
    FOLLOWER,
    LEADER,
    Cups,
    Floats,
    Kept,
    Offers,
    Seen,
    Strength,
)
from knobel.games.schocken.solution.rounds import LOSS, TREMBLE, Round, Strategies

Upshot = tuple[type[Move], Strength | Kept]
"""What a move leads to: a hand that is stood on, or dice that are kept."""


class Knowledge:
    """One bout between perfect players, the discs lying in one position."""

    def __init__(self, game: Round, position: int, chances: Floats, strategies: Strategies) -> None:
        self.game = game
        self.form = game.form
        self.chance = float(chances[position])
        """The leader's, before anything is thrown."""
        self.strategies = strategies
        self.win, self.lose = game.stakes(position, chances, 1 - chances)

    # What moves are worth -------------------------------------------------------------------------------------------

    def worth(self, view: Schocken, seat: Seat, move: Move) -> tuple[float, float]:
        """A seat's chance in the round after its move, and how often perfect play makes that choice."""
        role, cup = view.order.index(seat), view.cups[seat]
        if HIDDEN in cup.faces:  # there is nothing to choose before the first throw, nor for those who may not look
            leading, share = self._before(role, view, cup), 1.0
        else:
            decision = self._decision(role, view, cup)
            stands, keeps = self._choices(role, view, cup)
            _, result = self.result(view, seat, move)
            offset = stands.index(result) if isinstance(move, Stand) else len(stands) + keeps.index(result)
            choice = int(self.form.plans[role].firsts[decision]) + offset
            leading, share = float(self.values[role].choices[choice]), float(self.strategies[role][choice])
        return (leading if role == LEADER else 1 - leading), share

    def result(self, view: Schocken, seat: Seat, move: Move) -> Upshot:
        """What a move leads to: those that lead to the same are one choice."""
        return upshot(self.form.cups, view.cups[seat], move)

    # How the bout stands --------------------------------------------------------------------------------------------

    def leading(self, view: Schocken, seat: Seat) -> float:
        """The leader's chance in the round, from what a seat knows."""
        role, cup = view.order.index(seat), view.cups[seat]
        leader, follower = (view.cups[each] for each in view.order)
        if not leader.throws:
            return self.chance
        if view.turn == role:
            return self._before(role, view, cup) if HIDDEN in cup.faces else self._at(role, view, cup)
        if role == FOLLOWER:
            return self._watching(self.seen(leader))
        return self._waiting(self.seen(leader), leader, follower)

    def seen(self, cup: Cup) -> Seen:
        """What is seen of a leader's cup, at the latest after the first throw."""
        if not cup.throws:
            return FIRST_THROW
        return Seen(cup.throws, kept_beside(cup) if self.form.options.aside_shown else ())

    def _before(self, role: int, view: Schocken, cup: Cup) -> float:
        """A throw that its player has not seen."""
        seen = self.seen(view.cups[view.order[LEADER]])
        throw = (seen, len(cup.throws), kept_beside(cup)) if cup.throws else (seen, 1, ())
        return float(self.values[role].throws[self.form.layouts[role].throws[throw]])

    def _at(self, role: int, view: Schocken, cup: Cup) -> float:
        return float(self.values[role].decisions[self._decision(role, view, cup)])

    def _decision(self, role: int, view: Schocken, cup: Cup) -> int:
        """The row of the decision that a player stands before who sees these dice."""
        seen = self.seen(view.cups[view.order[LEADER]])
        return self.form.layouts[role].decisions[seen, len(cup.throws), self._choices(role, view, cup)]

    def _choices(self, role: int, view: Schocken, cup: Cup) -> Offers:
        return self.form.cups.choices(in_order(cup), view.allowed_throws(view.order[role]))

    def _watching(self, seen: Seen) -> float:
        """The follower sees the leader throw: any dice may lie there that lead to such throws."""
        decisions = [row for (each, *_), row in self.form.layouts[LEADER].decisions.items() if each == seen]
        often = self._led.decisions[decisions]
        return float(often @ self.values[LEADER].decisions[decisions] / often.sum())

    def _waiting(self, seen: Seen, leader: Cup, follower: Cup) -> float:
        """The leader has a hand and sees the follower throw."""
        own = np.zeros(self.game.hands)
        for cup, chance in self._possible(leader):
            own[self.form.rank[self.form.cups.strength(cup)]] += chance
        replies = self._replies(follower)[self.form.seen[seen]]
        replies = replies / replies.sum()
        return float(own @ against_follower(self.win, self.lose, replies[np.newaxis])[0])

    def _possible(self, cup: Cup) -> list[tuple[Cup, float]]:
        """What a cup may be to its owner, who may not have seen the last throw."""
        if HIDDEN not in cup.faces:
            return [(cup, 1.0)]
        return list(self.form.cups.fallen(kept_beside(cup), len(cup.throws)))

    def _replies(self, follower: Cup) -> Floats:
        """How the follower's turn may end, in rows by what was seen of the leader's, if it began with these throws."""
        plans, layout = self.form.plans[FOLLOWER], self.form.layouts[FOLLOWER]
        hopes = values(plans, -self._fears.ravel())
        strategy = trembling(plans, self.strategies.follower, hopes, TREMBLE, LOSS)
        beside = kept_beside(follower)
        for throw, count in enumerate(follower.throws[1:], start=1):
            shown = self.form.options.aside_shown and throw == len(follower.throws) - 1
            fits = [len(kept) == 3 - count and (not shown or kept == beside) for _, _, kept in layout.throws]
            here = slice(*plans.firsts[plans.decision_levels[throw - 1 : throw + 1]].tolist())
            leads = plans.leads[here]
            strategy[here] *= (leads >= 0) & np.array(fits)[leads]
        return self.game.rows(ways(plans, strategy, self.form.ends).ends)

    # What it all rests on -------------------------------------------------------------------------------------------

    @cached_property
    def values(self) -> tuple[Values, Values]:
        """What every choice, decision and throw of either player is worth to the leader."""
        lead, follow = self.form.plans
        replies = self.game.rows(ways(follow, self.strategies.follower, self.form.ends).ends)
        leader = values(lead, against_follower(self.win, self.lose, replies).ravel(), self.strategies.leader)
        return leader, values(follow, self._fears.ravel(), self.strategies.follower)

    @cached_property
    def _led(self) -> Reach:
        """How the leader's turn goes, but for a tremble."""
        hopes = self.game.hopes(self.win, self.lose, self.strategies.follower)
        return self.game.led(self.strategies.leader, hopes)

    @cached_property
    def _fears(self) -> Floats:
        """What each hand of the follower leaves the leader, by what was seen."""
        shown = self.game.rows(self._led.ends)
        return against_leader(self.win, self.lose, shown / shown.sum(1, keepdims=True))


def upshot(cups: Cups, cup: Cup, move: Move) -> Upshot:
    """What a move leads to: those that lead to the same are one choice."""
    if not isinstance(move, Throw | Stand):
        raise TypeError(f"no move of a turn: {move!r}")
    return type(move), cups.result(cup, move)


def in_order(cup: Cup) -> Cup:
    """A cup as it is laid out: what was thrown last comes first, the lowest first, and then what was kept."""
    fresh = sorted(cup.faces[die] for die in cup.fresh)
    throws = (3,) * (len(cup.throws) - 1) + (len(fresh),)
    return Cup((*fresh, *kept_beside(cup)), ALL_DICE[: len(fresh)], throws)


def kept_beside(cup: Cup) -> Kept:
    """What lies beside a cup, the lowest first."""
    return tuple(sorted(cup.aside()))
