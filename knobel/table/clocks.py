"""The clock of a table at which people wait for real time."""

from __future__ import annotations

import time


class WallClock:
    """Real time, counted from when the table was opened (or, after a break, from where its record left off).

    `pace` is how much faster than real time the table's time runs.
    """

    def __init__(self, since: int = 0, pace: float = 1) -> None:
        self._since = since
        self._pace = pace
        self._opened = time.monotonic()

    def now(self) -> int:
        return self._since + int((time.monotonic() - self._opened) * 1000 * self._pace)

    def seconds_until(self, at: int) -> float:
        return max(0, at - self.now()) / 1000 / self._pace

    def wait_until(self, at: int) -> None:
        while at > self.now():
            time.sleep(self.seconds_until(at))
