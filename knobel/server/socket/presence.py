"""Who is there, and who is away since when: by whether their lines answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from knobel.core.contract import Seat
from knobel.core.record import PERSON
from knobel.server.tables.events import Occupant

AWAY_S = 4.0
"""Whoever has answered nothing for so long is away, although their line may still be open."""


HERE_S = 1.0
"""So often the processes of a house tell each other whose lines answer."""
FRESH_S = 3 * HERE_S
"""What a process said longer ago than this counts for nothing: it may be gone."""

HEARD_TWICE = 2


class Presence(msgspec.Struct, frozen=True):
    """Of the people at a table, by their seats: who is there, and for how many milliseconds the others are away."""

    there: tuple[Seat, ...] = ()
    away: dict[Seat, int] = {}


def presence(
    places: Sequence[Occupant | None], answering: Collection[Seat], left: dict[str, int], now: int, sure: bool
) -> Presence:
    """Who is there at a time in milliseconds. `left` remembers since when people are away, by their keys.

    Where one cannot be `sure` of the lines that others serve, nobody is newly said to be away.
    """
    people = {seat: place.key for seat, place in enumerate(places) if place and place.key and place.player == PERSON}
    for key in [key for key in left if key not in people.values()]:
        del left[key]
    for seat, key in people.items():
        if seat in answering:
            left.pop(key, None)
        elif sure:
            left.setdefault(key, now)
    away = {seat: max(0, now - left[key]) for seat, key in people.items() if key in left}
    return Presence(tuple(seat for seat in people if seat in answering), away)
