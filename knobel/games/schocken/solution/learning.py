"""How two players learn to play a bout: predictive regret matching, compiled.

Each decision adds up how much more every choice would have brought than what was done (its regret, never below
nothing), and then makes each choice as often as the regret it will have if the next bout is like the last. Nothing is
drawn: every bout is played in all its ways at once. What counts is the average of all bouts, later ones counting more:
the best rival gains less and less against it (CFR+ by Tammelin, made predictive by Farina, Kroer and Sandholm).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
from numba import njit

from knobel.games.schocken.solution.plans import Floats, Plans

Function = TypeVar("Function", bound=Callable[..., object])

FADING = 4
"""The n-th bout counts n to this power."""
LOOK = 25
"""After so many bouts it is looked up how much a rival could still gain."""


def compiled(function: Function) -> Function:
    """As machine code, kept for the next time."""
    return njit(cache=True)(function)  # pyright: ignore[reportReturnType]  # called as before


class Skill(NamedTuple):
    """What one player has learned: the regret of each choice, and how often each was made in all, by its weight."""

    regrets: Floats
    made: Floats


def beginner(plans: Plans) -> Skill:
    """Nothing learned yet."""
    return Skill(np.zeros(len(plans.ends)), np.zeros(len(plans.ends)))


@compiled
def practise(
    leader: Plans, follower: Plans, skills: tuple[Skill, Skill], win: Floats, lose: Floats, target: float, bouts: int
) -> float:
    """Plays so many bouts, or fewer if by then the best rivals gain less than `target` together; what they gain."""
    hands = len(win)
    size = (max(leader.ends.max(), follower.ends.max()) // hands + 1) * hands
    payoffs, led, followed = np.zeros(size), np.zeros(size), np.zeros(size)
    leads, follows = np.zeros(len(leader.ends)), np.zeros(len(follower.ends))
    match(leader, skills[0].regrets, leads)
    match(follower, skills[1].regrets, follows)
    skills[0].made[:] = 0
    skills[1].made[:] = 0
    arrive(follower, follows, followed, skills[1].made, 0.0)
    total, gain = 0.0, np.inf
    for bout in range(1, bouts + 1):
        weight = (bout / bouts) ** FADING
        total += weight
        pay_leader(win, lose, followed, payoffs)
        learn(leader, payoffs, skills[0].regrets, leads)
        arrive(leader, leads, led, skills[0].made, weight)
        pay_follower(win, lose, led, payoffs)
        learn(follower, payoffs, skills[1].regrets, follows)
        arrive(follower, follows, followed, skills[1].made, weight)
        if bout % LOOK == 0 or bout == bouts:
            pay_leader(win, lose, ended(follower, skills[1].made, size) / total, payoffs)
            gain = best(leader, payoffs)
            pay_follower(win, lose, ended(leader, skills[0].made, size) / total, payoffs)
            gain += best(follower, payoffs)
            if gain <= target:
                break
    return gain


@compiled
def match(plans: Plans, regrets: Floats, strategy: Floats) -> None:
    """Makes each choice as often as it is regretted; all alike where none is."""
    for decision in range(len(plans.firsts) - 1):
        first, stop = plans.firsts[decision], plans.firsts[decision + 1]
        total = regrets[first:stop].sum()
        for choice in range(first, stop):
            strategy[choice] = regrets[choice] / total if total > 0 else 1 / (stop - first)


@compiled
def pay_leader(win: Floats, lose: Floats, followed: Floats, payoffs: Floats) -> None:
    """What each hand of the leader is worth against what the follower comes with. Equal hands win."""
    hands = len(win)
    for seen in range(0, len(followed), hands):
        below, above = 0.0, 0.0
        for hand in range(hands):
            below += followed[seen + hand]
            payoffs[seen + hand] = win[hand] * below
        for hand in range(hands - 1, -1, -1):
            payoffs[seen + hand] += above
            above += lose[hand] * followed[seen + hand]


@compiled
def pay_follower(win: Floats, lose: Floats, led: Floats, payoffs: Floats) -> None:
    """What each hand of the follower leaves the leader, below nothing, so that more is better. Equal hands lose."""
    hands = len(win)
    for seen in range(0, len(led), hands):
        below, above = 0.0, 0.0
        for hand in range(hands):
            payoffs[seen + hand] = -lose[hand] * below
            below += led[seen + hand]
        for hand in range(hands - 1, -1, -1):
            above += win[hand] * led[seen + hand]
            payoffs[seen + hand] -= above


@compiled
def learn(plans: Plans, payoffs: Floats, regrets: Floats, strategy: Floats) -> None:
    """Every decision learns from one bout, the last ones first, and changes its strategy."""
    choices, decisions, throws = np.empty(len(plans.ends)), np.empty(len(plans.firsts)), np.empty(len(plans.falls))
    for level in range(len(plans.throw_levels) - 2, -1, -1):
        for decision in range(plans.decision_levels[level], plans.decision_levels[level + 1]):
            first, stop = plans.firsts[decision], plans.firsts[decision + 1]
            expected = 0.0
            for choice in range(first, stop):
                end = plans.ends[choice]
                choices[choice] = payoffs[end] if end >= 0 else throws[plans.leads[choice]]
                expected += strategy[choice] * choices[choice]
            decisions[decision] = expected
            if stop - first > 1:
                total = 0.0
                for choice in range(first, stop):
                    more = choices[choice] - expected
                    regrets[choice] = max(regrets[choice] + more, 0.0)
                    strategy[choice] = max(regrets[choice] + more, 0.0)
                    total += strategy[choice]
                for choice in range(first, stop):
                    strategy[choice] = strategy[choice] / total if total > 0 else 1 / (stop - first)
        fall_back(plans, level, decisions, throws)


@compiled
def fall_back(plans: Plans, level: int, decisions: Floats, throws: Floats) -> None:
    """What the throws of a level are worth, from the decisions that they fall to."""
    for throw in range(plans.throw_levels[level], plans.throw_levels[level + 1]):
        value = 0.0
        for fall in range(plans.falls[throw], plans.falls[throw + 1]):
            value += plans.fall_chance[fall] * decisions[plans.fall_to[fall]]
        throws[throw] = value


@compiled
def arrive(plans: Plans, strategy: Floats, ends: Floats, made: Floats, weight: float) -> None:
    """How likely a strategy ends with each hand; and how often it makes each choice is added to what was `made`."""
    decisions, throws = np.zeros(len(plans.firsts)), np.zeros(len(plans.falls))
    throws[: plans.throw_levels[1]] = 1
    ends[:] = 0
    for level in range(len(plans.throw_levels) - 1):
        for throw in range(plans.throw_levels[level], plans.throw_levels[level + 1]):
            for fall in range(plans.falls[throw], plans.falls[throw + 1]):
                decisions[plans.fall_to[fall]] += plans.fall_chance[fall] * throws[throw]
        for decision in range(plans.decision_levels[level], plans.decision_levels[level + 1]):
            for choice in range(plans.firsts[decision], plans.firsts[decision + 1]):
                often = decisions[decision] * strategy[choice]
                made[choice] += weight * often
                end = plans.ends[choice]
                if end >= 0:
                    ends[end] += often
                else:
                    throws[plans.leads[choice]] += often


@compiled
def ended(plans: Plans, made: Floats, size: int) -> Floats:
    """How often each hand was ended with."""
    ends = np.zeros(size)
    for choice in range(len(made)):
        if plans.ends[choice] >= 0:
            ends[plans.ends[choice]] += made[choice]
    return ends


@compiled
def best(plans: Plans, payoffs: Floats) -> float:
    """What the best plan gets, from all first throws together."""
    decisions, throws = np.empty(len(plans.firsts)), np.empty(len(plans.falls))
    for level in range(len(plans.throw_levels) - 2, -1, -1):
        for decision in range(plans.decision_levels[level], plans.decision_levels[level + 1]):
            decisions[decision] = -np.inf
            for choice in range(plans.firsts[decision], plans.firsts[decision + 1]):
                end = plans.ends[choice]
                value = payoffs[end] if end >= 0 else throws[plans.leads[choice]]
                decisions[decision] = max(decisions[decision], value)
        fall_back(plans, level, decisions, throws)
    return throws[: plans.throw_levels[1]].sum()
