"""What is kept of a solution: each position's chance, each decision's likeliest choice, and what is mixed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.solution import Tables, no_tables
from knobel.games.schocken.solution.bout import shared_out
from knobel.games.schocken.solution.plans import Floats, Form, Wholes
from knobel.games.schocken.solution.rounds import Strategies

KINDS = {"chances": np.float64, "likeliest": np.uint8, "mixed": np.uint32, "shares": np.float32}
"""The arrays, and what each is made of. In rows: positions.

`likeliest`: the choice that is made most, for each decision that has several, the leader's first. `mixed`: every choice
that is made sometimes, counted through all positions; `shares`: how often it is.
"""


class SolvedRound:
    """How every position is played, read from tables. Raises `Malformed` for what are none of this form."""

    def __init__(self, form: Form, tables: Tables, positions: int) -> None:
        self.form = form
        self.size = len(form.plans[0].ends)
        self.choices = sum(len(plans.ends) for plans in form.plans)
        self.single, self.several = _firsts(form)
        chances, self.likeliest, self.mixed, self.shares = _arrays(tables)
        self.chances: Floats = chances
        fits = (
            chances.shape == (positions,)
            and self.likeliest.shape == (positions, len(self.several))
            and self.mixed.shape == self.shares.shape == (len(self.mixed),)
            and bool(np.all(np.diff(self.mixed.astype(np.int64)) > 0))
            and int(self.mixed.max(initial=0)) < positions * self.choices
        )
        if not fits:
            raise no_tables()
        self.bounds = np.searchsorted(self.mixed, np.arange(positions + 1) * self.choices)

    def strategies(self, position: int) -> Strategies:
        """How a position is played."""
        weights = np.zeros(self.choices)
        weights[self.single] = 1
        weights[np.minimum(self.several + self.likeliest[position], self.choices - 1)] = 1
        here = slice(*self.bounds[position : position + 2].tolist())
        weights[self.mixed[here].astype(np.int64) - position * self.choices] = self.shares[here]
        leader, follower = self.form.plans
        return Strategies(shared_out(leader, weights[: self.size]), shared_out(follower, weights[self.size :]))


def packed(form: Form, chances: Floats, strategies: Sequence[Strategies]) -> Tables:
    """The tables of a solution."""
    single, several = _firsts(form)
    likeliest = np.zeros((len(strategies), len(several)), np.uint8)
    mixed: list[Wholes] = []
    shares: list[Floats] = []
    firsts = np.sort(np.concatenate([single, several]))
    for position, each in enumerate(strategies):
        both = np.concatenate(each)
        sizes = np.diff(np.append(firsts, len(both)))
        best = np.repeat(np.maximum.reduceat(both, firsts), sizes)
        backwards = np.where(both == best, -np.arange(len(both)), -len(both))
        first_best = -np.maximum.reduceat(backwards, firsts)
        likeliest[position] = (first_best - firsts)[sizes > 1]
        some = np.flatnonzero((both > 0) & (both < 1))
        mixed.append(some + position * len(both))
        shares.append(both[some])
    arrays = (chances, likeliest, np.concatenate(mixed), np.concatenate(shares))
    return {name: array.astype(kind) for (name, kind), array in zip(KINDS.items(), arrays, strict=True)}


def _firsts(form: Form) -> tuple[Wholes, Wholes]:
    """The first choice of each decision, both players' in one row: of those with a single choice, and of the others."""
    leader, follower = form.plans
    firsts = np.concatenate([leader.firsts[:-1], len(leader.ends) + follower.firsts[:-1]])
    several = np.concatenate([np.diff(leader.firsts), np.diff(follower.firsts)]) > 1
    return firsts[~several], firsts[several]


def _arrays(tables: Tables) -> list[NDArray[Any]]:
    arrays: list[NDArray[Any]] = [tables[name] for name in KINDS if name in tables]
    if [array.dtype for array in arrays] != [np.dtype(kind) for kind in KINDS.values()]:
        raise no_tables()
    return arrays
