"""Schocken as numbers: the moves of a table, and what a seat sees of it.

Numbers of moves are their places in the list of all that a player could think of (`candidates`): to stand and to throw
any of the dice, without and with sixes turned. There are 16; 24 where two of three sixes may be turned; and 4 where
throws are only counted.
"""

from __future__ import annotations

from knobel.core.contract import Seat
from knobel.core.numbers import ListedNumbers, Observation, from_seat, one_of, share
from knobel.games.schocken.cup import ALL_DICE
from knobel.games.schocken.options import SchockenOptions
from knobel.games.schocken.rules import COUNTS, MOST_THROWS, ONE_SIX, TWO_SIXES, Schocken

FACES = 7
"""What a die may show: nothing to be seen, or one of its sides."""
EACH_SEAT = 5 + len(ALL_DICE) * (FACES + 1) + MOST_THROWS
REST = 4
ROUNDS = 2


class SchockenNumbers(ListedNumbers):
    """A table of Schocken as numbers."""

    def __init__(self, seats: int, options: SchockenOptions) -> None:
        self.seats = seats
        moves = COUNTS if options.counted else TWO_SIXES if options.flip_three else ONE_SIX
        super().__init__(moves, (EACH_SEAT + ROUNDS) * seats + REST)

    def observe(self, view: Schocken, seat: Seat) -> Observation:
        every = view.options.discs
        row: list[float] = []
        for other in from_seat(seat, self.seats):
            place = view.order.index(other) if other in view.order else None
            row += (share(view.discs[other], every), float(place is not None), share(place or 0, self.seats))
            row += (float(place is not None and place == view.turn), float(other in view.contenders))
            row += self._cup(view, other)
            row += (float(loser == other) for loser in (*view.losers, None, None)[:ROUNDS])
        row += (share(view.middle, every), float(view.in_the_air), share(len(view.losers), 3))
        row.append(share(view.opened, self.seats))
        return tuple(row)

    def _cup(self, view: Schocken, seat: Seat) -> list[float]:
        """What is seen of a cup: its dice, which of them were thrown last, and how many each throw used."""
        cup = view.cups[seat]
        row: list[float] = []
        for die in ALL_DICE:
            row += (*one_of(cup.faces[die], FACES), float(die in cup.fresh))
        throws = (*cup.throws, *(0,) * MOST_THROWS)[:MOST_THROWS]
        return [*row, *(share(count, len(ALL_DICE)) for count in throws)]


def numbers(seats: int, options: SchockenOptions) -> SchockenNumbers:
    """The numbers of a table of Schocken."""
    return SchockenNumbers(seats, options)
