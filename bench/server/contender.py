"""What a server must offer to be measured: a way to start it, to open a table, and to talk for one seat."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO, NamedTuple

import httpx
import psutil

HOLD_AT = 20
"""Both servers' players hold once a turn has gathered so many points."""
TARGET = 1000
"""Points that win: so many that no game ends while it is measured."""


TIDYING_S = 0.5
"""So long servers get to come to rest before they are weighed."""


class News(NamedTuple):
    """What a text from the server means to the one who hears it."""

    reply: bytes | None = None
    """What must be said at once, whatever the game."""
    step: int | None = None
    """The number of the position that is now known, when it waits for a player or is over; it only grows."""
    move: bytes | None = None
    """What the listener would say in that position, if it is the listener's turn."""


NOTHING = News()


class Talk(ABC):
    """One side of the conversation over a socket: a seat's, or that of one who only watches."""

    path: str
    headers: Mapping[str, str] = {}

    def greeting(self) -> bytes | None:
        """What the client says first."""
        return None

    @abstractmethod
    def heard(self, text: bytes) -> News: ...


class Contender(ABC):
    """A server that is measured."""

    name: str
    tidies: signal.Signals | None = None
    """The signal on which it throws its garbage away, if there is one: garbage is not memory that it needs."""

    @abstractmethod
    def command(self, port: int, folder: Path) -> Sequence[str | Path]:
        """How it is started; `folder` is empty and lies on a real disk."""

    @property
    def environment(self) -> Mapping[str, str]:
        return {}

    @abstractmethod
    async def is_up(self, http: httpx.AsyncClient) -> bool: ...

    @abstractmethod
    async def open_table(self, http: httpx.AsyncClient) -> tuple[Sequence[Talk], Talk]:
        """A table for two that is ready to play: both seats' talks, and one for those who watch."""

    @asynccontextmanager
    async def running(self, folder: Path, core: int | None) -> AsyncIterator[Running]:
        """The server as a process of its own, on one core; gone when the block is left, however it is left."""
        port = free_port()
        with (folder / "server.log").open("wb") as log:
            child = await self.started(port, folder, core, log)
            try:
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
                    await self.answering(child, http, folder / "server.log")
                    yield Running(self, psutil.Process(child.pid), port, http)
            finally:
                await ended(child)

    async def started(self, port: int, folder: Path, core: int | None, log: IO[bytes]) -> asyncio.subprocess.Process:
        """The process, with all its threads on one core."""
        return await asyncio.create_subprocess_exec(
            *self.command(port, folder),
            env={**os.environ, **self.environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=lambda: stay_on(core),
        )

    async def answering(self, child: asyncio.subprocess.Process, http: httpx.AsyncClient, log: Path) -> None:
        """Waits until the server answers."""
        for _ in range(600):
            if child.returncode is not None:
                sys.exit(f"{self.name} did not start:\n{log.read_text(errors='replace')}")
            try:
                if await self.is_up(http):
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)
        sys.exit(f"{self.name} does not answer:\n{log.read_text(errors='replace')}")


class Running(NamedTuple):
    """A server that runs."""

    contender: Contender
    process: psutil.Process
    port: int
    http: httpx.AsyncClient

    async def memory(self) -> int:
        """Bytes of memory that the server holds, its children's included."""
        if self.contender.tidies:
            self.process.send_signal(self.contender.tidies)
        await asyncio.sleep(TIDYING_S)
        family = [self.process, *self.process.children(recursive=True)]
        return sum(process.memory_info().rss for process in family)

    def processor(self) -> float:
        """Seconds of processor time that the server has used."""
        times = self.process.cpu_times()
        return times.user + times.system


async def ended(child: asyncio.subprocess.Process) -> None:
    """Ends a process: first politely, then surely."""
    for stop in (child.terminate, child.kill):
        if child.returncode is not None:
            return
        stop()
        try:
            await asyncio.wait_for(child.wait(), 10)
        except TimeoutError:
            continue


def stay_on(core: int | None) -> None:
    """Keeps this process, and the threads it starts, on one core."""
    if core is not None:
        os.sched_setaffinity(0, {core})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
