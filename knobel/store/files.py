"""Records in files: a line is safely on disk before anybody sees what it says; reading never changes a file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from knobel.core.fair import SEED_BYTES
from knobel.core.record import AnyEntry, Header, Record, RecordError, read_record, written

try:
    import fcntl
except ImportError:  # a system without file locks: two programs on one record are then the user's own care
    fcntl = None

MOST_BYTES = 64 * 1024 * 1024


def load(path: Path) -> Record:
    """The record in a file. Raises `RecordError` in words; the file is only read."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise RecordError("record-huge", size=size, most=MOST_BYTES)
        data = path.read_bytes()
    except FileNotFoundError:
        raise RecordError("record-missing", path=str(path)) from None
    except OSError as error:
        raise RecordError("record-broken", line=0, why=error.strerror or str(error)) from error
    return read_record(data)


class RecordFile:
    """A record being written, held by one program at a time."""

    def __init__(self, path: Path, file: IO[bytes], total: int) -> None:
        self.path = path
        self._file = file
        self._sum = total

    @classmethod
    def create(cls, path: Path, header: Header) -> RecordFile:
        """Begins a new record. Raises `RecordError` where a file is already there: nothing is ever overwritten."""
        try:
            file = path.open("xb")
        except FileExistsError:
            raise RecordError("record-exists", path=str(path)) from None
        except OSError as error:
            raise _unwritable(path, error) from error
        record = cls(path, file, 0)
        record._hold()
        line, total = written(header, 0)
        record._append(line, total)
        return record

    @classmethod
    def resume(cls, path: Path, record: Record) -> RecordFile:
        """Goes on with a record that was read. A torn last line is set aside in a file of its own."""
        try:
            file = path.open("r+b")
        except OSError as error:
            raise _unwritable(path, error) from error
        resumed = cls(path, file, record.sum)
        resumed._hold()
        try:
            size = file.seek(0, os.SEEK_END)
            if record.torn:
                beside(path, ".torn").write_bytes(record.torn)
                size -= len(record.torn)
                file.truncate(size)
            file.seek(max(0, size - 1))
            if file.read(1) != b"\n":
                file.seek(0, os.SEEK_END)
                file.write(b"\n")
            file.seek(0, os.SEEK_END)
        except OSError as error:
            raise _unwritable(path, error) from error
        return resumed

    def keep(self, entry: AnyEntry) -> None:
        """Adds an entry; returns when it is safe. Raises `RecordError` and leaves the file as it was if it cannot."""
        line, total = written(entry, self._sum)
        self._append(line, total)

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def _append(self, line: bytes, total: int) -> None:
        start = self._file.tell()
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.seek(start)
                self._file.truncate(start)
            raise _unwritable(self.path, error) from error
        self._sum = total

    def _hold(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise RecordError("record-busy", path=str(self.path)) from None


class SeedFile:
    """The secret seed of a game that is not over: beside its record, readable by its owner only."""

    def __init__(self, record: Path) -> None:
        self.path = beside(record, ".seed")

    def write(self, seed: bytes) -> None:
        """Keeps the seed until the game is over."""
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        with os.fdopen(handle, "wb") as file:
            file.write(seed.hex().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def read(self) -> bytes:
        """The seed. Raises `RecordError` where it is gone."""
        try:
            seed = bytes.fromhex(self.path.read_text("ascii").strip())
        except (OSError, ValueError):
            raise RecordError("seed-missing", path=str(self.path)) from None
        if len(seed) != SEED_BYTES:
            raise RecordError("seed-missing", path=str(self.path))
        return seed

    def remove(self) -> None:
        """Throws the seed away, once the record holds it."""
        self.path.unlink(missing_ok=True)


def beside(path: Path, ending: str) -> Path:
    """The file beside a record that carries an ending more."""
    return path.with_name(path.name + ending)


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError("record-unwritable", path=str(path), why=error.strerror or str(error))
