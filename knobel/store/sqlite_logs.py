"""The logs of an embedded database, as its one writer sees them: rows of many tables go in together."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from knobel.store.log import follow

INSERT = "INSERT INTO events (name, seq, body) VALUES "
AT_ONCE = (64, 16, 4, 1)
"""So many rows a statement: each statement costs a change of threads, and few different ones stay prepared."""
MOST_KNOWN = 20_000

Row = tuple[str, int, bytes]


class Logs:
    """A connection that writes, and what it knows of where each log ends."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._ends: dict[str, int] = {}
        """The last number of some tables, as long as nobody else has written."""
        self._version: int | None = None
        self._rows: list[Row] = []

    @property
    def db(self) -> sqlite3.Connection:
        """The connection, for whatever is no row of a log. All rows before are in it."""
        self.flush()
        return self._db

    def begin(self) -> None:
        """Begins a transaction. What others have written since the last one is not known any more."""
        self._db.execute("BEGIN IMMEDIATE")
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version != self._version or len(self._ends) > MOST_KNOWN:
            self._ends.clear()
        self._version = version

    def commit(self) -> None:
        """Makes it safe on disk."""
        self.flush()
        self._db.execute("COMMIT")

    def forget(self) -> None:
        """Something was undone: nothing is known, and nothing waits."""
        self._rows.clear()
        self._ends.clear()

    def write(self, table: str, seq: int, bodies: Sequence[bytes]) -> None:
        """Writes bodies from a number on. Raises `Taken`, `NoTable` or `StoreTrouble` where they do not follow."""
        last = self._ends.get(table)
        if last is None:
            last = self.db.execute("SELECT max(seq) FROM events WHERE name = ?", (table,)).fetchone()[0]
        follow(table, seq, last)
        self.add(table, seq, bodies)

    def add(self, table: str, seq: int, bodies: Sequence[bytes]) -> None:
        """Writes bodies that follow."""
        for number, body in enumerate(bodies, seq):
            self._rows.append((table, number, body))
        self._ends[table] = seq + len(bodies) - 1

    def flush(self) -> None:
        """Writes the rows that wait, with as few statements as can be."""
        rows, start = self._rows, 0
        self._rows = []
        while start < len(rows):
            n = next(size for size in AT_ONCE if size <= len(rows) - start)
            values = [value for row in rows[start : start + n] for value in row]
            self._db.execute(INSERT + ", ".join(["(?, ?, ?)"] * n), values)
            start += n
