"""What happens at a table of Schocken: what seats and nature do, and how little of it the rivals see."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from knobel.core.contract import Move

Flip = Annotated[int, Meta(ge=0, le=2)]
Face = Annotated[int, Meta(ge=1, le=6)]
DieIndex = Annotated[int, Meta(ge=0, le=2)]
"""Which of the three dice, counted from 0."""
Count = Annotated[int, Meta(ge=0, le=3)]


class Throw(Move, frozen=True):
    """A player puts these dice under the cup and throws them; first `flip` sixes that stay out become ones."""

    dice: tuple[DieIndex, ...]
    flip: Flip = 0


class Stand(Move, frozen=True):
    """A player leaves the cup as it is; first `flip` sixes of the last throw become ones."""

    flip: Flip = 0


class Began(Move, frozen=True):
    """Nature: what each of those who may still begin has rolled, in the order of their seats."""

    faces: tuple[Face, ...]


class Fell(Move, frozen=True):
    """Nature: what the dice that were thrown show, in their order."""

    faces: tuple[Face, ...]


class Lifted(Move, frozen=True):
    """Nature: what a cup shows when it is lifted, where throws were only counted; the dice of its last throw first."""

    faces: tuple[Face, ...]


class Threw(Move, frozen=True):
    """A throw as rivals see it: so many dice, and what lies beside the cup if that is shown."""

    count: Count
    beside: tuple[Face, ...] = ()


class Covered(Move, frozen=True):
    """Dice that fell where the listener may not look."""

    count: Count
