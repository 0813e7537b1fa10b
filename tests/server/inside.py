"""A house in this very process that listens on a port, for tests that must set its clock or its games themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from knobel.server import run
from knobel.server.asgi import application
from knobel.server.limits import OpenConnections
from knobel.server.settings import Settings
from knobel.server.socket.session import Quotas, Session
from knobel.server.socket.sockets import Sockets
from knobel.server.tables.house import House, LoadedTable

UNLIMITED = Settings(chat_rate=0, hint_rate=0, crowd_rate=0, past_rate=0, address_sockets=0, table_sockets=0)


def session_at(house: House, loaded: LoadedTable, outbox: Any) -> Session:
    """A client whose messages come over no socket, and for whom only the house's own limits count."""
    return Session(house, loaded, outbox, Quotas(house, UNLIMITED))


@asynccontextmanager
async def listening(
    house: House,
    sockets: Sockets | None = None,
    connections: OpenConnections | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> AsyncIterator[str]:
    """Where it listens. It is closed in the end; its store is not."""
    sockets = sockets or Sockets(house)
    connections = connections or run.connections_for(house.settings, 0, sockets)
    server = uvicorn.Server(run._config(application(house, sockets, clock), house.settings, connections))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    await serving
    await house.close()
