"""The embedded store: one file, one writer that commits in groups, and a reader beside it that never waits for it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from io import FileIO
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

import msgspec

from knobel.store.log import (
    MAX_EVENTS,
    STALE_MS,
    Listing,
    NoTable,
    StoreGone,
    StoreTrouble,
    TableStage,
    Taken,
)
from knobel.store.sqlite_file import connect, hold_file, in_words, let_go, open_file, trouble
from knobel.store.sqlite_logs import LogEnds, find_grown, read

T = TypeVar("T")

INSERT_TABLE = "INSERT INTO tables (name, game, public, stage, about, changed) VALUES (?, ?, ?, ?, ?, ?)"
UPDATE_TABLE = "UPDATE tables SET game = ?2, public = ?3, stage = ?4, about = ?5, changed = ?6 WHERE name = ?1"
BEAT = "INSERT INTO processes (name, beat) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET beat = excluded.beat"
CLAIM = """
    UPDATE tables SET owner = :process, alarm = NULL WHERE name = :table AND (
        owner IS NULL OR owner = :process OR owner NOT IN (SELECT name FROM processes WHERE beat > :stale))"""
ORPHANS = """
    SELECT name FROM tables WHERE stage = 'playing' AND alarm IS NULL AND (
        owner IS NULL OR owner != :process AND owner NOT IN (SELECT name FROM processes WHERE beat > :stale))
    ORDER BY name"""
LEFT_OF_WRITTEN = "max(0, written.bytes - :per_ms * max(0, :now - written.since))"
COUNT_WRITTEN = f"""
    INSERT INTO written (address, bytes, since) VALUES (:address, :more, :now)
    ON CONFLICT (address) DO UPDATE SET bytes = {LEFT_OF_WRITTEN} + excluded.bytes, since = :now"""  # noqa: S608
FORGET_WRITTEN = f"DELETE FROM written WHERE {LEFT_OF_WRITTEN} = 0"  # noqa: S608
WRITTEN = f"SELECT address, {LEFT_OF_WRITTEN} FROM written"  # noqa: S608
PUT_AWAY = "UPDATE tables SET owner = NULL, alarm = ? WHERE name = ? AND owner = ?"
RINGING = "SELECT name, alarm FROM tables WHERE alarm <= ? ORDER BY alarm LIMIT ?"
LISTED = """
    SELECT name, game, public, stage, about, changed FROM tables
    WHERE (:public IS NULL OR public = :public) AND (:stage IS NULL OR stage = :stage)
    AND (:changed IS NULL OR (changed, name) < (:changed, :name))
    ORDER BY changed DESC, name DESC LIMIT :limit"""


class SqliteStore:
    """Logs of tables in one file."""

    def __init__(self, path: Path, writing: sqlite3.Connection, reading: sqlite3.Connection) -> None:
        self.path = path
        self._ends = LogEnds(writing)
        self._writer = Writer(writing, path, self._ends)
        self._reading = reading
        self._reader = ThreadPoolExecutor(1, "knobel-reader")
        self._mark: FileIO | None = None
        self._pages = Pages(path)

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """The store in a file, made or brought up to date where that is needed. Raises `StoreTrouble` in words."""
        return await asyncio.to_thread(cls._open, path)

    @classmethod
    def _open(cls, path: Path) -> SqliteStore:
        writing = open_file(path)
        with in_words(path):
            return cls(path, writing, connect(path))

    async def hold(self) -> None:
        """Keeps other houses away for as long as this one is open."""
        self._mark = await asyncio.to_thread(hold_file, self.path)

    async def create(self, listing: Listing, bodies: Sequence[bytes], seed: bytes) -> None:
        """Begins a table's log."""

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM tables WHERE name = ?", (listing.table,)).fetchone():
                raise Taken(listing.table, 1)
            db.execute(INSERT_TABLE, _row(listing))
            db.execute("INSERT INTO seeds (name, seed) VALUES (?, ?)", (listing.table, seed))
            self._ends.start(listing.table, bodies)

        await self._writer.do(work)

    def append(
        self, table: str, seq: int, bodies: Sequence[bytes], listing: Listing | None = None
    ) -> asyncio.Future[None]:
        """Writes bodies from a number on."""

        def work(db: sqlite3.Connection) -> None:
            self._ends.append(table, seq, bodies)
            if listing:
                db.execute(UPDATE_TABLE, _row(listing))

        return self._writer.do(work)

    async def read(self, table: str, after: int = 0, limit: int = MAX_EVENTS) -> list[bytes]:
        """The bodies after a number."""

        def work(db: sqlite3.Connection) -> list[bytes]:
            bodies = read(db, table, after, limit)
            if not bodies and not db.execute("SELECT 1 FROM tables WHERE name = ?", (table,)).fetchone():
                raise NoTable(table)
            return bodies

        return await self._ask(work)

    async def find_grown(self, known: Mapping[str, int]) -> list[str]:
        """The tables whose logs go on."""
        return await self._ask(lambda db: find_grown(db, known))

    async def read_seed(self, table: str) -> bytes:
        """The secret seed."""

        def work(db: sqlite3.Connection) -> bytes:
            row = db.execute("SELECT seed FROM seeds WHERE name = ?", (table,)).fetchone()
            if row is None:
                raise NoTable(table)
            return row[0]

        return await self._ask(work)

    async def list_tables(
        self,
        *,
        public: bool | None = None,
        stage: TableStage | None = None,
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

    async def put_away(self, table: str, process: str, alarm: int) -> None:
        """Gives a table up until its alarm rings."""
        await self._writer.do(lambda db: db.execute(PUT_AWAY, (alarm, table, process)))

    async def find_ringing(self, now: int, limit: int) -> list[tuple[str, int]]:
        """The tables that were put away and whose alarm has rung."""
        return await self._ask(lambda db: db.execute(RINGING, (now, limit)).fetchall())

    async def find_orphans(self, process: str, stale_ms: int = STALE_MS) -> list[str]:
        """The tables being played that nobody living owns."""
        wanted = {"process": process, "stale": _now() - stale_ms}
        return await self._ask(lambda db: [name for (name,) in db.execute(ORPHANS, wanted)])

    async def count_written(self, more: Mapping[str, int], per_s: float) -> dict[str, float]:
        """Adds what addresses had written, and hands back all sums."""

        def work(db: sqlite3.Connection) -> dict[str, float]:
            now = {"now": _now(), "per_ms": per_s / 1000}
            db.executemany(COUNT_WRITTEN, [{"address": address, "more": size, **now} for address, size in more.items()])
            db.execute(FORGET_WRITTEN, now)
            return dict(db.execute(WRITTEN, now).fetchall())

        return await self._writer.do(work)

    async def release(self, process: str) -> None:
        """Gives up everything a process owns."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE tables SET owner = NULL WHERE owner = ?", (process,))
            db.execute("DELETE FROM processes WHERE name = ?", (process,))

        await self._writer.do(work)

    async def check_ready(self) -> None:
        """Writes something, and returns when that is safe."""

        def work(db: sqlite3.Connection) -> None:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            db.execute(f"PRAGMA user_version = {version}")

        await self._writer.do(work)
        await self._pages.check()

    async def close(self) -> None:
        """Finishes what is under way and lets go."""
        await self._pages.close()
        await self._writer.close()
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        if self._mark:
            let_go(self.path, self._mark)
            self._mark = None

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


def _row(listing: Listing) -> tuple[str, str, bool, str, str, int]:
    about = bytes(listing.about).decode()
    return listing.table, listing.game, listing.public, listing.stage, about, listing.changed


def _listing(row: tuple[str, str, int, TableStage, str, int]) -> Listing:
    table, game, public, stage, about, changed = row
    about = msgspec.Raw(about.encode())
    return Listing(table=table, game=game, public=bool(public), stage=stage, about=about, changed=changed)


# The one writer: whatever is waiting goes to disk together, and each gets its own answer -----------------------------
Work = Callable[[sqlite3.Connection], T]

MAX_TOGETHER = 500


class _Job(Generic[T]):
    """Some work, and who waits for it."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self.loop.create_future()
        self.outcome: T | Exception


AnyJob = _Job[Any]


LOOKING_S = 1.0
"""So long somebody who asks waits until the file has been looked through."""
SELDOM = 100
"""It is looked through for a hundredth of the time at most."""


class Identity:
    """Which file was opened: another one of the same name is not it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is = self._now()

    def check(self) -> None:
        """Raises `StoreGone` where the file has been removed, or another one put in its place."""
        if self._now() != self._is:
            raise StoreGone("store-gone", path=str(self._path))

    def _now(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


class Pages:
    """Whether every page of the file can be read and makes sense: it is looked through beside everything else."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock
        self._again = -inf
        self._looking: asyncio.Task[None] | None = None
        self._db: sqlite3.Connection | None = None
        self._damage: StoreTrouble | None = None

    async def check(self) -> None:
        """Raises `StoreTrouble` where damage was found; a file that takes long is waited for only at its next check."""
        if self._looking is None and self._clock() >= self._again:
            self._looking = asyncio.create_task(asyncio.to_thread(self._look_through))
            self._looking.add_done_callback(lambda _: setattr(self, "_looking", None))
        if self._looking:
            await asyncio.wait([self._looking], timeout=LOOKING_S)
        if self._damage:
            raise self._damage

    async def close(self) -> None:
        """Looks no further."""
        if self._looking:
            if self._db:
                self._db.interrupt()
            await asyncio.wait([self._looking])

    def _look_through(self) -> None:
        began = self._clock()
        try:
            with in_words(self._path), closing(connect(self._path)) as db:
                self._db = db
                (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            self._damage = None if found == "ok" else StoreTrouble("store-damaged", path=str(self._path), why=found)
        except StoreTrouble as trouble:
            self._damage = trouble
        finally:
            self._db = None
            now = self._clock()
            self._again = now + SELDOM * (now - began)


class Writer:
    """A thread that alone writes. The disk is asked once for all that has come in while it was last busy."""

    def __init__(self, db: sqlite3.Connection, path: Path, ends: LogEnds) -> None:
        self._db = db
        self._path = path
        self._ends = ends
        self._identity = Identity(path)
        self._coming: dict[asyncio.AbstractEventLoop, list[AnyJob]] = {}
        self._waiting: SimpleQueue[list[AnyJob] | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="knobel-writer", daemon=True)
        self._thread.start()

    def do(self, work: Work[T]) -> asyncio.Future[T]:
        """Does some work in a transaction; it is safe on disk when this is done.

        What the work raises undoes that work alone. Raises `StoreTrouble` where the database cannot take it.
        """
        job = _Job(work)
        if self._closed:
            job.future.set_exception(StoreTrouble("store-closed"))
        elif job.loop in self._coming:
            self._coming[job.loop].append(job)
        else:
            self._coming[job.loop] = [job]
            job.loop.call_soon(self._hand_over, job.loop)
        return job.future

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Gives the thread all at once that came up in one turn of the loop: it is woken once, and writes once."""
        self._waiting.put(self._coming.pop(loop))

    async def close(self) -> None:
        """Finishes what is waiting, and closes the database."""
        if not self._closed:
            self._closed = True
            asyncio.get_running_loop().call_soon(self._waiting.put, None)  # behind what is being handed over
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            jobs, going = self._gathered()
            self._append_together(jobs)
            for loop in {job.loop for job in jobs}:
                with suppress(RuntimeError):  # nobody waits any more where the loop is closed
                    loop.call_soon_threadsafe(_answer, [job for job in jobs if job.loop is loop])
        self._db.close()

    def _gathered(self) -> tuple[list[AnyJob], bool]:
        """The first that come and all that wait behind them; and whether it goes on after that."""
        jobs: list[AnyJob] = []
        more = self._waiting.get()
        with suppress(Empty):
            while more is not None:
                jobs += more
                if len(jobs) >= MAX_TOGETHER:
                    break
                more = self._waiting.get_nowait()
        return jobs, more is not None

    def _append_together(self, jobs: list[AnyJob]) -> None:
        """Gives every job its outcome, in one transaction if it can be, else one by one."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._fail(jobs, error)
            return
        try:
            self._do_all(jobs)
            self._db.execute("COMMIT")
            self._identity.check()  # what went into a file that nobody finds again is not safe
        except StoreGone as gone:
            for job in jobs:
                job.outcome = gone
        except sqlite3.Error as error:
            self._undo()
            if len(jobs) == 1:
                self._fail(jobs, error)
                return
            for job in jobs:  # one that cannot be written does not spoil the others
                self._append_together([job])

    def _do_all(self, jobs: list[AnyJob]) -> None:
        """Does the work of all; where some of it is refused, the rest is done again without it."""
        self._ends.prepare()
        accepted: list[AnyJob] = []
        for job in jobs:
            try:
                job.outcome = job.work(self._db)
            except sqlite3.Error:
                raise
            except Exception as refused:  # it is raised again for that job alone
                job.outcome = refused
            else:
                accepted.append(job)
        if len(accepted) == len(jobs):
            self._ends.write()
            return
        self._undo()
        self._db.execute("BEGIN IMMEDIATE")
        self._do_all(accepted)

    def _undo(self) -> None:
        with suppress(sqlite3.Error):  # some troubles have undone it already
            self._db.execute("ROLLBACK")
        self._ends.forget()

    def _fail(self, jobs: list[AnyJob], error: sqlite3.Error) -> None:
        for job in jobs:
            job.outcome = trouble(error, self._path)


def _answer(jobs: list[AnyJob]) -> None:
    for job in jobs:
        if job.future.done():  # whoever waited has gone
            continue
        if isinstance(job.outcome, Exception):
            job.future.set_exception(job.outcome)
        else:
            job.future.set_result(job.outcome)
