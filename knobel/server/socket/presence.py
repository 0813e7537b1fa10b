"""Who is there, and who is away since when: by whether their connections answer."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

import msgspec

from knobel.core.contract import Seat
from knobel.core.record import PERSON
from knobel.server.cluster.bus import Bus, Here
from knobel.server.tables.events import Occupant
from knobel.server.tables.house import House, LoadedTable

AWAY_S = 4.0
"""Whoever has answered nothing for so long is away, although their connection may still be open."""


HERE_S = 1.0
"""So often the processes of a house tell each other whose connections answer."""
FRESH_S = 3 * HERE_S
"""What a process said longer ago than this counts for nothing: it may be gone."""

_HEARD_TWICE = 2


class Presence(msgspec.Struct, frozen=True):
    """Of the people at a table, by their seats: who is there, and for how many milliseconds the others are away."""

    there: tuple[Seat, ...] = ()
    away: dict[Seat, int] = {}


def presence(
    places: Sequence[Occupant | None], answering: Collection[Seat], left: dict[str, int], now: int, sure: bool
) -> Presence:
    """Who is there at a time in milliseconds. `left` remembers since when people are away, by their keys.

    Where one cannot be `sure` of the connections that others serve, nobody is newly said to be away.
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


# Here, and in the house's other processes -----------------------------------------------------------------------------


def present_at(house: House, loaded: LoadedTable, now: float) -> Presence:
    """Who is at a table, by the connections that answer, here and in the house's other processes."""
    places = loaded.hosted.room.places
    seats = {seat for each in loaded.audience if now - each.heard < AWAY_S for seat in each.rights.seats}
    sure = True
    if house.bus:
        own = frozenset(place.key for seat in seats if (place := places[seat]) and place.key)
        elsewhere = _elsewhere(house.bus, house.process, loaded, own, now)
        sure = elsewhere is not None
        seats |= {seat for seat, place in enumerate(places) if place and place.key in (elsewhere or ())}
    return presence(places, seats, loaded.left, house.now(), sure)


def _elsewhere(bus: Bus, process: str, loaded: LoadedTable, own: frozenset[str], now: float) -> frozenset[str] | None:
    """Tells the other processes whose connections answer in this one, and who is there by what they told.

    None while the bus does not bring back what this one told: then what others tell would not be heard either. A
    process says at once what changed, and everything again every second: so whoever heard itself twice knows of all.
    """
    told, keys, times = loaded.told_here
    back = loaded.here.get(process)
    hears = back is not None and now - back[0] < FRESH_S
    if keys != own or now - told >= HERE_S:
        bus.publish_here(Here(loaded.table, process, tuple(sorted(own))))
        loaded.told_here = now, own, times + 1 if hears else 0
    if not hears or times < _HEARD_TWICE:
        return None
    fresh = [said for heard, said in loaded.here.values() if now - heard < FRESH_S]
    return frozenset[str]().union(*fresh)


def keys_elsewhere(process: str, loaded: LoadedTable) -> frozenset[str]:
    """Whose connections answer in the house's other processes, by what those said last."""
    now = time.monotonic()
    fresh = [said for name, (heard, said) in loaded.here.items() if name != process and now - heard < FRESH_S]
    return frozenset[str]().union(*fresh)
