"""One bout in numbers: what hands are worth against what the rival comes with, and what plans make of that.

All of it speaks of the leader's chance not to lose the round. `win` and `lose` say it hand by hand: what the leader's
chance is once that hand has won the bout for the leader, or for the follower.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.games.schocken.solution.plans import Floats, Plans, Wholes


class Values(NamedTuple):
    """What is to be expected of each choice, of each decision and of each throw."""

    choices: Floats
    decisions: Floats
    throws: Floats


class Reach(NamedTuple):
    """How likely each decision comes up and each ending is reached, as far as it is up to one player and the dice."""

    decisions: Floats
    ends: Floats


def summed(places: Wholes, amounts: Floats, size: int) -> Floats:
    """What all amounts for each place come to."""
    return np.asarray(np.bincount(places, amounts, size), np.float64)


def against_follower(win: Floats, lose: Floats, follower: Floats) -> Floats:
    """SCH-09: each of the leader's hands against the follower's (in rows: what was seen). Equal hands win."""
    lost = follower * lose
    return win * follower.cumsum(1) + lost[:, ::-1].cumsum(1)[:, ::-1] - lost


def against_leader(win: Floats, lose: Floats, leader: Floats) -> Floats:
    """SCH-09: each of the follower's hands against the leader's (in rows: what was seen). Equal hands lose."""
    return lose * (leader.cumsum(1) - leader) + (leader * win)[:, ::-1].cumsum(1)[:, ::-1]


def values(plans: Plans, payoffs: Floats, strategy: Floats | None = None) -> Values:
    """What everything is worth when each ending pays so much: by a strategy, or by the choice that gets most."""
    choices = np.where(plans.ends >= 0, payoffs[plans.ends], 0.0)
    decisions, throws = np.empty(len(plans.firsts) - 1), np.empty(len(plans.falls) - 1)
    for level in reversed(range(len(plans.throw_levels) - 1)):
        first, stop = plans.decision_levels[level : level + 2]
        begin, end = plans.firsts[first], plans.firsts[stop]
        here = choices[begin:end]
        leads = plans.leads[begin:end]
        going = np.flatnonzero(leads >= 0)
        here[going] = throws[leads[going]]
        starts = plans.firsts[first:stop] - begin
        if strategy is None:
            decisions[first:stop] = np.maximum.reduceat(here, starts)
        else:
            decisions[first:stop] = np.add.reduceat(here * strategy[begin:end], starts)
        thrown = slice(*plans.throw_levels[level : level + 2])
        low, high = plans.falls[thrown.start], plans.falls[thrown.stop]
        falling = plans.fall_chance[low:high] * decisions[plans.fall_to[low:high]]
        throws[thrown] = np.add.reduceat(falling, plans.falls[thrown] - low)
    return Values(choices, decisions, throws)


def ways(plans: Plans, strategy: Floats, endings: int) -> Reach:
    """How a strategy plays: from each first throw on, how likely it gets anywhere."""
    decisions, throws, ends = np.zeros(len(plans.firsts) - 1), np.zeros(len(plans.falls) - 1), np.zeros(endings)
    throws[: plans.throw_levels[1]] = 1
    for level in range(len(plans.throw_levels) - 1):
        first, stop = plans.decision_levels[level : level + 2]
        begin, end = plans.firsts[first], plans.firsts[stop]
        thrown = slice(*plans.throw_levels[level : level + 2])
        low, high = plans.falls[thrown.start], plans.falls[thrown.stop]
        often = np.repeat(throws[thrown], np.diff(plans.falls[thrown.start : thrown.stop + 1]))
        decisions += summed(plans.fall_to[low:high], often * plans.fall_chance[low:high], len(decisions))
        chosen = np.repeat(decisions[first:stop], np.diff(plans.firsts[first : stop + 1])) * strategy[begin:end]
        leads, stands = plans.leads[begin:end], plans.ends[begin:end]
        throws += summed(leads[leads >= 0], chosen[leads >= 0], len(throws))
        ends += summed(stands[stands >= 0], chosen[stands >= 0], endings)
    return Reach(decisions, ends)


def best_choices(plans: Plans, found: Values) -> Floats:
    """The strategy that always makes the choice of most value, the first of them where several are."""
    ahead = found.choices >= np.repeat(found.decisions, np.diff(plans.firsts)) - 1e-12
    firsts = np.maximum.reduceat(np.where(ahead, -np.arange(len(ahead)), -len(ahead)), plans.firsts[:-1])
    strategy = np.zeros(len(ahead))
    strategy[-firsts] = 1
    return strategy


def shared_out(plans: Plans, weights: Floats) -> Floats:
    """Weights of choices as shares of each decision; where all weigh nothing, all have the same."""
    counts = np.diff(plans.firsts)
    sums = np.repeat(np.add.reduceat(weights, plans.firsts[:-1]), counts)
    return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), 1 / np.repeat(counts, counts))


def cleared(plans: Plans, strategy: Floats, noise: float) -> Floats:
    """Without the choices that are made less often than this."""
    return shared_out(plans, np.where(strategy < noise, 0.0, strategy))


def trembling(plans: Plans, strategy: Floats, hopes: Values, tremble: float, loss: float) -> Floats:
    """The same, but now and then a mistake: the likelier, the less of what is hoped for it costs.

    A mistake that costs `loss` more than another is made e times less often.
    """
    counts = np.diff(plans.firsts)
    best = np.repeat(np.maximum.reduceat(hopes.choices, plans.firsts[:-1]), counts)
    return (1 - tremble) * strategy + tremble * shared_out(plans, np.exp((hopes.choices - best) / loss))


def filled(plans: Plans, strategy: Floats, decisions: NDArray[np.bool_], other: Floats) -> Floats:
    """With the choices of another strategy in these decisions."""
    return np.where(np.repeat(decisions, np.diff(plans.firsts)), other, strategy)
