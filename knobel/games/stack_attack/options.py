"""The house rules of Stack Attack. The defaults are the box rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from knobel.core.contract import Options, Seat
from knobel.core.options import by_rule
from knobel.games.stack_attack.moves import Hand

MOST_SEATS = 4
SteadiedSeat = Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]


class StackAttackOptions(Options, frozen=True):
    """What a table may agree on before the first roll."""

    starter: Annotated[Literal["random", 1, 2, 3, 4], by_rule("STK-04")] = 1
    target: Annotated[int, by_rule("STK-22", ge=5, le=100)] = 20
    slips: Annotated[bool, by_rule("STK-R3")] = False
    playoff: Annotated[Literal["highest", "all"], by_rule("STK-R6")] = "highest"
    dexterity: Annotated[bool, by_rule("STK-R9")] = False
    hands: Annotated[tuple[Hand, ...], by_rule("STK-R10", max_length=MOST_SEATS)] = ()
    steadied: Annotated[tuple[SteadiedSeat, ...], by_rule("STK-R11", max_length=MOST_SEATS)] = ()

    def hand_of(self, seat: Seat) -> Hand:
        """STK-R10: how steady a seat's hand is; ordinary for those the table does not name."""
        return self.hands[seat] if seat < len(self.hands) else "ordinary"

    def lets_go(self, seat: Seat) -> bool:
        """STK-R11: whether a seat lets go itself, or the house for it."""
        return seat + 1 not in self.steadied

    def seats_named(self) -> int:
        """The highest seat that any of these options speaks of."""
        starter = 0 if self.starter == "random" else self.starter
        return max(starter, len(self.hands), *self.steadied, 0)


TOWER = "tower"
"""The preset of the physical tower."""

PRESETS: dict[str, dict[str, Any]] = {TOWER: {"dexterity": True}, "quick": {"target": 10}}
