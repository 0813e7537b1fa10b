"""Everything that can happen at a table of Shizzle."""

from __future__ import annotations

from knobel.core.contract import Move, SeatNamed
from knobel.games.shizzle.dice import DieIndex, Face


class Strike(Move, frozen=True):
    """SHZ-06: the first player chooses the die that is rolled alone to be the Spark."""

    die: DieIndex


class Roll(Move, frozen=True):
    """SHZ-07, SHZ-25: every die outside the line is rolled."""


class Lay(Move, frozen=True):
    """SHZ-08: a rolled die joins the open end of the line."""

    die: DieIndex


class Return(Move, frozen=True):
    """SHZ-18, SHZ-R3: a rival immediately returns six points for the Shizzle just made."""

    rival: SeatNamed


class Stop(Move, frozen=True):
    """The turn ends safely. SHZ-21: each Shizzle that no rival has returned points for is taken as points.

    SHZ-R3, where the table returns at the end of a turn: the rivals who return for a Shizzle are named here.
    """

    returns: tuple[SeatNamed, ...] = ()


class Starts(Move, frozen=True):
    """Nature: who has the first turn, where the table lets chance decide (SHZ-05)."""

    seat: SeatNamed


class Fell(Move, frozen=True):
    """Nature: the dice just rolled, as they lie."""

    faces: tuple[Face, ...]
