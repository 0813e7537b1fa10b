"""What happens at a table of Liar's Dice: what seats and nature do, and how little of it the rivals see."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from knobel.core.contract import Move

Face = Annotated[int, Meta(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Meta(max_length=5)]


class Bid(Move, frozen=True):
    """A player says: under all cups together at least `quantity` dice count as `face`."""

    quantity: Annotated[int, Meta(ge=1, le=30)]
    face: Face


class Doubt(Move, frozen=True):
    """A player does not believe the last bid, and all cups are lifted."""


class Fell(Move, frozen=True):
    """Nature: what the dice show that fell under the next cup."""

    faces: Faces


class Covered(Move, frozen=True):
    """`Fell` as rivals see it: so many dice fell under a cup."""

    count: Annotated[int, Meta(ge=0, le=5)]


class Lifted(Move, frozen=True):
    """Nature: what the next cup shows when it is lifted, where real dice lay under it."""

    faces: Faces
