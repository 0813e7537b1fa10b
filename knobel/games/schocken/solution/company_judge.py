"""What moves are worth among more than two, from one seat's view alone: as well as is known.

Where only two are left in a round, as in every final, the solution for two is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from knobel.core.contract import Move, Seat
from knobel.core.solution import Certificate, Tables, Worth, no_tables, unsolved_seats
from knobel.games.schocken.cup import HIDDEN, Cup
from knobel.games.schocken.moves import Stand
from knobel.games.schocken.rules import Schocken, decided
from knobel.games.schocken.solution.bout import Values, values
from knobel.games.schocken.solution.company import BoutWorths, Company, Usual, hand_worths, rivals_of
from knobel.games.schocken.solution.judge import SchockenJudge
from knobel.games.schocken.solution.knowledge import in_order, kept_beside, upshot
from knobel.games.schocken.solution.plans import LEADER, Floats, Seen

PAIR = 2
"""So many in a round have a solution."""

Bout = tuple[int, tuple[int, ...], tuple[Seat, ...], Seat, tuple[Seen | None, ...]]
"""Discs in the middle and with everybody, the order of turns, whose view it is, and what was seen of finished turns."""


class CompanyJudge:
    """Judges a game for more than two by how turns usually end there."""

    def __init__(self, company: Company, tables: Tables, two: SchockenJudge) -> None:
        self.company, self.two = company, two
        every = company.options.discs
        try:
            self.losing: Floats = np.asarray(tables["losing"], np.float64)
            self.usual: dict[int, Usual] = company.read(tables["usual"])
        except (KeyError, TypeError, ValueError) as error:
            raise no_tables() from error
        if self.losing.shape != (company.seats + 1, every + 1, every + 1):
            raise no_tables()
        self._turn = lru_cache(256)(self._turn_values)

    def value(self, position: Sequence[int] = ()) -> float:
        raise unsolved_seats("Schocken", PAIR, self.company.seats)

    def certificate(self) -> Certificate:
        raise unsolved_seats("Schocken", PAIR, self.company.seats)

    def chance(self, view: Schocken, seat: Seat) -> float:
        raise unsolved_seats("Schocken", PAIR, self.company.seats)

    def worths(self, view: Schocken, seat: Seat, moves: Sequence[Move]) -> tuple[Worth, ...]:
        """What each move is worth; moves that lead to the same are made equally often."""
        low, high = stakes(view, seat)
        found = self._pair(view, seat, moves) if len(view.order) == PAIR else self._many(view, seat, moves)
        return tuple(
            Worth(move=move, chance=low + (high - low) * chance, share=share)
            for move, (chance, share) in zip(moves, found, strict=True)
        )

    # In a round -------------------------------------------------------------------------------------------------------

    def _pair(self, view: Schocken, seat: Seat, moves: Sequence[Move]) -> list[tuple[float, float]]:
        known = self.two.knowledge(view)
        alike = Counter(known.result(view, seat, move) for move in view.moves(seat) if isinstance(move, Move))
        found = [(*known.worth(view, seat, move), alike[known.result(view, seat, move)]) for move in moves]
        return [(chance, share / times) for chance, share, times in found]

    def _many(self, view: Schocken, seat: Seat, moves: Sequence[Move]) -> list[tuple[float, float]]:
        cup, cap = view.cups[seat], view.allowed_throws(seat)
        form = self.company.forms[cap]
        found = self._turn(self._bout(view, seat))
        layout, plans = form.layouts[LEADER], form.plans[LEADER]
        if HIDDEN in cup.faces:  # there is nothing to choose before the first throw, nor for those who may not look
            throw = (self._seen(cup), len(cup.throws), kept_beside(cup)) if cup.throws else (Seen((3,)), 1, ())
            return [(float(found.throws[layout.throws[throw]]), 1 / len(moves))] * len(moves)
        stands, keeps = form.cups.choices(in_order(cup), cap)
        decision = layout.decisions[self._seen(cup), len(cup.throws), form.cups.choices(in_order(cup), cap)]
        first = int(plans.firsts[decision])
        results = [upshot(form.cups, cup, move) for move in moves]
        at = [
            first + (stands.index(result) if kind is Stand else len(stands) + keeps.index(result))
            for kind, result in results
        ]
        chances = [float(found.choices[choice]) for choice in at]
        best = at[chances.index(max(chances))]
        return [(chance, (choice == best) / at.count(best)) for choice, chance in zip(at, chances, strict=True)]

    def _seen(self, cup: Cup) -> Seen:
        return Seen(cup.throws, kept_beside(cup) if self.company.options.aside_shown else ())

    def _bout(self, view: Schocken, seat: Seat) -> Bout:
        finished = (self._seen(view.cups[each]) if at < view.turn else None for at, each in enumerate(view.order))
        return view.middle, view.discs, view.order, seat, tuple(finished)

    def _turn_values(self, bout: Bout) -> Values:
        """What everything is worth that may come in a seat's turn: how likely it does not lose the round."""
        middle, discs, order, seat, finished = bout
        leads = order[LEADER] == seat
        leader = finished[LEADER]
        cap = self.company.throws if leads or leader is None else self.company.cap(leader)
        form = self.company.forms[cap]
        chances = self._ends(middle, discs, order, seat)
        rows = {
            allowed: hand_worths(*self._rivals(order, seat, finished, allowed), chances)
            for allowed in ({self.company.cap(seen) for seen in form.seen} if leads else {cap})
        }
        payoffs = np.array([rows[self.company.cap(seen) if leads else cap] for seen in form.seen])
        return values(form.plans[LEADER], payoffs.ravel())

    def _rivals(
        self, order: tuple[Seat, ...], seat: Seat, finished: tuple[Seen | None, ...], cap: int
    ) -> tuple[list[Floats], list[Floats]]:
        """What rivals may have in their hands: those who threw before this seat, and those who come after it."""
        usual = self.usual[len(order)]
        sides: tuple[list[Floats], list[Floats]] = [], []
        for rival, earlier in rivals_of(order, seat):
            seen, leads = finished[order.index(rival)], rival == order[LEADER]
            rows = usual.leader if leads else usual.others[cap]
            known = self.company.form.seen if leads else self.company.forms[cap].seen
            hands = rows[known[seen]] if seen is not None and seen in known else rows.sum(0)
            sides[not earlier].append(_even(hands if hands.sum() > 0 else rows.sum(0)))
        return sides

    def _ends(self, middle: int, discs: tuple[int, ...], order: tuple[Seat, ...], seat: Seat) -> BoutWorths:
        """SCH-11, SCH-12: how likely a seat does not lose the round, by the hand that wins the bout and its part."""
        mine = discs[seat]
        others = [discs[rival] for rival in order if rival != seat]
        shared = self.company.options.shortfall == "winner"
        lost, won, between = np.zeros((3, self.company.hands))
        for hand, due in enumerate(self.company.discs.tolist()):
            if hand == self.company.out:  # SCH-25: whoever loses to a Schock Out loses the round
                won[hand] = between[hand] = 1
                continue
            taken = min(due, middle)
            more = 0 if middle and not shared else due - taken
            losses = [self._stays(middle - taken, mine + taken + min(more, held), others) for held in others]
            lost[hand] = sum(losses) / len(losses)
            won[hand] = self._stays(middle - taken, mine - min(more, mine), others)
            between[hand] = self._stays(middle - taken, mine, others)
        return BoutWorths(lost, won, between)

    def _stays(self, middle: int, mine: int, others: list[int]) -> float:
        """How likely somebody does not lose the round who has so many discs."""
        if not middle and not mine:
            return 1.0
        playing = len(others) + 1 if middle else max(sum(held > 0 for held in others), 1) + 1
        rest = self.company.options.discs - mine
        if rest <= 0:
            return 0.0
        if playing == PAIR and not middle:
            return (self.two.value((0, mine, rest)) + 1 - self.two.value((0, rest, mine))) / 2  # whoever leads
        return 1 - float(self.losing[playing, middle, mine])


def _even(often: Floats) -> Floats:
    return often / often.sum()


def stakes(view: Schocken, seat: Seat) -> tuple[float, float]:
    """SCH-29: a seat's share of the win if it loses this round, and if it does not; all but one share the win."""
    rivals = [rival for rival in view.order if rival != seat]
    seats = len(view.discs)
    low = losing(seats, (*view.losers, seat), seat)
    high = sum(losing(seats, (*view.losers, rival), seat) for rival in rivals) / len(rivals)
    return (1 - low) / (seats - 1), (1 - high) / (seats - 1)


def losing(seats: int, losers: tuple[Seat, ...], seat: Seat) -> float:
    """SCH-17, SCH-18: about how likely a seat is left with the discs after these rounds, if all play as well."""
    if decided(losers):
        return float(losers[-1] == seat)
    playing = losers if len(losers) == PAIR else range(seats)
    return sum(losing(seats, (*losers, loser), seat) for loser in playing) / len(playing)
