"""How often anybody may ask for something: everyone has a bucket that fills up again with time.

And how many may be there at once: people, and the connections that they come by.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Generator, Hashable, Mapping
from contextlib import contextmanager
from typing import Protocol

from knobel.server.logs import Repeated
from knobel.server.words import Denied

BURST_SECONDS = 5
"""Nobody acts evenly: so many seconds' worth may be used at once."""
DAY_S = 24 * 3600
MAX_KEPT = 20_000
"""Buckets that are remembered; whoever was quiet for longest is forgotten first, and has a full one again."""
COMING_AT_ONCE = 1000
"""So many connections of one address may be opened at once: a browser opens several, and a school has many browsers."""
SPARE_CONNECTIONS = 50
"""So many connections over the limit are held while somebody who makes room for them is being sent away."""

log = logging.getLogger("knobel.connections")


class Bucket:
    """What one of them may still ask for."""

    __slots__ = ("left", "since")

    def __init__(self, left: float, since: float) -> None:
        self.left = left
        self.since = since


class Rate:
    """At most `per_second` in the long run, for each of those who ask; 0 is no limit."""

    def __init__(
        self, per_second: float, clock: Callable[[], float], min_burst: int = 3, burst: float | None = None
    ) -> None:
        self._per_second = per_second
        self._clock = clock
        self._most = max(min_burst, per_second * BURST_SECONDS) if burst is None else burst
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

    def allows_all(self, askers: Collection[Hashable], cost: float = 1) -> bool:
        """Whether all of those who pay for one thing may; it is counted for each if so, and for none if not."""
        if not all(self.has(asker, cost) for asker in askers):
            return False
        for asker in askers:
            self.spend(asker, cost)
        return True

    def has(self, asker: Hashable, cost: float = 1) -> bool:
        """Whether they might; it is not counted."""
        return not self._per_second or self._filled(asker).left >= cost

    def spend(self, asker: Hashable, cost: float) -> None:
        """Counts what has been done already, also where it was more than they have."""
        if self._per_second:
            self._filled(asker).left -= cost

    def spent(self) -> dict[Hashable, float]:
        """How much each of them has used up that has not filled up again."""
        used = {asker: self._most - self._filled(asker).left for asker in (*self._buckets,)}
        return {asker: amount for asker, amount in used.items() if amount > 0}

    def delay(self, asker: Hashable, patience: float) -> float | None:
        """How many seconds somebody waits for their turn, which is theirs now; None: for longer than they may."""
        if not self._per_second:
            return 0.0
        bucket = self._filled(asker)
        wait = max(0.0, (1 - bucket.left) / self._per_second)
        if wait > patience:
            return None
        bucket.left -= 1
        return wait

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

    @property
    def counts(self) -> Mapping[Hashable, int]:
        """How many of each are there."""
        return self._counts

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


class Away:
    """Addresses that nothing is taken from for a while."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}

    def send(self, address: str, seconds: float) -> None:
        """Nothing is taken from an address for so long; for no time: it may come back."""
        self._until[address] = self._clock() + seconds
        self._until = {other: until for other, until in self._until.items() if until > self._clock()}

    def left(self, address: str) -> float:
        """For how many seconds more nothing is taken from an address; 0: it is like any other."""
        until = self._until.get(address)
        return 0.0 if until is None else max(0.0, until - self._clock())

    @property
    def addresses(self) -> list[str]:
        """All that are away."""
        return [address for address in self._until if self.left(address)]


class Connection(Protocol):
    """A connection that somebody has opened, whether or not they have said anything yet."""

    def hang_up(self) -> None:
        """Closes it at once."""
        ...


class OpenConnections:
    """All connections of this process, counted from the moment that they are open; 0 is no limit.

    Of one address, so many come a second at most in the long run: what comes after is closed before it is read.
    Where there are too many of one address, or of all together, the one of them goes on which nobody has said anything
    whole for longest. Where every one is in use, somebody who only watches makes room; else the new one goes.
    """

    def __init__(
        self, max_address: int, max_all: int, clock: Callable[[], float] = time.monotonic, per_second: float = 0
    ) -> None:
        self._coming = Rate(per_second, clock, burst=COMING_AT_ONCE)
        self._max_address = max_address
        self._most = max_all
        self._open: dict[Connection, str] = {}
        self._by_address: dict[str, int] = {}
        self._silent: dict[str, dict[Connection, None]] = {}
        self._repeated = Repeated(clock)
        self.make_room: Callable[[], bool] = lambda: False
        """Sends somebody away who only watches; False: nobody does."""

    @property
    def count(self) -> int:
        """How many are open."""
        return len(self._open)

    @property
    def by_address(self) -> Mapping[str, int]:
        """How many are open from each address."""
        return self._by_address

    def hang_up(self, address: str) -> None:
        """Closes every connection of an address."""
        for connection in [connection for connection, other in self._open.items() if other == address]:
            connection.hang_up()

    def enter(self, connection: Connection, address: str) -> bool:
        """A connection was opened, and nothing has come by it yet. False: it is closed, since there are too many."""
        if not self._coming.allows(address):
            return self._refuse(connection)
        if self._max_address and self._by_address.get(address, 0) >= self._max_address and not self._hang_up(address):
            return self._refuse(connection)
        if self._most and len(self._open) >= self._most:
            self._tell()
            if not self._hang_up(self._most_silent()) and (
                len(self._open) >= self._most + SPARE_CONNECTIONS or not self.make_room()
            ):
                return self._refuse(connection)
        self._open[connection] = address
        self._by_address[address] = self._by_address.get(address, 0) + 1
        return True

    def waits(self, connection: Connection, silent: bool) -> None:
        """Whether the house waits for something whole to come by a connection."""
        address = self._open.get(connection)
        if address is None:
            return
        waiting = self._silent.setdefault(address, {})
        if silent:
            waiting.setdefault(connection)
        else:
            waiting.pop(connection, None)
        if not waiting:
            del self._silent[address]

    def leave(self, connection: Connection) -> None:
        """A connection is closed."""
        self.waits(connection, False)
        address = self._open.pop(connection, None)
        if address is not None:
            left = self._by_address.pop(address) - 1
            if left:
                self._by_address[address] = left

    def become(self, connection: Connection, other: Connection) -> None:
        """A connection goes on as another: it was asked for a socket."""
        self.waits(connection, False)
        if (address := self._open.pop(connection, None)) is not None:
            self._open[other] = address

    def _most_silent(self) -> str:
        return max(self._silent, key=lambda address: len(self._silent[address]), default="")

    def _hang_up(self, address: str) -> bool:
        """Closes the connection of an address that has been silent for longest, if there is one."""
        for connection in self._silent.get(address, {}):
            self.leave(connection)
            connection.hang_up()
            return True
        return False

    def _refuse(self, connection: Connection) -> bool:
        connection.hang_up()
        return False

    def _tell(self) -> None:
        if times := self._repeated.count("full"):
            log.warning(
                "no connection is left of those that the system's limit of open files allows: silent ones are closed"
                " first, then those of spectators; allow more open files (ulimit -n, LimitNOFILE) if so many really"
                " play",
                extra={"data": {"connections": self._most, "times": times}},
            )
