"""How often anybody may ask for something: everyone has a bucket that fills up again with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager

from knobel.server.words import Denied

BURST_SECONDS = 5
"""Nobody acts evenly: so many seconds' worth may be used at once."""
MAX_KEPT = 20_000
"""Buckets that are remembered; whoever was quiet for longest is forgotten first, and has a full one again."""


class Bucket:
    """What one of them may still ask for."""

    __slots__ = ("left", "since")

    def __init__(self, left: float, since: float) -> None:
        self.left = left
        self.since = since


class Rate:
    """At most `per_second` in the long run, for each of those who ask; 0 is no limit."""

    def __init__(self, per_second: float, clock: Callable[[], float], min_burst: int = 3) -> None:
        self._per_second = per_second
        self._clock = clock
        self._most = max(min_burst, per_second * BURST_SECONDS)
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def allows(self, asker: Hashable, cost: float = 1) -> bool:
        """Whether they may, once; it is counted if so."""
        if not self._per_second:
            return True
        bucket = self._filled(asker)
        if bucket.left < cost:
            return False
        bucket.left -= cost
        return True

    def has(self, asker: Hashable, cost: float = 1) -> bool:
        """Whether they might; it is not counted."""
        return not self._per_second or self._filled(asker).left >= cost

    def check(self, asker: Hashable) -> None:
        """Raises `Denied` where they may not."""
        if not self.allows(asker):
            raise Denied("too-fast", 429)

    def _filled(self, asker: Hashable) -> Bucket:
        now = self._clock()
        bucket = self._buckets.pop(asker, None) or Bucket(self._most, now)
        bucket.left = min(self._most, bucket.left + (now - bucket.since) * self._per_second)
        bucket.since = now
        self._buckets[asker] = bucket
        if len(self._buckets) > MAX_KEPT:
            self._buckets.popitem(last=False)
        return bucket


class Crowd:
    """At most so many at once, for each of those who are counted; 0 is no limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._counts: dict[Hashable, int] = {}

    def enter(self, asker: Hashable) -> bool:
        """One more, if there is room."""
        count = self._counts.get(asker, 0)
        if self._limit and count >= self._limit:
            return False
        self._counts[asker] = count + 1
        return True

    @contextmanager
    def one(self, asker: Hashable) -> Generator[None]:
        """One more for a while. Raises `Denied` where there is no room."""
        if not self.enter(asker):
            raise Denied("too-fast", 429)
        try:
            yield
        finally:
            self.leave(asker)

    def leave(self, asker: Hashable) -> None:
        """One less."""
        left = self._counts.get(asker, 0) - 1
        if left > 0:
            self._counts[asker] = left
        else:
            self._counts.pop(asker, None)
