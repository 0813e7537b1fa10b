"""Words that were taken, doubts about them, and what they score (WSH-09, WSH-21 to WSH-23)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from knobel.core.contract import Seat


class TakenWord(msgspec.Struct, frozen=True):
    """A word that lies before the player who made it."""

    seat: Seat
    word: str
    dice: tuple[int, ...]
    challenger: Seat | None = None
    valid: bool | None = None
    """What the dictionary said, once the word was challenged."""

    def open_to(self, seat: Seat) -> bool:
        """WSH-R8: a word can be challenged once, and not by its maker."""
        return self.challenger is None and seat != self.seat


def gains(words: Iterable[TakenWord], seats: int, factor: int, invalid_costs: bool) -> tuple[int, ...]:
    """What each seat gains or loses by a round: its dice (WSH-09), and by challenges (WSH-22, WSH-23, WSH-R7).

    WSH-R6: a doubled round doubles all of it.
    """
    gained = [0] * seats
    for word in words:
        points = factor * len(word.dice)
        if word.challenger is None:
            gained[word.seat] += points
        elif word.valid:
            gained[word.seat] += points
            gained[word.challenger] -= points
        else:
            gained[word.seat] -= points if invalid_costs else 0
            gained[word.challenger] += points
    return tuple(gained)
