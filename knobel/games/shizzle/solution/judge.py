"""What each move is worth, in any position of a game for two that was worked out.

The rulebook says where a move leads; the tables say what it is worth to begin a turn there, or to have dice in the air.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from knobel.core.contract import Move, Seat
from knobel.core.solution import Certificate, Worth, no_position
from knobel.games.shizzle.dice import Face
from knobel.games.shizzle.rules import Shizzle, outside
from knobel.games.shizzle.solution.chips import Turns
from knobel.games.shizzle.solution.match import SolvedMatch
from knobel.games.shizzle.solution.rolls import TurnWorths

Laid = dict[tuple[Face, tuple[Face, ...], bool], float]
"""What a line is worth, by its open end, the dice that are left of the roll, and whether a rival returned for it."""


class ShizzleJudge:
    """Knows what every position of a game for two is worth."""

    def __init__(self, solved: SolvedMatch, position: str) -> None:
        self._solved, self._position = solved, position
        self._turn = lru_cache(256)(self._turn_worths)

    def value(self, position: Sequence[int] = ()) -> float:
        chips = self._solved.match.chips
        if len(position) not in (0, 2):
            raise no_position(",".join(map(str, position)), self._position)
        mine, theirs = position or (0, 0)
        if min(mine, theirs) < 0 or mine + theirs >= chips.chips or max(mine, theirs) >= chips.end:
            raise no_position(",".join(map(str, position)), self._position)
        return self._start(mine, theirs, len(self._solved.holds) - 1)

    def certificate(self) -> Certificate:
        return Certificate(kind="residual", bound=self._residual)

    def worths(self, view: Shizzle, seat: Seat, moves: Sequence[Move]) -> tuple[Worth, ...]:
        laid: Laid = {}
        chances = [self._chance(view.after(seat, move, 0), seat, laid) for move in moves]
        best = chances.index(max(chances)) if chances else 0
        return tuple(
            Worth(move=move, chance=chance, share=float(at == best))
            for at, (move, chance) in enumerate(zip(moves, chances, strict=True))
        )

    def chance(self, view: Shizzle, seat: Seat) -> float:
        return self._chance(view, seat, {})

    @cached_property
    def _residual(self) -> float:
        return self._solved.residual()

    # What a position is worth ----------------------------------------------------------------------------------------

    def _chance(self, state: Shizzle, seat: Seat, laid: Laid) -> float:
        places = state.outcome()
        if places is not None:
            return (places[seat] == 1) / places.count(1)
        if state.starter_open:
            return 0.5
        chance = self._movers_chance(state, laid)
        return chance if seat == state.turn else 1 - chance

    def _movers_chance(self, state: Shizzle, laid: Laid) -> float:
        """The chance of whoever's turn it is."""
        if state.in_the_air and state.begun:
            turn = self._turn_of(state)
            return float(turn[self._solved.match.rolls.standing(state.line[-1], outside(state.line))][0])
        if not state.begun:
            return self._start_of(state)
        known = state.line[-1], state.rolled, state.line_returned
        if known not in laid:
            seat = state.turn
            ahead = (state.after(seat, move, 0) for move in state.moves(seat))  # pyright: ignore[reportArgumentType]
            laid[known] = max(self._chance(after, seat, laid) for after in ahead)
        return laid[known]

    def _start_of(self, state: Shizzle) -> float:
        if state.rolloff:
            return float(self._turn_of(state)[self._solved.match.rolls.start][0])
        mine, theirs = state.points[state.turn], state.points[1 - state.turn]
        return self._start(mine, theirs, self._layer(state))

    def _start(self, mine: int, theirs: int, layer: int) -> float:
        return float(self._solved.holds[layer, self._solved.match.chips.hold(mine, theirs, 0)])

    def _turn_of(self, state: Shizzle) -> TurnWorths:
        hand = state.shizzles - state.returned
        if state.rolloff:
            made = state.rolloff[0][1]
            return self._solved.roll_off.lead(hand) if made is None else self._solved.roll_off.answer(made, hand)
        mine, theirs = state.points[state.turn], state.points[1 - state.turn]
        return self._turn(self._solved.match.chips.hold(mine, theirs, hand), self._layer(state))

    def _turn_worths(self, hold: int, layer: int) -> TurnWorths:
        match = self._solved.match
        turns = Turns(match.chips, match.rolls, slice(hold, hold + 1))
        return turns.worths(self._solved.holds[layer], self._solved.after[layer])

    def _layer(self, state: Shizzle) -> int:
        """The last layer has all turns of the game left, and the first only one."""
        return len(self._solved.holds) - 1 - state.turns if state.options.turns else 0
