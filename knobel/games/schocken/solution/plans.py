"""What a player can plan for a turn: every decision that may come, and where each answer to it leads.

The rulebook itself says what is legal and what a hand is; this only lays it out in rows of numbers. Two positions of a
cup that offer the same (the same hands to stand on, the same dice to keep) are one decision, and two moves that lead to
the same are one choice: it does not matter which of two fives is thrown again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from knobel.games.schocken.cup import ALL_DICE, EMPTY, Cup
from knobel.games.schocken.hands import discs, strength
from knobel.games.schocken.moves import Stand, Throw
from knobel.games.schocken.options import SchockenOptions
from knobel.games.schocken.rules import Schocken

Floats = NDArray[np.float64]
Wholes = NDArray[np.int64]

Strength = tuple[int, ...]
"""How strong a hand is, as `hands.strength` says it."""

Kept = tuple[int, ...]
"""What the dice show that stay out of the cup, the lowest first."""

LEADER, FOLLOWER = 0, 1

EVERY = 99
"""SCH-25: what a Schock Out costs is told apart from what any other hand costs, however few discs there are."""


class Seen(NamedTuple):
    """What the follower knows of the leader's turn: how many dice each throw used, and what is shown beside the cup."""

    throws: tuple[int, ...]
    beside: Kept = ()


FIRST_THROW = Seen((3,))


class Hands(NamedTuple):
    """All hands that can be stood on, the weakest first: how strong each is, its cost, and dice that are one."""

    strengths: tuple[Strength, ...]
    costs: tuple[int, ...]
    cups: tuple[Cup, ...]


class Offers(NamedTuple):
    """What one position of a cup offers: hands to stand on, by their strength, and dice to keep."""

    stands: tuple[Strength, ...]
    keeps: tuple[Kept, ...]


class Cups:
    """Asks the rulebook what may be done with a cup by a player who is `allowed` so many throws."""

    def __init__(self, options: SchockenOptions, faces: tuple[int, ...]) -> None:
        self.options = options
        self.faces = faces
        self.table = replace(Schocken.start(2, replace(options, starter=1, leader_caps=True)), turn=FOLLOWER)
        self.choices = cache(self._choices)
        self.falls = cache(self._falls)

    def position(self, cup: Cup, allowed: int) -> Schocken:
        """SCH-R6: the follower has this cup, and no more throws than a leader who threw so often."""
        return replace(self.table, cups=(replace(EMPTY, throws=(3,) * allowed), cup))

    def strength(self, cup: Cup) -> Strength:
        """How strong the hand is that these dice are."""
        return strength(self.position(cup, len(cup.throws)).hand_of(FOLLOWER), self.options)

    def result(self, cup: Cup, move: Throw | Stand) -> Strength | Kept:
        """What a move leads to: the hand that is stood on, or the dice that are kept."""
        if isinstance(move, Stand):
            return self.strength(cup.turned(move.flip))
        return tuple(sorted(cup.turned(move.flip, move.dice).lifted(move.dice).aside()))

    def hands(self) -> Hands:
        """Every hand that three dice can be, at once or put together."""
        found: dict[Strength, Cup] = {}
        faces = sorted({1, *self.faces})  # a six may be turned into a one
        hands = combinations_with_replacement(faces, len(ALL_DICE))
        for lying, (fresh, throws) in product(hands, ((ALL_DICE, (3,)), (ALL_DICE[:2], (3, 2)))):
            cup = Cup(lying, fresh, throws)
            found.setdefault(self.strength(cup), cup)
        cups = tuple(found[each] for each in sorted(found))
        costs = tuple(discs(self.position(cup, len(cup.throws)).hand_of(FOLLOWER), EVERY) for cup in cups)
        return Hands(tuple(sorted(found)), costs, cups)

    def fallen(self, kept: Kept, throw: int) -> Iterator[tuple[Cup, float]]:
        """Each cup that a throw may leave, the other dice being kept, with its chance."""
        count = len(ALL_DICE) - len(kept)
        throws = (3,) * (throw - 1) + (count,)
        for faces in combinations_with_replacement(self.faces, count):
            ways = factorial(count) / prod(map(factorial, Counter(faces).values()))
            yield Cup((*faces, *kept), ALL_DICE[:count], throws), ways / len(self.faces) ** count

    def _falls(self, kept: Kept, throw: int, allowed: int) -> dict[Offers, float]:
        """What that throw may offer, with its chance."""
        chances: dict[Offers, float] = {}
        for cup, chance in self.fallen(kept, throw):
            choices = self.choices(cup, allowed)
            chances[choices] = chances.get(choices, 0.0) + chance
        return chances

    def _choices(self, cup: Cup, allowed: int) -> Offers:
        stands: set[Strength] = set()
        keeps: set[Kept] = set()
        for move in self.position(cup, allowed).moves(FOLLOWER):
            if isinstance(move, Stand):
                stands.add(self.result(cup, move))
            elif isinstance(move, Throw):
                keeps.add(self.result(cup, move))
        return Offers(tuple(sorted(stands)), tuple(sorted(keeps)))


class Plans(NamedTuple):
    """One player's decisions in a bout, in rows; those after fewer throws come first.

    Throw i falls to the decisions `fall_to[falls[i]:falls[i + 1]]`, with their chances; decision i has the choices from
    `firsts[i]` to `firsts[i + 1]`. A choice ends the turn with a hand, counted through all that may have been seen
    (`ends`: seen * hands + hand), or leads to another throw (`leads`); the other of the two is -1. `levels`: the first
    throw and the first decision after each number of throws.
    """

    throw_levels: Wholes
    decision_levels: Wholes
    falls: Wholes
    fall_to: Wholes
    fall_chance: Floats
    firsts: Wholes
    ends: Wholes
    leads: Wholes


class Form:
    """All that does not depend on where the discs are: the hands, what may be seen, and what both players can plan.

    For study dice may have fewer faces, and a turn fewer throws.
    """

    def __init__(self, options: SchockenOptions, faces: tuple[int, ...], throws: int) -> None:
        self.options = options
        self.throws = throws
        self.cups = Cups(options, faces)
        self.hands = self.cups.hands()
        self.rank = {each: index for index, each in enumerate(self.hands.strengths)}
        self.seen: dict[Seen, int] = {}
        leader = PlanSheet(self, [FIRST_THROW], told=True)
        follower = PlanSheet(self, list(self.seen), told=False)
        self.layouts = leader, follower
        self.plans = leader.plans(), follower.plans()
        self.seen_at_decision: Wholes = np.array([self.seen[seen] for seen, _, _ in follower.decisions])
        """What the follower has seen, for each decision."""

    @property
    def ends(self) -> int:
        """In how many ways one player's turn may end: what was seen of the leader's, and the hand."""
        return len(self.seen) * len(self.hands.costs)

    def allowed(self, seen: Seen) -> int:
        """SCH-R6: how many throws the follower has after what the leader did."""
        return len(seen.throws) if self.options.leader_caps else self.throws

    def seen_after(self, seen: Seen, kept: Kept) -> Seen:
        """SCH-R8: what is seen once some dice are kept and the others thrown again."""
        return Seen((*seen.throws, len(ALL_DICE) - len(kept)), kept if self.options.aside_shown else ())


class PlanSheet:
    """Lays a player's plans out. `told`: it is this player's throws that are seen, the leader's."""

    def __init__(self, form: Form, starts: list[Seen], told: bool) -> None:
        self.form = form
        self.told = told
        self.throws: dict[tuple[Seen, int, Kept], int] = {}
        """The rows of throws by what is seen, how many throws that makes, and what is kept."""
        self.decisions: dict[tuple[Seen, int, Offers], int] = {}
        self.throw_levels, self.decision_levels, self.falls, self.firsts = [0], [0], [0], [0]
        self.fall_to: list[int] = []
        self.fall_chance: list[float] = []
        self.ends: list[int] = []
        self.leads: list[int] = []
        throws = {(seen, ()): index for index, seen in enumerate(starts)}
        while throws:
            throws = self._level(throws)

    def allowed(self, seen: Seen) -> int:
        """How many throws this player has."""
        return self.form.throws if self.told else self.form.allowed(seen)

    def plans(self) -> Plans:
        """All of it as arrays."""
        levels = np.array(self.throw_levels), np.array(self.decision_levels)
        falls = np.array(self.falls), np.array(self.fall_to), np.array(self.fall_chance)
        return Plans(*levels, *falls, np.array(self.firsts), np.array(self.ends), np.array(self.leads))

    def _level(self, throws: dict[tuple[Seen, Kept], int]) -> dict[tuple[Seen, Kept], int]:
        """The throws that all come after the same number of throws, and what they may fall to; the next throws."""
        throw = len(self.throw_levels)
        self.throws |= {(seen, throw, kept): index for (seen, kept), index in throws.items()}
        after: dict[tuple[Seen, Kept], int] = {}
        for seen, kept in throws:
            for choices, chance in self.form.cups.falls(kept, throw, self.allowed(seen)).items():
                key = (seen, throw, choices)
                if key not in self.decisions:
                    self.decisions[key] = len(self.decisions)
                    self._decision(seen, choices, after)
                self.fall_to.append(self.decisions[key])
                self.fall_chance.append(chance)
            self.falls.append(len(self.fall_to))
        self.throw_levels.append(len(self.throws))
        self.decision_levels.append(len(self.decisions))
        return after

    def _decision(self, seen: Seen, choices: Offers, after: dict[tuple[Seen, Kept], int]) -> None:
        form = self.form
        base = form.seen.setdefault(seen, len(form.seen)) * len(form.hands.costs)
        self.ends += [base + form.rank[each] for each in choices.stands]
        self.leads += [-1] * len(choices.stands)
        for kept in choices.keeps:
            key = (form.seen_after(seen, kept) if self.told else seen), kept
            self.ends.append(-1)
            self.leads.append(after.setdefault(key, len(self.throws) + len(after)))
        self.firsts.append(len(self.ends))
