"""Settling: from the end of the game backwards, knot by knot, by value iteration from both sides.

For each position we keep what the player to move wins at least and at most, and let the two meet: so the tolerance is
a promise, not a hope.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.players.exact.explore import Graph, Tell, Unsolvable
from knobel.players.exact.knots import levels

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]

_MOST_SWEEPS = 100_000


def settled(graph: Graph, tolerance: float, tell: Tell) -> tuple[array[float], array[int]]:
    """Each position's chance for the seat to move, and the number of its best action."""
    actions = Actions(graph)
    height: Indices = np.frombuffer(levels(*actions.successors()), np.int64)
    order: Indices = np.argsort(height, kind="stable")
    ends: list[int] = np.cumsum(np.bincount(height)).tolist()
    if ends[0] > 2:  # a knot that leads nowhere, not even to an end
        raise Unsolvable("exact-endless")
    worth, best = Bounds(graph.size), np.zeros(graph.size, np.int64)
    for start, end in pairwise(ends):
        knot = Knot(actions, height, order[start:end])
        best[knot.positions] = _untied(knot, worth, tolerance / len(ends))
        tell(end, graph.size)
    return array("d", worth.least[::2].tobytes()), array("q", best.tobytes())


def _untied(knot: Knot, worth: Bounds, tolerance: float) -> Indices:
    """Lets the bounds of a knot's positions meet, and returns each position's best action."""
    least, most = Bound(knot, worth.least), Bound(knot, worth.most)
    low, high = least.sweep(), most.sweep()
    for _ in range(_MOST_SWEEPS):
        if (high - low).max() <= tolerance:
            worth.settle(knot.positions, (low + high) / 2)
            return least.choice()
        least.learn(low, high)
        most.learn(high, low)
        lower, higher = least.sweep(), most.sweep()
        if (lower == low).all() and (higher == high).all():
            break
        low, high = lower, higher
    raise Unsolvable("exact-endless")


class Actions:
    """A graph's actions as arrays."""

    def __init__(self, graph: Graph) -> None:
        self.first = _array(graph.first_action)
        self.first_target = _array(graph.first_target)
        self.lottery = _array(graph.lottery)
        self.targets = _array(graph.targets)
        self.chances: list[Numbers] = [np.array(chances) for chances in graph.lotteries]

    def successors(self) -> tuple[array[int], array[int]]:
        """Where each position leads: the first of its successors, and all of them in a row."""
        first = self.first_target[self.first]
        return array("q", first.tobytes()), array("q", (self.targets >> 1).tobytes())


class Bounds:
    """What the seat to move wins at least and at most: at 2p for position p. At 2p + 1 stands the other seat's side."""

    def __init__(self, size: int) -> None:
        self.least, self.most = np.zeros(2 * size), np.ones(2 * size)
        self.settle(np.arange(2), np.array([0.0, 0.5]))

    def settle(self, positions: Indices, chances: Numbers) -> None:
        """From now on these are known."""
        for bound in (self.least, self.most):
            bound[2 * positions], bound[2 * positions + 1] = chances, 1 - chances


class Lots(NamedTuple):
    """Actions with the same lottery: their places in the table, where each may lead (a column), and how likely."""

    cells: Indices
    targets: Indices
    chances: Numbers

    def worth(self, worth: Numbers) -> Numbers:
        """What each action is worth."""
        return self.chances @ worth.take(self.targets)

    def only(self, some: NDArray[np.bool_]) -> Lots:
        """Some of these actions."""
        return Lots(self.cells[some], self.targets[:, some], self.chances)


class Knot:
    """Positions to be settled together, with a table of their actions: a column a position. Gaps are worth nothing."""

    def __init__(self, actions: Actions, height: Indices, positions: Indices) -> None:
        self.positions = positions
        counts: Indices = actions.first[positions + 1] - actions.first[positions]
        self.shape = int(counts.max()), len(positions)
        self.lots = list(_lots(actions, positions, counts))
        inside = height[positions[0]]
        moving = [lots.only((height[lots.targets >> 1] == inside).any(axis=0)) for lots in self.lots]
        # What keeps moving is numbered afresh, so that all it needs lies close together.
        self.needed: Indices = np.unique(np.concatenate([lots.targets.ravel() for lots in moving]))
        self.moving = [
            Lots(lots.cells, np.searchsorted(self.needed, lots.targets), lots.chances)
            for lots in moving
            if len(lots.cells)
        ]
        own: Indices = np.nonzero(height[self.needed >> 1] == inside)[0]
        other: NDArray[np.bool_] = self.needed[own] & 1 == 1
        self.ours, self.theirs = own[~other], own[other]
        self.our_positions: Indices = np.searchsorted(positions, self.needed[self.ours] >> 1)
        self.their_positions: Indices = np.searchsorted(positions, self.needed[self.theirs] >> 1)


class Bound:
    """One side of a knot's worth, from below or from above."""

    def __init__(self, knot: Knot, worth: Numbers) -> None:
        self.knot = knot
        self.table = np.full(knot.shape, -1.0)
        self.cells = self.table.ravel()
        for lots in knot.lots:
            self.cells[lots.cells] = lots.worth(worth)
        self.needed = worth[knot.needed]

    def sweep(self) -> Numbers:
        """What each position is worth, after a fresh look at the actions that lead back inside."""
        for lots in self.knot.moving:
            self.cells[lots.cells] = lots.worth(self.needed)
        return self.table.max(axis=0)

    def learn(self, same: Numbers, opposite: Numbers) -> None:
        """Takes over the new worth of positions inside; where the other seat moves, it is what they leave."""
        self.needed[self.knot.ours] = same[self.knot.our_positions]
        self.needed[self.knot.theirs] = 1 - opposite[self.knot.their_positions]

    def choice(self) -> Indices:
        """The number of each position's first best action."""
        return self.table.argmax(axis=0)


def _lots(actions: Actions, positions: Indices, counts: Indices) -> Iterator[Lots]:
    columns: Indices = np.repeat(np.arange(len(positions)), counts)
    numbers: Indices = np.arange(len(columns)) - np.repeat(np.cumsum(counts) - counts, counts)
    rows: Indices = np.repeat(actions.first[positions], counts) + numbers
    cells: Indices = numbers * len(positions) + columns
    lottery = actions.lottery[rows]
    numbered: list[int] = np.unique(lottery).tolist()
    for number in numbered:
        alike, chances = lottery == number, actions.chances[number]
        places = actions.first_target[rows[alike]] + np.arange(len(chances))[:, None]
        yield Lots(cells[alike], actions.targets[places], chances)


def _array(numbers: array[int]) -> Indices:
    return np.frombuffer(numbers, np.int64)
