"""Clocks for a table: one that really ticks, and one that runs only as far as it is told."""

from __future__ import annotations

import time


class WallClock:
    """Real time, counted from when the table was opened (or, after a break, from where its record left off)."""

    def __init__(self, since: int = 0) -> None:
        self._zero = time.monotonic_ns() // 1_000_000 - since

    def now(self) -> int:
        return time.monotonic_ns() // 1_000_000 - self._zero

    def wait_until(self, at: int) -> None:
        time.sleep(max(0, at - self.now()) / 1000)


class PlainClock:
    """Time that passes only when somebody waits: for simulations and tests."""

    def __init__(self, since: int = 0) -> None:
        self._now = since

    def now(self) -> int:
        return self._now

    def wait_until(self, at: int) -> None:
        self._now = max(self._now, at)
