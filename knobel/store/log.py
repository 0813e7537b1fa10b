"""A table's log: everything that happened at a hosted table, numbered 1, 2, 3 …, and where such logs last.

The number is the arbiter between processes: whoever writes it first has it, and everybody else is told that it is
taken. What a body says is the server's own business; the store only promises that it is never lost, changed or doubled.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from knobel.core.errors import KnobelError

TableStage = Literal["gathering", "playing", "over"]

MAX_EVENTS = 2**31 - 1
"""More than any log holds."""
STALE_MS = 3000
"""A process that has been silent for this long is taken for dead."""
_SCHEME = re.compile("[^@/]*/+")


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of tables shows of one; it changes together with the append that changes it."""

    table: str
    game: str
    public: bool
    stage: TableStage
    about: msgspec.Raw
    """A small piece of JSON: title, seats and whatever else a list shows."""
    changed: int
    """When it last changed, in milliseconds since 1970."""

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands in a list, newest first: a list goes on `before` the place of its last row."""
        return self.changed, self.table


class Taken(KnobelError):
    """Somebody else wrote this number first: read on, look again, and try the next one. Nothing was written."""

    def __init__(self, table: str, seq: int) -> None:
        super().__init__("log-taken", table=table, seq=seq)


class NoTable(KnobelError):
    """There is no table of this name, or no longer."""

    def __init__(self, table: str) -> None:
        super().__init__("no-table", table=table)


class StoreTrouble(KnobelError):
    """The disk is full, the database is away: nothing was written, and the words say what to do."""


class StoreGone(StoreTrouble):
    """The database is no longer the one that was opened: this does not pass, and nothing more may be promised."""


class Unsure(StoreTrouble):
    """The database went away before it answered, and stayed away: reading on will show whether it was written."""


class Store(Protocol):
    """Where the logs of all tables last. Every method may raise `StoreTrouble`; trouble passes without a restart."""

    async def hold(self) -> None:
        """Keeps other houses away until it is closed, where there can be only one. Raises `StoreTrouble`."""
        ...

    async def create(self, listing: Listing, bodies: Sequence[bytes], seed: bytes) -> None:
        """Begins a table's log with at least one body. Raises `Taken` where there is one of that name."""
        ...

    def append(self, table: str, seq: int, bodies: Sequence[bytes], listing: Listing | None = None) -> Awaitable[None]:
        """Writes bodies as numbers `seq`, `seq + 1`, …: all or none of them, and safe on disk when this is done.

        Raises `Taken` where any of the numbers is taken, `NoTable` where there is no such table.
        """
        ...

    async def read(self, table: str, after: int = 0, limit: int = MAX_EVENTS) -> list[bytes]:
        """The bodies after a number, in order, at most so many. Raises `NoTable`."""
        ...

    async def find_grown(self, known: Mapping[str, int]) -> list[str]:
        """The tables of these whose logs go on after the last number that is known of each."""
        ...

    async def read_seed(self, table: str) -> bytes:
        """The secret seed, which is in no log until it is revealed. Raises `NoTable`."""
        ...

    async def list_tables(
        self,
        *,
        public: bool | None = None,
        stage: TableStage | None = None,
        limit: int = 100,
        before: tuple[int, str] | None = None,
    ) -> list[Listing]:
        """Tables, the last changed first; `before` is the `place` of the last one already seen."""
        ...

    async def beat(self, process: str) -> None:
        """Says that a process is alive, by the database's clock. A process beats before it claims."""
        ...

    async def claim(self, table: str, process: str, stale_ms: int = STALE_MS) -> bool:
        """Whether this process now owns the table's clocks and bots: nobody living did, or it did already."""
        ...

    async def put_away(self, table: str, process: str, alarm: int) -> None:
        """Gives a table up until its alarm (in milliseconds since 1970) rings, or somebody claims it before."""
        ...

    async def find_ringing(self, now: int, limit: int) -> list[tuple[str, int]]:
        """The tables that were put away and whose alarm has rung, with when that was, the first before the others."""
        ...

    async def find_orphans(self, process: str, stale_ms: int = STALE_MS) -> list[str]:
        """The tables being played that nobody owns, or only a process that has fallen silent (not this one).

        A table that was put away is none of them.
        """
        ...

    async def release(self, process: str) -> None:
        """Gives up everything a process owns, as it goes."""
        ...

    async def count_written(self, more: Mapping[str, int], per_s: float) -> dict[str, float]:
        """Adds what addresses had written, in bytes, to what all processes have counted for them.

        So much of it is forgotten a second. Hands back the sums of all addresses that have one.
        """
        ...

    async def check_ready(self) -> None:
        """Returns if something could be written now; raises `StoreTrouble` in words if not."""
        ...

    async def close(self) -> None:
        """Finishes what is under way and lets go."""
        ...


def no_successor(table: str, seq: int, last: int | None) -> NoTable | Taken | StoreTrouble:
    """What to raise for a number that does not follow the last of its table's log."""
    if last is None:
        return NoTable(table)
    return Taken(table, seq) if seq <= last else StoreTrouble("log-gap", seq=seq)


def without_secrets(url: str) -> str:
    """An address as it may be shown: without who asks, their password, and settings that may hold one.

    >>> without_secrets("mysql://ann:secret@db.example:33/knobel?password=secret")
    'mysql://db.example:33/knobel'
    >>> without_secrets("mysql:/ann:secret@db.example/knobel")
    'mysql:/db.example/knobel'
    """
    shown, _, settings = url.partition("?")
    _, asker, place = shown.rpartition("@")
    scheme = _SCHEME.match(shown) if asker or "@" in settings else None
    # an @ after the first ? may belong to a password that holds a ?, or to a setting: nothing but the scheme is sure
    return (scheme[0] if scheme else "") + ("…" if "@" in settings else place)
