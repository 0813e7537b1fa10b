"""How logs lie in a file, and where each of them ends.

What one append wrote is one row. New rows lie behind each other, and are sorted in by the thousand: the logs of many
tables lie far apart, and each row that were sorted in at once would cost a page of the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from knobel.store.log import no_successor

MAX_UNSORTED = 1000
"""So many rows wait until they are sorted in: more at once would let whoever comes next wait longer."""
MAX_ENDS = 20_000
"""Of so many logs it is remembered where they end."""

INSERT = "INSERT INTO unsorted (name, seq, body, count) VALUES (?, ?, ?, ?)"
SORT_IN = (
    "INSERT INTO events (name, seq, body, count) SELECT name, seq, body, count FROM unsorted ORDER BY name, seq",
    "DELETE FROM unsorted",
)
LAST = "SELECT max(seq) FROM events WHERE name = ?"
READ = "SELECT seq, count, body FROM logs WHERE name = ? AND seq > ? ORDER BY seq LIMIT ?"
ENDS_UNSORTED = "SELECT name, max(seq) FROM unsorted GROUP BY name"
GROWN = "SELECT 1 FROM events WHERE name = ? AND seq > ?"

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[bytes]).decode


class LogEnds:
    """Where logs end, as far as the one connection knows that writes them; and the rows that it is about to write.

    Whatever lies unsorted is of logs whose ends are known, so that of others only what is sorted is asked.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._ends: dict[str, int] = {}
        self._rows: list[tuple[str, int, bytes, int]] = []
        self._unsorted = 0
        self._version: int | None = None
        """Of the database: it is another one after somebody else has written there."""

    def prepare(self) -> None:
        """A transaction has begun, so that nobody else writes: what others wrote before it counts."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version != self._version or self._unsorted >= MAX_UNSORTED or len(self._ends) >= MAX_ENDS:
            for statement in SORT_IN:
                self._db.execute(statement)
            self._ends.clear()
            self._unsorted, self._version = 0, version

    def append(self, table: str, seq: int, bodies: Sequence[bytes]) -> None:
        """Lets a log go on. Raises `Taken` or `NoTable` where it does not end before that number."""
        last = self._ends.get(table)
        if last is None:
            (last,) = self._db.execute(LAST, (table,)).fetchone()
        if last != seq - 1:
            raise no_successor(table, seq, last)
        count = len(bodies)
        self._rows.append((table, last + count, bodies[0] if count == 1 else _pack(bodies), count))
        self._ends[table] = last + count

    def start(self, table: str, bodies: Sequence[bytes]) -> None:
        """Lets a new log begin."""
        self._ends[table] = 0
        self.append(table, 1, bodies)

    def write(self) -> None:
        """Writes all that was appended in this transaction."""
        self._db.executemany(INSERT, self._rows)
        self._unsorted += len(self._rows)
        self._rows.clear()

    def forget(self) -> None:
        """The transaction was undone: nothing is known any more."""
        self._rows.clear()
        self._version = None


def unpacked(rows: Iterable[tuple[int, int, bytes]]) -> Iterator[bytes]:
    """The bodies in rows, of which each has the number of the last in it, how many it holds, and these."""
    for _, count, body in rows:
        if count == 1:
            yield body
        else:
            yield from _unpack(body)


def read(db: sqlite3.Connection, table: str, after: int, limit: int) -> list[bytes]:
    """The bodies of a log after a number, which may lie in the midst of a row."""
    rows: list[tuple[int, int, bytes]] = db.execute(READ, (table, after, limit)).fetchall()
    if not rows:
        return []
    seq, count, _ = rows[0]
    early = after - (seq - count)
    return [*unpacked(rows)][early : early + limit]


def find_grown(db: sqlite3.Connection, known: Mapping[str, int]) -> list[str]:
    """The logs that go on after the last number that is known of each."""
    unsorted: dict[str, int] = dict(db.execute(ENDS_UNSORTED))  # first: what is sorted in meanwhile is found there then
    return [
        table
        for table, seq in known.items()
        if unsorted.get(table, 0) > seq or db.execute(GROWN, (table, seq)).fetchone()
    ]
