"""Perfect play of Pig for two: what every pair of totals is worth to whoever begins a turn.

All else follows from these. Within a turn the rest is known, from the last roll that could be needed backwards: so a
turn is worth what the rival leaves after a one, and the two turns of a pair of totals hang on each other only there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pig import Hold, Pig, PigOptions

from knobel.core.contract import Move, Seat
from knobel.core.solution import Certificate, Progress, Tables, Worth, no_position, no_tables, unsolved_seats

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

SETTLED = 1e-15
MAX_ROUNDS = 100


class PigSolver:
    """Solves Pig for two."""

    version = 1
    proven = True
    position = "mine,theirs,gathered"

    def __init__(self, seats: int, options: PigOptions) -> None:
        if seats != 2:
            raise unsolved_seats("Pig", 2, seats)
        self.target = options.target
        self.key = f"target={options.target}"

    def solve(self, progress: Progress) -> Tables:
        import numpy as np

        target = self.target
        values = np.zeros((target, target))
        for points in range(2 * target - 2, -1, -1):  # a turn leads to more points, or back to as many
            self._settle(values, points)
            progress(1 - points / (2 * target - 1))
        return {"values": values}

    def _settle(self, values: Numbers, points: int) -> None:
        """What both are worth where they have so many points together: Newton's method, for all such pairs at once."""
        mine, theirs = pairs(points, self.target)
        value = values[mine, theirs]
        for _ in range(MAX_ROUNDS):
            left = value[::-1]  # the rival's turn, with the totals the other way round
            turn, slope = turns(values, mine, theirs, left)
            at_none = turn - slope * left
            better = (at_none + slope * at_none[::-1]) / (1 - slope * slope[::-1])
            change = abs(better - value).max()
            value = better
            if change < SETTLED:
                break
        values[mine, theirs] = value

    def judge(self, tables: Tables) -> PigJudge:
        import numpy as np

        values: Any = tables.get("values", np.zeros(0))
        if values.dtype != np.float64 or values.shape != (self.target, self.target):
            raise no_tables()
        if not ((values >= 0) & (values <= 1)).all():
            raise no_tables()
        return PigJudge(values, self.target)


class PigJudge:
    """What a pair of totals is worth, and so every position and move."""

    def __init__(self, values: Numbers, target: int) -> None:
        self.values = values
        self.target = target

    def value(self, position: Sequence[int] = ()) -> float:
        mine, theirs, gathered = self._open(position or (0, 0, 0))
        return self._turn(mine, theirs)[gathered]

    def certificate(self) -> Certificate:
        return Certificate(kind="residual", bound=max(self._residuals()))

    def worths(self, view: Pig, seat: Seat, moves: Sequence[Move]) -> tuple[Worth, ...]:
        chances = [self._held(view, seat) if isinstance(move, Hold) else self._rolled(view, seat) for move in moves]
        best = chances.index(max(chances)) if chances else 0
        return tuple(
            Worth(move=move, chance=chance, share=float(number == best))
            for number, (move, chance) in enumerate(zip(moves, chances, strict=True))
        )

    def chance(self, view: Pig, seat: Seat) -> float:
        if (places := view.outcome()) is not None:
            return float(places[seat] == 1)
        mover = view.turn
        if view.in_the_air:
            chance = self._rolled(view, mover)
        else:
            chance = self._turn(view.totals[mover], view.totals[1 - mover])[view.gathered]
        return chance if mover == seat else 1 - chance

    def _held(self, view: Pig, seat: Seat) -> float:
        return 1 - float(self.values[view.totals[1 - seat], view.totals[seat] + view.gathered])

    def _rolled(self, view: Pig, seat: Seat) -> float:
        mine, theirs = view.totals[seat], view.totals[1 - seat]
        return rolled(self._turn(mine, theirs), view.gathered, float(self.values[theirs, mine]))

    def _turn(self, mine: int, theirs: int) -> list[float]:
        """What a turn is worth once it has gathered so many points: 0, 1, 2 and so on."""
        left = float(self.values[theirs, mine])
        turn = [1.0] * (self.target - mine + 6)
        for gathered in range(self.target - mine - 1, -1, -1):
            held = 1 - float(self.values[theirs, mine + gathered]) if gathered else 0
            turn[gathered] = max(held, rolled(turn, gathered, left))
        return turn

    def _open(self, position: Sequence[int]) -> Sequence[int]:
        if len(position) == 3:
            mine, theirs, gathered = position
            if min(position) >= 0 and max(mine + gathered, theirs) < self.target:
                return position
        raise no_position(",".join(map(str, position)), PigSolver.position)

    def _residuals(self) -> Iterator[float]:
        """How far every pair of totals is from what the best turn gives."""
        for points in range(2 * self.target - 1):
            mine, theirs = pairs(points, self.target)
            value = self.values[mine, theirs]
            yield float(abs(turns(self.values, mine, theirs, value[::-1])[0] - value).max())


def rolled(turn: Sequence[float], gathered: int, left: float) -> float:
    """What a roll is worth: a one leaves the rival their turn, all else goes on."""
    return (1 - left + sum(turn[gathered + 2 : gathered + 7])) / 6


def pairs(points: int, target: int) -> tuple[Any, Any]:
    """Both totals, wherever they are so many together and the game goes on."""
    import numpy as np

    mine = np.arange(max(0, points - target + 1), min(points, target - 1) + 1)
    return mine, points - mine


def turns(values: Numbers, mine: Any, theirs: Any, left: Numbers) -> tuple[Numbers, Numbers]:
    """What turns are worth if the rivals' are worth so much after a one; and by how much that changes with theirs."""
    import numpy as np

    target, most = len(values), len(values) - int(mine.min())
    turn, slope = np.ones((most + 6, len(mine))), np.zeros((most + 6, len(mine)))
    for gathered in range(most - 1, -1, -1):
        total = mine + gathered
        roll = (1 - left + turn[gathered + 2 : gathered + 7].sum(axis=0)) / 6
        held = 1 - values[theirs, np.minimum(total, target - 1)] if gathered else np.zeros(len(mine))
        turn[gathered] = np.where(total < target, np.maximum(roll, held), 1)
        slope[gathered] = np.where(
            (total < target) & (roll > held), (slope[gathered + 2 : gathered + 7].sum(axis=0) - 1) / 6, 0
        )
    return turn[0], slope[0]


def solver(seats: int, options: PigOptions) -> PigSolver:
    """What solves Pig, found by this name. Raises `Malformed` where more than two play."""
    return PigSolver(seats, options)
