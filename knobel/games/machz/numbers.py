"""MACHZ as numbers: the moves of a table, and what a seat sees of it.

Numbers of moves, in this order: roll; roll one die again, two, none; vote yes, no; no bet; then for each number of
chips that a bet may have here the bets on a match and on none.
"""

from __future__ import annotations

from typing import get_args

from knobel.core.contract import Seat
from knobel.core.numbers import ListedNumbers, Observation, counted, from_seat, one_of, share
from knobel.games.machz.dice import COLOURS, SET
from knobel.games.machz.moves import Bet, Side
from knobel.games.machz.options import MachzOptions
from knobel.games.machz.rules import CHOICES, ROLLS, VOTES, Machz, Phase, bets_up_to

PHASES: tuple[Phase, ...] = get_args(Phase)
SIDES: tuple[Side, ...] = get_args(Side)
EACH_SEAT = 11 + len(SIDES)
REST = 8
WHOLE_POT = 1000


class MachzNumbers(ListedNumbers):
    """A table of MACHZ as numbers."""

    def __init__(self, seats: int, options: MachzOptions) -> None:
        self.seats = seats
        self.largest = 1 if options.bet_size == "one" else options.most_bet
        moves = (*ROLLS, *CHOICES, *VOTES, *bets_up_to(self.largest))
        super().__init__(moves, EACH_SEAT * seats + len(PHASES) + 4 * len(COLOURS) + REST)

    def observe(self, view: Machz, seat: Seat) -> Observation:
        row: list[float] = []
        named = view.phase not in ("agreeing", "starting")  # before, nobody has been named
        for other in from_seat(seat, self.seats):
            row += (share(view.chips[other], view.supply), share(view.machz[other], 10), share(view.won[other], 10))
            row += (float(named and view.setter == other), float(named and view.roller == other))
            row.append(float(other in view.contenders))
            row += self._decided(view, other)
        row += one_of(PHASES.index(view.phase), len(PHASES))
        for dice in (view.object_set, view.locked, view.loose, view.fell):
            row += counted(dice, COLOURS, SET)
        row += (share(view.pot, WHOLE_POT), share(view.supply, WHOLE_POT), float(view.many), float(view.pair_used))
        row += (share(view.dice, SET), share(view.sets, 100), share(view.games, 100), share(view.refilled, 9))
        return tuple(row)

    def _decided(self, view: Machz, seat: Seat) -> list[float]:
        """What is seen of a seat's vote and of its bet: whether there is one, and what it is unless it is covered."""
        vote = view.votes[seat] if view.votes else None
        bet = view.bets[seat] if view.bets else None
        known = bet if isinstance(bet, Bet) else None
        side = one_of(SIDES.index(known.side) if known else None, len(SIDES))
        chips = share(known.chips, self.largest) if known else 0.0
        voted = [float(vote is not None), float(vote is True), float(bool(view.votes))]
        return [*voted, float(bet is not None), *side, chips]


def numbers(seats: int, options: MachzOptions) -> MachzNumbers:
    """The numbers of a table of MACHZ."""
    return MachzNumbers(seats, options)
