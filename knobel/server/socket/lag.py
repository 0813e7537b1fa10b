"""Fair time: when somebody acted, as far as the house can know it.

What the client says about when it acted is believed only within the way to it and a little slack, and never for more
than the game's own clock waits: a slow connection is not a lost game. How long the way is, the system measures by
its own receipts: those no page and no program holds back, while a ping is answered whenever a client likes.
"""

from __future__ import annotations

import socket
import struct
from typing import Any

SLACK = 20
"""What clocks and screens add on their own."""

_SHORTEST_WAY = 148
"""Where Linux's `tcp_info` has the shortest way there and back of the last minutes, in microseconds."""


def measured_ms(connection: Any) -> float:
    """How long the way through a socket and back is, as the system has measured it; 0 where it does not say.

    Behind a proxy it is the way to the proxy: what lies beyond it, nobody here can measure.
    """
    option = getattr(socket, "TCP_INFO", None)
    if connection is None or option is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return 0.0
    try:
        told = connection.getsockopt(socket.IPPROTO_TCP, option, _SHORTEST_WAY + 4)
    except (OSError, ValueError):  # it is gone, or the system keeps it to itself
        return 0.0
    if len(told) < _SHORTEST_WAY + 4:
        return 0.0
    (shortest,) = struct.unpack_from("=I", told, _SHORTEST_WAY)
    return 0.0 if shortest == _UNMEASURED else shortest / 1000


_UNMEASURED = 0xFFFFFFFF


class Latency:
    """Whether somebody answers at the other end, by pings; and how long the way was before it counted."""

    __slots__ = ("_sent", "heard", "way_ms")

    def __init__(self) -> None:
        self.heard = float("-inf")
        """When a ping was answered last."""
        self.way_ms = 0.0
        """How long the way there and back is, as it was measured when milliseconds did not count."""
        self._sent: tuple[int, float] | None = None

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
            self._sent = None


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
