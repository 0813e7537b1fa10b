"""What moves are worth against perfect play, from one seat's view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from knobel.core.contract import Move, Seat
from knobel.core.solution import Certificate, Tables, Worth, no_position
from knobel.games.schocken.rules import Schocken, decided
from knobel.games.schocken.solution import SchockenSolver
from knobel.games.schocken.solution.knowledge import Knowledge
from knobel.games.schocken.solution.plans import LEADER, Form
from knobel.games.schocken.solution.positions import Lying
from knobel.games.schocken.solution.rounds import Round
from knobel.games.schocken.solution.tables import SolvedRound


class SchockenJudge:
    """Judges a game for two by a solution of its rounds."""

    def __init__(self, form: Form, tables: Tables) -> None:
        self.round = Round(form)
        self.solved = SolvedRound(form, tables, len(self.round.positions.all))
        self.known = lru_cache(maxsize=512)(self._known)

    def value(self, position: Sequence[int] = ()) -> float:
        """The chance that whoever begins does not lose the round: from its start, or where discs lie like this."""
        lying = tuple(position) or (self.round.form.options.discs, 0, 0)
        if len(lying) != len(Lying._fields) or (found := self.round.positions.index.get(Lying(*lying))) is None:
            raise no_position(",".join(map(str, position)), SchockenSolver.position)
        return float(self.solved.chances[found])

    def certificate(self) -> Certificate:
        """What the best rival gains in a round, wherever the discs lie when it begins, and whoever leads."""
        chances = self.solved.chances
        strategies = [self.solved.strategies(position) for position in range(len(chances))]
        return Certificate(kind="gain", bound=float(self.round.gains(chances, strategies).max()))

    def worths(self, view: Schocken, seat: Seat, moves: Sequence[Move]) -> tuple[Worth, ...]:
        """What each move is worth; moves that lead to the same are made equally often."""
        known = self.knowledge(view)
        alike = Counter(known.result(view, seat, move) for move in view.moves(seat) if isinstance(move, Move))
        low, high = self._stakes(view, seat)
        worths: list[Worth] = []
        for move in moves:
            chance, share = known.worth(view, seat, move)
            times = alike[known.result(view, seat, move)]
            worths.append(Worth(move=move, chance=low + (high - low) * chance, share=share / times))
        return tuple(worths)

    def chance(self, view: Schocken, seat: Seat) -> float:
        """How likely a seat wins the game, from what it knows."""
        if (places := view.outcome()) is not None:
            return float(places[seat] == 1)
        if view.contenders:
            return 0.5  # both have the same dice to roll for the beginning
        low, high = self._stakes(view, seat)
        leading = self.knowledge(view).leading(view, seat)
        return low + (high - low) * (leading if view.order[LEADER] == seat else 1 - leading)

    def knowledge(self, view: Schocken) -> Knowledge:
        """What the two who are in this bout can tell."""
        return self.known(self._lying(view))

    def _known(self, lying: Lying) -> Knowledge:
        position = self.round.positions.index[lying]
        return Knowledge(self.round, position, self.solved.chances, self.solved.strategies(position))

    def _lying(self, view: Schocken) -> Lying:
        leader, follower = view.order
        return Lying(view.middle, view.discs[leader], view.discs[follower])

    def _stakes(self, view: Schocken, seat: Seat) -> tuple[float, float]:
        """A seat's chance to win the game if it loses this round, and if it does not."""
        return (
            chance_between(self.value(), (*view.losers, seat), seat),
            chance_between(self.value(), (*view.losers, 1 - seat), seat),
        )


def chance_between(beginning: float, losers: tuple[Seat, ...], seat: Seat) -> float:
    """SCH-17, SCH-18, SCH-R11: a seat's chance to win the game after these rounds; the loser begins the next one.

    `beginning`: the chance that whoever begins a round does not lose it.

    >>> chance_between(0.5, (0,), seat=0), chance_between(0.5, (0, 1), seat=0)
    (0.25, 0.5)
    """
    if decided(losers):
        return float(losers[-1] != seat)
    winning = beginning if losers[-1] == seat else 1 - beginning
    return winning * chance_between(beginning, (*losers, 1 - seat), seat) + (1 - winning) * chance_between(
        beginning, (*losers, seat), seat
    )
