"""What each move is worth, in any position of a game for three, as far as that is known.

The rulebook says where a move leads; the tables say what it is worth to everybody to begin a turn there, or to have
dice in the air.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np

from knobel.core.contract import Move, Seat
from knobel.core.solution import Certificate, Worth, no_position
from knobel.games.shizzle.dice import Face
from knobel.games.shizzle.rules import Shizzle, outside
from knobel.games.shizzle.solution.rolls import Floats
from knobel.games.shizzle.solution.trio import FIRST, SEATS, Trio

Shares = tuple[float, ...]
"""How likely everybody wins."""

LineShares = dict[tuple[Face, tuple[Face, ...], tuple[int, ...]], Shares]
"""What a line is worth, by its open end, the dice that are left of the roll, and points: who returned for it."""


class TrioJudge:
    """Knows about what every position of a game for three is worth."""

    def __init__(self, trio: Trio, holds: Floats, position: str) -> None:
        self._trio, self._holds, self._position = trio, holds, position
        self._after = trio.after(holds)
        self._turn = lru_cache(256)(self._turn_shares)

    def value(self, position: Sequence[int] = ()) -> float:
        points = tuple(position) or (0,) * SEATS
        if len(points) != SEATS or min(points) < 0 or sum(points) >= self._trio.chips:
            raise no_position(",".join(map(str, position)), self._position)
        return float(self._holds[0, self._trio.hold(points, 0)])

    def certificate(self) -> Certificate:
        return Certificate(kind="residual", bound=self._residual)

    def worths(self, view: Shizzle, seat: Seat, moves: Sequence[Move]) -> tuple[Worth, ...]:
        laid: LineShares = {}
        chances = [self._shares(view.after(seat, move, 0), laid)[seat] for move in moves]
        best = first_of_best(chances)
        return tuple(
            Worth(move=move, chance=chance, share=float(at == best))
            for at, (move, chance) in enumerate(zip(moves, chances, strict=True))
        )

    def chance(self, view: Shizzle, seat: Seat) -> float:
        return self._shares(view, {})[seat]

    @cached_property
    def _residual(self) -> float:
        return self._trio.residual(self._holds)

    # What a position is worth ----------------------------------------------------------------------------------------

    def _shares(self, state: Shizzle, laid: LineShares) -> Shares:
        places = state.outcome()
        if places is not None:
            return tuple((place == 1) / places.count(1) for place in places)
        if state.starter_open:
            return (1 / SEATS,) * SEATS
        if not state.in_the_air and state.begun:  # a line lies there
            known, seat = (state.line[-1], state.rolled, state.points), state.turn
            if known not in laid:
                moves = [move for move in state.moves(seat) if isinstance(move, Move)]
                ahead = [self._shares(state.after(seat, move, 0), laid) for move in moves]
                laid[known] = ahead[first_of_best([shares[seat] for shares in ahead])]
            return laid[known]
        points = tuple(state.points[(state.turn + on) % SEATS] for on in range(SEATS))
        hold = self._trio.hold(points, state.shizzles - state.returned)
        start = self._trio.rolls.start
        standing = self._trio.rolls.standing(state.line[-1], outside(state.line)) if state.begun else start
        mine, following = self._holds[:, hold] if standing == start else self._turn(hold)[standing]
        shares = float(mine), float(following), float(1 - mine - following)
        return tuple(shares[(seat - state.turn) % SEATS] for seat in range(SEATS))

    def _turn_shares(self, hold: int) -> list[tuple[float, float]]:
        """What dice in the air are worth in a turn to whoever's it is and to the next, by standing."""
        turn = self._trio.turn(self._holds, self._after, np.array([hold]))
        return [(float(mine[0]), float(following[0])) for mine, following in turn]


def first_of_best(chances: Sequence[float]) -> int:
    """Which of these is best; the first where there are several."""
    best = max(chances, default=0.0)
    return next((at for at, chance in enumerate(chances) if chance >= best - FIRST), 0)
