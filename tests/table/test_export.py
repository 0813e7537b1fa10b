"""A record on its way out of the house."""

from pathlib import Path

from msgspec.structs import replace

import knobel
from knobel.core.record import Moved, Record, SeededDice, read_record, wrote
from knobel.core.timeline import Timeline
from knobel.table.export import ENDING, ENDINGS, write_record
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table
from tests.core.kit import PIG, header, opened, played_out


def test_a_record_kept_without_words_is_written_with_those_it_would_have_been_kept_with():
    spoken = opened(header(dice=SeededDice("words"), target=20))
    head = spoken.timeline.header
    silent = Table(Timeline(PIG, head), nature_for(head.dice), PlainClock(), wordless=True)
    for table in (spoken, silent):
        played_out(table)
    kept = read_record(wrote(head, silent.timeline.entries))
    assert not any(entry.words for entry in kept.entries if isinstance(entry, Moved))
    assert write_record(silent.timeline) == wrote(head, spoken.timeline.entries) == write_record(spoken.timeline)


def test_words_that_a_record_was_kept_with_stay():
    table = opened(header(dice=SeededDice("words"), target=20))
    played_out(table)
    head = table.timeline.header
    entries = tuple(
        replace(entry, words="As it sounded then.") if isinstance(entry, Moved) else entry
        for entry in table.timeline.entries
    )
    assert write_record(Timeline.replay(PIG, Record(header=head, entries=entries))) == wrote(head, entries)


def test_new_records_have_one_ending_and_old_ones_are_still_found():
    assert ENDING == ".knobel"
    assert set(ENDINGS) == {".knobel", ".jsonl"}


def test_no_language_names_a_file_by_an_ending_of_yesterday():
    words = list(Path(knobel.__file__).parent.rglob("words/*.toml"))
    assert words
    old = [ending for ending in ENDINGS if ending != ENDING]
    assert [path.name for path in words for ending in old if ending in path.read_text("utf-8")] == []
