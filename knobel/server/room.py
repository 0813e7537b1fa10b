"""Everything about a hosted table but the game itself, as a pure fold of its log: who has which seat, who is host,
how the dice are being fixed, whether there is a break, and what time it is at the table.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Mapping

import msgspec
from msgspec.structs import replace

from knobel.core.contract import Seat
from knobel.core.fair import Deal
from knobel.core.record import PERSON, Corrected, Moved, Sat
from knobel.server.events import (
    Adopted,
    AnyEvent,
    Asked,
    Began,
    Came,
    Continued,
    Ended,
    Entered,
    Handed,
    Muted,
    Objected,
    Opened,
    Paused,
    Place,
    Promised,
    Redealt,
    Rekeyed,
    Rematched,
    Removed,
    Salted,
    Setup,
    Went,
)


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody may act as at a table, by the tokens they hold."""

    seats: frozenset[Seat] = frozenset()
    host: bool = False


class Room(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A hosted table without its game."""

    setup: Setup
    host: str
    """The hash of the host's token, while no seat is host."""
    host_seat: Seat | None = None
    places: tuple[Place | None, ...]
    deal: Deal
    deals: int = 0
    """How often the dice were fixed anew."""
    asked: bool = False
    """Whether the salts are being opened."""
    began: bool = False
    ended: bool = False
    reopened: int | None = None
    """The entry whose dice are being typed in again."""
    rematch: str = ""
    before: str = ""
    origin: int = 0
    """When the game began, in milliseconds since 1970, moved on by every break."""
    paused: int | None = None
    """Since when there is a break."""
    last: int = 0
    """When anything last happened."""

    @classmethod
    def opened(cls, event: Opened, most_seats: int) -> Room:
        """A table that was just opened, with free seats for as many as can play."""
        places = (*event.places, *[None] * (most_seats - len(event.places)))
        return cls(
            setup=event.setup,
            host=event.host,
            host_seat=event.host_seat,
            places=places,
            deal=Deal(event.promise),
            before=event.before,
            last=event.at,
        )

    def after(self, event: AnyEvent) -> Room:
        """The table after something happened. What happened was allowed; that is not asked here."""
        if isinstance(event, Entered) and isinstance(event.entry, Moved):  # what happens most changes nothing here
            return replace(self, last=event.at)
        return replace(_folded(self, event), last=event.at)

    def elapsed(self, now: int) -> int:
        """How long the game has been going on, breaks left out, in real milliseconds."""
        return max(0, (now if self.paused is None else self.paused) - self.origin)

    def who(self, keys: Collection[str]) -> Who:
        """What tokens with these hashes open. Every key is compared in constant time."""
        seats = frozenset(
            seat for seat, place in enumerate(self.places) if place and any(_same(place.key, key) for key in keys)
        )
        host = self.host_seat in seats if self.host_seat is not None else any(_same(self.host, key) for key in keys)
        return Who(seats=seats, host=host)

    def bots(self) -> list[Seat]:
        """The seats that players of the house hold."""
        return [seat for seat, place in enumerate(self.places) if place and place.player != PERSON]

    def people(self) -> list[Seat]:
        """The seats that people hold."""
        return [seat for seat, place in enumerate(self.places) if place and place.player == PERSON]

    def free(self) -> list[Seat]:
        """The seats that can be taken: nobody has them, or only a player of the house for somebody sent away."""
        if self.began:
            return [seat for seat, place in enumerate(self.places) if place and place.open]
        return [seat for seat, place in enumerate(self.places) if place is None]

    def placed(self, seat: Seat, place: Place | None) -> tuple[Place | None, ...]:
        """The places, with one of them changed."""
        return (*self.places[:seat], place, *self.places[seat + 1 :])


def same_keys(room: Room, other: Room) -> bool:
    """Whether both are opened by the same tokens, as far as that can be told at a glance."""
    return room.places is other.places and room.host == other.host and room.host_seat == other.host_seat


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _same(key: str, other: str) -> bool:
    return bool(key) and hmac.compare_digest(key, other)


def _folded(room: Room, event: AnyEvent) -> Room:
    match event:
        case Came():
            host_seat = event.seat if not room.host and room.host_seat is None and event.place.key else room.host_seat
            return replace(room, places=room.placed(event.seat, event.place), host_seat=host_seat)
        case Went():
            return _left(room, event.seat)
        case Removed():
            return _removed(room, event)
        case Rekeyed():
            return _changed(room, event.seat, key=event.key)
        case Muted():
            return _changed(room, event.seat, muted=event.muted)
        case Handed():
            return replace(room, host_seat=event.seat, host="")
        case Promised() | Salted() | Asked() | Redealt():
            return _dealt(room, event)
        case Began():
            return _began(room, event)
        case Entered(entry=Sat(seat=seat, sitter=sitter)):
            return _changed(room, seat, name=sitter.name, player=sitter.player)
        case Entered(entry=Corrected()):
            return replace(room, reopened=None)
        case Objected():
            return replace(room, reopened=event.of)
        case Paused():
            return replace(room, paused=event.at)
        case Continued():
            return replace(room, paused=None, origin=room.origin + event.at - (room.paused or event.at))
        case Adopted():
            return room if room.paused else replace(room, origin=room.origin + max(0, event.at - room.last))
        case Ended():
            return replace(room, ended=True)
        case Rematched():
            return replace(room, rematch=event.table)
        case _:
            return room


def _changed(room: Room, seat: Seat, **changes: str | bool) -> Room:
    place = room.places[seat]
    return room if place is None else replace(room, places=room.placed(seat, replace(place, **changes)))


def _left(room: Room, seat: Seat) -> Room:
    """A free seat takes its commitment along, and its role as host goes to whoever else is there."""
    deal = replace(room.deal, committed=_without(room.deal.committed, seat))
    left = replace(room, places=room.placed(seat, None), deal=deal)
    return _host_gone(left, seat)


def _removed(room: Room, event: Removed) -> Room:
    if not room.began:
        return _left(room, event.seat)
    return _host_gone(_changed(room, event.seat, key="", open=event.open), event.seat)


def _host_gone(room: Room, seat: Seat) -> Room:
    if room.host_seat != seat:
        return room
    return replace(room, host_seat=next((other for other in room.people() if other != seat), None))


def _dealt(room: Room, event: Promised | Salted | Asked | Redealt) -> Room:
    match event:
        case Promised():
            return replace(room, deal=room.deal.commit(event.seat, event.promise))
        case Asked():
            return replace(room, asked=True)
        case Salted():
            return replace(room, deal=room.deal.open(event.seat, event.salt))
        case Redealt():
            return replace(room, deal=Deal(event.promise), deals=event.deal, asked=False)


def _began(room: Room, event: Began) -> Room:
    """The seats close up: whoever plays has the number that the game knows them by."""
    places = tuple(room.places[seat] for seat in event.order)
    host_seat = event.order.index(room.host_seat) if room.host_seat in event.order else None
    return replace(room, places=places, host_seat=host_seat, asked=False, began=True, origin=event.at)


def _without(committed: Mapping[Seat, str], seat: Seat) -> dict[Seat, str]:
    return {other: promise for other, promise in committed.items() if other != seat}
