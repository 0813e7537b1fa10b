"""What a player is: something that turns a view into a move. A view is all it gets, so it cannot cheat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from knobel.core.contract import Move, Open, Seat


class Intent(msgspec.Struct, frozen=True):
    """What a player is going to do, and how many milliseconds of table time it takes to get round to it."""

    move: Move
    after: int = 0


class Player(Protocol):
    """Decides for one seat."""

    def decide(self, view: Any, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        """What to do next, from the seat's view and its legal moves; None: keep quiet (only where it need not move)."""
        ...
