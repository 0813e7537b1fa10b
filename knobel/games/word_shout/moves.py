"""What can happen in a game of Word Shout."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from knobel.core.contract import Move, Seat
from knobel.games.word_shout.shouts import Cry

LONGEST_TYPED = 40
"""No word that anybody means to shout is longer."""


class Ready(Move, frozen=True):
    """WSH-03: a player is ready for the roll."""


class Roll(Move, frozen=True):
    """WSH-02, WSH-04: the roller throws all ten dice."""


class Shout(Move, frozen=True):
    """WSH-07: a player shouts a word."""

    word: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TYPED)]


class Shouted(Move, frozen=True):
    """What others are shown of a shout before it is judged (WSH-R17)."""


class Judged(Move, frozen=True):
    """What is shown of the bell that closes a window: the shouts that are judged with it (WSH-R17)."""

    cries: tuple[Cry, ...]


class Pass(Move, frozen=True):
    """WSH-R9: a player sees nothing more."""


class Challenge(Move, frozen=True):
    """WSH-21: a player doubts a word, counted from 0 in the order in which the words were taken."""

    word: Annotated[int, msgspec.Meta(ge=0, le=9)]


class Accept(Move, frozen=True):
    """WSH-21: a player has no doubts, or no more."""


class Starts(Move, frozen=True):
    """Nature: who rolls first, where the table lets chance decide (WSH-02)."""

    seat: Seat


class Fell(Move, frozen=True):
    """Nature: the upper faces of the ten dice, in the order of the dice."""

    letters: str


class Bell(Move, frozen=True):
    """The clock: what was waited for is over.

    `window`: all who might have shouted at the same time have been heard (WSH-R2); `passes`: everybody has passed
    (WSH-R9); `round`: the round's time is up (WSH-R13); `turn`: a turn's time is up (WSH-R12).
    """

    over: Literal["window", "passes", "round", "turn"]
