"""A hosted table as the fold of its log. Nothing here knows a network, a disk or a real clock.

A `Room` is everything about it but the game: who has which seat, who is host, how the dice are being fixed, whether
there is a break, and what time it is. A `TableState` is the room, the game and what has just happened.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from knobel.core.contract import Seat, State
from knobel.core.fair import Deal
from knobel.core.game import Game
from knobel.core.record import PERSON, Corrected, Moved, Sat, Undone
from knobel.core.registry import game as game_called
from knobel.core.timeline import Course, Step, Timeline
from knobel.server.tables.events import (
    Adopted,
    AnyEvent,
    Asked,
    Began,
    Came,
    Continued,
    Ended,
    Entered,
    Handed,
    Linked,
    Muted,
    Objected,
    Occupant,
    Opened,
    Paused,
    Promised,
    Redealt,
    Rekeyed,
    Rematched,
    Removed,
    Salted,
    Setup,
    Went,
)
from knobel.server.words import Denied
from knobel.store.log import TableStage
from knobel.table.seats import hints_given

KEPT = 32
"""So many of the last events, steps and entries of a table stay in memory, and up to as many again."""


class Rights(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody may act as at a table, by the tokens they hold."""

    seats: frozenset[Seat] = frozenset()
    host: bool = False
    waits: frozenset[Seat] = frozenset()
    """The seats that become theirs once nothing is hidden there any more; until then they look on."""

    def check_seat(self, seat: Seat) -> None:
        """Raises `Denied` where the seat is not theirs."""
        if seat not in self.seats:
            raise Denied("not-yours", 403, n=seat + 1)

    def check_host(self) -> None:
        """Raises `Denied` where they are not the host."""
        if not self.host:
            raise Denied("host-only", 403)


class Room(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A hosted table without its game."""

    setup: Setup
    host: str
    """The hash of the host's token, while no seat is host."""
    host_seat: Seat | None = None
    places: tuple[Occupant | None, ...]
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

    @classmethod
    def opened(cls, event: Opened, max_seats: int) -> Room:
        """A table that was just opened, with free seats for as many as can play."""
        places = (*event.places, *[None] * (max_seats - len(event.places)))
        return cls(
            setup=event.setup,
            host=event.host,
            host_seat=event.host_seat,
            places=places,
            deal=Deal(event.promise),
            before=event.before,
        )

    def after(self, event: AnyEvent, last: int) -> Room:
        """The table after something happened, and before it something at `last`. That it was allowed is not asked."""
        if isinstance(event, Entered) and isinstance(event.entry, Moved):  # what happens most changes nothing here
            return self
        return _folded(self, event, last)

    def elapsed(self, now: int) -> int:
        """How long the game has been going on, breaks left out, in real milliseconds."""
        elapsed = (now if self.paused is None else self.paused) - self.origin
        return elapsed if elapsed > 0 else 0

    def rights(self, keys: Collection[str]) -> Rights:
        """What tokens with these hashes open. Every key is compared in constant time."""
        held = {
            seat: place.waiting
            for seat, place in enumerate(self.places)
            if place and any(_same(place.key, key) for key in keys)
        }
        seats = frozenset(seat for seat, waiting in held.items() if not waiting)
        host = self.host_seat in seats if self.host_seat is not None else any(_same(self.host, key) for key in keys)
        return Rights(seats=seats, host=host, waits=frozenset(held) - seats)

    def linked(self, key: str, now: int) -> Seat | None:
        """Which seat a link with this hash takes along to another device at a time; None: none, or not any more."""
        found = [seat for seat, place in enumerate(self.places) if place and _same(place.link, key)]
        return next((seat for seat in found if (place := self.places[seat]) and now < place.link_until), None)

    def people(self) -> list[Seat]:
        """The seats that people hold."""
        return [seat for seat, place in enumerate(self.places) if place and place.player == PERSON]

    def gives_hints(self) -> bool:
        """Whether whoever asks here is told what moves are worth. Somebody whom the house sits in for is there too."""
        people = sum(1 for place in self.places if place and (place.key or place.player == PERSON))
        return hints_given(self.setup.hints, people)

    def free(self) -> list[Seat]:
        """The seats that can be taken: nobody has them, or only a player of the house for somebody sent away."""
        if self.began:
            return [seat for seat, place in enumerate(self.places) if place and place.open]
        return [seat for seat, place in enumerate(self.places) if place is None]

    def placed(self, seat: Seat, place: Occupant | None) -> tuple[Occupant | None, ...]:
        """The places, with one of them changed."""
        return (*self.places[:seat], place, *self.places[seat + 1 :])


@lru_cache(4096)
def _has_bots(places: tuple[Occupant | None, ...]) -> bool:
    return any(place and place.player != PERSON for place in places)


@lru_cache(4096)
def has_waiting(places: tuple[Occupant | None, ...]) -> bool:
    """Whether somebody waits for a seat that the house still plays."""
    return any(place and place.waiting for place in places)


def same_keys(room: Room, other: Room) -> bool:
    """Whether both are opened by the same tokens, as far as that can be told at a glance."""
    return room.places is other.places and room.host == other.host and room.host_seat == other.host_seat


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _same(key: str, other: str) -> bool:
    return bool(key) and hmac.compare_digest(key, other)


def _folded(room: Room, event: AnyEvent, last: int) -> Room:
    match event:
        case Came():
            host_seat = event.seat if not room.host and room.host_seat is None and event.place.key else room.host_seat
            return replace(room, places=room.placed(event.seat, event.place), host_seat=host_seat)
        case Went():
            return _left(room, event.seat)
        case Removed():
            return _removed(room, event)
        case Linked():
            return _changed(room, event.seat, link=event.key, link_until=event.until)
        case Rekeyed():
            return _rekeyed(room, event)
        case Muted():
            return _changed(room, event.seat, muted=event.muted)
        case Handed():
            return replace(room, host_seat=event.seat, host="")
        case Promised() | Salted() | Asked() | Redealt():
            return _dealt(room, event)
        case Began():
            return _began(room, event)
        case Entered(entry=Sat(seat=seat, sitter=sitter)):
            return _changed(room, seat, name=sitter.name, player=sitter.player, waiting=False)
        case Entered(entry=Corrected()):
            return replace(room, reopened=None)
        case Objected():
            return replace(room, reopened=event.of)
        case Paused():
            return replace(room, paused=event.at)
        case Continued():
            return replace(room, paused=None, origin=room.origin + event.at - (room.paused or event.at))
        case Adopted():
            return room if room.paused else replace(room, origin=room.origin + max(0, event.at - last))
        case Ended():
            return replace(room, ended=True)
        case Rematched():
            return replace(room, rematch=event.table)
        case _:
            return room


def _changed(room: Room, seat: Seat, **changes: str | bool | int) -> Room:
    place = room.places[seat]
    return room if place is None else replace(room, places=room.placed(seat, replace(place, **changes)))


def _rekeyed(room: Room, event: Rekeyed) -> Room:
    """Links of before are void as well; and before any salt is asked for, another device promises its own."""
    rekeyed = _changed(room, event.seat, key=event.key, link="", link_until=0)
    if event.why != "moved" or room.asked or room.began:
        return rekeyed
    return replace(rekeyed, deal=_uncommitted(room.deal, [event.seat]))


def _left(room: Room, seat: Seat) -> Room:
    """A free seat takes its commitment along, and its role as host goes to whoever else is there."""
    left = replace(room, places=room.placed(seat, None), deal=_uncommitted(room.deal, [seat]))
    return _host_gone(left, seat)


def _removed(room: Room, event: Removed) -> Room:
    if not room.began:
        return _left(room, event.seat)
    return _host_gone(_changed(room, event.seat, key="", link="", open=event.open, waiting=False), event.seat)


def _host_gone(room: Room, seat: Seat) -> Room:
    if room.host_seat != seat:
        return room
    return replace(room, host_seat=next((other for other in room.people() if other != seat), None))


def _dealt(room: Room, event: Promised | Salted | Asked | Redealt) -> Room:
    match event:
        case Promised():
            return replace(room, deal=_uncommitted(room.deal, [event.seat]).commit(event.seat, event.promise))
        case Asked():
            return replace(room, asked=True, deal=_uncommitted(room.deal, event.without))
        case Salted():
            return replace(room, deal=room.deal.open(event.seat, event.salt))
        case Redealt():
            return replace(room, deal=Deal(event.promise), deals=event.deal, asked=False)


def _began(room: Room, event: Began) -> Room:
    """The seats close up: whoever plays has the number that the game knows them by."""
    places = tuple(room.places[seat] for seat in event.order)
    host_seat = event.order.index(room.host_seat) if room.host_seat in event.order else None
    return replace(room, places=places, host_seat=host_seat, asked=False, began=True, origin=event.at)


def _uncommitted(deal: Deal, seats: Collection[Seat]) -> Deal:
    """A deal in which some have committed to nothing yet."""
    return replace(deal, committed={seat: promise for seat, promise in deal.committed.items() if seat not in seats})


class LoggedEvent(msgspec.Struct, frozen=True, gc=False):
    """An event with its number and, where it is a move (or puts dice right), the step that it made."""

    seq: int
    event: AnyEvent
    step: Step | None
    room: Room
    """The table without its game, right after it."""


class TableState:
    """A table as its log tells it: what is, and the last of what has happened."""

    def __init__(self, table: str, opened: Opened) -> None:
        self.table = table
        self.game: Game = game_called(opened.setup.game)
        self.room = Room.opened(opened, self.game.seats[-1])
        self.timeline: Timeline | None = None
        self.stage: TableStage = "gathering"
        """How far it is: people are gathering, playing, or it is over."""
        self.waiting: dict[Seat, int] = {}
        """Where moves have a time limit: since what time of the table it has been waiting for each seat."""
        self.events: Course[LoggedEvent] = Course([LoggedEvent(1, opened, None, self.room)])
        """The last of what has happened; the log has the rest."""
        self.seq = 1
        """The number of the last event."""
        self.whole = False
        """Whether it keeps all that has happened, and not only what play needs."""
        self.ahead = 0
        """How many milliseconds its log is ahead of the clock of whoever reads it: its time never goes back."""

    @classmethod
    def folded(cls, table: str, events: Iterable[AnyEvent], *, whole: bool = False) -> TableState:
        """A table from its whole log; `whole`: with all that has happened there."""
        opened, *rest = events
        if not isinstance(opened, Opened):
            raise TypeError("a table's log begins with how it was opened")
        hosted = cls(table, opened)
        hosted.whole = whole
        for event in rest:
            hosted.fold(event)
        return hosted

    @property
    def state(self) -> State | None:
        """The position, once the game has begun."""
        return self.timeline.state if self.timeline else None

    @property
    def last(self) -> int:
        """When anything last happened, in milliseconds since 1970."""
        return self.events.held[-1].event.at

    def moves_by_itself(self) -> bool:
        """Whether anything could happen here that people do not do: bots, clocks, dice that take a while to fall."""
        if self.timeline is None or self.stage != "playing":
            return False
        clocks = self.room.setup.move_ms is not None or bool(self.game.rulebook.CLOCK_MOVES)
        return clocks or self.timeline.due.nature or _has_bots(self.room.places)

    def deadlines(self) -> dict[Seat, int]:
        """Where moves have a time limit: when it is over for each person that the table waits for."""
        room, limit = self.room, self.room.setup.move_ms
        if limit is None or room.paused is not None or room.reopened is not None or self.stage != "playing":
            return {}
        people = room.people()
        return {seat: since + limit for seat, since in self.waiting.items() if seat in people}

    def fold(self, event: AnyEvent) -> LoggedEvent:
        """Takes in an event that was read from the log, and hands it back with its number and its step."""
        match event:
            case Began():
                self.timeline = Timeline(self.game, event.header)
            case Entered() if self.timeline:
                self.timeline.take(self.timeline.tried(event.entry))
            case _:
                pass
        (logged,) = self._take_in([event], [self.room.after(event, self.last)])
        self.stage = stage_of(self.room, self.timeline)
        if self.seq % KEPT == 0:
            self._forget(KEPT)
        return logged

    def adopt(
        self, timeline: Timeline | None, stage: TableStage, events: Sequence[AnyEvent], rooms: Sequence[Room]
    ) -> list[LoggedEvent]:
        """Becomes what was tried: the game, how far it is, each event with the room after it. What is new is handed
        back.
        """
        known = self.seq
        self.timeline, self.stage = timeline, stage
        news = self._take_in(events, rooms)
        if self.seq // KEPT != known // KEPT:
            self._forget(max(KEPT, len(news)))
        return news

    def _forget(self, keep: int) -> None:
        """What lies further behind is read back from the log where somebody asks for it."""
        if not self.whole:
            self.events.forget(keep)
            if self.timeline:
                self.timeline.forget(keep)

    def _take_in(self, events: Sequence[AnyEvent], rooms: Sequence[Room]) -> list[LoggedEvent]:
        timeline, seq = self.timeline, self.seq
        news: list[LoggedEvent] = []
        for event, room in zip(events, rooms, strict=True):
            seq += 1
            news.append(LoggedEvent(seq, event, _step_of(event, timeline) if timeline else None, room))
        self.seq, self.room = seq, rooms[-1]
        self.events.held += news
        if timeline and self.room.setup.move_ms is not None:
            for event in events:
                if isinstance(event, Began | Entered):
                    self.waiting = _waiting(self.waiting, timeline, event)
        return news


def can_undo(timeline: Timeline, seat: Seat) -> bool:
    """Whether a seat may take its last move back, and nobody has to remember more than is kept for that.

    Moves that were taken back count, so that nobody goes there and back for ever.
    """
    return timeline.undoable(seat) and timeline.steps[-1].n > len(timeline.entries) - KEPT


def _step_of(event: AnyEvent, timeline: Timeline) -> Step | None:
    """The step that an event made, or put right, if it stands."""
    if not isinstance(event, Entered):
        return None
    entry = event.entry
    if isinstance(entry, Moved):
        return step_numbered(timeline, entry.n)
    return step_numbered(timeline, entry.of) if isinstance(entry, Corrected) else None


def step_numbered(timeline: Timeline, n: int) -> Step | None:
    """The step that entry `n` made, if it stands."""
    for step in reversed(timeline.steps.held):
        if step.n == n:
            return step
    return None


def stage_of(room: Room, timeline: Timeline | None) -> TableStage:
    """How far a table is."""
    if room.ended or (timeline is not None and timeline.due.places is not None):
        return "over"
    return "gathering" if timeline is None else "playing"


def _waiting(waiting: dict[Seat, int], timeline: Timeline, event: Began | Entered) -> dict[Seat, int]:
    """Since when the table waits for whom: who has just acted begins anew, who has not goes on waiting."""
    acted = None
    if isinstance(event, Entered):
        match event.entry:
            case Moved(by=actor) | Undone(by=actor):
                acted = actor
            case Sat(seat=seat):
                acted = seat
            case _:
                pass
    now = timeline.time
    return {seat: now if seat == acted else waiting.get(seat, now) for seat in timeline.due.must}
