"""Shizzle as numbers: the moves of a table, and what a seat sees of it.

Numbers of moves, in this order: strike with each die; roll; lay each die; where returns are made at once, one for each
rival who may return (from the left); then the ways to stop. There is one of these where returns are made at once; where
they are made at the end of a turn, one for each way to share them out among the rivals, as far as all points of the
table could pay for it: 8 for two players, 51,035 for six.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from knobel.core.contract import Move, Seat
from knobel.core.numbers import ListedNumbers, Observation, from_seat, one_of, share
from knobel.games.shizzle.dice import COLOURS, DICE, NUMBERS
from knobel.games.shizzle.moves import Return, Stop
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import BANK, LAYS, ROLL, SHIZZLE, STRIKES, Shizzle

EACH_DIE = 3 + len(COLOURS) + len(NUMBERS)
EACH_SEAT = 6
REST = 10


class ShizzleNumbers(ListedNumbers):
    """A table of Shizzle as numbers. Rivals are counted from the left of whose move it is."""

    def __init__(self, seats: int, options: ShizzleOptions) -> None:
        self.seats = seats
        at_end = options.returns == "at_end"
        returns = () if at_end else (Return(rival) for rival in range(1, seats))
        shares = _shares(seats - 1, BANK[seats]) if at_end else iter([()])
        stops = (Stop(tuple(rival + 1 for rival, times in enumerate(each) for _ in range(times))) for each in shares)
        observed = EACH_SEAT * seats + EACH_DIE * len(DICE) + REST
        super().__init__((*STRIKES, ROLL, *LAYS, *returns, *stops), observed)

    def move(self, view: Shizzle, seat: Seat, number: int) -> Move:
        return self._turned(super().move(view, seat, number), seat)

    def number(self, view: Shizzle, seat: Seat, move: Move) -> int:
        return super().number(view, seat, self._turned(move, -seat))

    def _turned(self, move: Move, by: int) -> Move:
        """The same move with the rivals that it names counted from elsewhere."""
        match move:
            case Return(rival):
                return Return((rival + by) % self.seats)
            case Stop(returns) if returns:
                return Stop(tuple(sorted((rival + by) % self.seats for rival in returns)))
            case _:
                return move

    def observe(self, view: Shizzle, seat: Seat) -> Observation:
        whole = BANK[self.seats]
        row: list[float] = []
        rolling_off = dict(view.rolloff)
        for other in from_seat(seat, self.seats):
            worth = rolling_off.get(other)
            row += (share(view.points[other], whole), float(view.turn == other and not view.ended))
            row += (float(other in rolling_off), share(worth or 0, 60), share(view.rolloffs_won[other], 10))
            row.append(float(worth is not None))
        for die in DICE:
            row += self._die(view, die)
        row += (share(view.bank, whole), float(view.begun), share(view.laid, 5), share(view.possible, 6))
        row += (float(view.fizzled), share(view.shizzles, 6), share(view.returned, 6), float(view.line_returned))
        row += (share(view.turns, 100 * self.seats), share(view.worth() if view.line else 0, 60))
        return tuple(row)

    def _die(self, view: Shizzle, die: int) -> list[float]:
        """Where a die is, and what it shows: in the line, at its end, or rolled; nothing in the air."""
        line = next((face for face in view.line if face.die == die), None)
        face = line or next((face for face in view.rolled if face.die == die), None)
        where = [float(line is not None), float(line is not None and line == view.line[-1]), share(len(view.line), 6)]
        if face is None:
            return [*where, *one_of(None, len(COLOURS)), *one_of(None, len(NUMBERS))]
        return [*where, *one_of(COLOURS.index(face.colour), len(COLOURS)), *one_of(face.number - 1, len(NUMBERS))]


def _shares(rivals: int, points: int) -> Iterator[tuple[int, ...]]:
    """SHZ-21, SHZ-R5: how often each rival may return at the end of a turn, where all have so many points together.

    >>> [each for each in _shares(2, 8)]
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
    """
    if not rivals:
        yield ()
        return
    for times in range((points + SHIZZLE - 1) // SHIZZLE + 1):
        used = SHIZZLE * times - SHIZZLE + 1 if times else 0
        if used <= points:
            for rest in _shares(rivals - 1, points - used):
                yield times, *rest


@lru_cache(16)
def numbers(seats: int, options: ShizzleOptions) -> ShizzleNumbers:
    """The numbers of a table of Shizzle."""
    return ShizzleNumbers(seats, options)
