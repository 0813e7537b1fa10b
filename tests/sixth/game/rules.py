"""High Die: everybody rolls one die in turn, and the most pips win."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from knobel.core.chances import PIPS, Throw
from knobel.core.contract import IN_THE_AIR, Actor, Due, Move, Objection, Seat, State, waits_for
from knobel.core.ranking import places
from knobel.core.words import HOUSE, Catalogue

from .moves import Fell, Roll
from .options import HighDieOptions

DIE = Throw((PIPS,), lambda up: Fell(up[0] + 1))


class HighDie(State, frozen=True):
    """A position: what everybody rolled so far, in order of the turns."""

    SEAT_MOVES = (Roll,)
    NATURE_MOVES = (Fell,)
    WORDS = Catalogue.of_package(__package__ or "", HOUSE)

    options: HighDieOptions
    seats: int
    rolled: tuple[int, ...] = ()
    in_the_air: bool = False

    @classmethod
    def start(cls, seats: int, options: HighDieOptions) -> Self:
        return cls(options, seats)

    def due(self) -> Due:
        if len(self.rolled) == self.seats * self.options.rounds:
            return Due(places=places(list(self.scores())))
        return IN_THE_AIR if self.in_the_air else waits_for(len(self.rolled) % self.seats)

    def candidates(self, seat: Seat) -> tuple[Move, ...]:
        return (Roll(),)

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        return None

    def chances(self) -> Throw:
        return DIE

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        if isinstance(move, Fell):
            return replace(self, rolled=(*self.rolled, move.pips), in_the_air=False)
        return replace(self, in_the_air=True)

    def scores(self) -> tuple[int, ...]:
        """HID-02: everyone's pips."""
        return tuple(sum(self.rolled[seat :: self.seats]) for seat in range(self.seats))
