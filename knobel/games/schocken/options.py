"""The house rules of a table of Schocken. The defaults are the box rules."""

from __future__ import annotations

from typing import Annotated, Literal

from knobel.core.contract import Options
from knobel.core.options import by_rule


class SchockenOptions(Options, frozen=True):
    """The house rules of a table of Schocken, the one most tables differ in first."""

    leader_caps: Annotated[bool, by_rule("SCH-R6")] = False
    discs: Annotated[int, by_rule("SCH-R1", ge=11, le=17)] = 13
    general_high: Annotated[bool, by_rule("SCH-R2")] = False
    simple_by: Annotated[Literal["all", "highest"], by_rule("SCH-R3")] = "all"
    single_throw: Annotated[Literal["any", "first"], by_rule("SCH-R4")] = "any"
    assembled: Annotated[Literal["both", "generals", "neither"], by_rule("SCH-R5")] = "both"
    flip_last: Annotated[bool, by_rule("SCH-R7")] = True
    flip_other: Annotated[Literal["stays", "rethrown"], by_rule("SCH-R7")] = "stays"
    flip_three: Annotated[bool, by_rule("SCH-R7")] = False
    aside_shown: Annotated[bool, by_rule("SCH-R8")] = False
    aside_locked: Annotated[bool, by_rule("SCH-R8")] = False
    aside_ones: Annotated[bool, by_rule("SCH-R8")] = False
    blind: Annotated[bool, by_rule("SCH-R9")] = False
    shortfall: Annotated[Literal["forgotten", "winner"], by_rule("SCH-R10")] = "forgotten"
    counted: Annotated[bool, by_rule("SCH-R24")] = False
    starter: Annotated[Literal["dice", 1, 2, 3, 4, 5, 6, 7, 8], by_rule("SCH-R11")] = "dice"


PUB = {"leader_caps": True, "flip_three": True, "flip_last": False, "assembled": "generals"}
"""SCH-R14: how many pubs play it."""

REAL_DICE = {"counted": True}
"""SCH-R24: with dice of one's own on the table, nobody says what they show before the cups are lifted."""
