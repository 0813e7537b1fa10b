"""Word between machines, through Redis: sent in bundles, and heard again by itself after Redis was away."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError

from knobel.server.cluster.bus import Appended, BusTrouble, Echo, Gap, Hear, Heard, Here, Listeners

CHANNEL = "knobel:"
EVERYBODY = "knobel"
"""A channel that every process is on, so that there is a connection even where no table is listened to."""
MAX_TOGETHER = 1000
PAUSE_S = 0.1
SUBSCRIBING_S = 1.0
"""How long a subscription may take; where it takes longer, a `Gap` will tell when it has come about."""
SILENCE_S = 5.0
"""After this long without a word, the connection is tried."""
AWAY = (RedisError, OSError)
CUT_OFF = (*AWAY, AttributeError)
"""The same for who writes while another task hangs up: redis-py then reaches for a writer that is gone."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Heard).decode


class RedisBus:
    """For a house of many processes. Made where a loop runs; it connects by itself, and again after every break."""

    def __init__(self, url: str) -> None:
        self._redis = _client(url)
        self._writer = secrets.token_hex(8)
        self._listeners = Listeners()
        self._outbox: list[Heard] = []
        self._news = asyncio.Event()
        self._connection: Any = None
        """What we hear through, while there is a connection."""
        self._commanding = asyncio.Lock()
        self._heard: set[str] = set()
        """The tables that Redis has confirmed we hear of."""
        self._awaited: dict[str, asyncio.Future[None]] = {}
        self._echoes = self._echoed = 0
        """What was last said only to hear it, and which of that has come back."""
        self._closed = False
        self._tasks = [asyncio.create_task(self._keep_telling()), asyncio.create_task(self._keep_hearing())]

    def publish(self, table: str, seq: int, bodies: Sequence[bytes]) -> None:
        """Tells everybody else, as soon as Redis can be reached."""
        self._outbox.append(Appended(table, seq, tuple(bodies), self._writer))
        self._news.set()

    def publish_here(self, here: Here) -> None:
        """Tells everybody whose connections answer."""
        self._outbox.append(here)
        self._news.set()

    async def subscribe(self, table: str, hear: Hear) -> None:
        """Hears of a table."""
        self._listeners.add(table, hear)
        if table in self._heard:
            return
        awaited = self._awaited.setdefault(table, asyncio.get_running_loop().create_future())
        await self._command("subscribe", table)
        await asyncio.wait([awaited], timeout=SUBSCRIBING_S)

    async def unsubscribe(self, table: str, hear: Hear) -> None:
        """Hears of a table no more."""
        if self._listeners.remove(table, hear):
            self._heard.discard(table)
            await self._command("unsubscribe", table)

    def try_hearing(self) -> bool:
        """Whether what was said when this was last asked has come back."""
        hears = self._connection is not None and self._echoed == self._echoes
        self._echoes += 1
        self._outbox.append(Echo(self._writer, self._echoes))
        self._news.set()
        return hears

    async def check_ready(self) -> None:
        """Returns if others can be heard now."""
        try:
            await self._redis.ping()
        except AWAY as error:
            raise BusTrouble("bus-away", why=str(error)) from error

    async def close(self) -> None:
        """Hangs up. A cancellation may get lost in the driver where a wait of its own ends; the flag does not."""
        self._closed = True
        self._news.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    # Telling --------------------------------------------------------------------------------------------------------

    async def _keep_telling(self) -> None:
        while not self._closed:
            await self._news.wait()
            batch, self._outbox = self._outbox[:MAX_TOGETHER], self._outbox[MAX_TOGETHER:]
            if not self._outbox:
                self._news.clear()
            try:
                async with self._redis.pipeline(transaction=False) as bundle:
                    for told in batch:
                        bundle.publish(CHANNEL + told.table if told.table else EVERYBODY, _encode(told))
                    await bundle.execute()
            except AWAY:
                self._own_up([*batch, *self._outbox])
                await asyncio.sleep(PAUSE_S)

    def _own_up(self, missed: Sequence[Heard]) -> None:
        """Nobody may have heard this: instead of keeping it all, say later which tables it was about."""
        self._outbox = [
            Gap(table) for table in dict.fromkeys(told.table for told in missed if not isinstance(told, Here | Echo))
        ]
        self._news.set()

    # Hearing --------------------------------------------------------------------------------------------------------

    async def _keep_hearing(self) -> None:
        while not self._closed:
            with suppress(*AWAY):
                async with self._redis.pubsub() as connection:
                    await connection.subscribe(EVERYBODY)
                    # from here on whoever comes asks for its table; the others are asked for now
                    self._connection = connection
                    try:
                        if tables := self._listeners.tables():
                            await connection.subscribe(*(CHANNEL + table for table in tables))
                        await self._hear(connection)
                    finally:
                        self._connection = None
            self._heard.clear()
            await asyncio.sleep(PAUSE_S)

    async def _hear(self, connection: Any) -> None:
        tried = False
        while not self._closed:
            message = await connection.get_message(timeout=SILENCE_S)
            if message is not None:
                tried = False
                self._understand(message["type"], message["channel"], message["data"])
            elif tried:
                raise Disconnected
            else:
                tried = True
                await connection.ping()

    def _understand(self, kind: str, channel: bytes | None, data: bytes) -> None:
        if kind == "message":
            with suppress(msgspec.MsgspecError):  # not ours: somebody else is on this channel
                heard = _decode(data)
                if isinstance(heard, Echo):
                    self._echoed = heard.number if heard.writer == self._writer else self._echoed
                elif not isinstance(heard, Appended) or heard.writer != self._writer:
                    self._listeners.tell(heard)
        elif kind == "subscribe" and channel and channel.startswith(CHANNEL.encode()):
            self._confirm(channel.decode().removeprefix(CHANNEL))

    def _confirm(self, table: str) -> None:
        self._heard.add(table)
        awaited = self._awaited.pop(table, None)
        if awaited is not None and not awaited.done():
            awaited.set_result(None)
        self._listeners.tell(Gap(table))

    async def _command(self, name: str, table: str) -> None:
        """Asks for a table or no more for it. Without a connection that is only remembered: the next one will ask."""
        async with self._commanding:
            if self._connection is not None:
                with suppress(*CUT_OFF):
                    await getattr(self._connection, name)(CHANNEL + table)


def _client(url: str) -> Any:
    """Without retries of its own: whoever breaks off must know that something was missed."""
    retry = Retry(NoBackoff(), 0)
    return cast("Any", Redis).from_url(url, retry=retry, socket_timeout=SILENCE_S, socket_connect_timeout=SILENCE_S)
