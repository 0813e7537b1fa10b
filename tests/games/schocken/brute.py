"""A round of Schocken solved in another way: every plan written out, and a linear program for each bout.

Shares no code with the solution nor with the rulebook: the rules and the options stand here once more, in a few lines.
What a player knows is all they ever saw and did in the bout.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from math import inf

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import bmat, csr_matrix

EVERY = 99
"""What a Schock Out costs: more than there is."""


@dataclass(frozen=True)
class House:
    """What is played: dice with these faces, so many throws and discs, and the options by their names."""

    faces: tuple[int, ...]
    throws: int
    discs: int
    options: dict[str, object] = field(default_factory=dict)

    def __getattr__(self, name: str) -> object:
        return self.options.get(name)

    def hand(self, dice: tuple[int, ...], at_once: bool) -> tuple[tuple[int, ...], int]:
        """How good three dice are, and what they cost."""
        high, middle, low = sorted(dice, reverse=True)
        if high == 1:
            return (9,), EVERY
        if (high, middle, low) == (2, 2, 1) and at_once:
            return (8,), 9
        if (high, middle, low) == (4, 2, 1) and at_once:
            return (7,), 7
        if middle == 1:
            return (6, high), high
        if high == low and (at_once or self.assembled != "neither"):
            return ((6, 2, high) if self.general_high else (5, high)), 3
        if high - low == 2 and high != middle != low and (at_once or self.assembled not in ("neither", "generals")):
            return (4, high), 2
        return ((1, high) if self.simple_by == "highest" else (1, high, middle, low)), 1

    def falls(self, count: int) -> list[tuple[tuple[int, ...], float]]:
        """What so many dice may show, in rising order, with the chance of it."""
        thrown = Counter(tuple(sorted(dice)) for dice in product(self.faces, repeat=count))
        return [(dice, ways / len(self.faces) ** count) for dice, ways in thrown.items()]

    def flips(self, fresh: tuple[int, ...], last: bool) -> list[int]:
        """How many sixes may be turned."""
        if fresh.count(6) < 2 or (last and (self.blind or self.flip_last is False)):
            return [0]
        return [0, 1, 2] if self.flip_three and fresh.count(6) == 3 else [0, 1]

    def moves(self, kept: tuple[int, ...], fresh: tuple[int, ...], again: bool, last: bool):
        """All that may be done: the dice that stay (None: all, the turn is over), and what the three show then."""
        found = set()
        for flip in self.flips(fresh, last):
            for staying in [None, *chain.from_iterable(combinations(range(3), size) for size in range(3))]:
                dice = list(kept + fresh)
                sixes = [
                    die for die in (range(3) if staying is None else staying) if die >= len(kept) and dice[die] == 6
                ]
                if flip > len(sixes) or (flip and self.flip_other == "rethrown" and len(sixes) > flip):
                    continue
                for die in sixes[:flip]:
                    dice[die] = 1
                if staying is None:
                    found.add((None, tuple(sorted(dice))))
                    continue
                keep = tuple(sorted(dice[die] for die in staying))
                if not again or (self.aside_locked and not set(range(len(kept))) <= set(staying)):
                    continue
                if self.aside_ones and any(die != 1 for die in keep):
                    continue
                found.add((keep, ()))
        return sorted(found, key=str)


@dataclass
class Tree:
    """One player's plans: the moves one after the other, each with the move before it, and where turns end."""

    knots: list[tuple[int, list[int]]] = field(default_factory=list)
    """Where something is decided: the move before (-1: none), and the moves that may follow."""
    ends: list[tuple[int, tuple, float, tuple[tuple[int, ...], int]]] = field(default_factory=list)
    """The last move, what others saw of it all, the dice's part in the chance, and the hand."""
    moves: int = 0

    def grow(self, house: House, allowed: int, seen: tuple, told: bool, kept=(), throw=1, last=-1, chance=1.0) -> None:
        for fresh, odds in house.falls(3 - len(kept)):
            choices = house.moves(kept, fresh, throw < allowed, throw == allowed)
            moves = range(self.moves, self.moves + len(choices))
            self.moves += len(choices)
            self.knots.append((last, list(moves)))
            for move, (keep, dice) in zip(moves, choices, strict=True):
                if keep is None:
                    at_once = not kept and (throw == 1 or house.single_throw != "first")
                    self.ends.append((move, seen, chance * odds, house.hand(dice, at_once)))
                    continue
                after = seen
                if told:
                    after = (*seen[0], 3 - len(keep)), (keep if house.aside_shown else ())
                self.grow(house, allowed, after, told, keep, throw + 1, move, chance * odds)

    def constraints(self) -> tuple[csr_matrix, np.ndarray]:
        """Moves that follow one move are made as often as that, all together; in the first column: the beginning."""
        rows, columns, signs = [0], [0], [1.0]
        for row, (last, moves) in enumerate(self.knots, start=1):
            rows += [row] * (len(moves) + 1)
            columns += [last + 1, *(move + 1 for move in moves)]
            signs += [-1.0] + [1.0] * len(moves)
        right = np.zeros(len(self.knots) + 1)
        right[0] = 1
        return csr_matrix((signs, (rows, columns)), (len(right), self.moves + 1)), right


class Brute:
    """Both players' plans, and the chance of each position by linear programs."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.leader = Tree()
        self.leader.grow(house, house.throws, ((3,), ()), told=True)
        self.follower = Tree()
        for seen in sorted({seen for _, seen, _, _ in self.leader.ends}):
            allowed = len(seen[0]) if house.leader_caps else house.throws
            self.follower.grow(house, allowed, seen, told=False)
        self.hands = sorted({end[3] for tree in (self.leader, self.follower) for end in tree.ends})
        self.shown = sorted({seen for _, seen, _, _ in self.leader.ends})

    def chances(self, close: float = 1e-12) -> dict[tuple[int, int, int], float]:
        """The leader's chance in every position, until a whole sweep changes nothing."""
        discs = self.house.discs
        positions = [
            (middle, own, discs - middle - own)
            for middle in range(discs + 1)
            for own in range(discs - middle + 1)
            if middle or 0 < own < discs
        ]
        found = dict.fromkeys(positions, 0.5)
        change = inf
        while change > close:
            before = found.copy()
            for position in positions:
                if position[0] == 0:
                    found[position] = self.bout(position, found)
            change = max((abs(found[each] - before[each]) for each in positions), default=0.0)
        for position in positions:
            if position[0]:
                found[position] = self.bout(position, found)
        return found

    def bout(self, position: tuple[int, int, int], found: dict[tuple[int, int, int], float]) -> float:
        """What a bout is worth to its leader: the best mixture of plans, whatever the follower does about it."""
        payoffs = self.payoffs(position, found)
        matrix = None
        for seen in self.shown:
            part = self._ends(self.leader, seen) @ payoffs @ self._ends(self.follower, seen).T
            matrix = csr_matrix(part) if matrix is None else matrix + csr_matrix(part)
        leading, right = self.leader.constraints()
        following, told = self.follower.constraints()
        # the leader's plan x and the follower's worth z of each knot: z may not be above what any move leaves
        result = linprog(
            -np.concatenate([np.zeros(leading.shape[1]), told]),
            A_ub=bmat([[-matrix.T, following.T]]),
            b_ub=np.zeros(following.shape[1]),
            A_eq=bmat([[leading, csr_matrix((leading.shape[0], following.shape[0]))]]),
            b_eq=right,
            bounds=[(0, None)] * leading.shape[1] + [(None, None)] * following.shape[0],
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        assert result.success, result.message
        return -float(result.fun)

    def payoffs(self, position: tuple[int, int, int], found: dict[tuple[int, int, int], float]) -> np.ndarray:
        """The leader's chance by the leader's hand and the follower's."""
        table = np.zeros((len(self.hands),) * 2)
        for (row, (strong, cost)), (column, (rival, price)) in product(enumerate(self.hands), repeat=2):
            if rival > strong:
                table[row, column] = self.after(position, price, found)
            else:
                middle, own, other = position
                table[row, column] = 1 - self.after((middle, other, own), cost, found)
        return table

    def after(self, position: tuple[int, int, int], due: int, found: dict[tuple[int, int, int], float]) -> float:
        """The chance of somebody who lost a bout, and begins the next: discs in the middle, own, the winner's."""
        middle, own, other = position
        discs = self.house.discs
        from_middle = min(due, middle)
        from_other = 0 if middle and self.house.shortfall != "winner" else min(due - from_middle, other)
        own += from_middle + from_other
        if due == EVERY or own == discs:
            return 0.0
        return found[middle - from_middle, own, other - from_other]

    def _ends(self, tree: Tree, seen: object) -> np.ndarray:
        """How likely each move, if it is the last, ends with each hand, as far as it is up to the dice."""
        table = np.zeros((tree.moves + 1, len(self.hands)))
        for move, shown, chance, held in tree.ends:
            if shown == seen:
                table[move + 1, self.hands.index(held)] += chance
        return table
