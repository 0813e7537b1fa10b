"""Where records are kept when nobody says: the folder each system has for a person's own data."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from knobel.table.export import ENDING


def data_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """The folder for a person's own data.

    >>> data_folder({"XDG_DATA_HOME": "/tmp/data"}, "linux").as_posix()
    '/tmp/data/knobel'
    """
    if (given := environment.get("XDG_DATA_HOME")) and Path(given).is_absolute():
        return Path(given) / "knobel"
    if system == "win32" and (local := environment.get("LOCALAPPDATA")):
        return Path(local) / "knobel"
    if system == "darwin":
        return Path.home() / "Library" / "Application Support" / "knobel"
    return Path.home() / ".local" / "share" / "knobel"


def records_folder() -> Path:
    """Where records are kept when nobody says."""
    return data_folder() / "records"


def record_names(game: str, now: datetime) -> Iterator[Path]:
    """Names for a new record, by date and game; the next one where the first is taken."""
    stem = f"{now:%Y-%m-%d-%H%M}-{game}"
    folder = records_folder()
    folder.mkdir(parents=True, exist_ok=True)
    yield folder / f"{stem}{ENDING}"
    for number in range(2, 1000):
        yield folder / f"{stem}-{number}{ENDING}"


def command(*words: str) -> str:
    """A command line of this program, exactly as a person can type it here."""
    return " ".join([_program(), *map(shlex.quote, words)])


def _program() -> str:
    started = Path(sys.argv[0])
    if started.name == "__main__.py" or not started.exists():
        return f"{shlex.quote(sys.executable)} -m knobel"
    found = shutil.which(started.name)
    return started.name if found and Path(found).samefile(started) else shlex.quote(sys.argv[0])
