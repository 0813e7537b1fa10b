"""What can happen in a game of Stack Attack, and what nature's sources are asked.

Lengths are whole micrometres, angles milliradians, times milliseconds: so a record says exactly what happened.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from knobel.core.contract import Move, Part, SeatNamed

DIE = 16_000
"""How wide a die is."""

REACH = 8_000
"""How far from the middle of the top die one may aim: half a die."""

QUARTER = 1_571
"""A quarter of a full turn: however a die is turned, it looks no different than turned less than that."""

ONE = 1_000_000
"""The length of a quaternion as it is written here."""

MOST_FILM = 32_768
"""A film of a placement is no longer than this."""

Hand = Literal["child", "ordinary", "expert"]
"""How steady a hand is."""

Number = Annotated[int, msgspec.Meta(ge=1, le=6)]
Length = Annotated[int, msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)]
Offset = Annotated[int, msgspec.Meta(extra_json_schema={"minimum": -REACH, "maximum": REACH})]
Angle = Annotated[int, msgspec.Meta(extra_json_schema={"minimum": -QUARTER, "maximum": QUARTER})]
"""STK-R15: whoever asks is told the limits; an aim beyond them is refused by the rule."""
Unit = Annotated[int, msgspec.Meta(ge=-ONE, le=ONE)]
Film = Annotated[str, msgspec.Meta(max_length=MOST_FILM)]
Physics = Annotated[str, msgspec.Meta(max_length=200)]


class Pose(Part, frozen=True, array_like=True):
    """Where a die is and how it is turned: its middle, from the middle of the plate's top, and a unit quaternion."""

    x: Length
    y: Length
    z: Length
    qw: Unit = ONE
    qx: Unit = 0
    qy: Unit = 0
    qz: Unit = 0


class Wave(Part, frozen=True, array_like=True):
    """One of the waves that a trembling hand is made of: amplitude · sin(2π · t / period + phase)."""

    amplitude: Annotated[int, msgspec.Meta(ge=0, le=DIE)]
    period: Annotated[int, msgspec.Meta(ge=50, le=60_000)]
    phase: Annotated[int, msgspec.Meta(ge=0, le=6_283)]


Waves = Annotated[tuple[Wave, ...], msgspec.Meta(max_length=8)]


# What seats do --------------------------------------------------------------------------------------------------------


class Roll(Move, frozen=True):
    """STK-05: a player rolls all dice that are not on the tower."""


class Place(Move, frozen=True):
    """STK-07, STK-13: a player holds a die of that number over the tower: the aim, from the middle of the top die."""

    die: Number
    x: Offset = 0
    y: Offset = 0
    turn: Angle = 0


class Shift(Move, frozen=True):
    """STK-15: the die in the hand is aimed anew. The hand that moves it sways anew."""

    x: Offset = 0
    y: Offset = 0
    turn: Angle = 0


class LetGo(Move, frozen=True):
    """STK-15: the die is let go, at this very moment."""


class Stop(Move, frozen=True):
    """STK-11, STK-R2: a player has added enough."""


# What the clock does --------------------------------------------------------------------------------------------------


class Tired(Move, frozen=True):
    """STK-R8: nobody holds a die for ever: the hand opens."""


# What nature does -----------------------------------------------------------------------------------------------------


class Starts(Move, frozen=True):
    """Who has the first turn, where the table lets chance decide (STK-04)."""

    seat: SeatNamed


class Rolled(Move, frozen=True):
    """The dice just rolled, as they lie."""

    faces: Annotated[tuple[Number, ...], msgspec.Meta(max_length=5)]


class Sway(Move, frozen=True):
    """How the hand that holds the die sways, from now on, to either side (x) and to and fro (y)."""

    x: Waves
    y: Waves


class Slip(Move, frozen=True):
    """How far from its aim the house lets go, for a seat that does not do it itself; `twist` turns the die."""

    dx: Length
    dy: Length
    twist: Annotated[int, msgspec.Meta(ge=-QUARTER, le=QUARTER)] = 0


class Settled(Move, frozen=True):
    """The tower stands. Where nature simulates it: every die's pose, how it moved, and what worked it out."""

    poses: tuple[Pose, ...] = ()
    film: Film = ""
    physics: Physics = ""


class Fell(Move, frozen=True):
    """STK-R3: dice have left the stack, counted from the bottom at 0; the die just placed comes last."""

    left: tuple[Annotated[int, msgspec.Meta(ge=0)], ...]
    poses: tuple[Pose, ...] = ()
    film: Film = ""
    physics: Physics = ""


# What nature's sources are asked --------------------------------------------------------------------------------------


class HandRequest(msgspec.Struct, frozen=True):
    """The source `hand`: how does a hand of this level sway over a tower of so many dice?

    The answer is a `Sway`; where the house lets go for the seat, a `Slip`.
    """

    level: Hand
    height: int
    steadied: bool = False


class Placing(msgspec.Struct, frozen=True):
    """The source `tower`: what does the tower do when a die is let go here? The answer is `Settled` or `Fell`.

    `poses` are those of the dice in the tower, from the bottom; the new die is upright above the top one, its middle
    at x and y from the middle of the plate, turned by `turn` about the vertical.
    """

    poses: tuple[Pose, ...]
    x: int
    y: int
    turn: int
