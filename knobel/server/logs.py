"""What a house logs: one line of JSON each, for machines to read; never a token, a seed or a hidden hand."""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections.abc import Callable
from math import inf

import msgspec

TOLD_EVERY_S = 60
"""What lasts is told again so often."""


class JsonLines(logging.Formatter):
    """A log record as a line of JSON. Of a fault it keeps the kind and the place: its message may hold anything."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "data", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["fault"] = record.exc_info[0].__name__
            line["trace"] = "".join(traceback.format_tb(record.exc_info[2]))
        return msgspec.json.encode(line).decode()


class Repeated:
    """What would be told again and again: it is told at once where it is new, and then once a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[str, float] = {}
        self._times: dict[str, int] = {}

    def count(self, what: str) -> int:
        """It has happened: how often since it was last told, if it is to be told now; else 0.

        >>> now = [0.0]
        >>> repeated = Repeated(lambda: now[0])
        >>> repeated.count("full"), repeated.count("full"), repeated.count("away")
        (1, 0, 1)
        >>> now[0] = 61.0
        >>> repeated.count("full")
        2
        """
        times = self._times.get(what, 0) + 1
        if self._clock() < self._told.get(what, -inf) + TOLD_EVERY_S:
            self._times[what] = times
            return 0
        self._told[what], self._times[what] = self._clock(), 0
        return times

    def forget(self) -> None:
        """All of that is over: if it comes again it is new."""
        self._told.clear()
        self._times.clear()


def log_to(level: str) -> None:
    """Logs to the standard error, from this level on. What others log of every connection is left out: strangers would
    fill the disk with it.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in ("uvicorn", "uvicorn.error", "websockets", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.ERROR)
