"""What can happen at a hosted table, as its log keeps it: one event a body, from which the whole table can be folded.

The header and the entries of the game's record stand in it word for word. No secret does: not the seed before it is
revealed, and of seat tokens only hashes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from knobel.core.contract import Seat
from knobel.core.fair import Salt
from knobel.core.record import AnyEntry, Header, Hints

DiceKind = Literal["fair", "real"]


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed when the table was opened."""

    game: str
    options: dict[str, Any]
    """The whole house rules, the preset's and those chosen over it."""
    dice: DiceKind = "fair"
    public: bool = False
    """Whether the table stands in the list of tables; otherwise only whoever has its link finds it."""
    move_ms: int | None = None
    """How long a seat may think over a move; None: as long as it likes."""
    language: str = "en"
    hints: Hints = "off"
    """Whether the house says what moves are worth. Tables from before it was agreed on have no hints."""


class Occupant(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """Who has a seat: a name, `person` or a player of the house, and the hash of the token that it answers to."""

    name: str
    player: str = "person"
    key: str = ""
    """Empty: no token opens this seat."""
    muted: bool = False
    open: bool = False
    """Whether anybody may take it over from the player of the house that holds it."""
    waiting: bool = False
    """Whether the house still plays it, because it holds what whoever came may not know."""
    link: str = ""
    """The hash of the link that takes it along to another device, once; empty: there is none."""
    link_until: int = 0
    """Until when that works, in milliseconds since 1970."""


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="event", tag=str.lower):
    """Something that happened, and when, in milliseconds since 1970."""

    at: int


class Opened(Event, frozen=True, kw_only=True):
    """A table was opened. A rematch carries its seats over from the table before."""

    setup: Setup
    promise: str
    """The commitment to the house's seed; for real dice nothing depends on it."""
    host: str
    """The hash of the host's token."""
    places: tuple[Occupant | None, ...] = ()
    host_seat: Seat | None = None
    before: str = ""


class Came(Event, frozen=True, kw_only=True):
    """Somebody, or a player of the house, took a free seat."""

    seat: Seat
    place: Occupant


class Went(Event, frozen=True, kw_only=True):
    """A seat is free again, before the game has begun."""

    seat: Seat


class Linked(Event, frozen=True, kw_only=True):
    """A link was made that takes a seat along to another device: `key` is its hash, and it works until then."""

    seat: Seat
    key: str
    until: int


class Rekeyed(Event, frozen=True, kw_only=True):
    """A seat answers to another token now, and no longer to the one before."""

    seat: Seat
    key: str
    why: Literal["", "moved", "alone"] = ""
    """Another device has it, which cannot open what the one before promised to the dice; or its owner ended all others.

    Older logs do not say.
    """


class Promised(Event, frozen=True, kw_only=True):
    """A seat committed to a salt."""

    seat: Seat
    promise: str


class Asked(Event, frozen=True, kw_only=True):
    """The game is about to begin: no more commitments, and those who committed open their salts now."""

    without: tuple[Seat, ...] = ()
    """Whose commitments do not count, since they were away: before any salt is open, that chooses nothing."""


class Salted(Event, frozen=True, kw_only=True):
    """A seat opened its salt."""

    seat: Seat
    salt: Salt


class Redealt(Event, frozen=True, kw_only=True):
    """Salts were opened but not all of them: everything begins anew with another seed, the house's `deal`-th."""

    deal: int
    promise: str


class Began(Event, frozen=True, kw_only=True):
    """The game began. `order` says which seat of the table each seat of the game was until now."""

    header: Header
    order: tuple[Seat, ...]


class Entered(Event, frozen=True, kw_only=True):
    """An entry of the game's record."""

    entry: AnyEntry


class Objected(Event, frozen=True, kw_only=True):
    """A seat says that the dice of entry `of` were typed in wrongly: they are typed in again."""

    seat: Seat
    of: int


class Said(Event, frozen=True, kw_only=True):
    """Somebody said something; without a seat it was the host."""

    seat: Seat | None
    text: str


class Paused(Event, frozen=True, kw_only=True):
    """The host stopped the game for a while; no clock runs."""


class Continued(Event, frozen=True, kw_only=True):
    """The game goes on."""


class Adopted(Event, frozen=True, kw_only=True):
    """The house was away, and is back. The time in between has cost nobody anything."""


class Ended(Event, frozen=True, kw_only=True):
    """The host ended the table before the game was over."""

    by_house: bool = False
    """Whether it was not the host, but whoever runs the house."""


class Removed(Event, frozen=True, kw_only=True):
    """The host sent somebody away: the token is void. While a game is on, a player of the house sits in."""

    seat: Seat
    open: bool
    """Whether somebody else may take the seat over."""


class Muted(Event, frozen=True, kw_only=True):
    """The host decided whether a seat may chat."""

    seat: Seat
    muted: bool


class Handed(Event, frozen=True, kw_only=True):
    """The host handed the role on to a seat."""

    seat: Seat


class Rematched(Event, frozen=True, kw_only=True):
    """The same people play again, at another table."""

    table: str


AnyEvent = (
    Opened
    | Came
    | Went
    | Linked
    | Rekeyed
    | Promised
    | Asked
    | Salted
    | Redealt
    | Began
    | Entered
    | Objected
    | Said
    | Paused
    | Continued
    | Adopted
    | Ended
    | Removed
    | Muted
    | Handed
    | Rematched
)

body: Callable[[AnyEvent], bytes] = msgspec.json.Encoder().encode
"""An event as its log keeps it."""
event_of: Callable[[bytes], AnyEvent] = msgspec.json.Decoder(AnyEvent).decode
"""An event from its log."""
