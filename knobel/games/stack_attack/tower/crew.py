"""Worker processes that may break down without anybody noticing more than a pause.

A worker is a program that reads a line and answers with a line. One that dies or takes too long is replaced, and its
question is asked again from the start. Nothing waits for ever, and no worker outlives the house: it ends when nobody
can ask it any more.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Sequence
from threading import BoundedSemaphore, Lock, Timer
from time import monotonic

from knobel.core.errors import KnobelError
from knobel.core.process import WorkerProcess


class Trouble(KnobelError):
    """A question that got no answer; it says why, and the same question may be asked again."""


class Worker(WorkerProcess):
    """One process, and the one question it may be busy with."""

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The answer to a line. Raises `Trouble` if the worker dies, or is stopped for taking too long."""
        late = Timer(seconds, self.process.kill)
        late.daemon = True
        begun = monotonic()
        late.start()
        try:
            answer = self._exchanged(line)
        finally:
            late.cancel()
        if not answer:
            raise Trouble("simulation-slow" if monotonic() - begun >= seconds else "simulation-died")
        return answer

    def _exchanged(self, line: bytes) -> bytes:
        """What the worker answers; nothing, if it is gone."""
        try:
            self.tell(line)
        except OSError:
            return b""
        return self.hear()


class Crew:
    """A few workers that share the questions. Any thread may ask."""

    def __init__(
        self, command: Sequence[str], *, size: int | None = None, waiting: int = 64, seconds: float = 20, tries: int = 3
    ) -> None:
        self.command = tuple(command)
        self.size = size or max(1, min(4, os.cpu_count() or 1))
        self.seconds = seconds
        self.tries = tries
        self.room = BoundedSemaphore(self.size + waiting)
        self.free = BoundedSemaphore(self.size)
        self.idle: list[Worker] = []
        self.all: set[Worker] = set()
        self.lock = Lock()
        self.owner = os.getpid()
        atexit.register(self.close)

    def ask(self, line: bytes) -> bytes:
        """The answer to a line, tried again where a worker fails. Raises `Trouble` when there is none.

        Too many questions at once are turned away rather than piled up.
        """
        if not self.room.acquire(blocking=False):
            raise Trouble("simulation-busy")
        try:
            return self._tried(line)
        finally:
            self.room.release()

    def _tried(self, line: bytes) -> bytes:
        last = Trouble("simulation-busy")
        for _ in range(self.tries):
            if not self.free.acquire(timeout=self.seconds * self.tries):
                break
            try:
                return self._asked(line)
            except Trouble as trouble:
                last = trouble
            finally:
                self.free.release()
        raise last

    def _asked(self, line: bytes) -> bytes:
        worker = self._taken()
        try:
            answer = worker.ask(line, self.seconds)
        except BaseException:
            self._dismissed(worker)
            raise
        with self.lock:
            self.idle.append(worker)
        return answer

    def _taken(self) -> Worker:
        """A worker that is idle and alive, or a new one."""
        with self.lock:
            while self.idle:
                worker = self.idle.pop()
                if worker.alive:
                    return worker
                self.all.discard(worker)
                worker.stop()
            worker = Worker(self.command)
            self.all.add(worker)
            return worker

    def _dismissed(self, worker: Worker) -> None:
        with self.lock:
            self.all.discard(worker)
        worker.stop()

    def close(self) -> None:
        """Sends everybody home. Who asks again gets new workers. A forked copy of the house has none of its own."""
        if os.getpid() != self.owner:
            return
        with self.lock:
            workers, self.all, self.idle = self.all, set[Worker](), []
        for worker in workers:
            worker.stop()
