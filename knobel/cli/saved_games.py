"""Games that last: where their records are kept, which of them is meant, and a table that is opened anew or resumed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

import msgspec

from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.errors import KnobelError
from knobel.core.fair import Deal
from knobel.core.game import Game
from knobel.core.record import PERSON, FairDice, Header, Record, RecordError, Revealed, SeededDice
from knobel.core.registry import game as game_called
from knobel.core.timeline import Timeline
from knobel.core.words import Say
from knobel.store.record_files import RecordFile, SeedFile, load
from knobel.table.export import ENDING, ENDINGS
from knobel.table.nature import RealNature, nature_for
from knobel.table.table import Clock, PlainClock, Table, WallClock

MAX_NAMED = 5
"""So many names are listed where more than one record could be meant."""

RecordStage = Literal["over", "broken-off", "unfinished"]


def records_folder() -> Path:
    """Where records are kept when nobody says."""
    return _own_folder() / "records"


def comparisons_folder() -> Path:
    """Where comparisons are kept until they are done, when nobody says."""
    return _own_folder() / "comparisons"


def results_folder() -> Path:
    """Where games that bots play by the hundred are kept until all are played."""
    return _own_folder() / "results"


def _own_folder() -> Path:
    """The folder that each system has for a person's own data."""
    from platformdirs import user_data_path  # only here: most commands need no folder

    return user_data_path("knobel", appauthor=False)


def propose_paths(game: str, now: datetime) -> Iterator[Path]:
    """Names for a new record, by date and game; the next one where the first is taken."""
    stem = f"{now:%Y-%m-%d-%H%M}-{game}"
    folder = records_folder()
    folder.mkdir(parents=True, exist_ok=True)
    yield folder / f"{stem}{ENDING}"
    for number in range(2, 1000):
        yield folder / f"{stem}-{number}{ENDING}"


class SavedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record in the list: as it can be played, or why it cannot be read."""

    path: Path
    timeline: Timeline | None = None
    why: Say | None = None

    @property
    def stage(self) -> RecordStage | None:
        """How far its game is; None where it cannot be read."""
        return stage_of(self.timeline) if self.timeline else None


def stage_of(timeline: Timeline) -> RecordStage:
    """Whether a game is over, was broken off for good, or can go on."""
    if timeline.state.outcome() is not None:
        return "over"
    return "unfinished" if timeline.revealed is None else "broken-off"


def list_records() -> list[Path]:
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


def look_into(path: Path) -> SavedRecord:
    """A record, played; one that cannot be read only says why."""
    try:
        record = load(path)
        return SavedRecord(path=path, timeline=Timeline.replay(game_called(record.header.game), record))
    except KnobelError as error:
        return SavedRecord(path=path, why=error.say)


def last_played() -> str | None:
    """The name of the game that was played last, if that can be told."""
    for path in list_records():
        try:
            return game_called(load(path).header.game).name
        except KnobelError:
            continue
    return None


def find_record(typed: str | None, terminal: Terminal, *, unfinished: bool = False) -> Path:
    """The file that is meant by its path, by its number in the list or by a part of its name; by nothing, the last.

    Where it was not named in full, it is said which it is. Raises `Mistake` where none or more than one could be meant.
    """
    if typed is not None and Path(typed).exists():
        return Path(typed)
    path = _last(unfinished) if typed is None else _called(typed)
    terminal.remark("records.taken" if typed else "records.taken-last", path=str(path))
    return path


def _last(unfinished: bool) -> Path:
    wanted = ("unfinished",) if unfinished else ("unfinished", "over", "broken-off")
    path = next((path for path in list_records() if look_into(path).stage in wanted), None)
    if path is None:
        raise Mistake("none-unfinished" if unfinished and list_records() else "no-records")
    return path


def _called(typed: str) -> Path:
    paths = list_records()
    if typed.isdecimal() and 0 < int(typed) <= len(paths):
        return paths[int(typed) - 1]
    found = [path for path in paths if typed.lower() in path.name.lower()]
    if len(found) > 1:
        more = ", …" if len(found) > MAX_NAMED else ""
        names = ", ".join(path.name for path in found[:MAX_NAMED]) + more
        raise Mistake("record-which", typed=typed, names=names)
    if not found:
        raise Mistake("record-unknown", typed=typed)
    return found[0]


class SavedGame(msgspec.Struct, frozen=True):
    """A table whose every entry goes into a file."""

    table: Table
    file: RecordFile
    seed: bytes
    """The secret of fair dice, until the game is over."""
    torn: bool = False
    """Whether the record's last line was unfinished and has been set aside."""

    @property
    def path(self) -> Path:
        """Where the record is."""
        return self.file.path

    def close(self) -> None:
        """Lets go of the record, and of the secret seed once the record holds it."""
        if self.table.timeline.revealed is not None:
            SeedFile(self.path).remove()
        self.file.close()

    def reveal(self) -> None:
        """Shows the seed of fair dice in the record, once the game is over."""
        if isinstance(self.table.timeline.header.dice, FairDice) and self.table.timeline.revealed is None:
            self.table.reveal(self.seed)


def create_game(game: Game, header: Header, seed: bytes, path: Path | None, pace: float = 1) -> SavedGame:
    """A new table. Its header and its seed are safe on disk before anybody sees it."""
    file = _created(game, header, path)
    try:
        if isinstance(header.dice, FairDice):
            SeedFile(file.path).write(seed)
    except BaseException:  # nothing has happened yet, so nothing is left behind
        file.close()
        file.path.unlink()
        raise
    table = Table.open(game, header, nature_for(header.dice, seed), _clock(game, header, 0, pace), file.keep)
    return SavedGame(table, file, seed)


def load_game(path: Path, pace: float = 1) -> SavedGame:
    """A table as its record left it, to be played on."""
    record = load(path)
    game = game_called(record.header.game)
    dice = record.header.dice
    finished = any(isinstance(entry, Revealed) for entry in record.entries[-1:])
    seed = SeedFile(path).read() if isinstance(dice, FairDice) and not finished else b""
    nature = RealNature() if finished else nature_for(dice, seed)
    table = Table.resume(game, record, nature, _clock(game, record.header, _left_off(record), pace))
    file = RecordFile.resume(path, record)
    table.keep = file.keep
    return SavedGame(table, file, seed, bool(record.torn))


def fair_dice(deal: Deal, seed: bytes) -> FairDice:
    """Fair dice whose promises hold. Raises `UnfairDeal` where they do not."""
    deal.key(seed)
    return FairDice(deal)


def _created(game: Game, header: Header, path: Path | None) -> RecordFile:
    if path is not None:
        return RecordFile.create(path, header)
    taken: RecordError | None = None
    for name in propose_paths(game.name, datetime.now()):
        try:
            return RecordFile.create(name, header)
        except RecordError as error:
            taken = error
            if not name.exists():
                break
    raise taken or RecordError("record-missing", path="")


def _clock(game: Game, header: Header, since: int, pace: float) -> Clock:
    """Real time where people wait for it; none where a seed gives the same game again and no rule needs a clock."""
    people = any(sitter.player == PERSON for sitter in header.seats)
    repeatable = isinstance(header.dice, SeededDice) and not game.rulebook.CLOCK_MOVES
    return PlainClock(since) if repeatable or not people else WallClock(since, pace)


def _left_off(record: Record) -> int:
    return record.entries[-1].at if record.entries else 0
