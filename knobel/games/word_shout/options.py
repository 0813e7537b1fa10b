"""The house rules of Word Shout. The defaults are the box rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from knobel.core.contract import Options, Seat
from knobel.core.options import by_rule
from knobel.games.word_shout.letters import BOX_SET, DICE, SHORTEST, LetterSet, own_set

Length = Annotated[int, msgspec.Meta(ge=SHORTEST, le=DICE)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=60)]
DieLetters = Annotated[str, msgspec.Meta(max_length=24)]
"""A die as people write it: six letters, with spaces between them if they like."""
MOST_SEATS = 8


class WordShoutOptions(Options, frozen=True):
    """What a table may agree on before the first roll."""

    starter: Annotated[Literal["random", 1, 2, 3, 4, 5, 6, 7, 8], by_rule("WSH-02")] = 1
    target: Annotated[int, by_rule("WSH-13", ge=10, le=100)] = 50
    dice: Annotated[tuple[DieLetters, ...], by_rule("WSH-R1", max_length=DICE)] = ()
    window: Annotated[int, by_rule("WSH-R2", ge=0, le=1000)] = 250
    lockout: Annotated[int, by_rule("WSH-R3", ge=0, le=10_000)] = 0
    lookup: Annotated[Literal["challenge", "at_once"], by_rule("WSH-R4")] = "challenge"
    invalid: Annotated[Literal["costs", "free"], by_rule("WSH-R7")] = "costs"
    play: Annotated[Literal["shouting", "turns"], by_rule("WSH-R12")] = "shouting"
    turn_seconds: Annotated[int, by_rule("WSH-R12", ge=0, le=600)] = 30
    least: Annotated[tuple[Length, ...], by_rule("WSH-R12", max_length=MOST_SEATS)] = ()
    head_start: Annotated[tuple[Seconds, ...], by_rule("WSH-R12", max_length=MOST_SEATS)] = ()
    round_seconds: Annotated[int, by_rule("WSH-R13", ge=0, le=3600)] = 0

    def __post_init__(self) -> None:
        if self.dice:
            own_set(self.dice)

    def letter_set(self) -> LetterSet:
        """The dice this table plays with (WSH-R1)."""
        return own_set(self.dice) if self.dice else BOX_SET

    def least_for(self, seat: Seat) -> int:
        """WSH-05, WSH-R12: how many letters a seat's words must have; three for those the table does not name."""
        return self.least[seat] if seat < len(self.least) else SHORTEST

    def held_back(self, seat: Seat) -> int:
        """WSH-R12: how many milliseconds a seat waits while others have their head start."""
        mine = self.head_start[seat] if seat < len(self.head_start) else 0
        return (max(self.head_start, default=0) - mine) * 1000


PRESETS = {"quick": {"target": 25}, "quiet": {"play": "turns"}, "strict": {"lookup": "at_once", "lockout": 3000}}
