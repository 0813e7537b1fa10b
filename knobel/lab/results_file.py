"""Results of games in a file, a line as soon as they are told: whoever is stopped goes on without loss."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from knobel.core.errors import KnobelError, system_reason
from knobel.core.record import Header

FORM = 1
"""The version of the file."""

Result = tuple[tuple[int, ...], tuple[int, ...]]
"""The places and the points of one game, by player."""


class Unkept(KnobelError):
    """Why what was played cannot be kept, or gone on with."""


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of the file: so many games at each of these tables, all that is needed to play them."""

    results: int = FORM
    games: int
    tables: tuple[Header, ...]


class ResultsFile:
    """The file of some games. Only they can be in it."""

    def __init__(self, path: Path, games: int, tables: tuple[Header, ...]) -> None:
        self._path = path
        self._head = msgspec.json.encode(Planned(games=games, tables=tables)) + b"\n"

    def read(self) -> dict[int, Result]:
        """The results that are there, by their numbers. A missing file is begun; a line that was torn off is cut off.

        Raises `Unkept` for a file that holds anything else, or that cannot be used.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab+") as file:
                file.seek(0)
                first, known = file.readline(), dict[int, Result]()
                whole = len(first) if first == self._head else 0
                for line in file if whole else ():
                    with suppress(msgspec.DecodeError, UnicodeError):
                        if line.endswith(b"\n"):
                            known |= msgspec.json.decode(line, type=dict[int, Result])
                            whole += len(line)
                            continue
                    break
                if not whole and not self._head.startswith(first):
                    raise Unkept("games-other", path=str(self._path))
                file.truncate(whole)
                if not whole:
                    file.write(self._head)
        except OSError as error:
            raise Unkept("comparison-unwritable", path=str(self._path), why=system_reason(error)) from error
        return known

    def append(self, results: Mapping[int, Result]) -> None:
        """Adds results, by their numbers."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(results) + b"\n")
