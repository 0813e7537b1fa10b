"""A game for two, worked out: what each hold is worth, until it is worth just what its best moves lead to."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

import numpy as np

from knobel.core.solution import Progress, Tables, no_tables
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.solution.chips import Chips, Turns
from knobel.games.shizzle.solution.roll_off import RollOff, roll_off
from knobel.games.shizzle.solution.rolls import Floats, rolls_for

RESIDUAL = 1e-13
"""A solution is done when no hold is further than this from what its best moves give."""

SEATS = 2


class Match:
    """All that is known of a game before it is worked out."""

    def __init__(self, options: ShizzleOptions, chips: int) -> None:
        self.options, self.rolls, self.chips = options, rolls_for(options), Chips(options, chips)
        self.layers = SEATS * options.turns or 1
        """SHZ-R9: how many turns a game has that is limited; else one for all turns."""

    def solve(self, progress: Progress) -> Tables:
        """What every hold is worth when five dice are rolled (the fewest turns left first), and a roll-off."""
        first = roll_off(self.rolls).first if self.options.ties == "rolloff" else 0.5
        turns, layers = Turns(self.chips, self.rolls), list[Floats]()
        for layer in range(self.layers):
            guess = layers[-1] if layers else np.full(self.chips.size, 0.5)
            for worths, residual in self._sweeps(turns, guess, layer, first):
                guess = worths
                progress((layer + _part_done(residual)) / self.layers)
            layers.append(guess)
        progress(1.0)
        return {"holds": np.array(layers), "first": np.array([first])}

    def _sweeps(self, turns: Turns, holds: Floats, layer: int, first: float) -> Iterator[tuple[Floats, float]]:
        before, residual = holds, 1.0
        while residual > RESIDUAL:
            after = self.after_turn(holds if not self.options.turns else before if layer else None, first)
            better = turns.worths(holds, after)[self.rolls.start]
            residual = float(np.abs(better - holds).max())
            holds = better
            yield holds, residual

    def after_turn(self, holds: Floats | None, first: float) -> Floats:
        """What a turn's end is worth to whoever made it: where they tie, the other is first to roll off."""
        return self.chips.after_turn(holds, 1 - first)

    def read(self, tables: Tables) -> SolvedMatch:
        """Tables that were worked out before. Raises `Malformed` for what are none."""
        try:
            holds = np.asarray(tables["holds"], np.float64)
            first = np.asarray(tables["first"], np.float64)
        except (KeyError, TypeError, ValueError) as error:
            raise no_tables() from error
        in_range = [bool(((part >= 0) & (part <= 1)).all()) for part in (holds, first)]
        if holds.shape != (self.layers, self.chips.size) or first.shape != (1,) or not all(in_range):
            raise no_tables()
        return SolvedMatch(self, holds, float(first[0]))


class SolvedMatch:
    """A game that was worked out: what each hold is worth, by the turns that are left."""

    def __init__(self, match: Match, holds: Floats, first: float) -> None:
        self.match, self.holds = match, holds
        self.roll_off = RollOff(match.rolls, first)
        limited = bool(match.options.turns)
        ahead = [None, *holds[:-1]] if limited else [*holds]
        self.after = [match.after_turn(part, first) for part in ahead]
        """What a turn's end is worth, by the turns that are left with it."""

    def residual(self) -> float:
        """How far any hold is from what its best moves give, by a sweep over all of them."""
        turns, start = Turns(self.match.chips, self.match.rolls), self.match.rolls.start
        swept = [
            np.abs(turns.worths(holds, after)[start] - holds).max()
            for holds, after in zip(self.holds, self.after, strict=True)
        ]
        tied = self.roll_off.residual() if self.match.options.ties == "rolloff" else 0.0
        return float(max(*swept, tied))


def _part_done(residual: float) -> float:
    """Residuals shrink by the same part in the same time."""
    return min(max(log(residual or RESIDUAL) / log(RESIDUAL), 0.0), 1.0)
