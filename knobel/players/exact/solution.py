"""A solved game: what each position is worth, and a player who knows."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

import msgspec

from knobel.core.contract import Move, Open, Seat, State
from knobel.core.player import Intent
from knobel.players.exact.explore import listed, weighed


class Solution(msgspec.Struct, frozen=True):
    """A solved game: each position's winning chance, and its best move."""

    start: State
    codes: dict[State, int]
    chances: array[float]
    best: array[int]
    tolerance: float
    """No chance is further than this from the true one."""

    def chance(self, state: State | None = None, seat: Seat = 0) -> float:
        """How likely `seat` wins from a position (or the start) when both play perfectly; a shared win counts half."""
        state = self.start if state is None else state
        if state.due().nature:
            falls = zip(*weighed(state.chances()), strict=True)
            return sum(chance * self.chance(state.after("nature", move, 0), seat) for move, chance in falls)
        code = self.codes[state]
        mine = self.chances[code >> 1]
        return mine if code & 1 == seat else 1 - mine

    def best_move(self, state: State) -> Move:
        """The move that wins most often, for the seat to move."""
        code = self.codes[state]
        return listed(state, code & 1)[self.best[code >> 1]]


class PerfectPlayer:
    """Plays a solved game as well as it can be played."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def decide(self, view: State, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        return Intent(self.solution.best_move(view)) if moves else None
