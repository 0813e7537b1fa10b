"""The line to a client: whole texts in and out, in order, and never more of them than the house can hold.

The server's own protocol is used for everything but whole texts, which take a short way past its queue and its tasks:
a quarter more moves a second (docs/decisions/server-speed.md).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from math import inf
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from knobel.server.socket.lag import measured_ms

try:
    from websockets.speedups import apply_mask
except ImportError:  # it was installed without its part in C
    from websockets.utils import apply_mask

log = logging.getLogger("knobel.socket")

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Take = Callable[[bytes], Coroutine[Any, Any, None]]
Spawn = Callable[[Any], "asyncio.Task[Any]"]

FAST_SOCKET = "knobel.line"
"""Where the house finds the socket in what the server tells it about a socket."""
TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""The first byte of a frame that is whole by itself, and what it holds."""
MASKED = 0x80
MAX_HELD = 64 * 1024
"""So many bytes may be held until the turn of the loop is over."""
MAX_WAITING = 16
"""So many messages of a client may wait before no more are read."""
FRAMES = 4
"""For each message that a client may send, so many frames: what no page and no program needs costs the house time."""
MAX_FRAMES = 1000
"""So many frames may come at once."""
SLICE = 512
"""So many bytes go the server's own way at once: how many frames there are in them shows only afterwards."""


class FastWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket. Whole texts go the short way, without a queue or a task; everything else goes the server's own.

    Whatever is unusual (a text in pieces, bytes, a frame that is not allowed) ends the short way for good. Every frame
    counts, also one that says nothing: whoever sends too many of them is hung up on.
    """

    frame_rate = 0.0
    """So many frames a second may come in the long run; 0: no limit."""
    _hears: Callable[[bytes], None] | None = None
    _short = False
    """Whether all that came so far ended where a frame ends."""
    _rest = b""
    _outgoing_bytes = 0
    on_closed: Callable[[], None] | None = None
    """Is told when the line is closed."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._outgoing: list[bytes] = []
        self._frames_left = float(MAX_FRAMES) if self.frame_rate else inf
        self._counted = time.monotonic()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope[FAST_SOCKET] = self

    def way_ms(self) -> float:
        """How long the way to the other side and back is, in milliseconds, as the system has measured it."""
        return measured_ms(self.transport.get_extra_info("socket"))

    @property
    def gone(self) -> bool:
        """Whether the line itself is closed: whoever is told that a socket closes may hold it for a while."""
        return self.disconnected

    def abort(self) -> None:
        """Hangs up on whoever does not read."""
        self.transport.abort()

    hang_up = abort

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.on_closed:
            self.on_closed()

    def hear(self, hears: Callable[[bytes], None]) -> None:
        """From now on, texts that come whole go to `hears` at once."""
        self._hears = hears

    def read_on(self, more: bool) -> None:
        """Whether to read on, or to wait until what has come is worked off."""
        if self.transport.is_closing() or self.read_paused is not more:
            return
        self.read_paused = not more
        if more:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        if self._hears is None:
            self._short = not self.handshake_initiated and data.find(b"\r\n\r\n") == len(data) - 4
            self._take_slowly(data)
        elif self._short:
            self._rest = self._unpacked(self._rest + data if self._rest else data, self._hears)
        else:
            self._take_slowly(data)

    def _take_slowly(self, data: bytes) -> None:
        """Goes the server's own way, a little at a time, until too much has come."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        """Every frame counts, whatever it holds."""
        if self._has_room(len(self.conn.events)):
            super().handle_events()

    def _has_room(self, frames: int) -> bool:
        """Whether so many frames more may come; whoever sends too many is hung up on."""
        self._frames_left -= frames
        if self._frames_left < 0:
            now = time.monotonic()
            self._frames_left += min(MAX_FRAMES, (now - self._counted) * self.frame_rate)
            self._counted = now
            if self._frames_left < 0:
                self.transport.abort()
                return False
        return True

    def _unpacked(self, data: bytes, hears: Callable[[bytes], None]) -> bytes:
        """Hears every whole text, and hands back what is not whole yet."""
        start, size = 0, len(data)
        while size - start >= 2:
            kind, length, head = data[start], data[start + 1] - MASKED, start + 2
            if kind not in (TEXT, PING, PONG) or not 0 <= length < 127:
                break
            if length == 126:
                if size < head + 2:
                    return data[start:]
                length, head = int.from_bytes(data[head : head + 2]), head + 2
            if length > self.config.ws_max_size:
                break
            end = head + 4 + length
            if end > size:
                return data[start:]
            self._frames_left -= 1
            if self._frames_left < 0 and not self._has_room(0):
                return b""
            if kind != TEXT:
                super().data_received(data[start:end])
            elif self.conn.state is OPEN and not self.close_sent:
                hears(apply_mask(data[head + 4 : end], data[head : head + 4]))
            start = end
        else:
            return data[start:]
        self._short = False
        self._take_slowly(data[start:])
        return b""

    def handle_text(self, event: Frame) -> None:
        """Texts are read as they come: whoever reads them says what is wrong with them."""
        self.handle_bytes(event)

    def handle_ping(self) -> None:
        """Whoever asks for answers and does not read them is hung up on: they would pile up here."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def at_once(self, text: bytes) -> bool:
        """Sends a text without waiting or any task; False where it must wait, since the other side does not read.

        It is in UTF-8 already. From a server a frame has no mask: a byte that says text, its length, and the text.
        """
        if not self.writable.is_set() or self.close_sent or self.conn.state is not OPEN:
            return False
        length = len(text)
        if length < 126:
            head = bytes((TEXT, length))
        elif length < 1 << 16:
            head = b"\x81\x7e" + length.to_bytes(2)
        else:
            head = b"\x81\x7f" + length.to_bytes(8)
        if not self._outgoing:
            self.loop.call_soon(self._send_off)
        self._outgoing += (head, text)
        self._outgoing_bytes += length
        if self._outgoing_bytes > MAX_HELD:
            self._send_off()
        return True

    def _send_off(self) -> None:
        """Hands the system all that came up in one turn of the loop: asking it costs more than the writing."""
        if self._outgoing and not self.transport.is_closing():
            self.transport.write(b"".join(self._outgoing))
        self._outgoing.clear()
        self._outgoing_bytes = 0


def counting(message_rate: float) -> type[FastWebSocket]:
    """The sockets of a house that takes so many messages a second on each; 0: no limit."""
    return type("CountingWebSocket", (FastWebSocket,), {"frame_rate": FRAMES * message_rate})


class Inbox:
    """The messages of one socket. `take` sees to one of them; `read_on` says whether more may be read."""

    def __init__(self, take: Take, read_on: Callable[[bool], None]) -> None:
        self._take = take
        self._read_on = read_on
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[bytes] = deque()
        self._worker: asyncio.Task[Any] | None = None
        self._full = False

    def put(self, text: bytes) -> None:
        """A message came; it is seen to when those before it have been."""
        self._waiting.append(text)
        if self._worker is None:
            self._worker = self._loop.create_task(self._work_off())
        elif len(self._waiting) >= MAX_WAITING and not self._full:
            self._full = True
            self._read_on(False)

    async def wait_idle(self) -> None:
        """Returns when everything has been seen to."""
        if self._worker:
            await asyncio.wait([self._worker])

    async def _work_off(self) -> None:
        try:
            while self._waiting:
                try:
                    await self._take(self._waiting.popleft())
                except Exception:  # there is nobody else to hear of it, and the next one is another matter
                    log.exception("a client's message failed and got no answer: its next ones are heard; report it")
        finally:
            self._worker = None
            if self._full:
                self._full = False
                self._read_on(True)


class Outbox:
    """Sends in order, as fast as the other side reads. Nothing runs while there is nothing to send."""

    def __init__(
        self, send: Send, abort: Callable[[], None], spawn: Spawn, max_bytes: int, at_once: Callable[[bytes], bool]
    ) -> None:
        self._send = send
        self._at_once = at_once
        self._abort = abort
        self._spawn = spawn
        self._max_bytes = max_bytes
        self._queue: deque[bytes] = deque()
        self._waiting = 0
        self._writer: asyncio.Task[Any] | None = None
        self.closed = False

    @property
    def waits(self) -> bool:
        """Whether something waits for a reader that is slow."""
        return self._writer is not None

    def put(self, text: bytes) -> bool:
        """Sends a text (in UTF-8) when its turn comes; False where too much is waiting already."""
        if self.closed:
            return True
        if self._writer is None and self._at_once(text):
            return True
        if self._waiting + len(text) > self._max_bytes and self._queue:
            return False
        self._waiting += len(text)
        self._queue.append(text)
        if self._writer is None:
            self._writer = self._spawn(self._write())
        return True

    def close(self, code: int, patience: float) -> None:
        """Closes the socket once everything is sent, or when patience is over."""
        if not self.closed:
            self.closed = True
            self._spawn(self._close(code, patience))

    async def _write(self) -> None:
        try:
            while self._queue:
                text = self._queue.popleft()
                await self._send({"type": "websocket.send", "text": text.decode()})
                self._waiting -= len(text)
        except Exception:  # noqa: BLE001  # whatever the server says: the other side is gone
            self.closed = True
            self._queue.clear()
        finally:
            self._writer = None

    async def _close(self, code: int, patience: float) -> None:
        try:
            async with asyncio.timeout(patience):
                if writer := self._writer:
                    await asyncio.wait([writer])
                await self._send({"type": "websocket.close", "code": code})
        except TimeoutError:
            self._queue.clear()
            self._abort()
        except Exception:  # noqa: BLE001  # it is gone already
            with suppress(Exception):
                self._abort()
