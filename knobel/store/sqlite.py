"""The embedded store: one file, one writer that commits in groups, and a reader beside it that never waits for it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

from knobel.store.log import STALE_MS, Listing, NoTable, Stage, StoreTrouble, Taken, follow
from knobel.store.sqlite_file import connected, in_words, open_file
from knobel.store.sqlite_writer import Writer

T = TypeVar("T")

INSERT_EVENT = "INSERT INTO events (name, seq, body) VALUES (?, ?, ?)"
INSERT_TABLE = "INSERT INTO tables (name, game, public, stage, about, changed) VALUES (?, ?, ?, ?, ?, ?)"
UPDATE_TABLE = "UPDATE tables SET game = ?2, public = ?3, stage = ?4, about = ?5, changed = ?6 WHERE name = ?1"
BEAT = "INSERT INTO processes (name, beat) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET beat = excluded.beat"
CLAIM = """
    UPDATE tables SET owner = :process WHERE name = :table AND (
        owner IS NULL OR owner = :process OR owner NOT IN (SELECT name FROM processes WHERE beat > :stale))"""
ORPHANS = """
    SELECT name FROM tables WHERE stage = 'playing' AND (
        owner IS NULL OR owner != :process AND owner NOT IN (SELECT name FROM processes WHERE beat > :stale))
    ORDER BY name"""
LISTED = """
    SELECT name, game, public, stage, about, changed FROM tables
    WHERE (:public IS NULL OR public = :public) AND (:stage IS NULL OR stage = :stage)
    AND (:changed IS NULL OR (changed, name) < (:changed, :name))
    ORDER BY changed DESC, name DESC LIMIT :limit"""


class SqliteStore:
    """Logs of tables in one file."""

    def __init__(self, path: Path, writing: sqlite3.Connection, reading: sqlite3.Connection) -> None:
        self.path = path
        self._writer = Writer(writing, path)
        self._reading = reading
        self._reader = ThreadPoolExecutor(1, "knobel-reader")

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """The store in a file, made or brought up to date where that is needed. Raises `StoreTrouble` in words."""
        return await asyncio.to_thread(cls._opened, path)

    @classmethod
    def _opened(cls, path: Path) -> SqliteStore:
        writing = open_file(path)
        with in_words(path):
            return cls(path, writing, connected(path))

    async def create(self, listing: Listing, bodies: Sequence[bytes], seed: bytes) -> None:
        """Begins a table's log."""

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM tables WHERE name = ?", (listing.table,)).fetchone():
                raise Taken(listing.table, 1)
            db.execute(INSERT_TABLE, _row(listing))
            db.execute("INSERT INTO seeds (name, seed) VALUES (?, ?)", (listing.table, seed))
            _write(db, listing.table, 1, bodies)

        await self._writer.do(work)

    async def append(self, table: str, seq: int, bodies: Sequence[bytes], listing: Listing | None = None) -> None:
        """Writes bodies from a number on."""

        def work(db: sqlite3.Connection) -> None:
            follow(table, seq, db.execute("SELECT max(seq) FROM events WHERE name = ?", (table,)).fetchone()[0])
            _write(db, table, seq, bodies)
            if listing:
                db.execute(UPDATE_TABLE, _row(listing))

        await self._writer.do(work)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The bodies after a number."""

        def work(db: sqlite3.Connection) -> list[bytes]:
            rows = db.execute("SELECT body FROM events WHERE name = ? AND seq > ? ORDER BY seq", (table, after))
            bodies = [body for (body,) in rows]
            if not bodies and not db.execute("SELECT 1 FROM tables WHERE name = ?", (table,)).fetchone():
                raise NoTable(table)
            return bodies

        return await self._ask(work)

    async def seed(self, table: str) -> bytes:
        """The secret seed."""

        def work(db: sqlite3.Connection) -> bytes:
            row = db.execute("SELECT seed FROM seeds WHERE name = ?", (table,)).fetchone()
            if row is None:
                raise NoTable(table)
            return row[0]

        return await self._ask(work)

    async def listed(
        self,
        *,
        public: bool | None = None,
        stage: Stage | None = None,
        limit: int = 100,
        before: tuple[int, str] | None = None,
    ) -> list[Listing]:
        """Tables, the last changed first."""
        changed, name = before or (None, None)
        wanted = {"public": public, "stage": stage, "changed": changed, "name": name, "limit": limit}
        return await self._ask(lambda db: [_listing(row) for row in db.execute(LISTED, wanted)])

    async def beat(self, process: str) -> None:
        """Says that a process is alive."""
        await self._writer.do(lambda db: db.execute(BEAT, (process, _now())))

    async def claim(self, table: str, process: str, stale_ms: int = STALE_MS) -> bool:
        """Whether this process now owns the table's clocks and bots."""
        wanted = {"table": table, "process": process, "stale": _now() - stale_ms}
        return await self._writer.do(lambda db: db.execute(CLAIM, wanted).rowcount == 1)

    async def orphans(self, process: str, stale_ms: int = STALE_MS) -> list[str]:
        """The tables being played that nobody living owns."""
        wanted = {"process": process, "stale": _now() - stale_ms}
        return await self._ask(lambda db: [name for (name,) in db.execute(ORPHANS, wanted)])

    async def release(self, process: str) -> None:
        """Gives up everything a process owns."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE tables SET owner = NULL WHERE owner = ?", (process,))
            db.execute("DELETE FROM processes WHERE name = ?", (process,))

        await self._writer.do(work)

    async def ready(self) -> None:
        """Returns if something could be written now."""
        await self._writer.do(lambda db: db.execute("SELECT 1 FROM tables LIMIT 1").fetchone())

    async def close(self) -> None:
        """Finishes what is under way and lets go."""
        await self._writer.close()
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()

    async def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def asked() -> T:
            with in_words(self.path):
                return work(self._reading)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, asked)
        except RuntimeError as error:
            raise StoreTrouble("store-closed") from error


def _now() -> int:
    """The clock of the one machine that a file is on is the database's clock."""
    return time.time_ns() // 1_000_000


def _write(db: sqlite3.Connection, table: str, seq: int, bodies: Sequence[bytes]) -> None:
    db.executemany(INSERT_EVENT, [(table, number, body) for number, body in enumerate(bodies, seq)])


def _row(listing: Listing) -> tuple[str, str, bool, str, str, int]:
    about = bytes(listing.about).decode()
    return listing.table, listing.game, listing.public, listing.stage, about, listing.changed


def _listing(row: tuple[str, str, int, Stage, str, int]) -> Listing:
    table, game, public, stage, about, changed = row
    about = msgspec.Raw(about.encode())
    return Listing(table=table, game=game, public=bool(public), stage=stage, about=about, changed=changed)
