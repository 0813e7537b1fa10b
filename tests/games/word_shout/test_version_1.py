"""Version 1 of the rules: its records replay with the first word list, and what was open goes on with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.record import Moved, Record, RecordError, read_record
from knobel.core.timeline import Timeline
from knobel.games.word_shout.dictionary import dictionary
from knobel.games.word_shout.moves import Bell, Challenge, Fell, Pass, Ready, Roll, Shout
from knobel.games.word_shout.rules import FirstWordShout
from knobel.games.word_shout.telling import missed
from knobel.table.export import write_record
from knobel.table.nature import RealNature
from knobel.table.table import PlainClock, Table
from tests.games.word_shout.scripted import refusal, rolled
from tests.games.word_shout.version_1.make_lookups import LOOKUPS

GAME = knobel.game("word-shout")
RECORDS = sorted(LOOKUPS.parent.glob("*.knobel"))


def first(seats: int = 2, **options) -> FirstWordShout:
    return FirstWordShout.start(seats, GAME.options(**options))


def replayed(record: Record) -> Timeline:
    return Timeline.replay(GAME, record)


def wordless(record: Record) -> Record:
    """The record as a hosted table keeps it: its words are made when somebody asks for it."""
    return replace(
        record,
        entries=tuple(replace(entry, words="") if isinstance(entry, Moved) else entry for entry in record.entries),
    )


def told(record: Record) -> list[str]:
    """The words beside its moves, with hyphens for minuses: version 1 wrote both."""
    return [entry.words.replace("−", "-") for entry in record.entries if isinstance(entry, Moved)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_version_1_replays_and_is_told_as_it_was(path):
    record = read_record(path.read_bytes())
    assert record.header.rules == 1
    again = read_record(write_record(replayed(wordless(record))))
    assert told(again) == told(record)
    assert (again.header, wordless(again).entries) == (record.header, wordless(record).entries)


def test_there_are_records_of_every_way_to_play():
    assert {path.stem for path in RECORDS} == {"box", "quick", "quiet", "strict", "lookups"}


@pytest.mark.rule("WSH-R18")
def test_the_first_word_list_decided_differently():
    record = read_record(LOOKUPS.read_bytes())
    timeline = replayed(record)
    assert timeline.state.totals == (-2, 9)
    assert timeline.state.last.ending == "words"
    newer = replace(record, header=replace(record.header, rules=2))
    with pytest.raises(RecordError, match=r"Line 30 of the record does not fit the game: .*\(WSH-21\)"):
        replayed(newer)
    settled = replayed(replace(newer, entries=newer.entries[:20])).state
    assert settled.totals == (9, -9)


def test_a_table_of_version_1_goes_on_with_its_own_list():
    table = Table.resume(GAME, read_record(LOOKUPS.read_bytes()), RealNature(), PlainClock())
    for actor, move in ((0, Ready()), (1, Ready()), (1, Roll()), ("nature", Fell("AEYSTDCGFR")), (0, Shout("cafe"))):
        table.move(actor, move, 200_000)
    table.move("clock", Bell("window"), 201_000)
    for seat in (0, 1):
        table.move(seat, Pass(), 202_000)
    table.move("clock", Bell("passes"), 203_000)
    table.move(1, Challenge(0), 204_000)
    assert type(table.state) is FirstWordShout
    assert table.state.last.taken[0].valid is False
    assert set(missed(table.state)) <= set(dictionary(1))
    again = read_record(write_record(table.timeline))
    assert again.header.rules == 1
    assert replayed(again).state == table.state


@pytest.mark.rule("WSH-R18")
def test_looked_up_at_once_the_first_list_refuses_what_the_second_has():
    letters = "AEYSTDCGFR"
    now, then = rolled(GAME.start(2, lookup="at_once"), letters), rolled(first(lookup="at_once"), letters)
    assert refusal(now, 0, Shout("cafe")) is None
    assert refusal(then, 0, Shout("cafe")) == "WSH-15.none"
    assert refusal(then, 0, Shout("face")) is None


def test_a_new_table_is_of_version_2():
    assert GAME.version == 2
    assert type(GAME.start(2)) is GAME.rulebook
    assert dictionary(2) is dictionary()


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_that_there_never_was_is_told_in_words(version):
    record = read_record(LOOKUPS.read_bytes())
    strange = replace(record.header, rules=version)
    with pytest.raises(RecordError, match=f"version {version} of the rules of Word Shout; this Knobel plays version 2"):
        replayed(replace(record, header=strange))
