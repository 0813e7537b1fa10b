"""What the processes of a house tell each other: a table's log has grown, and whose connections answer.

Whoever misses that a log has grown reads the log instead; whose connections answer is told again and again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from knobel.core.errors import KnobelError
from knobel.store.log import without_secrets


class Appended(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """These bodies were written to a table's log, from this number on. They are on disk already."""

    table: str
    seq: int
    bodies: tuple[bytes, ...]
    writer: str = ""
    """Which process wrote them: it is not told what it knows. A process of an earlier version does not say."""


class Gap(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Something may have gone by unheard: read the table's log on from the last number known."""

    table: str


class Here(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Whose connections to a table answer in a process, by the people's keys. It counts only for a moment."""

    table: str
    process: str
    keys: tuple[str, ...]


class Echo(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """What a process says only to hear itself: what it does not hear, it would not hear of others either."""

    writer: str
    number: int
    table: str = ""


class BusTrouble(KnobelError):
    """Other processes cannot be heard. Tables go on here, and nothing is lost."""


Heard = Appended | Gap | Here | Echo
Hear = Callable[[Heard], None]


class Bus(Protocol):
    """Carries word of what was written to every other process that has subscribed; the writer does not hear itself.

    It may lose word and bring it twice or late, but it never does so silently: a `Gap` follows. A listener goes by the
    numbers, and reads the log wherever one does not follow the last.
    """

    def publish(self, table: str, seq: int, bodies: Sequence[bytes]) -> None:
        """Tells everybody else. It never waits and never fails."""
        ...

    def publish_here(self, here: Here) -> None:
        """Tells everybody whose connections answer, and the teller too: who hears themselves would hear others.

        It may get lost without a word.
        """
        ...

    async def subscribe(self, table: str, hear: Hear) -> None:
        """Hears of a table from when this returns. So: subscribe first, then read the log."""
        ...

    async def unsubscribe(self, table: str, hear: Hear) -> None:
        """Hears of a table no more."""
        ...

    def try_hearing(self) -> bool:
        """Whether what this process said when this was last asked has come back; it says something again.

        Where it has not, others may have written without a word of it being heard here.
        """
        ...

    async def check_ready(self) -> None:
        """Returns if others can be heard now; raises `BusTrouble` in words if not."""
        ...

    async def close(self) -> None:
        """Hangs up."""
        ...


class Listeners:
    """Who listens to which table."""

    def __init__(self) -> None:
        self._hears: defaultdict[str, list[Hear]] = defaultdict(list)

    def add(self, table: str, hear: Hear) -> None:
        """One listener more."""
        self._hears[table].append(hear)

    def remove(self, table: str, hear: Hear) -> bool:
        """One listener less; whether that was the last of the table."""
        hears = self._hears.get(table, [])
        if hear in hears:
            hears.remove(hear)
        if hears:
            return False
        return self._hears.pop(table, None) is not None

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._hears)

    def tell(self, heard: Heard) -> None:
        """Passes it on to whoever listens to the table."""
        for hear in tuple(self._hears.get(heard.table, ())):
            hear(heard)


def open_bus(url: str = "") -> Bus | None:
    """The bus at an address of Redis's; None without one: a house of one process has nobody to tell."""
    if not url:
        return None
    if not url.startswith(("redis://", "rediss://", "unix://")):
        raise BusTrouble("bus-url", url=without_secrets(url))
    try:
        from knobel.server.cluster.redis import RedisBus
    except ImportError as error:
        raise BusTrouble("bus-driver") from error
    try:
        return RedisBus(url)
    except ValueError:  # no word of it: a port that is no number may be a part of the password
        raise BusTrouble("bus-url", url=without_secrets(url)) from None
