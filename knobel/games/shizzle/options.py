"""The house rules of Shizzle. The defaults are the box rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from knobel.core.contract import Options
from knobel.core.options import by_rule
from knobel.games.shizzle.dice import FaceSet, box_set, own_set, seeded_set

BOX_SET = box_set()
DieFaces = Annotated[str, msgspec.Meta(max_length=40)]
"""A die as people write it: six faces such as `r1`, with spaces between them."""


class ShizzleOptions(Options, frozen=True):
    """What a table may agree on before the first roll."""

    starter: Annotated[Literal["random", 1, 2, 3, 4, 5, 6], by_rule("SHZ-05")] = 1
    square: Annotated[int, by_rule("SHZ-R1", ge=0, le=999_999)] = 0
    faces: Annotated[tuple[DieFaces, ...], by_rule("SHZ-R1", max_length=6)] = ()
    placing: Annotated[Literal["free", "longest"], by_rule("SHZ-R2")] = "free"
    twos: Annotated[Literal["free", "stop"], by_rule("SHZ-R2")] = "free"
    returns: Annotated[Literal["at_once", "at_end"], by_rule("SHZ-R3")] = "at_once"
    ties: Annotated[Literal["shared", "rolloff"], by_rule("SHZ-R8")] = "shared"
    turns: Annotated[int, by_rule("SHZ-R9", ge=0, le=1000)] = 0
    target: Annotated[int, by_rule("SHZ-R9", ge=0, le=100)] = 0

    def __post_init__(self) -> None:
        if self.faces:
            own_set(self.faces)

    def face_set(self) -> FaceSet:
        """The dice this table plays with (SHZ-R1)."""
        if self.faces:
            return own_set(self.faces)
        return seeded_set(self.square) if self.square else BOX_SET


PRESETS = {"quick": {"turns": 6}}
