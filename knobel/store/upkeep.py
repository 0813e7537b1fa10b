"""Looking after the embedded store, while the house is open: a copy that can be trusted, and room for new tables."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import msgspec

from knobel.core.errors import KnobelError
from knobel.core.record import AnyEntry, Header, Record, wrote
from knobel.core.registry import game as game_called
from knobel.core.timeline import Timeline
from knobel.store.log import StoreTrouble
from knobel.store.record_files import keep_whole, settle
from knobel.store.sqlite_file import in_words, open_existing
from knobel.store.sqlite_logs import unpacked
from knobel.table.export import ENDING, write_record

DAY_MS = 24 * 60 * 60 * 1000
TABLES_AT_ONCE = 50
PAGES_AT_ONCE = 1000
"""So few at a time that the house hardly notices."""
NEVER = 1 << 62
"""A time that does not come."""

OLD = """
    SELECT name, stage FROM tables WHERE (:name IS NULL OR name = :name)
    AND changed < CASE stage WHEN 'over' THEN :over ELSE :abandoned END ORDER BY name"""
LAST = "SELECT seq, count, body FROM logs WHERE name = ? ORDER BY seq DESC LIMIT 1"
LOG = "SELECT seq, count, body FROM logs WHERE name = ? ORDER BY seq"
COUNT_LOG = "SELECT sum(count) FROM logs WHERE name = ?"
COUNTS = """
    SELECT (SELECT count(*) FROM tables), (SELECT sum(count) FROM logs), (SELECT count(*) FROM seeds)"""
FORGET = tuple(f"DELETE FROM {kept} WHERE name = ?" for kept in ("events", "unsorted", "seeds", "tables"))  # noqa: S608


class _Stamped(msgspec.Struct, frozen=True):
    """All that is asked of an event: when it happened, in milliseconds since 1970."""

    at: int = 0


_stamp = msgspec.json.Decoder(_Stamped)


class BackedUp(msgspec.Struct, frozen=True):
    """What a backup holds."""

    path: str
    tables: int
    events: int


class Pruned(msgspec.Struct, frozen=True):
    """What was, or would be, thrown away; and how many records were written out before."""

    tables: int = 0
    events: int = 0
    exported: int = 0


def back_up(path: Path, target: Path) -> BackedUp:
    """Copies a database, even while it is being written to, into a new file of its own, and checks the copy.

    Raises `StoreTrouble` in words; then there is no new file. Nothing is ever overwritten.
    """
    with closing(open_existing(path, migrating=False)) as db, in_words(target):
        try:
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            raise StoreTrouble("backup-exists", path=str(target)) from None
        try:
            tables, events = _copy(db, target)
        except BaseException:
            target.unlink()
            raise
        settle(target.parent)
    return BackedUp(str(target), tables, events)


def prune(path: Path, days: int, abandoned: int = 0, *, dry_run: bool = False, export: Path | None = None) -> Pruned:
    """Throws away the tables that were over more than some days ago; their records are written to a folder before.

    So are those, if it is asked for, that never came to their end and where nothing has happened for `abandoned` days.
    The room is given back to the disk. Raises `KnobelError` in words; whatever was not exported is still there then.
    """
    now = time.time_ns() // 1_000_000
    before = {"over": now - days * DAY_MS, "abandoned": now - abandoned * DAY_MS if abandoned else 0}
    done = Pruned()
    with closing(open_existing(path)) as db, in_words(path):
        names = _find_old(db, before)
        if export and not dry_run:
            export.mkdir(parents=True, exist_ok=True)
        for start in range(0, len(names), TABLES_AT_ONCE):
            done = _sum(done, *_prune(db, names[start : start + TABLES_AT_ONCE], before, dry_run, export))
        if not dry_run:
            db.execute("DELETE FROM processes WHERE beat < :over", before)
            _give_back(db)
    return done


def _copy(db: sqlite3.Connection, target: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        db.execute("BEGIN")  # from here on it shows one instant, whatever is written meanwhile
        held = db.execute(COUNTS).fetchone()
        db.backup(copy)
        db.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode = DELETE")  # all in one file
        whole = copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not whole or copy.execute(COUNTS).fetchone() != held:
            raise StoreTrouble("backup-differs")
        return held[0], held[1]


def _find_old(db: sqlite3.Connection, before: dict[str, int], name: str | None = None) -> list[str]:
    """The tables (or whether this one is among them) where nothing has happened since `before`, each by its stage."""
    rows: list[tuple[str, str]] = db.execute(OLD, {**before, "name": name}).fetchall()
    return [name for name, stage in rows if stage == "over" or _read_last(db, name) < before["abandoned"]]


def _read_last(db: sqlite3.Connection, name: str) -> int:
    """When something last happened at a table; the list does not change with every move.

    A log that cannot be read is never old: it may be dear to somebody who can mend it.
    """
    *_, body = unpacked(db.execute(LAST, (name,)))
    try:
        return _stamp.decode(body).at
    except msgspec.DecodeError:
        return NEVER


def _prune(
    db: sqlite3.Connection, names: list[str], before: dict[str, int], dry_run: bool, export: Path | None
) -> Iterator[Pruned]:
    if export and not dry_run:
        for name in names:
            if record := record_in(unpacked(db.execute(LOG, (name,)))):
                keep_whole(export / f"{quote(name, safe='')}{ENDING}", record)
                yield Pruned(exported=1)
    db.execute("BEGIN" if dry_run else "BEGIN IMMEDIATE")
    for name in names:
        if _find_old(db, before, name):  # still
            yield Pruned(tables=1, events=db.execute(COUNT_LOG, (name,)).fetchone()[0])
            for statement in () if dry_run else FORGET:
                db.execute(statement, (name,))
    db.execute("COMMIT")


def _sum(*parts: Pruned) -> Pruned:
    return Pruned(*map(sum, zip(*(msgspec.structs.astuple(part) for part in parts), strict=True)))


def _give_back(db: sqlite3.Connection) -> None:
    """Shortens the file by the pages that are free now."""
    free: int = db.execute("PRAGMA freelist_count").fetchone()[0]
    for _ in range(0, free, PAGES_AT_ONCE):
        db.executescript(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})")  # `execute` would stop after one page


class _Kept(msgspec.Struct, frozen=True):
    """All that a record needs of an event: whichever holds its header or an entry holds it under this name."""

    header: Header | None = None
    entry: AnyEntry | None = None


_read_kept = msgspec.json.Decoder(_Kept).decode


def record_in(log: Iterable[bytes]) -> bytes | None:
    """The whole record of the game that a log tells of, as it is downloaded; None where the game never began.

    A game that can no longer be played here (its package is gone) is written as it was kept, without words.
    """
    kept = [_read_kept(body) for body in log]
    header = next((event.header for event in kept if event.header), None)
    if header is None:
        return None
    entries = tuple(event.entry for event in kept if event.entry)
    try:
        return write_record(Timeline.replay(game_called(header.game), Record(header=header, entries=entries)))
    except KnobelError:
        return wrote(header, entries)
