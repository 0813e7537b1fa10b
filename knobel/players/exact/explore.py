"""Every position that can be reached from a start, as numbers: what each move leads to, and how likely.

Dice in the air are looked through: a move leads to the positions in which somebody decides again, or to the end.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache

from knobel.core.chances import Chances
from knobel.core.contract import Due, Move, Open, Seat, State
from knobel.core.errors import KnobelError

Tell = Callable[[int, int], None]
"""Told how many positions are settled, and how many have been found."""

LOST, SHARED = 0, 1
"""The first two positions stand for every end of a game: the player meant has lost it, or shares the win."""

NEWS = 50_000
"""After how many positions there is something to tell."""

_SURE = (1.0,)


class Unsolvable(KnobelError):
    """A game that cannot be solved exactly, and why."""


class Graph:
    """All positions. A position has its actions in a row, and an action its targets, as likely as its lottery says.

    A code is twice a position's number plus the seat to move. A target is twice a position's number, plus 1 if the
    other player is to move there: what they win, we lose.
    """

    def __init__(self) -> None:
        self.codes: dict[State, int] = {}
        self.first_action = array("q", [0, 0, 0])
        """Position p owns the actions from first_action[p] up to first_action[p + 1]; the two ends own none."""
        self.first_target = array("q")
        self.lottery = array("q")
        self.targets = array("q")
        self.lotteries: dict[tuple[float, ...], int] = {}
        self._found: list[State] = []

    @property
    def size(self) -> int:
        """How many positions there are, with the two ends."""
        return len(self._found) + 2

    def explore(self, start: State, tell: Tell) -> None:
        """Finds everything that can be reached. Raises `Unsolvable` at the first position that cannot be solved."""
        self._place(start, start.due())
        for number, state in enumerate(self._found):  # it grows while it is walked
            mover = self.codes[state] & 1
            for move in listed(state, mover):
                self._add_action(mover, *self._outcomes(state.after(mover, move, 0)))
            self.first_action.append(len(self.first_target))
            if number % NEWS == 0:
                tell(0, self.size)
        self.first_target.append(len(self.targets))

    def _add_action(self, mover: Seat, chances: tuple[float, ...], codes: list[int]) -> None:
        self.first_target.append(len(self.targets))
        self.lottery.append(self.lotteries.setdefault(chances, len(self.lotteries)))
        self.targets.extend([code ^ mover for code in codes])

    def _outcomes(self, state: State) -> tuple[tuple[float, ...], list[int]]:
        """Where a position leads by itself: to itself, or, with dice in the air, wherever they may fall."""
        code = self.codes.get(state)
        if code is not None:
            return _SURE, [code]
        due = state.due()
        if not due.nature:
            return _SURE, [self._place(state, due)]
        moves, chances = weighed(state.chances())
        falls = [state.after("nature", move, 0) for move in moves]
        known = [self.codes.get(fallen) for fallen in falls]
        if None not in known:
            return chances, known  # pyright: ignore[reportReturnType]
        parts = [self._outcomes(fallen) for fallen in falls]
        if all(part is _SURE for part, _ in parts):
            return chances, [codes[0] for _, codes in parts]
        joint = tuple(chance * then for chance, (part, _) in zip(chances, parts, strict=True) for then in part)
        return joint, [code for _, codes in parts for code in codes]

    def _place(self, state: State, due: Due) -> int:
        if due.places is not None:
            code = ended(due.places)
        else:
            code = 2 * self.size + mover_of(due)
            self._found.append(state)
        self.codes[state] = code
        return code


def listed(state: State, seat: Seat) -> list[Move]:
    """The legal moves of a seat, all of them listed."""
    moves = state.moves(seat)
    if any(isinstance(move, Open) for move in moves):
        raise Unsolvable("exact-rich")
    return moves  # pyright: ignore[reportReturnType]


def mover_of(due: Due) -> Seat:
    """The one seat that must move."""
    if due.may or due.alarm or len(due.must) != 1:
        raise Unsolvable("exact-turns")
    (seat,) = due.must
    return seat


def ended(places: tuple[int, ...]) -> int:
    """The code of an end of the game."""
    first, second = places
    return 2 * SHARED if first == second else 2 * LOST + (first < second)


@lru_cache(maxsize=256)
def weighed(chances: object) -> tuple[tuple[Move, ...], tuple[float, ...]]:
    """What may fall, and how likely each of it is."""
    if not isinstance(chances, Chances):
        raise Unsolvable("exact-rich")
    falls = chances.weighed()
    return tuple(falls), tuple(float(chance) for chance in falls.values())
