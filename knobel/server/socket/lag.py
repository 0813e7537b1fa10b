"""Fair time: when somebody acted, as far as the house can know it.

The house measures how long the way to a client is. What the client says about when it acted is believed only within
that way and a little slack, and never for more than the game's own clock waits: a slow line is not a lost game, and an
invented time gains nothing more than the slowness it would have to invent.
"""

from __future__ import annotations

from collections import deque

SLACK = 20
"""What clocks and screens add on their own."""
_REMEMBERED = 5


class Latency:
    """How long a message takes to a client and back, by the pings of the last while."""

    __slots__ = ("_sent", "_times", "heard")

    def __init__(self) -> None:
        self.heard = float("-inf")
        """When a ping was answered last."""
        self._sent: tuple[int, float] | None = None
        self._times: deque[float] = deque(maxlen=_REMEMBERED)

    @property
    def awaited(self) -> bool:
        """Whether a ping has not been answered yet."""
        return self._sent is not None

    def sent(self, ping: int, now: float) -> None:
        """A ping went out, at a time in seconds."""
        self._sent = ping, now

    def answered(self, ping: int, now: float) -> None:
        """Its answer came. Others only show that somebody is there."""
        self.heard = now
        if self._sent is not None and self._sent[0] == ping:
            self._times.append((now - self._sent[1]) * 1000)
            self._sent = None

    def milliseconds(self) -> float:
        """The quickest of the last few: whoever answers late on purpose now and then gains nothing."""
        return min(self._times, default=0.0)


def fair_time(claimed: int | None, now: int, latency_ms: float, grace: int) -> int:
    """When it counts as done: as claimed, but within what the way and a little slack explain, and the game's grace.

    >>> [fair_time(claimed, 1000, 80, 150) for claimed in (950, 0, 2000, None)]
    [950, 940, 1000, 1000]
    >>> fair_time(0, 1000, 5000, 150)
    850
    """
    if claimed is None:
        return now
    earliest = now - min(grace, round(latency_ms / 2) + SLACK)
    return max(0, earliest, min(claimed, now))
