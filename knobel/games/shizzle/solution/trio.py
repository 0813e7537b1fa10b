"""A game for three, as far as it can be worked out: what each hold is worth to everybody.

Of three, whoever makes a Shizzle also chooses which rival returns for it, and often both are nearly as good: what is
nothing to the one who chooses decides between the others. With best moves alone, the first of equals being taken, that
goes round in a circle without an end: from sweep to sweep some chances change by ten percentage points (`circling`).

So everybody hesitates a little: of moves that are nearly as good each is made now and then, the better ones more often
(`HESITATION`). Then it settles, and `residual` says what the best moves of any hold would bring more than is reckoned
with. It is the best that is known, and no perfect play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from knobel.core.solution import Progress, Tables, no_tables
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import FIZZLE, SHIZZLE
from knobel.games.shizzle.solution.chips import LENGTHS, Integers
from knobel.games.shizzle.solution.rolls import Floats, rolls_for

SEATS = 3
HESITATION = 0.003
"""Of two moves, the one that is worse by so much is made e times less often."""
SETTLED = 3e-4
"""It is done when no chance changes by more than this from sweep to sweep."""
MAX_SWEEPS = 400
FIRST = 1e-9
"""Where nobody hesitates, a move is better than an earlier one if it is better by more than this."""
SCALE = 2**16 - 1
"""Chances are kept in so many steps."""

Pair = tuple[Floats, Floats]
"""How likely whoever's turn it is wins, and the next player; the third has the rest."""


class Trio:
    """Every hold of a game for three: the points of whoever's turn it is, of the next and the third, and Shizzles."""

    def __init__(self, options: ShizzleOptions, chips: int) -> None:
        self.chips, self.rolls = chips, rolls_for(options)
        grid = np.indices((chips + 1,) * SEATS).reshape(SEATS, -1)
        self._points = grid[:, grid.sum(0) <= chips]
        mine, following, third = self._points
        rows = len(mine)
        self._row = np.full((chips + 1,) * SEATS, -1)
        self._row[mine, following, third] = np.arange(rows)
        self._others = self._row[following, third, mine]
        """Where it is the next player's turn."""
        self._live = mine + following + third < chips
        self.most = -(-chips // SHIZZLE)
        self._enough = -(-(chips - mine) // SHIZZLE)
        """How many Shizzles in hand empty the Bank, whatever else happens: one more changes nothing."""
        hands = np.arange(self.most + 1)[:, np.newaxis]
        held = self._live & (hands <= self._enough)
        self._hand, self._of = np.nonzero(held)
        self._number = np.full(held.shape, -1)
        self._number[held] = np.arange(len(self._of))
        self.size = len(self._of)
        points = self._points.sum(0)
        self._blocks = [np.flatnonzero(points[self._of] == level) for level in reversed(range(chips))]
        """Holds with as many chips in the Bank, from the end of a game to its beginning."""
        self._before = np.argsort(self._others)
        """Where it was the turn of whoever's is the third now."""
        top = self._points.max(0) == self._points
        self._won = top / top.sum(0)

    def hold(self, points: Sequence[int], hand: int) -> int:
        """The number of a hold."""
        row = self._row[tuple(points)]
        return int(self._number[min(hand, self._enough[row]), row])

    def solve(self, progress: Progress) -> Tables:
        """Sweeps over all holds, until they settle."""
        holds, change, done = np.full((2, self.size), 1 / SEATS), 1.0, 0.0
        for _ in range(MAX_SWEEPS):
            before, holds = holds, self.swept(holds, HESITATION, at_once=True)
            change = _apart(before, holds)
            if change < SETTLED:
                break
            done = max(done, log(change) / log(SETTLED))
            progress(done)
        progress(1.0)
        return {"holds": np.round(holds * SCALE).astype(np.uint16), "change": np.array([change])}

    def circling(self, sweeps: int, last: int = 10) -> float:
        """By how much chances still change from sweep to sweep, in the last of so many, where nobody hesitates."""
        holds, most = np.full((2, self.size), 1 / SEATS), 0.0
        for sweep in range(sweeps):
            before, holds = holds, self.swept(holds, at_once=True)
            most = max(most, _apart(before, holds)) if sweep >= sweeps - last else 0.0
        return most

    def read(self, tables: Tables) -> Floats:
        """Tables that were worked out before. Raises `Malformed` for what are none."""
        try:
            kept = np.asarray(tables["holds"])
        except (KeyError, TypeError, ValueError) as error:
            raise no_tables() from error
        if kept.shape != (2, self.size) or kept.dtype != np.uint16:
            raise no_tables()
        return kept / SCALE

    def residual(self, holds: Floats) -> float:
        """What the best moves of any hold would bring whoever makes them, more than it is said to be worth, or less."""
        return float(np.abs(self.swept(holds)[0] - holds[0]).max())

    def swept(self, holds: Floats, hesitation: float = 0.0, *, at_once: bool = False) -> Floats:
        """What rolling five dice is worth in every hold, from what it is worth in all of them.

        At once: what is new counts already for what is looked at later, nearer to the beginning of a game.
        """
        found, after = holds.copy(), self.after(holds)
        known = found if at_once else holds
        for block in self._blocks:
            found[:, block] = self.turn(known, after, block, hesitation)[self.rolls.start]
            if at_once:
                self._begin(after, found, self._of[block[self._hand[block] == 0]])
        return found

    def after(self, holds: Floats) -> Floats:
        """What a turn's end is worth, by everybody's points: to whoever made it, and to the next, whose turn it is."""
        after = self._won[:2].copy()
        self._begin(after, holds, np.flatnonzero(self._live))
        return after

    def _begin(self, after: Floats, holds: Floats, rows: Integers) -> None:
        """Says what the end of a turn is worth after which another one begins with these points."""
        mine, following = holds[:, self._number[0, rows]]
        after[1, self._before[rows]] = mine
        after[0, self._before[rows]] = 1 - mine - following

    def turn(self, holds: Floats, after: Floats, of: Integers, hesitation: float = 0.0) -> list[Pair]:
        """What dice in the air are worth in these holds, by standing."""
        hand, row = self._hand[of], self._of[of]
        stops = {length: _pair(after, self._paid(row, SHIZZLE * hand + length)) for length in LENGTHS}

        def chosen(ways: Sequence[Pair]) -> Pair:
            return _hesitating(ways, hesitation) if hesitation and len(ways) > 1 else _best(ways)

        made = chosen(list(self._made(holds, after, hand, row)))
        choke = _pair(after, row)
        rolled, best = [made, stops[FIZZLE]], [made, stops[FIZZLE]]
        for standing in range(2, len(self.rolls.lengths)):
            worth = np.zeros_like(choke[0]), np.zeros_like(choke[1])
            for chance, allowed in self.rolls.falls[standing]:
                way = chosen([best[lies] for lies in allowed]) if allowed else choke
                for part, more in zip(worth, way, strict=True):
                    part += chance * more
            rolled.append(worth)
            length = self.rolls.lengths[standing]
            best.append(chosen([stops[length], worth]) if length in stops else worth)
        return rolled

    def _made(self, holds: Floats, after: Floats, hand: Integers, row: Integers) -> Iterator[Pair]:
        """SHZ-18, SHZ-R3: what can be done with a Shizzle, in the order in which equals are taken."""
        yield _pair(after, self._paid(row, SHIZZLE * (hand + 1)))
        more = np.minimum(hand + 1, self._enough[row])
        yield _where(more > hand, _pair(holds, self._number[more, row]))
        mine, following, third = self._points[:, row]
        for left in ((np.maximum(following - SHIZZLE, 0), third), (following, np.maximum(third - SHIZZLE, 0))):
            fewer = self._row[mine, *left]
            yield _where(fewer != row, _pair(after, self._paid(fewer, SHIZZLE * hand)))
            yield _where(fewer != row, _pair(holds, self._number[hand, fewer]))

    def _paid(self, row: Integers, worth: Integers) -> Integers:
        """Where it ends when the Bank pays what it has."""
        mine, following, third = self._points[:, row]
        return self._row[mine + np.minimum(worth, self.chips - mine - following - third), following, third]


def _pair(worths: Floats, at: Integers) -> Pair:
    return worths[0, at], worths[1, at]


def _where(possible: NDArray[np.bool_], worths: Pair) -> Pair:
    """These worths, and less than any where it cannot be."""
    return np.where(possible, worths[0], -1.0), worths[1]


def _best(ways: Sequence[Pair]) -> Pair:
    """For each hold the first of the best ways, as whoever chooses sees it."""
    mine, following = ways[0]
    for other, theirs in ways[1:]:
        better = other > mine + FIRST
        mine, following = np.where(better, other, mine), np.where(better, theirs, following)
    return mine, following


def _hesitating(ways: Sequence[Pair], hesitation: float) -> Pair:
    """For each hold all ways, the better ones more often."""
    mine, following = (np.stack(parts) for parts in zip(*ways, strict=True))
    often = np.exp((mine - mine.max(0)) / hesitation)
    often /= often.sum(0)
    return (often * mine).sum(0), (often * following).sum(0)


def _apart(holds: Floats, others: Floats) -> float:
    """How far anybody's chance in any hold is from another reckoning, the third player's included."""
    change = others - holds
    return float(max(np.abs(change).max(), np.abs(change.sum(0)).max()))
