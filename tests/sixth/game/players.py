"""Players of High Die."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knobel.core.contract import Move, Open, Seat
from knobel.core.player import Intent

from .moves import Roll
from .rules import HighDie


class Eager:
    """Rolls."""

    def decide(self, view: HighDie, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        return Intent(Roll())
