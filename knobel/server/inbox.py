"""What a client says: worked off one by one, in order. Who says too much at once is not read on for a while."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from knobel.server.eager import begin

MOST_WAITING = 16
"""So many messages may wait before no more are read."""

Take = Callable[[bytes], Coroutine[Any, Any, None]]


class Inbox:
    """The messages of one socket. `take` sees to one of them; `read_on` says whether more may be read."""

    def __init__(self, take: Take, read_on: Callable[[bool], None]) -> None:
        self._take = take
        self._read_on = read_on
        self._waiting: deque[bytes] = deque()
        self._busy = False
        self._full = False
        self._idle: asyncio.Future[None] | None = None

    def put(self, text: bytes) -> None:
        """A message came; it is seen to at once, unless another is being seen to."""
        self._waiting.append(text)
        if not self._busy:
            self._busy = True
            begin(self._work_off())
        elif len(self._waiting) >= MOST_WAITING and not self._full:
            self._full = True
            self._read_on(False)

    async def idle(self) -> None:
        """Returns when everything has been seen to."""
        if self._busy:
            self._idle = self._idle or asyncio.get_running_loop().create_future()
            await self._idle

    async def _work_off(self) -> None:
        try:
            while self._waiting:
                await self._take(self._waiting.popleft())
        finally:
            self._busy = False
            if self._full:
                self._full = False
                self._read_on(True)
            if self._idle:
                self._idle.set_result(None)
                self._idle = None
