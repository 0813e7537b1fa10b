"""Solutions as files: arrays of numbers and a header that says what they are of. Nothing in them is ever carried out.

A file is believed only if all of it fits: the game, its rules, the seats, the solver's key and version, and a checksum
over everything. What is damaged, cut off, out of date or somebody else's is as good as no file.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from knobel.core.game import Game
from knobel.core.solution import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUFFIX = ".npz"
HEADER = "header"
"""The array that holds the header, as JSON."""
FOLDER = "KNOBEL_SOLUTIONS"
"""The variable of the environment that names another folder for them."""
MAX_FILES = 64
"""So many are kept; the oldest go first."""


class SolutionId(msgspec.Struct, frozen=True):
    """What a solution is of."""

    game: str
    rules: int
    seats: int
    key: str
    version: int

    @property
    def file(self) -> str:
        """What its file is called. A later version has the same name, and takes the place of an earlier one."""
        digest = hashlib.sha256(msgspec.json.encode([self.game, self.seats, self.key])).hexdigest()
        return f"{self.game}-{self.seats}-{digest[:16]}{SUFFIX}"


class SolutionHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The first thing in a file. `options` are those of whoever asked first, for people to read."""

    of: SolutionId
    options: dict[str, Any]
    checksum: str = ""


def packed(of: SolutionId, options: dict[str, Any], tables: Tables) -> bytes:
    """A solution as a file. The same tables give the same bytes."""
    import numpy as np

    arrays: dict[str, NDArray[Any]] = {name: np.ascontiguousarray(array) for name, array in tables.items()}
    if wrong := [name for name, array in arrays.items() if array.dtype.hasobject or name == HEADER]:
        raise TypeError(f"a solution of {of.game} cannot be kept: {', '.join(wrong)}")
    header = SolutionHeader(of=of, options=options)
    signed = msgspec.json.encode(replace(header, checksum=_checksum(header, arrays)))
    file = BytesIO()
    np.savez_compressed(file, **arrays, **{HEADER: np.frombuffer(signed, np.uint8)})  # pyright: ignore[reportArgumentType]
    return file.getvalue()


def unpacked(of: SolutionId, data: bytes) -> Tables | None:
    """The tables in a file, if it is whole and just what is wanted. Raises `ImportError` where NumPy is missing."""
    import numpy as np

    try:
        with np.load(BytesIO(data), allow_pickle=False) as found:
            arrays: dict[str, NDArray[Any]] = {name: found[name] for name in found.files}
        header = msgspec.json.decode(arrays.pop(HEADER).tobytes(), type=SolutionHeader)
        fits = header.of == of and header.checksum == _checksum(header, arrays)
    except Exception:  # whatever it is, it is no solution
        return None
    return arrays if fits else None


def _checksum(header: SolutionHeader, arrays: dict[str, NDArray[Any]]) -> str:
    digest = hashlib.sha256(msgspec.json.encode(replace(header, checksum="")))
    for name, array in sorted(arrays.items()):
        digest.update(msgspec.json.encode([name, array.dtype.str, array.shape]))
        digest.update(array.tobytes())
    return digest.hexdigest()


# Where they are -------------------------------------------------------------------------------------------------------


def solutions_folder() -> Path:
    """Where solutions are kept that were worked out here: they can be thrown away, and take time to get again."""
    if chosen := os.environ.get(FOLDER):
        return Path(chosen)
    from platformdirs import user_cache_path  # only here: most commands need no folder

    return user_cache_path("knobel", appauthor=False) / "solutions"


def read_shipped(game: Game, of: SolutionId) -> bytes | None:
    """The file that came with a game's package."""
    package = game.rulebook.__module__.rpartition(".")[0]
    try:
        return files(package).joinpath("data", "solutions", of.file).read_bytes() if package else None
    except (OSError, ImportError):
        return None


def read_kept(of: SolutionId) -> bytes | None:
    """The file that was kept here."""
    try:
        return (solutions_folder() / of.file).read_bytes()
    except OSError:
        return None


def keep(of: SolutionId, data: bytes) -> None:
    """Keeps a file: all of it or nothing. Raises `OSError` where the disk does not take it."""
    folder = solutions_folder()
    folder.mkdir(parents=True, exist_ok=True)
    part = NamedTemporaryFile(dir=folder, prefix=of.file, suffix=".part", delete=False)  # noqa: SIM115
    try:
        with part:
            part.write(data)
            part.flush()
            os.fsync(part.fileno())
        Path(part.name).replace(folder / of.file)
    except BaseException:
        Path(part.name).unlink(missing_ok=True)
        raise
    _tidy(folder)


def _tidy(folder: Path) -> None:
    """Lets go of what is too much."""
    with suppress(OSError):
        found = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in found[MAX_FILES:]:
            path.unlink(missing_ok=True)
