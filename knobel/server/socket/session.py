"""One client at a table: each of its messages is read strictly, asked of the house, answered; and what it is shown."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from knobel.coach.advice import Advice, NoAdvice
from knobel.coach.worker import ask, question
from knobel.core.contract import Seat, State
from knobel.core.errors import KnobelError
from knobel.core.words import Say
from knobel.server.limits import Rate
from knobel.server.refusals import EXPECTED, Why
from knobel.server.settings import Settings
from knobel.server.socket import protocol
from knobel.server.socket.admission import Admission
from knobel.server.socket.hush import Hush
from knobel.server.socket.lag import Latency, fair_time
from knobel.server.socket.past import PAGE, PICTURE, Missed, Past
from knobel.server.socket.presence import Presence, keys_elsewhere, present_at
from knobel.server.socket.projection import (
    Looker,
    advice_view,
    happening,
    happenings,
    position,
    room_view,
    sentence,
    voice_of,
)
from knobel.server.socket.transport import Outbox
from knobel.server.tables import game_actions, room_actions
from knobel.server.tables.events import Began
from knobel.server.tables.house import Action, Broadcast, House, LoadedTable
from knobel.server.tables.state import LoggedEvent, Rights, Room, hashed, same_keys
from knobel.server.words import WORDS, Denied
from knobel.store.log import NoTable, StoreTrouble
from knobel.table.table import Sight

AGAIN_MS = 2000
"""Clients come back so long after the house has closed, or could not show them what they have seen before."""
FULL_MS = 30_000
"""Whoever there was no room for comes back so much later."""
MAX_FAULTS = 20
"""After so many messages that cannot be understood, or that come too fast, a socket is closed."""
WHOLE_PICTURE = 10
"""Showing everything costs so many times as much as a plain message."""
CHANGES_TABLE = (protocol.Play, protocol.Undo, protocol.TypeDice, protocol.Protest, protocol.Correct, protocol.Chat)
NO_RIGHTS = Rights()
MAX_SEAT_SOCKETS = 5
"""A seat has no more sockets than this: whoever comes last stays, and the first goes."""

log = logging.getLogger("knobel.socket")


class Quotas:
    """What all clients of this process share: who may come in, and how much of everything each may have."""

    def __init__(self, house: House, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.chats = Rate(settings.chat_rate, clock)
        self.hints = Rate(settings.hint_rate, clock)
        self.crowd = Rate(settings.crowd_rate, clock)
        self.past = Past(Rate(settings.past_rate, clock, PAGE + PICTURE), house.spawn)
        self.admission = Admission(settings.address_sockets, settings.table_sockets)


class Session:
    """One socket, as the house sees it: which seats it may act for, who looks through it, and what it is shown."""

    def __init__(
        self,
        house: House,
        loaded: LoadedTable,
        outbox: Outbox,
        quotas: Quotas,
        *,
        cookies: Sequence[str] = (),
        address: str = "",
        way_ms: Callable[[], float] = lambda: 0.0,
    ):
        rate = house.settings.message_rate
        self.house = house
        self.loaded = loaded
        self.hosted = loaded.hosted
        self.table = loaded.table
        self.address = address
        self.outbox = outbox
        self.latency = Latency()
        self._way_ms = way_ms
        self._hush = Hush(self._say_now, house.later)
        self._told = 0
        """Where news may have to wait: the number of the last that it has been told."""
        self.greeted = False
        self.came = time.monotonic()
        self.pinged = time.monotonic()
        self.known_absent: frozenset[Seat] = frozenset()
        self.keys: tuple[str, ...] = ()
        self.rights = Rights()
        self.looker = Looker(None, loaded.hosted.room.setup.language)
        self._cookies = tuple(cookies)
        self._opened: tuple[Room, Rights] | None = None
        self._pings = 0
        self._missed = Missed(house, self.hosted)
        self._faults = 0
        self._messages = Rate(rate, time.monotonic)
        self._pictures = Rate(rate / WHOLE_PICTURE, time.monotonic, 10)
        self._quotas = quotas
        self._hinting = False
        """Whether a hint is being worked out for it."""

    # What it says ---------------------------------------------------------------------------------------------------

    async def take(self, raw: bytes) -> None:
        """Reads a message and does what it asks, or says why not."""
        if self.outbox.closed:  # it is being closed, and is not listened to any more
            return
        self.house.metrics.messages += 1
        if not self._messages.allows(None):
            self._fault(_id_in(raw), Denied("too-fast", 429))
            return
        try:
            message = protocol.client_message.decode(raw)
        except protocol.UNREADABLE as error:
            if not self.greeted and protocol.is_foreign(raw):
                self.turn_away()
                return
            self._fault(_id_in(raw), Denied("malformed", 400, why=str(error)[:200]))
            return
        asked = getattr(message, "id", None)
        if not self._has_turn(message):
            self.refuse(asked, Denied("too-fast", 429))
            return
        try:
            if isinstance(message, CHANGES_TABLE):  # what comes most
                self._check_greeted()
                _, seq = await self.house.act(self.loaded.table, self._action(message), self.address)
                done = protocol.Done(id=message.id, seq=seq)
                if seq <= self._told:
                    self.say(done)
                else:
                    self.tell(done)
            elif isinstance(message, protocol.Hello):
                await self._take_hello(message)
            elif isinstance(message, protocol.Hint):
                self._check_greeted()
                self._hint(message)
            else:
                self._answer(message)
        except EXPECTED as error:
            refused = self.refusal(asked, error)
            if isinstance(message, protocol.Play):  # what speaks against a move, its maker can see for themselves
                self.say(refused)
            else:
                self.tell(refused)
        except Exception:
            log.exception(
                "a client's message failed and was answered with a fault: its socket goes on; report it",
                extra={"data": {"game": self.hosted.game.name, "asked": type(message).__name__}},
            )
            self.refuse(asked, Denied("fault", 500))

    def _has_turn(self, message: protocol.ClientMessage) -> bool:
        """Whether its address, and its table, do not ask for more than their share; it is counted if so.

        Whoever plays has a share of their own, so that nobody who only watches uses it up.
        """
        if type(message) is protocol.Pong or (not self.greeted and type(message) is protocol.Hello):
            return True  # who they are shows only then
        plays = self.rights != NO_RIGHTS
        return self._quotas.crowd.allows((self.address, plays)) and (not plays or self._quotas.crowd.allows(self.table))

    async def _take_hello(self, hello: protocol.Hello) -> None:
        """Greets whoever says hello; where they have seen more than this process has, it reads on first.

        Nobody is shown an older table than another process has shown them: if the log cannot be read, they come again.
        """
        self._pictures.check(None)
        if hello.seen is not None and hello.seen > self.hosted.seq:
            try:
                await self.house.read_on(self.loaded)
            except StoreTrouble:
                self.close_for_now()
                return
        self.greet(hello)

    def _answer(self, message: protocol.Look | protocol.Pong) -> None:
        """What changes nothing at the table."""
        match message:
            case protocol.Pong(id=ping):
                self.latency.answered(ping, time.monotonic())
            case protocol.Look(seat=seat):
                self._pictures.check(None)
                self._check_greeted()
                if not self._quotas.past.affords(self):
                    raise Denied("too-fast", 429)
                self.look(seat, message.id)

    def _check_greeted(self) -> None:
        """Raises `Denied` where it has yet to say who it is."""
        if not self.greeted:
            raise Denied("no-hello", 400)

    def _hint(self, message: protocol.Hint) -> None:
        """Has it worked out what a seat's moves are worth, beside everything else. Raises `Denied` where it is not.

        It is dear, so a client has one at a time, and its address and its table pay for it.
        """
        hosted, seat = self.hosted, message.seat
        self.rights.check_seat(seat)
        if not hosted.room.gives_hints():
            raise Denied("no-hints", 403)
        if hosted.state is None or hosted.timeline is None:
            raise Denied("not-begun")
        due = hosted.state.due()
        if seat not in due.must and seat not in due.may:
            raise NoAdvice("no-advice-turn")
        payers = ("address", self.address), ("table", self.table)
        if self._hinting or not self._quotas.hints.allows_all(payers):
            raise Denied("too-fast", 429)
        view, rules = hosted.state.view(seat), hosted.timeline.header.rules
        coming = ask(question(hosted.game, rules, view, seat, self.house.time_at(hosted)))
        self._hinting = True
        self.house.spawn(self._advise(message, view, hosted.seq, coming))

    async def _advise(self, message: protocol.Hint, view: State, seq: int, coming: Future[Advice]) -> None:
        try:
            advice = await asyncio.wrap_future(coming)
        except KnobelError as error:
            self.refuse(message.id, error)
        else:
            # Its number tells that something has happened: where milliseconds count, nobody hears so before the news.
            self.tell(advice_view(message, self.hosted, self.looker, view, seq, advice))
        finally:
            self._hinting = False

    def _action(self, message: protocol.TableMessage) -> Action[None]:
        """What a message asks for, to be tried on the table as it will be then."""
        match message:
            case protocol.Play(seat=seat, move=move, at=claimed):
                at = self._fair_time(claimed) if self.hosted.game.realtime.live else None
                return lambda draft: game_actions.play(draft, self.rights_at(draft.room), seat, bytes(move), at)
            case protocol.Undo(seat=seat):
                return lambda draft: game_actions.undo(draft, self.rights_at(draft.room), seat)
            case protocol.TypeDice(faces=faces):
                return lambda draft: game_actions.throw(draft, self.rights_at(draft.room), faces)
            case protocol.Protest(seat=seat):
                return lambda draft: game_actions.object_to_throw(draft, self.rights_at(draft.room), seat)
            case protocol.Correct(entry=entry, faces=faces):
                return lambda draft: game_actions.correct(draft, self.rights_at(draft.room), entry, faces)
            case protocol.Chat(seat=speaker, text=text):
                if self.rights.host if speaker is None else speaker in self.rights.seats:
                    self._quotas.chats.check((self.loaded.table, speaker))  # nobody uses up what is another's
                return lambda draft: room_actions.chat(draft, self.rights_at(draft.room), speaker, text)

    def _fair_time(self, claimed: int | None) -> int:
        way = self.latency.way_ms * self.house.settings.pace
        return fair_time(claimed, self.house.time_at(self.hosted), way, self.hosted.game.realtime.grace)

    def _fault(self, asked: int | None, error: Denied) -> None:
        self.refuse(asked, error)
        self._faults += 1
        if self._faults > MAX_FAULTS:
            self.bye("abusive", None, protocol.Closing.ABUSIVE)

    @property
    def watches(self) -> bool:
        """Whether it only looks on."""
        return self.greeted and self.rights == NO_RIGHTS

    @property
    def heard(self) -> float:
        """When its line answered last."""
        return self.latency.heard

    # What it is shown -----------------------------------------------------------------------------------------------

    def greet(self, hello: protocol.Hello) -> None:
        """Finds out who it is and shows them everything they may see, and what they missed."""
        if hello.protocol not in protocol.SPOKEN:
            self.turn_away()
            return
        self.keys = tuple(hashed(token) for token in dict.fromkeys((*hello.tokens, *self._cookies)))
        self._opened = None
        self.rights = self.rights_at(self.hosted.room)
        seat = hello.looking
        if seat is None and len(self.rights.seats) == 1:
            seat = next(iter(self.rights.seats))
        elif seat is not None:
            self.rights.check_seat(seat)
        language = hello.language or self.hosted.room.setup.language
        self.looker = Looker(seat, language, hello.protocol, protocol.drawn_for(hello), plain=hello.plain)
        self._missed.begin(hello.seen)
        self.greeted = True
        self.latency.heard = time.monotonic()
        self.latency.way_ms = self._way_ms()
        if not self._quotas.admission.greeted(self):
            return
        self._send_oldest_away()
        self._tell_past()
        self.ping(present_at(self.house, self.loaded, self.latency.heard))

    def _send_oldest_away(self) -> None:
        for seat in self.rights.seats:
            there = self._with_seat(seat)
            for oldest in there[: max(0, len(there) + 1 - MAX_SEAT_SOCKETS)]:
                oldest.bye("many", None, protocol.Closing.CROWDED)

    def _with_seat(self, seat: Seat) -> list[Session]:
        """The other sockets here that play for a seat, the oldest first."""
        others = (one for one in self.loaded.audience if isinstance(one, Session) and one is not self)
        there = (one for one in others if seat in one.rights.seats and one.greeted and not one.outbox.closed)
        return sorted(there, key=lambda one: one.came)

    def _others(self) -> tuple[protocol.OtherDevice, ...]:
        """Who else plays for the client's seats, here and in the house's other processes."""
        found: list[protocol.OtherDevice] = []
        for seat in sorted(self.rights.seats):
            for one in self._with_seat(seat):
                since = round((time.monotonic() - one.came) * 1000)
                found.append(protocol.OtherDevice(seat=seat, since=since, near=one.address == self.address))
            place = self.hosted.room.places[seat]
            if place and place.key in keys_elsewhere(self.house.process, self.loaded):
                found.append(protocol.OtherDevice(seat=seat, since=None, near=False))
        return tuple(found)

    def rights_at(self, room: Room) -> Rights:
        """What the client may act as; its keys are compared again wherever seats or the host have changed."""
        known = self._opened
        if known is None or (known[0] is not room and not same_keys(known[0], room)):
            self._opened = known = room, room.rights(self.keys)
        return known[1]

    def look(self, seat: Seat | None, asked: int) -> None:
        """Another of its seats looks now, at the table as it is."""
        if seat is not None:
            self.rights.check_seat(seat)
        self.looker = replace(self.looker, seat=seat)
        self.welcome(asked)

    def welcome(self, asked: int | None = None) -> None:
        """Shows everything that the looker may see, and what came since they last saw something: a page of it."""
        hosted, looker = self.hosted, self.looker
        sight = Sight(hosted.game, looker.seat)
        missed = self._missed.take_page()
        self.tell(
            protocol.Welcome(
                protocol=looker.protocol,
                id=asked,
                seq=self._missed.seen,
                yours=tuple(sorted(self.rights.seats)),
                waits=tuple(sorted(self.rights.waits)),
                host=self.rights.host,
                looking=looker.seat,
                room=room_view(hosted, looker.language),
                position=position(hosted, looker, sight, self.house.time_at(hosted)),
                missed=tuple(happening(logged, looker, sight) for logged in missed),
            )
        )

    @property
    def behind(self) -> int | None:
        """How many happenings it has yet to be told before the news; None where it is told them, or is gone."""
        return None if self.outbox.closed else self._missed.behind

    @property
    def reads(self) -> bool:
        """Whether what it was told before has gone out."""
        return not self.outbox.waits and not self._hush.holds(protocol.Welcome)

    @property
    def has_page(self) -> bool:
        """Whether what it has missed next is in memory."""
        return self._missed.has_page

    async def read_page(self) -> None:
        """Reads on in the log."""
        try:
            await self._missed.read_page()
        except NoTable:  # it was thrown away meanwhile
            self.close(protocol.Closing.NOTHING_HERE)

    def _tell_past(self) -> None:
        self._missed.reading = True
        self._quotas.past.tell(self)

    def tell_page(self) -> None:
        """Tells the next page of what it has missed."""
        self.welcome()
        self._missed.reading = self._missed.seen < self.hosted.seq

    def show(self, broadcast: Broadcast) -> None:
        """Something happened. Who look alike are sent the same, written once."""
        if not self.greeted:
            return
        another = not broadcast.only_moves and self._is_another(broadcast.events)
        if self._missed.reading:  # it comes with the next page
            return
        if another:
            self._tell_past()
            return
        self._missed.seen = broadcast.events[-1].seq
        if self.hosted.game.realtime.hush is not None and self._waits(broadcast):
            self.tell(self._news(broadcast))
            return
        text = broadcast.written.get(self.looker)
        if text is None:
            text = broadcast.written[self.looker] = protocol.encode_message(self._news(broadcast))
        self._put(text)

    def _is_another(self, events: Sequence[LoggedEvent]) -> bool:
        """Whether, after this, the client may act for other seats than before."""
        seat = self.looker.seat
        for logged in events:
            if isinstance(logged.event, Began) and seat is not None:
                seat = logged.event.order.index(seat)
        rights = self.rights_at(self.hosted.room)
        if seat not in rights.seats:
            seat = None
        if not self.rights.seats and len(rights.seats) == 1:  # the seat that it waited for
            (seat,) = rights.seats
        same = rights == self.rights and seat == self.looker.seat
        self.rights, self.looker = rights, replace(self.looker, seat=seat)
        return not same

    def _waits(self, broadcast: Broadcast) -> bool:
        """Whether news must not be heard yet. If it may, so may all that waited before it."""
        steps = [logged.step for logged in broadcast.events if logged.step]
        before = steps[0].before if steps else self.hosted.state
        state, game = self.hosted.state, self.hosted.game
        if before is not None and state is not None and game.is_live(before) and game.is_live(state):
            told_now = steps and steps[-1].actor == "clock" and state.view(self.looker.seat) is state
            own = any(step.actor in self.rights.seats and step.before.binding(step.actor, step.move) for step in steps)
            if not own and not told_now:
                return True
        else:
            self.latency.way_ms = self._way_ms()
        self._told = broadcast.events[-1].seq
        self._hush.end()
        return False

    def _news(self, broadcast: Broadcast) -> protocol.News:
        hosted, looker = self.hosted, self.looker
        sight = broadcast.sights.get(looker.seat)
        if sight is None:
            sight = broadcast.sights[looker.seat] = Sight(hosted.game, looker.seat)
        return protocol.News(
            happenings=happenings(broadcast, looker, sight, hosted.state),
            position=position(hosted, looker, sight, broadcast.now, broadcast),
            room=UNSET if self._same_room(broadcast) else room_view(hosted, looker.language),
        )

    def _same_room(self, broadcast: Broadcast) -> bool:
        hosted = self.hosted
        if broadcast.only_moves or hosted.stage != "playing":
            return hosted.stage == "playing"
        before = broadcast.events[0].seq - 2
        return before >= hosted.events.gone and hosted.events[before].room == hosted.room

    # What it is told ------------------------------------------------------------------------------------------------

    def say(self, message: protocol.HouseMessage) -> None:
        """Sends a message."""
        self._put(protocol.encode_message(message))

    def tell(self, message: protocol.HouseMessage) -> None:
        """Sends a message as soon as nobody can profit from it: where milliseconds count, after the game's own hush."""
        state, game = self.hosted.state, self.hosted.game
        hush = game.realtime.hush
        if hush is None:
            self.say(message)
        elif state is None or not game.is_live(state):
            self._hush.end()
            self.say(message)
        else:
            self._hush.put(message, hush(state) / 1000 / self.house.settings.pace)

    def _say_now(self, message: protocol.HouseMessage) -> None:
        """Sends a message that has waited, with the time that it is now."""
        if isinstance(message, protocol.News | protocol.Welcome) and (seen := message.position):
            clock = replace(seen.clock, now=self.house.time_at(self.hosted))
            message = replace(message, position=replace(seen, clock=clock))
        self.say(message)

    def refuse(self, asked: int | None, error: Exception) -> None:
        """Says why not, at once."""
        self.say(self.refusal(asked, error))

    def refusal(self, asked: int | None, error: Exception) -> protocol.Refused:
        """Why not, in the client's language."""
        why = Why(error, voice_of(self.looker, self.hosted.room.places), self.hosted.game)
        self.house.metrics.refused.labels(why.code).inc()
        told = sentence(why.parts, self.looker.drawn)
        return protocol.Refused(id=asked, code=why.code, rule=why.rule, why=told)

    def ping(self, present: Presence) -> None:
        """Measures the way, and tells who is there."""
        settings = self.house.settings
        self._pings += 1
        self.pinged = time.monotonic()
        self.known_absent = frozenset(present.away)
        self.latency.sent(self._pings, self.pinged)
        watching = sum(each.watches for each in self.loaded.audience)
        self.say(
            protocol.Ping(
                id=self._pings,
                now=self.house.time_at(self.hosted),
                watching=watching,
                every=round((settings.ping_s + settings.beat_s) * 1000),
                there=present.there,
                away=present.away,
                others=self._others() if self.rights.seats else (),
                working={seat: search.share for seat, search in self.loaded.searches.items()},
            )
        )

    def bye(self, code: str, again: int | None, closing: protocol.Closing) -> None:
        """Says why the socket is closed, and closes it."""
        why = WORDS.text(Say(f"bye.{code}"), voice_of(self.looker, self.hosted.room.places))
        self.say(protocol.Bye(code=code, why=why, again=again))
        self.close(closing)

    def turn_away(self) -> None:
        """Says that the house does not speak the client's version: a page that hears it loads itself anew."""
        self.bye("protocol", None, protocol.Closing.FOREIGN)

    def close_for_now(self) -> None:
        """The house cannot go on showing it the table, and will be back soon."""
        self.bye("back-soon", AGAIN_MS, protocol.Closing.GOING)

    def send_away(self) -> None:
        """There is no room for whoever only watches."""
        self.bye("full", FULL_MS, protocol.Closing.FULL)

    def close(self, code: protocol.Closing) -> None:
        """Closes the socket."""
        self._quotas.admission.leave(self)
        self.loaded.audience.discard(self)
        self.outbox.close(code, self.house.settings.grace_s)

    def _put(self, text: bytes) -> None:
        if not self.outbox.put(text):
            self.house.metrics.slow_readers.inc()
            self.close(protocol.Closing.SLOW)


def _id_in(raw: bytes) -> int | None:
    """The id of a message that cannot be read otherwise, so that the client knows which one it was."""
    try:
        found = msgspec.json.decode(raw, type=dict[str, Any]).get("id")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if isinstance(found, int) and 0 <= found < 2**53 else None
