"""Everything that can happen at a table of High Die."""

from __future__ import annotations

from typing import Annotated

import msgspec

from knobel.core.contract import Move


class Roll(Move, frozen=True):
    """HID-01: a player rolls the die."""


class Fell(Move, frozen=True):
    """Nature: the die shows `pips`."""

    pips: Annotated[int, msgspec.Meta(ge=1, le=6)]
