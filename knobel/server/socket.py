"""One WebSocket for play: every message is read strictly, asked of the house, and answered."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from knobel.core.words import Voice
from knobel.server import deeds, playing, wire
from knobel.server.client import ABUSIVE, NOTHING_HERE, SILENT, Client
from knobel.server.fairtime import fair_time
from knobel.server.hosted import Draft
from knobel.server.house import House
from knobel.server.inbox import Inbox
from knobel.server.limits import Crowd, Rate
from knobel.server.line import LINE, Line
from knobel.server.outbox import Outbox, Send
from knobel.server.reached import Reached
from knobel.server.refusing import EXPECTED, Why
from knobel.server.words import Refused
from knobel.store.log import NoTable, StoreTrouble

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

MOST_FAULTS = 20
"""After so many messages that cannot be understood, or that come too fast, a socket is closed."""
WHOLE_PICTURE = 10
"""Showing everything costs so many times as much as a plain message."""
HELLO_S = 10
"""So long a socket may be open without a hello."""

log = logging.getLogger("knobel.socket")


class Sockets:
    """All sockets of this process."""

    def __init__(self, house: House) -> None:
        settings = house.settings
        self.house = house
        self.clients: set[Client] = set()
        self._messages = settings.message_rate
        self._chats = Rate(settings.chat_rate, time.monotonic)
        self._addresses = Crowd(settings.address_sockets)
        often = settings.request_rate if settings.address_sockets else 0
        self._openings = Rate(often, time.monotonic, least_burst=settings.address_sockets)

    async def serve(self, scope: Scope, receive: Receive, send: Send, table: str) -> None:
        """A socket, from its first to its last message."""
        await receive()
        reached = Reached(scope)
        if self.house.closing or not reached.may(self.house.settings):
            await _deny(receive, send, 503 if self.house.closing else 403)
            return
        if not self._openings.allows(reached.address) or not self._addresses.enter(reached.address):
            await _deny(receive, send, 429)
            return
        try:
            await self._serve(scope, receive, send, table)
        finally:
            self._addresses.leave(reached.address)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, table: str) -> None:
        try:
            kept = await self.house.kept(table)
        except NoTable as error:
            await _turn_away(receive, send, Why(error, Voice(language=Reached(scope).language)))
            return
        except StoreTrouble:
            await _deny(receive, send, 503)
            return
        most = self.house.settings.table_sockets
        if most and len(kept.audience) >= most:
            await _deny(receive, send, 429)
            return
        await send({"type": "websocket.accept"})
        line: Line = scope[LINE]
        outbox = Outbox(send, line.abort, self.house.spawn, self.house.settings.queue_kib * 1024, line.at_once)
        client = Client(self.house, kept, outbox, Reached(scope).tokens)
        self.clients.add(client)
        kept.audience.add(client)
        try:
            await self._listen(client, line, receive)
        finally:
            client.outbox.closed = True
            kept.audience.discard(client)
            self.clients.discard(client)

    async def _listen(self, client: Client, line: Line, receive: Receive) -> None:
        rate, pictures = Rate(self._messages, time.monotonic), Rate(self._messages / WHOLE_PICTURE, time.monotonic, 10)
        faults = 0

        async def take(raw: bytes) -> None:
            nonlocal faults
            if client.outbox.closed:  # it is being closed, and is not listened to any more
                return
            self.house.metrics.count("knobel_messages_total")
            if not rate.allows(None):
                faults += 1
                client.refuse(None, Refused("too-fast", 429))
            else:
                faults += not await self._take(client, pictures, raw)
            if faults > MOST_FAULTS:
                client.bye("abusive", None, ABUSIVE)

        inbox = Inbox(take, line.read_on)
        line.hear(inbox.put)
        while (message := await receive())["type"] == "websocket.receive":  # what did not come by the short way
            inbox.put(message.get("bytes") or b"")
            await inbox.idle()
        await inbox.idle()

    async def _take(self, client: Client, pictures: Rate, raw: bytes) -> bool:
        """Reads a message and does what it asks. False where it is no message at all."""
        try:
            message = wire.client_message.decode(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            if not client.greeted and wire.is_foreign(raw):
                client.turn_away()
                return True
            client.refuse(_id_in(raw), Refused("malformed", 400, why=str(error)[:200]))
            return False
        asked = getattr(message, "id", None)
        try:
            if isinstance(message, (wire.Hello, wire.Look)):
                pictures.check(None)
            await self._asked(client, message)
        except EXPECTED as error:
            client.refuse(asked, error)
        except Exception as error:
            log.exception("a message could not be handled: %s", type(error).__name__)
            client.refuse(asked, Refused("fault", 500))
        return True

    async def _asked(self, client: Client, message: wire.ClientMessage) -> None:
        match message:
            case wire.Play() if client.greeted:  # first, since it comes most
                arrived = self.house.time_at(client.hosted) if client.hosted.game.live else 0
                await self._act(client, message.id, _deed(client, message, arrived))
            case wire.Hello():
                client.greet(message)
            case wire.Pong(id=ping):
                client.way.answered(ping, time.monotonic())
            case _ if not client.greeted:
                raise Refused("no-hello", 400)
            case wire.Look():
                client.look(message.seat, message.id)
            case wire.Chat():
                if client.who.host if message.seat is None else message.seat in client.who.seats:
                    self._chats.check((client.kept.table, message.seat))  # nobody uses up what is another's
                await self._act(client, message.id, _deed(client, message, 0))
            case _:
                await self._act(client, message.id, _deed(client, message, 0))

    async def _act(self, client: Client, asked: int, deed: Callable[[Draft], None]) -> None:
        _, seq = await self.house.act(client.kept.table, deed)
        client.say(wire.Done(id=asked, seq=seq))

    def tick(self) -> None:
        """Pings whose turn it is, and closes whoever does not answer or has not said hello."""
        now, settings = time.monotonic(), self.house.settings
        for client in tuple(self.clients):
            since = now - client.pinged
            if not client.greeted:
                if since > HELLO_S:
                    client.bye("silent", 0, SILENT)
            elif client.way.awaited:
                if since > settings.silent_s:
                    client.bye("silent", 0, SILENT)
            elif since > settings.ping_s:
                client.ping()


def _deed(
    client: Client, message: wire.Play | wire.Undo | wire.Throw | wire.Protest | wire.Correct | wire.Chat, arrived: int
) -> Callable[[Draft], None]:
    """What a message asks for, to be tried on the table as it will be then."""

    def deed(draft: Draft) -> None:
        who = client.who_at(draft.room)
        match message:
            case wire.Play(seat=seat, move=move, at=claimed):
                way = client.way.milliseconds() * client.house.settings.pace if draft.game.live else 0
                playing.play(draft, who, seat, bytes(move), fair_time(claimed, arrived, way, draft.game.grace))
            case wire.Undo(seat=seat):
                playing.undo(draft, who, seat)
            case wire.Throw(faces=faces):
                playing.throw(draft, who, faces)
            case wire.Protest(seat=seat):
                playing.object_to_throw(draft, who, seat)
            case wire.Correct(entry=entry, faces=faces):
                playing.correct(draft, who, entry, faces)
            case wire.Chat(seat=seat, text=text):
                deeds.chat(draft, who, seat, text)

    return deed


def _id_in(raw: bytes) -> int | None:
    """The id of a message that cannot be read otherwise, so that the client knows which one it was."""
    try:
        found = msgspec.json.decode(raw, type=dict[str, Any]).get("id")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if isinstance(found, int) and 0 <= found < 2**53 else None


async def _turn_away(receive: Receive, send: Send, why: Why) -> None:
    """Opens a socket only to say that there is nothing here: a browser could not read an answer that is no socket."""
    bye = wire.Bye(code=why.code, why=why.text, again=None)
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": msgspec.json.encode(bye).decode()})
    await send({"type": "websocket.close", "code": NOTHING_HERE})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def _deny(receive: Receive, send: Send, status: int) -> None:
    """Answers instead of opening a socket, and waits until that has gone out and the line is closed."""
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
    for _ in ("answered", "closed"):
        await receive()
