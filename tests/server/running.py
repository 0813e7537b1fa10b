"""A house in a process of its own, for tests that talk to it as anybody would."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TextIO

from tests.nursery import PATIENCE_S, Child, Nursery, Order

QUICK = {"bot_ms": 0, "object_ms": 0, "request_rate": 0, "create_rate": 0, "message_rate": 0, "chat_rate": 0}
"""Settings under which nobody waits and nobody is slowed down."""

nursery = Nursery("tests.server.forked_house")


class House:
    """A house that runs, and the lines of its log."""

    def __init__(self, process: Child | subprocess.Popen[str], log: TextIO) -> None:
        self.process = process
        self.lines: list[dict[str, object]] = []
        self._log = log
        self.port = self._opened()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends it, and says with which exit code."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE_S)
        self._reader.join()
        return code

    def _opened(self) -> int:
        for line in self._log:
            self.lines.append(_line(line))
            if self.lines[-1]["message"] == "the house is open":
                return int(str(self.lines[-1]["port"]))
        raise AssertionError(f"the house did not open: {self.lines}")

    def _read(self) -> None:
        with self._log:
            self.lines.extend(map(_line, self._log))


def _line(line: str) -> dict[str, object]:
    try:
        return json.loads(line)
    except ValueError:
        return {"message": line.rstrip()}


@contextmanager
def running(store: Path | str, **settings: object) -> Iterator[House]:
    """A house that is closed in the end, whatever happens."""
    reader, writer = os.pipe()
    order = Order("tests.server.forked_house:serve", [{"port": 0} | QUICK | settings | {"store": str(store)}])
    process = nursery.start(order, [None, None, writer])
    os.close(writer)
    with _closing(House(process, os.fdopen(reader, encoding="utf-8"))) as house:
        yield house


@contextmanager
def served(store: Path | str, **settings: object) -> Iterator[House]:
    """A house that somebody has opened with `knobel serve`; it is closed in the end, whatever happens."""
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in ({"port": 0} | QUICK | settings).items()]
    command = [sys.executable, "-m", "knobel", "serve", f"--store={store}", *flags]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    with _closing(House(process, process.stderr)) as house:
        yield house


@contextmanager
def _closing(house: House) -> Iterator[House]:
    try:
        yield house
    finally:
        if house.process.poll() is None:
            house.stop()
