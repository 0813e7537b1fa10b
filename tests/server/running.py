"""A house in a process of its own, for tests that talk to it as anybody would."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

QUICK = {"bot_ms": 0, "object_ms": 0, "request_rate": 0, "create_rate": 0, "message_rate": 0, "chat_rate": 0}
"""Settings under which nobody waits and nobody is slowed down."""


class House:
    """A running `knobel serve`."""

    def __init__(self, store: Path | str, port: int = 0, **settings: object) -> None:
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in (QUICK | settings).items()]
        command = [sys.executable, "-m", "knobel", "serve", f"--port={port}", f"--store={store}", *flags]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.lines: list[dict[str, object]] = []
        self.port = self._opened()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends it, and says with which exit code."""
        self.process.send_signal(how)
        code = self.process.wait(30)
        self._reader.join()
        return code

    def _opened(self) -> int:
        assert self.process.stderr
        for line in self.process.stderr:
            self.lines.append(_line(line))
            if self.lines[-1]["message"] == "the house is open":
                return int(str(self.lines[-1]["port"]))
        raise AssertionError(f"the house did not open: {self.lines}")

    def _read(self) -> None:
        assert self.process.stderr
        self.lines.extend(map(_line, self.process.stderr))


def _line(line: str) -> dict[str, object]:
    try:
        return json.loads(line)
    except ValueError:
        return {"message": line.rstrip()}


@contextmanager
def running(store: Path | str, **settings: object) -> Iterator[House]:
    """A house that is closed in the end, whatever happens."""
    house = House(store, **settings)
    try:
        yield house
    finally:
        if house.process.poll() is None:
            house.stop()
