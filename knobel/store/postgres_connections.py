"""The connections to PostgreSQL: they may break at any instant, and come back as soon as the database does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs]

from knobel.store.log import StoreTrouble, Unsure, without_secrets
from knobel.store.migrating import read_steps

T = TypeVar("T")
Db = Any
"""A connection of asyncpg's, whose types say nothing."""

MAX_CONNECTIONS = 10
PATIENCE_S = 3.0
"""How long a request outlasts a database that is away; a restart usually takes less."""
PAUSE_S = 0.05
CONNECTING_S = 3.0
HANGING_S = 10.0
"""After this long without an answer, a connection is taken for dead."""
MIGRATING = 0x4B6E6F62
"""The lock under which one process at a time brings a database up to date."""

READY = """
    INSERT INTO processes (name, beat) VALUES ('readiness', to_timestamp(0))
    ON CONFLICT (name) DO UPDATE SET beat = excluded.beat"""
"""A row that says of no process that it is alive."""

DATABASE_AWAY = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
)
AlreadyThere = asyncpg.UniqueViolationError
DatabaseError = asyncpg.PostgresError
ERROR_KEYS = {asyncpg.DiskFullError: "store-full", asyncpg.ReadOnlySQLTransactionError: "store-read-only"}


class Connections:
    """Some connections to one database."""

    def __init__(self, pool: Db) -> None:
        self.patience_s = PATIENCE_S
        self._pool = pool
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Connections:
        """Connections to the database at this address, which is brought up to date. Raises `StoreTrouble` in words."""
        try:
            pool = await cast("Any", asyncpg).create_pool(
                url,
                min_size=1,
                max_size=MAX_CONNECTIONS,
                command_timeout=HANGING_S,
                server_settings={"synchronous_commit": "on"},
            )
        except ValueError:  # no word of it: what it stumbles over may be a part of the password
            raise StoreTrouble("store-url", url=without_secrets(url)) from None
        except (*DATABASE_AWAY, asyncpg.PostgresError) as error:
            raise _trouble(error) from error
        opened = cls(pool)
        try:
            await opened.ask(_migrate)
        except BaseException:
            pool.terminate()
            raise
        return opened

    async def ask(self, work: Callable[[Db, bool], Awaitable[T]]) -> T:
        """What the work finds out; asked again when a connection breaks, for as long as patience lasts.

        The work is told whether it may have been done before: then an answer was lost, not refused.
        Raises `Unsure` where that was the last that was heard, else `StoreTrouble`.
        """
        unsure, end = False, time.monotonic() + self.patience_s
        while not self._closed:
            asked = False
            try:
                async with self._pool.acquire(timeout=CONNECTING_S) as db:
                    asked = True
                    return await work(db, unsure)
            except DATABASE_AWAY as error:
                unsure = unsure or asked
                if time.monotonic() > end:
                    raise Unsure("store-unsure", why=_why(error)) if unsure else _trouble(error) from error
            except asyncpg.PostgresError as error:
                raise _trouble(error) from error
            await asyncio.sleep(PAUSE_S)
        raise StoreTrouble("store-closed")

    async def fetch(self, query: str, *args: object) -> list[Any]:
        """The rows of one query, which may be asked twice without harm."""

        async def work(db: Db, _unsure: bool) -> list[Any]:
            return await db.fetch(query, *args)

        return await self.ask(work)

    async def check_ready(self) -> None:
        """Writes something, and returns when that is safe."""

        async def work(db: Db, _unsure: bool) -> None:
            await db.execute(READY)

        await self.ask(work)

    async def close(self) -> None:
        """Finishes what is under way, and hangs up."""
        self._closed = True
        with suppress(*DATABASE_AWAY):
            await asyncio.wait_for(self._pool.close(), HANGING_S)


async def _migrate(db: Db, _unsure: bool) -> None:
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        await db.execute("CREATE TABLE IF NOT EXISTS knobel (version integer NOT NULL)")
        version = await db.fetchval("SELECT coalesce(max(version), 0) FROM knobel")
        for number, script in read_steps("postgres", version):
            await db.execute(script)
            await db.execute("INSERT INTO knobel (version) VALUES ($1)", number)


def _trouble(error: Exception) -> StoreTrouble:
    known = next((key for kind, key in ERROR_KEYS.items() if isinstance(error, kind)), None)
    other = "store-away" if isinstance(error, DATABASE_AWAY) else "store-failed"
    return StoreTrouble(known or other, why=_why(error))


def _why(error: Exception) -> str:
    return str(error) or type(error).__name__
