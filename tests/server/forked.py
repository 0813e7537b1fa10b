"""Houses that die and open again at the same place."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.nursery import Child, Order
from tests.server.client import PATIENCE_S
from tests.server.running import QUICK, nursery

HASTY = {**QUICK, "beat_s": 0.1, "stale_ms": 400, "pace": 50, "log": "warning"}
"""Settings under which a house is soon taken for dead."""


class Forked:
    """A house at a place (a port and a store) that may die and open again there."""

    def __init__(self, store: Path | str, log: Path, **settings: object) -> None:
        self.port = free_port()
        self.log = log
        self._settings = HASTY | {"store": str(store), "port": self.port} | settings
        self.process: Child

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Opens it; it answers a moment later."""
        with self.log.open("ab") as log:
            order = Order("tests.server.forked_house:serve", [self._settings])
            self.process = nursery.start(order, [None, None, log.fileno()])

    async def answers(self, seconds: float = PATIENCE_S) -> None:
        """Waits until it does."""
        async with asyncio.timeout(seconds):
            while True:
                with suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                assert self.process.poll() is None, self.log.read_text()
                await asyncio.sleep(0.01)

    def kill(self) -> None:
        """Ends it in the middle of whatever it does."""
        self.process.kill()

    def logged(self) -> list[dict[str, Any]]:
        """Its log. A line that was being written when it was killed is left out."""
        found: list[dict[str, Any]] = []
        for line in self.log.read_text(errors="replace").splitlines() if self.log.exists() else []:
            with suppress(json.JSONDecodeError):
                found.append(json.loads(line))
        return found


@contextmanager
def forked(store: Path | str, log: Path, **settings: object) -> Iterator[Forked]:
    """A house that is gone in the end, whatever happens."""
    house = Forked(store, log, **settings)
    house.open()
    try:
        yield house
    finally:
        house.kill()


def free_port() -> int:
    """A port below those that the system gives away by itself, so that it stays free while a house is dead."""
    chance = random.Random(os.urandom(8))
    while True:
        port = chance.randrange(20_000, 32_000)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
