"""The house rules of a table of Liar's Dice."""

from __future__ import annotations

from typing import Annotated, Literal

from knobel.core.contract import Options
from knobel.core.options import by_rule


class LiarsDiceOptions(Options, frozen=True):
    """The house rules of a table of Liar's Dice, the one most tables differ in first."""

    wild: Annotated[bool, by_rule("LIE-R1")] = True
    dice: Annotated[int, by_rule("LIE-01", ge=1, le=5)] = 5
    loss: Annotated[Literal["one", "difference"], by_rule("LIE-R2")] = "one"
    counted: Annotated[bool, by_rule("LIE-R6")] = False


PRESETS = {"plain": {"wild": False}, "quick": {"dice": 3}, "harsh": {"loss": "difference"}}

REAL_DICE = {"counted": True}
"""LIE-R6: with dice of one's own on the table, nobody says what they show before the cups are lifted."""
