"""What waits to be sent on a socket: bounded, so that whoever does not read costs the house nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Spawn = Callable[[Any], "asyncio.Task[Any]"]


class Outbox:
    """Sends in order, as fast as the other side reads. Nothing runs while there is nothing to send."""

    def __init__(
        self, send: Send, abort: Callable[[], None], spawn: Spawn, most: int, at_once: Callable[[bytes], bool]
    ) -> None:
        self._send = send
        self._at_once = at_once
        self._abort = abort
        self._spawn = spawn
        self._most = most
        self._queue: deque[bytes] = deque()
        self._waiting = 0
        self._writer: asyncio.Task[Any] | None = None
        self.closed = False

    def put(self, text: bytes) -> bool:
        """Sends a text (in UTF-8) when its turn comes; False where too much is waiting already."""
        if self.closed:
            return True
        if self._writer is None and self._at_once(text):
            return True
        if self._waiting + len(text) > self._most and self._queue:
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
