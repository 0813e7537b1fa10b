"""The one writer of an embedded database: whatever is waiting goes to disk together, and each gets its own answer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from knobel.store.log import StoreTrouble
from knobel.store.sqlite_file import trouble

T = TypeVar("T")
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


class Writer:
    """A thread that alone writes. The disk is asked once for all that has come in while it was last busy."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self._path = path
        self._coming: dict[asyncio.AbstractEventLoop, list[AnyJob]] = {}
        self._waiting: SimpleQueue[list[AnyJob] | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="knobel-writer", daemon=True)
        self._thread.start()

    async def do(self, work: Work[T]) -> T:
        """Does some work in a transaction; it is safe on disk when this returns.

        What the work raises undoes that work alone. Raises `StoreTrouble` where the database cannot take it.
        """
        if self._closed:
            raise StoreTrouble("store-closed")
        job = _Job(work)
        if job.loop in self._coming:
            self._coming[job.loop].append(job)
        else:
            self._coming[job.loop] = [job]
            job.loop.call_soon(self._hand_over, job.loop)
        return await job.future

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
            self._together(jobs)
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

    def _together(self, jobs: list[AnyJob]) -> None:
        """Gives every job its outcome, in one transaction if it can be, else one by one."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._fail(jobs, error)
            return
        try:
            self._all(jobs)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._undo()
            if len(jobs) == 1:
                self._fail(jobs, error)
                return
            for job in jobs:  # one that cannot be written does not spoil the others
                self._together([job])

    def _all(self, jobs: list[AnyJob]) -> None:
        """Does the work of all; only where some of it is refused does each need a way back of its own."""
        self._db.execute("SAVEPOINT every")
        try:
            for job in jobs:
                job.outcome = job.work(self._db)
        except sqlite3.Error:
            raise
        except Exception:  # refused; it is raised again for that job alone
            self._db.execute("ROLLBACK TO every")
            for job in jobs:
                self._one(job)
        self._db.execute("RELEASE every")

    def _one(self, job: AnyJob) -> None:
        self._db.execute("SAVEPOINT one")
        try:
            job.outcome = job.work(self._db)
        except sqlite3.Error:
            raise
        except Exception as refused:
            job.outcome = refused
            self._db.execute("ROLLBACK TO one")
        self._db.execute("RELEASE one")

    def _undo(self) -> None:
        with suppress(sqlite3.Error):  # some troubles have undone it already
            self._db.execute("ROLLBACK")

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
