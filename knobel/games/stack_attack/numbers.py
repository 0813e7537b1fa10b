"""Stack Attack as numbers: the moves of a table, and what a seat sees of it.

Numbers of moves, in this order: roll; stop; place each number with the middle of the top die as its aim. With dexterity
also: let go; place each number with each aim of a grid; shift to each aim of the grid. The grid is 7 by 7, one aim
every 2 mm to either side, to the front and to the back, and no turn: an aim between two of them has no number.
"""

from __future__ import annotations

from itertools import product
from typing import get_args

from knobel.core.contract import Open, Seat
from knobel.core.numbers import ListedNumbers, Observation, from_seat, one_of, share
from knobel.games.stack_attack.moves import DIE, REACH, Place, Shift
from knobel.games.stack_attack.options import StackAttackOptions
from knobel.games.stack_attack.rules import LET_GO, PLACES, ROLL, STOP, Phase, StackAttack

PHASES: tuple[Phase, ...] = get_args(Phase)
GRID = tuple(product(range(-6_000, 6_001, 2_000), repeat=2))
"""The aims that have a number, in micrometres from the middle of the top die."""
FACES = 7
"""No die, or the number on it."""
EACH_SEAT = 5
REST = 12
WHOLE_TOWER = 22


class StackAttackNumbers(ListedNumbers):
    """A table of Stack Attack as numbers."""

    def __init__(self, seats: int, options: StackAttackOptions) -> None:
        self.seats = seats
        aims = [aim for aim in GRID if aim != (0, 0)] if options.dexterity else []
        aimed = (Place(place.die, x, y) for place in PLACES for x, y in aims)
        handled = (LET_GO, *aimed, *(Shift(x, y) for x, y in GRID)) if options.dexterity else ()
        super().__init__((ROLL, STOP, *PLACES, *handled), EACH_SEAT * seats + len(PHASES) + 3 * FACES + REST)

    def legal(self, view: StackAttack, seat: Seat, at: int = 0) -> list[int]:
        kinds = {move.kind for move in view.moves(seat, at) if isinstance(move, Open)}
        rich = (
            number
            for number, move in enumerate(self.moves)
            if type(move).__name__ in kinds and view.refusal(seat, move, at) is None
        )
        return sorted({*super().legal(view, seat, at), *rich})

    def observe(self, view: StackAttack, seat: Seat) -> Observation:
        row: list[float] = []
        for other in from_seat(seat, self.seats):
            row += (share(view.points[other], 100), float(other in view.playing), float(view.turn == other))
            row += (share(view.on_tower(other), 5), share(view.in_hand(other), 5))
        row += one_of(PHASES.index(view.phase), len(PHASES))
        row += one_of(view.top() or 0, FACES)
        row += [share(view.rolled.count(number), 5) for number in range(FACES)]
        row += one_of(view.held.die if view.held else 0, FACES)
        row += (share(len(view.tower), WHOLE_TOWER), share(view.added, 5), float(view.is_playoff()))
        row += self._tower(view)
        return tuple(row)

    def _tower(self, view: StackAttack) -> list[float]:
        """STK-R9: how far the top die lies from the middle and from the one below it, and where the hand is."""
        top = view.poses[-1] if view.poses else None
        below = view.poses[-2] if len(view.poses) > 1 else None
        row: list[float] = [float(top is not None)]
        for at, under in ((top.x, below.x if below else 0), (top.y, below.y if below else 0)) if top else ((0, 0),) * 2:
            row += (share(at + 2 * DIE, 4 * DIE), share(at - under + DIE, 2 * DIE))
        aim = (view.held.x, view.held.y) if view.held else (0, 0)
        row += (share(each + REACH, 2 * REACH) for each in aim)
        row += (share(each + DIE, 2 * DIE) for each in (view.slip.dx, view.slip.dy))
        return row


def numbers(seats: int, options: StackAttackOptions) -> StackAttackNumbers:
    """The numbers of a table of Stack Attack."""
    return StackAttackNumbers(seats, options)
