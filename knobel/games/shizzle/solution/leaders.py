"""For more than a solution is of: as if those who lead the others were the only rivals. No perfect play.

The Bank is taken as it is, up to what it holds for so few, and so are the leads: what they would have of all chips
follows from both. Where points end the game, they are taken as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from knobel.core.contract import Move, Seat
from knobel.core.solution import Certificate, Judge, Worth, unsolved_seats
from knobel.games.shizzle.moves import Return, Stop
from knobel.games.shizzle.rules import BANK, Shizzle

ME = 0
"""The seat in the smaller game; the rivals follow in the order of their turns."""


class LeadersJudge:
    """Asks a solution for fewer about the rivals who lead."""

    def __init__(self, few: Judge, size: int, seats: int) -> None:
        self._few, self._size, self._seats = few, size, seats

    def value(self, position: Sequence[int] = ()) -> float:
        raise unsolved_seats("Shizzle", 2, self._seats)

    def certificate(self) -> Certificate:
        raise unsolved_seats("Shizzle", 2, self._seats)

    def worths(self, view: Shizzle, seat: Seat, moves: Sequence[Move]) -> tuple[Worth, ...]:
        rivals = leaders(view, seat, self._size - 1)
        state = among(view, seat, rivals)
        legal = state.moves(ME)
        known = {move: mine for move in moves if (mine := against(move, rivals)) is not None and mine in legal}
        found = {each.move: each.chance for each in self._few.worths(state, ME, tuple(known.values()))}
        chances = [found[known[move]] if move in known else 0.0 for move in moves]
        best = chances.index(max(chances)) if chances else 0
        return tuple(
            Worth(move=move, chance=chance, share=float(at == best))
            for at, (move, chance) in enumerate(zip(moves, chances, strict=True))
        )

    def chance(self, view: Shizzle, seat: Seat) -> float:
        raise unsolved_seats("Shizzle", 2, self._seats)


def leaders(view: Shizzle, seat: Seat, most: int) -> tuple[Seat, ...]:
    """The rivals who have most, in the order of their turns; of several who have as much, those whose turn is next."""
    seats = len(view.points)
    others = [(seat + on) % seats for on in range(1, seats)]
    ahead = sorted(others, key=lambda rival: -view.points[rival])[:most]
    return tuple(rival for rival in others if rival in ahead)


def among(view: Shizzle, seat: Seat, rivals: Sequence[Seat]) -> Shizzle:
    """The turn of a seat, in a game against these rivals alone."""
    size = len(rivals) + 1
    points = [view.points[each] for each in (seat, *rivals)]
    bank = min(view.bank, BANK[size])
    if view.options.target and sum(points) < BANK[size]:  # there it is points that end the game
        bank = BANK[size] - sum(points)
    return replace(
        view,
        points=shared_out(BANK[size] - bank, points),
        bank=bank,
        turn=ME,
        turns=view.turns // len(view.points) * size,
        rolloffs_won=(0,) * size,
    )


def shared_out(chips: int, points: Sequence[int]) -> tuple[int, ...]:
    """So many chips, with the leads that these points are; what cannot be shared out goes to the last rival.

    >>> shared_out(6, (10, 12)), shared_out(30, (4, 9, 4)), shared_out(5, (20, 1))
    ((2, 4), (8, 13, 9), (5, 0))
    """
    leads = [each - min(points) for each in points]
    while sum(leads) > chips:
        leads[leads.index(max(leads))] -= 1
    each, rest = divmod(chips - sum(leads), len(points))
    last = min(range(1, len(points)), key=lambda rival: (leads[rival], -rival))
    return tuple(lead + each + (rest if at == last else 0) for at, lead in enumerate(leads))


def against(move: Move, rivals: Sequence[Seat]) -> Move | None:
    """What a move is in the smaller game; None for what names anybody else."""
    match move:
        case Return(rival):
            return Return(1 + rivals.index(rival)) if rival in rivals else None
        case Stop(returns):
            return Stop(tuple(1 + rivals.index(rival) for rival in returns)) if set(returns) <= set(rivals) else None
        case _:
            return move
