"""Schocken for more than two: the best that is known, and no perfect play.

Whoever has the worst hand of all loses a bout, so what counts is not one rival's hand but how all of them come out. How
turns usually end where so many throw (`Company.usual`) is found by letting everybody answer everybody else again and
again; how likely somebody loses a round who holds so many discs (`losing_chances`) by playing rounds with such hands.
A decision is then the best one against the hands that rivals may have after such throws (`hand_worths`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.core.solution import Progress
from knobel.games.schocken.options import SchockenOptions
from knobel.games.schocken.solution.bout import best_choices, values, ways
from knobel.games.schocken.solution.plans import EVERY, LEADER, Floats, Form, Seen

ANSWERS = 200
"""So often everybody answers how all others have played on average so far."""
ROUNDS = 40_000
"""So many rounds are played to learn how likely they are lost, for each number of players."""
DOUBT = 6.0
"""What a chance is taken to be before anything was seen counts as much as so many rounds."""


class BoutWorths(NamedTuple):
    """What the end of a bout is worth to somebody, by the hand that wins it: as its loser, its winner, or neither."""

    lost: Floats
    won: Floats
    between: Floats


def hand_worths(earlier: Sequence[Floats], later: Sequence[Floats], chances: BoutWorths) -> Floats:
    """SCH-09: what each hand is worth, against those thrown before (whom equal hands let win) and after.

    Each rival's hand is as likely as that rival's row says, whatever the others have.
    """
    count = len(chances.won)
    worst, below_all, best_of_all = np.ones((count, count)), np.ones(count), np.ones(count)
    for rows, equal_beats in ((earlier, True), (later, False)):
        for row in rows:
            up_to = row.cumsum()
            under = up_to - row
            worst *= np.maximum(up_to - (under if equal_beats else up_to)[:, np.newaxis], 0)
            below_all *= under if equal_beats else up_to
            best_of_all *= up_to
    worst = np.diff(worst, axis=1, prepend=0)
    """By my hand and the best one: how likely mine is the worst."""
    better = np.triu(np.broadcast_to(np.diff(best_of_all, prepend=0), (count, count)), 1).copy()
    np.fill_diagonal(better, best_of_all - below_all)
    return worst @ chances.lost + below_all * chances.won + (better - worst) @ chances.between


class Usual(NamedTuple):
    """How turns end in a bout of so many: the leader's, and those of others by how many throws they are allowed.

    Each in rows by what is seen of the turn, and by hand.
    """

    leader: Floats
    others: dict[int, Floats]


class Company:
    """All that is known of a table's turns, whoever throws: in bouts of three to so many."""

    def __init__(self, seats: int, options: SchockenOptions, faces: tuple[int, ...], throws: int) -> None:
        self.seats, self.options, self.throws = seats, options, throws
        caps = range(1, throws + 1) if options.leader_caps else (throws,)
        self.forms = {cap: Form(options, faces, cap) for cap in caps}
        self.form = self.forms[throws]
        self.discs = np.array([options.discs if cost == EVERY else cost for cost in self.form.hands.costs])
        """What each hand costs the loser."""
        self.hands = len(self.discs)
        self.out = self.form.hands.costs.index(EVERY)
        """SCH-25: the hand that ends a round."""

    def cap(self, seen: Seen) -> int:
        """SCH-R6: how many throws others have after such a turn of the leader's."""
        return len(seen.throws) if self.options.leader_caps else self.throws

    def answer(self, cap: int, payoffs: Floats) -> Floats:
        """How the turns end of somebody who plays as well as can be, by what is seen and by hand."""
        plans, form = self.forms[cap].plans[LEADER], self.forms[cap]
        strategy = best_choices(plans, values(plans, payoffs.ravel()))
        return ways(plans, strategy, form.ends).ends.reshape(-1, self.hands)

    def usual(self, players: int) -> Usual:
        """How turns usually end in a bout of so many, of whom each wants to lose as few discs as possible."""
        nothing = np.zeros(self.hands)
        chances = BoutWorths(-self.discs.astype(np.float64), nothing, nothing)
        others = {cap: np.full((len(form.seen), self.hands), 1 / form.ends) for cap, form in self.forms.items()}
        leader = others[self.throws]
        before = (players - 2) // 2
        for time in range(ANSWERS):
            share = 1 / (time + 1)
            alone = {cap: hand_worths([], [each.sum(0)] * (players - 1), chances) for cap, each in others.items()}
            led = np.array([alone[self.cap(seen)] for seen in self.form.seen])
            answers = dict[int, Floats]()
            for cap, form in self.forms.items():
                follows = others[cap].sum(0)
                worths = hand_worths(
                    [self.led_hands(leader, cap), *[follows] * before], [follows] * (players - 2 - before), chances
                )
                answers[cap] = self.answer(cap, np.tile(worths, (len(form.seen), 1)))
            leader = leader + share * (self.answer(self.throws, led) - leader)
            others = {cap: others[cap] + share * (answers[cap] - others[cap]) for cap in others}
        return Usual(leader, others)

    def led_hands(self, leader: Floats, cap: int) -> Floats:
        """The leader's hands, if the others were allowed so many throws."""
        rows = leader[[self.cap(seen) == cap for seen in self.form.seen]].sum(0)
        return rows / rows.sum() if rows.sum() > 0 else leader.sum(0)

    def solve(self, progress: Progress) -> dict[str, NDArray[np.float64]]:
        """How turns end and rounds are lost, in bouts of three to all."""
        usual: dict[int, Usual] = {}
        for players in range(3, self.seats + 1):
            usual[players] = self.usual(players)
            progress((players - 2) / self.seats)
        losing = losing_chances(self, usual)
        progress(1.0)
        return {"losing": losing, "usual": np.concatenate([_flat(each) for each in usual.values()])}

    def read(self, flat: Floats) -> dict[int, Usual]:
        """How turns usually end, by how many throw. Raises `ValueError` for what is something else."""
        usual: dict[int, Usual] = {}
        sizes = [(cap, len(form.seen)) for cap, form in self.forms.items()]
        rows = np.asarray(flat, np.float64).reshape(self.seats - 2, -1, self.hands)
        if rows.shape[1] != len(self.form.seen) + sum(size for _, size in sizes):
            raise ValueError(rows.shape)
        for players, each in zip(range(3, self.seats + 1), rows, strict=True):
            leader, others, first = each[: len(self.form.seen)], dict[int, Floats](), len(self.form.seen)
            for cap, size in sizes:
                others[cap] = each[first : first + size]
                first += size
            usual[players] = Usual(leader, others)
        return usual


def _flat(usual: Usual) -> Floats:
    return np.concatenate([usual.leader, *usual.others.values()])


# How rounds go --------------------------------------------------------------------------------------------------------


class Bouts(NamedTuple):
    """Many rounds at once, before a bout: discs in the middle and with everybody, and who is in it."""

    middle: NDArray[np.int64]
    held: NDArray[np.int64]
    playing: NDArray[np.bool_]


def losing_chances(company: Company, usual: dict[int, Usual]) -> Floats:
    """How likely somebody loses the round: by how many play, discs in the middle, and discs before them."""
    every, seats = company.options.discs, company.seats
    lost, seen = np.zeros((2, seats + 1, every + 1, every + 1))
    for players in range(3, seats + 1):
        rounds, losers = _rounds(company, usual, players, np.random.default_rng(players))
        for bout in rounds:
            many = np.broadcast_to(bout.playing.sum(1, keepdims=True), bout.held.shape)
            middle = np.broadcast_to(bout.middle[:, np.newaxis], bout.held.shape)
            where = many[bout.playing], middle[bout.playing], bout.held[bout.playing]
            mine = np.arange(players) == losers[:, np.newaxis]
            np.add.at(seen, where, 1)
            np.add.at(lost, where, mine[bout.playing])
    many, middle, held = np.indices(lost.shape)
    guess = np.minimum((held + middle / np.maximum(many, 1)) / every, 1)
    return (lost + DOUBT * guess) / (seen + DOUBT)


def _rounds(
    company: Company, usual: dict[int, Usual], players: int, chance: np.random.Generator
) -> tuple[list[Bouts], NDArray[np.int64]]:
    """Many rounds of so many players, bout by bout (in one that is over nobody plays), and who lost each."""
    every = company.options.discs
    rows = np.arange(ROUNDS)
    middle, held = np.full(ROUNDS, every), np.zeros((ROUNDS, players), np.int64)
    playing, leader = np.ones((ROUNDS, players), bool), chance.integers(players, size=ROUNDS)
    losers, over, bouts = np.zeros(ROUNDS, np.int64), np.zeros(ROUNDS, bool), list[Bouts]()
    falls = {many: _cumulated(company, usual[max(many, 3)]) for many in range(2, players + 1)}
    while not over.all():
        bouts.append(Bouts(middle.copy(), held.copy(), playing & ~over[:, np.newaxis]))
        place = (np.arange(players) - leader[:, np.newaxis]) % players
        hands = _fallen(falls, playing.sum(1), place == 0, chance.random((ROUNDS, players)))
        order = hands * players + players - 1 - place  # of equal hands the first wins, and the last loses
        best, worst = np.where(playing, order, -1).argmax(1), np.where(playing, order, order.max() + 1).argmin(1)
        due = company.discs[hands[rows, best]]
        from_middle = np.minimum(due, middle)
        pays = (middle == 0) | (company.options.shortfall == "winner")
        from_winner = np.where(pays, np.minimum(due - from_middle, held[rows, best]), 0)
        out = hands[rows, best] == company.out
        middle = middle - from_middle
        held[rows, worst] += from_middle + from_winner
        held[rows, best] -= from_winner
        ends = ~over & (out | (held[rows, worst] == every))
        losers[ends] = worst[ends]
        over |= ends
        playing &= (middle > 0)[:, np.newaxis] | (held > 0)
        playing[over] = False
        playing[over, 0] = True  # somebody has to be the best of those who play no more
        leader = worst
    return bouts, losers


def _cumulated(company: Company, usual: Usual) -> tuple[Floats, Floats]:
    """How likely a hand is no better than each, of the leader and of the others."""
    often = {cap: usual.leader[[company.cap(seen) == cap for seen in company.form.seen]].sum() for cap in usual.others}
    others = sum((often[cap] * each.sum(0) for cap, each in usual.others.items()), start=np.zeros(company.hands))
    return usual.leader.sum(0).cumsum(), others.cumsum()


def _fallen(
    falls: dict[int, tuple[Floats, Floats]], many: NDArray[np.int64], leads: NDArray[np.bool_], drawn: Floats
) -> NDArray[np.int64]:
    hands = np.zeros(drawn.shape, np.int64)
    for players, (leader, others) in falls.items():
        here = many == players
        last = len(leader) - 1
        led, followed = np.searchsorted(leader, drawn[here]), np.searchsorted(others, drawn[here])
        hands[here] = np.minimum(np.where(leads[here], led, followed), last)
    return hands


def rivals_of(order: Sequence[int], seat: int) -> Iterator[tuple[int, bool]]:
    """Everybody else in a bout, in the order of their turns, and whether theirs comes before this seat's."""
    place = order.index(seat)
    for at, rival in enumerate(order):
        if at != place:
            yield rival, at < place
