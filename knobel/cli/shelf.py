"""The shelf: the records that are kept where nobody said another place, and which of them is meant."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from knobel.cli.common import Common
from knobel.cli.places import records_folder
from knobel.cli.words import Mistake
from knobel.core.errors import KnobelError
from knobel.core.registry import game as game_called
from knobel.core.timeline import Timeline
from knobel.core.words import Say
from knobel.store.files import load
from knobel.table.export import ENDINGS

MOST_NAMED = 5
"""So many names are listed where more than one record could be meant."""

Stage = Literal["over", "broken-off", "unfinished"]


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A record on the shelf: as it can be played, or why it cannot be read."""

    path: Path
    timeline: Timeline | None = None
    why: Say | None = None

    @property
    def stage(self) -> Stage | None:
        """How far its game is; None where it cannot be read."""
        return stage_of(self.timeline) if self.timeline else None


def stage_of(timeline: Timeline) -> Stage:
    """Whether a game is over, was broken off for good, or can go on."""
    if timeline.state.outcome() is not None:
        return "over"
    return "unfinished" if timeline.revealed is None else "broken-off"


def on_the_shelf() -> list[Path]:
    """The records in the folder for them, the one that was last written first."""
    found: list[tuple[int, str, Path]] = []
    folder = records_folder()
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.suffix in ENDINGS:
            try:
                found.append((path.stat().st_mtime_ns, path.name, path))
            except OSError:  # taken away this moment
                continue
    return [path for _, _, path in sorted(found, reverse=True)]


def looked_into(path: Path) -> Kept:
    """A record, played; one that cannot be read only says why."""
    try:
        record = load(path)
        return Kept(path=path, timeline=Timeline.replay(game_called(record.header.game), record))
    except KnobelError as error:
        return Kept(path=path, why=error.say)


def last_played() -> str | None:
    """The name of the game that was played last, if that can be told."""
    for path in on_the_shelf():
        try:
            return game_called(load(path).header.game).name
        except KnobelError:
            continue
    return None


def record_meant(typed: str | None, common: Common, *, unfinished: bool = False) -> Path:
    """The file that is meant by its path, by its number on the shelf or by a part of its name; by nothing, the last.

    Where it was not named in full, it is said which it is. Raises `Mistake` where none or more than one could be meant.
    """
    if typed is not None and Path(typed).exists():
        return Path(typed)
    path = _last(unfinished) if typed is None else _called(typed)
    common.terminal().remark("records.taken" if typed else "records.taken-last", path=str(path))
    return path


def _last(unfinished: bool) -> Path:
    wanted = ("unfinished",) if unfinished else ("unfinished", "over", "broken-off")
    path = next((path for path in on_the_shelf() if looked_into(path).stage in wanted), None)
    if path is None:
        raise Mistake("none-unfinished" if unfinished and on_the_shelf() else "no-records")
    return path


def _called(typed: str) -> Path:
    paths = on_the_shelf()
    if typed.isdecimal() and 0 < int(typed) <= len(paths):
        return paths[int(typed) - 1]
    found = [path for path in paths if typed.lower() in path.name.lower()]
    if len(found) > 1:
        more = ", …" if len(found) > MOST_NAMED else ""
        names = ", ".join(path.name for path in found[:MOST_NAMED]) + more
        raise Mistake("record-which", typed=typed, names=names)
    if not found:
        raise Mistake("record-unknown", typed=typed)
    return found[0]
