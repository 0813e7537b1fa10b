"""A table is opened: a new one with its dice fixed beforehand, or one that a record left off."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec

from knobel.cli.places import record_names
from knobel.core.fair import Deal
from knobel.core.game import Game
from knobel.core.record import PERSON, FairDice, Header, Record, RecordError, Revealed, SeededDice
from knobel.core.registry import game as game_called
from knobel.store.files import RecordFile, SeedFile, load
from knobel.table.clocks import PlainClock, WallClock
from knobel.table.nature import RealNature, nature_for
from knobel.table.table import Clock, Table


class Opened(msgspec.Struct, frozen=True):
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


def opened(game: Game, header: Header, seed: bytes, path: Path | None, pace: float = 1) -> Opened:
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
    return Opened(table, file, seed)


def reopened(path: Path, pace: float = 1) -> Opened:
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
    return Opened(table, file, seed, bool(record.torn))


def fair_dice(deal: Deal, seed: bytes) -> FairDice:
    """Fair dice whose promises hold. Raises `UnfairDeal` where they do not."""
    deal.key(seed)
    return FairDice(deal)


def _created(game: Game, header: Header, path: Path | None) -> RecordFile:
    if path is not None:
        return RecordFile.create(path, header)
    taken: RecordError | None = None
    for name in record_names(game.name, datetime.now()):
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
