"""All sockets of this process: who may come in and to which table, and who no longer answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any

import msgspec

from knobel.core.errors import KnobelError
from knobel.core.words import Voice
from knobel.server.caller import Caller
from knobel.server.limits import Rate
from knobel.server.refusals import Why
from knobel.server.socket import protocol
from knobel.server.socket.admission import Arrival
from knobel.server.socket.presence import present_at
from knobel.server.socket.session import Quotas, Session
from knobel.server.socket.transport import FAST_SOCKET, FastWebSocket, Inbox, Outbox, Send
from knobel.server.tables.house import House, LoadedTable
from knobel.server.tables.state import hashed
from knobel.server.words import Denied
from knobel.store.log import NoTable, StoreTrouble

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

GUESS_RATE, MAX_GUESSES = 1.0, 10
"""So often a second, and at once, an address may bring tokens for a table out of turn that open nothing there."""
TICKED_AT_ONCE = 20
"""So many tables' clients are asked after before everybody else has their turn."""
HELLO_S = 10
"""So long a socket may be open without a hello."""


class Sockets:
    """All sockets of this process."""

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        settings = house.settings
        self.house = house
        self.clients: dict[Session, None] = {}
        """In the order in which they came."""
        self._quotas = Quotas(house, settings, clock)
        self._admission = self._quotas.admission
        often = settings.request_rate if settings.address_sockets else 0
        self._openings = Rate(often, clock, min_burst=settings.address_sockets)
        self._guesses = Rate(GUESS_RATE, clock, burst=MAX_GUESSES)

    def send_watcher_away(self) -> bool:
        """Whoever came last to watch anywhere makes room; False: nobody only watches."""
        watchers = [client for client in self.clients if client.watches and not client.outbox.closed]
        if watchers:
            watchers[-1].send_away()
        return bool(watchers)

    async def serve(self, scope: Scope, receive: Receive, send: Send, table: str) -> None:
        """A socket, from its first to its last message."""
        await receive()
        caller = Caller(scope)
        if self.house.closing or not caller.may(self.house.settings):
            await deny(receive, send, 503 if self.house.closing else 403)
            return
        often = not self._openings.allows(caller.address)
        if not self._admission.admits(address=caller.address) or (often and not await self._check_seat(caller, table)):
            await deny(receive, send, 429)
            return
        websocket: FastWebSocket = scope[FAST_SOCKET]
        arrival = Arrival(caller.address, websocket.abort, self._admission)
        self._admission.enter(arrival)
        try:
            await self._show_in(websocket, receive, send, caller, table, arrival)
        finally:
            self._admission.leave(arrival)

    async def _show_in(
        self, websocket: FastWebSocket, receive: Receive, send: Send, caller: Caller, table: str, arrival: Arrival
    ) -> None:
        """Leads somebody to a table, if there is one and there is room."""
        try:
            loaded = await self._load(caller, table)
        except Denied as denied:
            await deny(receive, send, denied.status)
            return
        except NoTable as error:
            await _turn_away(websocket, receive, send, Why(error, Voice(language=caller.language)))
            return
        except StoreTrouble:
            await deny(receive, send, 503)
            return
        if not self._admission.admits(table=table):
            await deny(receive, send, 429)
            return
        self._admission.leave(arrival)
        await self._serve(websocket, receive, send, caller, loaded)

    async def _load(self, caller: Caller, table: str) -> LoadedTable:
        """A table; whoever has a seat there gets it, however many others an address has brought into memory."""
        try:
            return await self.house.load(table, caller.address)
        except Denied:
            if not await self._check_seat(caller, table):
                raise
            return await self.house.load(table)

    async def _check_seat(self, caller: Caller, table: str) -> bool:
        """Whether somebody has a seat, by what they bring along before their socket is open.

        Nobody is kept from a seat by others of their address. Whoever brings what opens nothing can do so now and then.
        """
        if not caller.tokens or (table not in self.house.tables and not self._guesses.has(caller.address)):
            return False
        try:
            loaded = await self.house.load(table)
        except (Denied, KnobelError):
            return False
        seated = bool(loaded.hosted.room.rights([hashed(token) for token in caller.tokens]).seats)
        if not seated:
            self._guesses.spend(caller.address, 1)
        return seated

    async def _serve(
        self, websocket: FastWebSocket, receive: Receive, send: Send, caller: Caller, loaded: LoadedTable
    ) -> None:
        outbox = Outbox(
            send, websocket.abort, self.house.spawn, self.house.settings.queue_kib * 1024, websocket.at_once
        )
        client = Session(
            self.house,
            loaded,
            outbox,
            self._quotas,
            cookies=caller.tokens,
            address=caller.address,
            way_ms=websocket.way_ms,
        )
        self._admission.enter(client)
        try:
            await send({"type": "websocket.accept"})
            self.clients[client] = None
            loaded.audience.add(client)
            inbox = Inbox(client.take, websocket.read_on)
            websocket.hear(inbox.put)
            while (message := await receive())["type"] == "websocket.receive":  # what did not come by the short way
                inbox.put(message.get("bytes") or b"")
                await inbox.wait_idle()
            await inbox.wait_idle()
        finally:
            client.outbox.closed = True
            self._admission.leave(client)
            loaded.audience.discard(client)
            loaded.used = time.monotonic()
            self.clients.pop(client, None)

    async def tick(self, now: float | None = None) -> None:
        """Pings whose turn it is, or who has yet to hear who came and went; closes whoever is silent for too long.

        A few tables at a time: who moves meanwhile does not wait until all others have been asked after.
        """
        at_tables: dict[LoadedTable, list[Session]] = {}
        for client in self.clients:
            at_tables.setdefault(client.loaded, []).append(client)
        for number, (loaded, clients) in enumerate(at_tables.items(), 1):
            self._tick_table(loaded, clients, time.monotonic() if now is None else now)
            if number % TICKED_AT_ONCE == 0:
                await asyncio.sleep(0)

    def _tick_table(self, loaded: LoadedTable, clients: Sequence[Session], now: float) -> None:
        settings, present = self.house.settings, present_at(self.house, loaded, now)
        for client in clients:
            if client not in loaded.audience:  # gone meanwhile
                continue
            since = now - client.pinged
            if not client.greeted:
                if since > HELLO_S:
                    client.bye("silent", 0, protocol.Closing.SILENT)
            elif client.latency.awaited:
                if since > settings.silent_s:
                    client.bye("silent", 0, protocol.Closing.SILENT)
            elif since > settings.ping_s or client.known_absent != present.away.keys():
                client.ping(present)


async def _turn_away(websocket: FastWebSocket, receive: Receive, send: Send, why: Why) -> None:
    """Opens a socket only to say that there is nothing here: a browser could not read an answer that is no socket."""
    bye = protocol.Bye(code=why.code, why=why.text, again=None)
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": msgspec.json.encode(bye).decode()})
    await send({"type": "websocket.close", "code": protocol.Closing.NOTHING_HERE})
    while not websocket.gone:
        await receive()


async def deny(receive: Receive, send: Send, status: int) -> None:
    """Answers instead of opening a socket, and waits until that has gone out and the connection is closed."""
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
    for _ in ("answered", "closed"):
        await receive()
