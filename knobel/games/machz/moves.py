"""Everything that can happen at a table of MACHZ."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec.structs import force_setattr

from knobel.core.contract import Move
from knobel.games.machz.dice import Colours

Side = Literal["match", "no_match", "none"]


class Roll(Move, frozen=True):
    """MCZ-05, MCZ-15: the Setter rolls the object set; the Roller takes up all five of the other dice."""


class Reroll(Move, frozen=True):
    """MCZ-18 to MCZ-22: the Roller says that one or two dice will be rolled again."""

    dice: Literal[1, 2]


class Pass(Move, frozen=True):
    """The Roller leaves it at that."""


class Bet(Move, frozen=True):
    """MCZ-27: a Rocker bets on the coming roll, or decides not to: that is one move, and stakes nothing."""

    side: Side
    chips: Annotated[int, msgspec.Meta(ge=0)] = 1

    def __post_init__(self) -> None:
        Move.__post_init__(self)
        if self.side == "none" and self.chips == 1:  # as earlier versions wrote it in records and sent it from pages
            force_setattr(self, "chips", 0)


class Vote(Move, frozen=True):
    """MCZ-07, MCZ-34: a player's vote, by show of hands."""

    yes: bool


class Covered(Move, frozen=True):
    """MCZ-R16, what others are shown of a bet: somebody has decided. Whether it is a bet at all they cannot tell."""


class Fell(Move, frozen=True):
    """Nature: the dice just rolled."""

    colours: Colours


class Uncovered(Move, frozen=True):
    """MCZ-R16, what everyone is shown of a Roller's roll: the dice, and the bets that lay covered until now."""

    colours: Colours
    bets: tuple[Bet | Covered | None, ...]


class Closed(Move, frozen=True):
    """The clock, MCZ-R8: the time to bet (or to vote) is over."""


class TimeUp(Move, frozen=True):
    """The clock, MCZ-38: the time the table agreed on is over."""
