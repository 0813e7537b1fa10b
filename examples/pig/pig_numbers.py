"""Pig as numbers: 0 is to roll, 1 is to hold. What a seat sees are all totals, its own first, whose turn it is, what
the turn has gathered, and whether the die is in the air.
"""

from __future__ import annotations

from pig import Hold, Pig, PigOptions, Roll

from knobel.core.contract import Seat
from knobel.core.numbers import ListedNumbers, Observation, from_seat, share


class PigNumbers(ListedNumbers):
    """A table of Pig as numbers."""

    def __init__(self, seats: int, options: PigOptions) -> None:
        self.target = options.target
        super().__init__((Roll(), Hold()), 2 * seats + 2)

    def observe(self, view: Pig, seat: Seat) -> Observation:
        row: list[float] = []
        for other in from_seat(seat, len(view.totals)):
            row += (share(view.totals[other], self.target), float(view.turn == other))
        return (*row, share(view.gathered, self.target), float(view.in_the_air))


def numbers(seats: int, options: PigOptions) -> PigNumbers:
    """The numbers of a table of Pig, found by this name."""
    return PigNumbers(seats, options)
