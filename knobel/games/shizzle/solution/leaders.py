"""For more than two: as if whoever leads the others were the only rival. The best that is known, and no perfect play.

The Bank is taken as it is, up to what it holds for two, and so is the lead over that rival: what the two would have of
all chips follows from both. Where points end the game, they are taken as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from knobel.core.contract import Move, Seat
from knobel.core.solution import Certificate, Worth, unsolved_seats
from knobel.games.shizzle.moves import Return, Stop
from knobel.games.shizzle.rules import BANK, Shizzle
from knobel.games.shizzle.solution.judge import ShizzleJudge

ME, RIVAL = 0, 1
"""The seats of the game for two."""


class DuelJudge:
    """Asks the solution for two about the rival who leads."""

    def __init__(self, two: ShizzleJudge, seats: int) -> None:
        self._two, self._seats = two, seats

    def value(self, position: Sequence[int] = ()) -> float:
        raise unsolved_seats("Shizzle", 2, self._seats)

    def certificate(self) -> Certificate:
        raise unsolved_seats("Shizzle", 2, self._seats)

    def worths(self, view: Shizzle, seat: Seat, moves: Sequence[Move]) -> tuple[Worth, ...]:
        rival = leader(view, seat)
        state = duel(view, seat, rival)
        known = {move: mine for move in moves if (mine := against(move, rival)) is not None and mine in state.moves(ME)}
        found = {each.move: each.chance for each in self._two.worths(state, ME, tuple(known.values()))}
        chances = [found[known[move]] if move in known else 0.0 for move in moves]
        best = chances.index(max(chances)) if chances else 0
        return tuple(
            Worth(move=move, chance=chance, share=float(at == best))
            for at, (move, chance) in enumerate(zip(moves, chances, strict=True))
        )

    def chance(self, view: Shizzle, seat: Seat) -> float:
        raise unsolved_seats("Shizzle", 2, self._seats)


def leader(view: Shizzle, seat: Seat) -> Seat:
    """The rival who has most; of several, whose turn comes first."""
    seats = len(view.points)
    return max(((seat + on) % seats for on in range(1, seats)), key=lambda rival: view.points[rival])


def duel(view: Shizzle, seat: Seat, rival: Seat) -> Shizzle:
    """The turn of a seat, in a game for two against one of its rivals."""
    mine, theirs = view.points[seat], view.points[rival]
    bank = min(view.bank, BANK[2])
    if view.options.target and mine + theirs < BANK[2]:  # there it is points that end the game
        bank = BANK[2] - mine - theirs
    taken = BANK[2] - bank
    theirs = min(max((taken - mine + theirs) // 2, 0), taken)
    turns = view.turns // len(view.points) * 2
    return replace(view, points=(taken - theirs, theirs), bank=bank, turn=ME, turns=turns, rolloffs_won=(0, 0))


def against(move: Move, rival: Seat) -> Move | None:
    """What a move is in the game for two; None for what names anybody but the rival."""
    match move:
        case Return(named):
            return Return(RIVAL) if named == rival else None
        case Stop(named):
            return Stop((RIVAL,) * len(named)) if set(named) <= {rival} else None
        case _:
            return move
