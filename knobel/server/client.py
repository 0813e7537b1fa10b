"""A client at a table: which seats it may act for, who looks through it, and what it is shown."""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from knobel.core.contract import Seat
from knobel.core.words import Say
from knobel.server import wire
from knobel.server.events import Began
from knobel.server.fairtime import Way
from knobel.server.hosted import Hosted, Past
from knobel.server.house import House
from knobel.server.kept import Kept, News
from knobel.server.outbox import Outbox
from knobel.server.projecting import Looker, happening, position, room_view
from knobel.server.refusing import Why
from knobel.server.room import Room, Who, hashed, same_keys
from knobel.server.words import WORDS, Refused

NOTHING_HERE, FOREIGN, SLOW, ABUSIVE, SILENT, GOING = 4004, 4006, 4008, 4009, 4010, 1012
"""Why the house closes a socket: there is no such table, the client speaks another version, does not read, does not
behave, does not answer; or the house itself closes.
"""


class Client:
    """One socket, as the house sees it."""

    def __init__(self, house: House, kept: Kept, outbox: Outbox, cookies: Sequence[str]) -> None:
        self.house = house
        self.kept = kept
        self.outbox = outbox
        self.way = Way()
        self.greeted = False
        self.pinged = time.monotonic()
        self.keys: tuple[str, ...] = ()
        self.who = Who()
        self.looker = Looker(None, kept.hosted.room.setup.language)
        self._cookies = tuple(cookies)
        self._opened: tuple[Room, Who] | None = None
        self._pings = 0
        self._seen = 0

    @property
    def watches(self) -> bool:
        """Whether it only looks on."""
        return self.greeted and not self.who.seats and not self.who.host

    @property
    def hosted(self) -> Hosted:
        """The table as it is now."""
        return self.kept.hosted

    def greet(self, hello: wire.Hello) -> None:
        """Finds out who it is and shows them everything they may see, and what they missed."""
        if hello.protocol not in wire.SPOKEN:
            self.turn_away()
            return
        self.keys = tuple(hashed(token) for token in dict.fromkeys((*hello.tokens, *self._cookies)))
        self._opened = None
        self.who = self.who_at(self.hosted.room)
        seat = hello.looking
        if seat is None and len(self.who.seats) == 1:
            seat = next(iter(self.who.seats))
        elif seat is not None and seat not in self.who.seats:
            raise Refused("not-yours", 403, n=seat + 1)
        language = hello.language or self.hosted.room.setup.language
        self.looker = Looker(seat, language, hello.protocol, wire.drawn_for(hello), plain=hello.plain)
        self._seen = self.hosted.seq if hello.seen is None else min(hello.seen, self.hosted.seq)
        self.greeted = True
        self.welcome()
        self.ping()

    def who_at(self, room: Room) -> Who:
        """What the client may act as; its keys are compared again wherever seats or the host have changed."""
        if self._opened is None or not same_keys(self._opened[0], room):
            self._opened = room, room.who(self.keys)
        return self._opened[1]

    def look(self, seat: Seat | None, asked: int) -> None:
        """Another of its seats looks now."""
        if seat is not None and seat not in self.who.seats:
            raise Refused("not-yours", 403, n=seat + 1)
        self.looker = replace(self.looker, seat=seat)
        self.welcome(asked)

    def welcome(self, asked: int | None = None) -> None:
        """Shows everything that the looker may see, and what came since they last saw something."""
        hosted, looker = self.hosted, self.looker
        missed = hosted.past[self._seen :]
        self._seen = hosted.seq
        self.say(
            wire.Welcome(
                protocol=looker.protocol,
                id=asked,
                seq=hosted.seq,
                yours=tuple(sorted(self.who.seats)),
                host=self.who.host,
                looking=looker.seat,
                room=room_view(hosted, looker.language),
                position=position(hosted, looker, self.house.time_at(hosted)),
                missed=tuple(happening(hosted, past, looker) for past in missed),
            )
        )

    def show(self, news: News) -> None:
        """Something happened. Who look alike are sent the same, written once."""
        if not self.greeted:
            return
        if not news.only_moves and self._is_another(news.past):
            self.welcome()
            return
        text = news.written.get(self.looker)
        if text is None:
            text = news.written[self.looker] = self._news(news)
        self._seen = news.past[-1].seq
        self._put(text)

    def _is_another(self, news: Sequence[Past]) -> bool:
        """Whether, after this, the client may act for other seats than before."""
        seat = self.looker.seat
        for past in news:
            if isinstance(past.event, Began) and seat is not None:
                seat = past.event.order.index(seat)
        who = self.who_at(self.hosted.room)
        if seat not in who.seats:
            seat = None
        same = who == self.who and seat == self.looker.seat
        self.who, self.looker = who, replace(self.looker, seat=seat)
        return not same

    def _news(self, news: News) -> bytes:
        hosted, looker = self.hosted, self.looker
        return wire.written(
            wire.News(
                happenings=tuple([happening(hosted, past, looker) for past in news.past]),
                position=position(hosted, looker, news.now),
                room=UNSET if self._same_room(news) else room_view(hosted, looker.language),
            )
        )

    def _same_room(self, news: News) -> bool:
        hosted = self.hosted
        if news.only_moves or hosted.stage != "playing":
            return hosted.stage == "playing"
        return replace(hosted.past[news.past[0].seq - 2].room, last=hosted.room.last) == hosted.room

    # What it is told ------------------------------------------------------------------------------------------------

    def say(self, message: wire.HouseMessage) -> None:
        """Sends a message."""
        self._put(wire.written(message))

    def refuse(self, asked: int | None, error: Exception) -> None:
        """Says why not, in the client's language."""
        why = Why(error, self.looker.voice(self.hosted.room), self.hosted.game)
        self.house.metrics.count("knobel_refused_total", code=why.code)
        told = wire.sentence(why.parts, self.looker.drawn)
        self.say(wire.Refused(id=asked, code=why.code, rule=why.rule, why=told))

    def ping(self) -> None:
        """Measures the way."""
        self._pings += 1
        self.pinged = time.monotonic()
        self.way.sent(self._pings, self.pinged)
        watching = sum(each.watches for each in self.kept.audience)
        self.say(wire.Ping(id=self._pings, now=self.house.time_at(self.hosted), watching=watching))

    def bye(self, code: str, again: int | None, closing: int) -> None:
        """Says why the socket is closed, and closes it."""
        self.say(
            wire.Bye(code=code, why=WORDS.text(Say(f"bye.{code}"), self.looker.voice(self.hosted.room)), again=again)
        )
        self.close(closing)

    def turn_away(self) -> None:
        """Says that the house does not speak the client's version: a page that hears it loads itself anew."""
        self.bye("protocol", None, FOREIGN)

    def close(self, code: int) -> None:
        """Closes the socket."""
        self.kept.audience.discard(self)
        self.outbox.close(code, self.house.settings.grace_s)

    def _put(self, text: bytes) -> None:
        if not self.outbox.put(text):
            self.house.metrics.count("knobel_slow_readers_total")
            self.close(SLOW)
