"""A file with the logs of tables: opened, recognised, brought up to date; and words for what SQLite complains of."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from knobel.core.errors import system_reason
from knobel.store.log import StoreTrouble
from knobel.store.migrating import read_steps
from knobel.store.record_files import beside, settle, try_lock

MARK = int.from_bytes(b"Knob")
"""How a database of ours is told from any other file of SQLite's."""

MAX_MARK = 200
PATIENCE_S = 5.0
"""How long to wait for another program that holds the database."""

ERROR_KEYS = {
    "SQLITE_FULL": "store-full",
    "SQLITE_READONLY": "store-read-only",
    "SQLITE_BUSY": "store-busy",
    "SQLITE_LOCKED": "store-busy",
    "SQLITE_CORRUPT": "store-damaged",
    "SQLITE_NOTADB": "store-not",
    "SQLITE_IOERR": "store-disk",
}


def open_file(path: Path) -> sqlite3.Connection:
    """The database in a file: made if there is none, migrated if it is old, refused in words if it cannot be used.

    It holds secret seeds, so that only its owner may read it.
    """
    with in_words(path):
        _make(path)
        return _open(path, migrating=True)


def open_existing(path: Path, *, migrating: bool = True) -> sqlite3.Connection:
    """The database in a file that must be there already; without migrating it, it stays of the version it is."""
    if not path.is_file():
        raise StoreTrouble("store-missing", path=str(path))
    with in_words(path):
        return _open(path, migrating=migrating)


def connect(path: Path) -> sqlite3.Connection:
    """A connection on which every commit is safe on disk when it returns."""
    db = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA temp_store = MEMORY")  # what is being sorted needs no file
    db.execute("PRAGMA wal_autocheckpoint = 4000")  # pages: a quarter of the pauses that SQLite makes by itself
    return db


def hold_file(path: Path) -> FileIO:
    """Marks a database as that of the house in this process, until it is let go or the process ends, however it does.

    Raises `StoreTrouble` where another house has it, and says which.
    """
    place = beside(path, ".house")
    with in_words(path):
        mark = place.open("a+b", buffering=0)
    if not try_lock(mark):
        mark.seek(0)
        who = (mark.read(MAX_MARK) or b"").decode(errors="replace")
        mark.close()
        raise StoreTrouble("store-held", path=str(path), who=who)
    if not _same(place, mark):  # whoever had it let go just then, and took it along
        mark.close()
        return hold_file(path)
    mark.truncate(0)
    mark.write(f"{os.getpid()}, {platform.node()}".encode())
    return mark


def _same(place: Path, file: FileIO) -> bool:
    try:
        return os.path.samestat(place.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def let_go(path: Path, mark: FileIO) -> None:
    """Leaves the database to whoever comes next, and nothing beside it."""
    beside(path, ".house").unlink(missing_ok=True)
    mark.close()


def trouble(error: Exception, path: Path) -> StoreTrouble:
    """What a complaint of SQLite's (or of the system's) means to the person who runs the house."""
    name: str = getattr(error, "sqlite_errorname", "")
    key = next((key for start, key in ERROR_KEYS.items() if name.startswith(start)), "store-failed")
    why = system_reason(error) if isinstance(error, OSError) else str(error)
    return StoreTrouble(key, path=str(path), why=why)


@contextmanager
def in_words(path: Path) -> Generator[None]:
    """Turns whatever SQLite or the system complains of into words."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise trouble(error, path) from error


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        settle(path.parent)


def _open(path: Path, *, migrating: bool) -> sqlite3.Connection:
    db = connect(path)
    try:
        _recognise(db, path)
        todo = read_steps("sqlite", _read_number(db, "user_version"))
        if todo and migrating:
            _migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _recognise(db: sqlite3.Connection, path: Path) -> None:
    if _read_number(db, "application_id") == MARK:
        return
    if db.execute("SELECT 1 FROM sqlite_schema").fetchone():
        raise StoreTrouble("store-not", path=str(path))


def _migrate(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # both change nothing later on
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("BEGIN IMMEDIATE")  # and only now is it certain that nobody else is doing the same
    try:
        for version, script in read_steps("sqlite", _read_number(db, "user_version")):
            for statement in _statements(script):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {version}")
        db.execute(f"PRAGMA application_id = {MARK}")
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one, since SQLite's own way of running a script would commit first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _read_number(db: sqlite3.Connection, pragma: str) -> int:
    return db.execute(f"PRAGMA {pragma}").fetchone()[0]
