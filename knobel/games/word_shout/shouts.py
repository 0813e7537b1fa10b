"""Shouts and the moment in which they count as made at the same time (WSH-10, WSH-R2).

What counts is when a word was shouted, not when the news of it came in. So shouts are kept in the order of their own
times, and nothing is judged before every shout of the same moment must have come in.
"""

from __future__ import annotations

from collections.abc import Sequence

from knobel.core.contract import Part, Seat

GRACE = 150
"""WSH-R2: fair time sets a shout back by at most so many milliseconds; later none of that moment can come in."""


class Cry(Part, frozen=True, order=True):
    """A word shouted at a time of the table, not judged yet. They sort by time, then by seat.

    WSH-R17: a rival's is without its word.
    """

    at: int
    seat: Seat
    word: str


Cries = tuple[Cry, ...]


def heard(cries: Cries, cry: Cry) -> Cries:
    """All cries in order, whichever came in first."""
    return tuple(sorted((*cries, cry)))


def tied(cries: Sequence[Cry], closes: int) -> Cries:
    """WSH-10, WSH-R2: the shouts made at the same time: the first, and those of other players until `closes`.

    Empty where no other player shouted in time: a player never ties with themselves.
    """
    first = cries[0]
    rivals = tuple(cry for cry in cries[1:] if cry.at <= closes and cry.seat != first.seat)
    return (first, *rivals) if rivals else ()
