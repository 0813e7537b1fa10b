"""Records in files: a line is safely on disk before anybody sees what it says; reading never changes a file."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import IO

from knobel.core.errors import system_reason
from knobel.core.fair import SEED_BYTES
from knobel.core.record import AnyEntry, Header, Record, RecordError, read_record, written

try:
    import fcntl
except ImportError:  # a system without file locks: two programs on one file are then the user's own care
    fcntl = None

MAX_BYTES = 64 * 1024 * 1024


def load(path: Path) -> Record:
    """The record in a file. Raises `RecordError` in words; the file is only read."""
    try:
        with path.open("rb") as file:
            return read_record(_read_bytes(file))
    except FileNotFoundError:
        raise RecordError("record-missing", path=str(path)) from None
    except OSError as error:
        raise RecordError("record-unreadable", path=str(path), why=system_reason(error)) from error


class RecordFile:
    """A record being written, held by one program at a time."""

    def __init__(self, path: Path, file: FileIO, end: int, total: int) -> None:
        self.path = path
        self._file = file
        self._end = end
        """Up to here the file is what it should be; whatever lies beyond was never finished."""
        self._sum = total

    @classmethod
    def create(cls, path: Path, header: Header) -> RecordFile:
        """Begins a new record. Raises `RecordError` where a file is already there: nothing is ever overwritten."""
        line, total = written(header, 0)
        try:
            file = path.open("xb", buffering=0)
        except FileExistsError:
            raise RecordError("record-exists", path=str(path)) from None
        except OSError as error:
            raise _unwritable(path, error) from error
        record = cls(path, file, 0, 0)
        try:
            record._hold()
            record._append(line, total)
        except RecordError:
            file.close()
            path.unlink(missing_ok=True)
            raise
        settle(path.parent)
        return record

    @classmethod
    def resume(cls, path: Path, record: Record) -> RecordFile:
        """Goes on with a record that was read. A torn last line is set aside in a file of its own.

        Raises `RecordError` where another program holds the record, or has written to it since it was read.
        """
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise _unwritable(path, error) from error
        try:
            resumed = cls(path, file, 0, record.sum)
            resumed._hold()
            data = _read_bytes(file)
            if read_record(data) != record:
                raise RecordError("record-changed", path=str(path))
            if record.torn:
                _set_aside(beside(path, ".torn"), record.torn)
            resumed._end = len(data) - len(record.torn)
            resumed._append(b"" if data[: resumed._end].endswith(b"\n") else b"\n", record.sum)
        except OSError as error:
            file.close()
            raise _unwritable(path, error) from error
        except RecordError:
            file.close()
            raise
        return resumed

    def keep(self, entry: AnyEntry) -> None:
        """Adds an entry; returns when it is safe. Raises `RecordError` and leaves the file as it was if it cannot."""
        line, total = written(entry, self._sum)
        self._append(line, total)

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def _append(self, line: bytes, total: int) -> None:
        try:
            self._file.truncate(self._end)
            self._file.seek(self._end)
            _write(self._file.fileno(), line)
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise _unwritable(self.path, error) from error
        self._end, self._sum = self._end + len(line), total

    def _hold(self) -> None:
        if not try_lock(self._file):
            raise RecordError("record-busy", path=str(self.path))


class SeedFile:
    """The secret seed of a game that is not over: beside its record, readable by its owner only."""

    def __init__(self, record: Path) -> None:
        self.path = beside(record, ".seed")

    def write(self, seed: bytes) -> None:
        """Keeps the seed until the game is over. Raises `RecordError` where there is a seed already, or no room."""
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        try:
            _write(handle, seed.hex().encode() + b"\n")
        except OSError as error:
            self.remove()
            raise _unwritable(self.path, error) from error
        finally:
            os.close(handle)
        settle(self.path.parent)

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


def try_lock(file: FileIO) -> bool:
    """Whether this program has the file for itself now, until it closes it or ends."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: then two programs on one file are the user's own care
        return True
    return True


def keep_whole(path: Path, record: bytes) -> None:
    """Writes a finished record to a file of its own. The same record may be there already, anything else may not."""
    part = beside(path, ".part")
    try:
        if not path.exists():
            with part.open("wb", buffering=0) as file:
                _write(file.fileno(), record)
            part.replace(path)
            settle(path.parent)
        elif path.read_bytes() != record:
            raise RecordError("record-exists", path=str(path))
    except OSError as error:
        part.unlink(missing_ok=True)
        raise _unwritable(path, error) from error


def beside(path: Path, ending: str) -> Path:
    """The file beside a record that carries an ending more."""
    return path.with_name(path.name + ending)


def _read_bytes(file: IO[bytes]) -> bytes:
    """All of a file that may be a record, and not more than that: whatever it is, memory does not run out."""
    data = b""
    while chunk := file.read(MAX_BYTES + 1 - len(data)):
        data += chunk
    if len(data) > MAX_BYTES:
        raise RecordError("record-huge", most=MAX_BYTES)
    return data


def _write(handle: int, data: bytes) -> None:
    """Writes all of it and returns when it is safe on the disk."""
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)


def settle(folder: Path) -> None:
    """A new file's name is safe only once its folder is written too (where the system can do that at all)."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _set_aside(path: Path, torn: bytes) -> None:
    """Keeps the rest of a torn line, after any that were kept before."""
    with path.open("ab", buffering=0) as file:
        _write(file.fileno(), torn + b"\n")


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError("record-unwritable", path=str(path), why=system_reason(error))
