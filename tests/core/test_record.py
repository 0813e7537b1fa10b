"""Records: what is written is read again, and whatever else lies in a file is told in plain words."""

from __future__ import annotations

import json
from contextlib import suppress
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from knobel.core.fair import Deal, Salt
from knobel.core.record import (
    FORMAT,
    AnyEntry,
    Corrected,
    FairDice,
    Header,
    Moved,
    RealDice,
    Record,
    RecordError,
    Revealed,
    Sat,
    SeededDice,
    Sitter,
    Undone,
    read_record,
    written,
    wrote,
)
from knobel.core.timeline import Timeline
from tests.core.kit import PARLOUR, PIG, header, whole_game, whole_record

DATA = whole_record()
LINES = DATA.splitlines(keepends=True)


def resealed(lines: list[bytes]) -> bytes:
    """Lines with fresh checksums, as somebody who knows the format would forge them."""
    total, sealed = 0, []
    for line in lines:
        body = line.strip()[: -len(b',"sum":"00000000"}')] + b"}"
        total = crc32(body, total)
        sealed.append(b'%s,"sum":"%08x"}\n' % (body[:-1], total))
    return b"".join(sealed)


# What is written is read again --------------------------------------------------------------------

words = st.text(max_size=20)
naturals = st.integers(0, 2**53)
salts = st.builds(Salt, words, words)
dice = st.one_of(
    st.builds(RealDice),
    st.builds(SeededDice, words),
    st.builds(FairDice, st.builds(Deal, words, st.dictionaries(naturals, words), st.dictionaries(naturals, salts))),
)
plain_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
raws = plain_json.map(lambda value: msgspec.Raw(msgspec.json.encode(value)))
sitters = st.builds(Sitter, words, words)
headers = st.builds(
    Header,
    game=words,
    rules=naturals,
    options=st.dictionaries(words, plain_json, max_size=3),
    seats=st.lists(sitters, max_size=4).map(tuple),
    dice=dice,
    language=words,
)


@st.composite
def entry_lists(draw: st.DrawFn) -> list[AnyEntry]:
    actors = st.one_of(naturals, st.sampled_from(["nature", "clock"]))
    entries: list[AnyEntry] = []
    for n in range(1, draw(st.integers(0, 6)) + 1):
        place = {"n": st.just(n), "at": naturals}
        entries.append(
            draw(
                st.one_of(
                    st.builds(Moved, **place, by=actors, move=raws, words=words),
                    st.builds(Sat, **place, seat=naturals, sitter=sitters),
                    st.builds(Undone, **place, by=naturals),
                    st.builds(Corrected, **place, of=naturals, move=raws, words=words),
                    st.builds(Revealed, **place, seed=words),
                )
            )
        )
    return entries


@given(headers, entry_lists())
def test_a_record_that_is_written_is_read_again(head, entries):
    record = read_record(wrote(head, entries))
    assert (record.header, record.entries, record.torn) == (head, tuple(entries), b"")


@given(headers, entry_lists(), entry_lists())
def test_writing_goes_on_from_the_checksum_of_what_was_read(head, first, more):
    record = read_record(wrote(head, first))
    more = [msgspec.structs.replace(entry, n=len(first) + entry.n) for entry in more]
    data, total = wrote(head, first), record.sum
    for entry in more:
        line, total = written(entry, total)
        data += line
    assert read_record(data).entries == (*first, *more)


def test_every_line_says_in_words_what_happened():
    entries = [json.loads(line) for line in LINES[1:]]
    assert entries[0]["words"] == "Ann rolls."
    assert all(entry["words"] for entry in entries if entry["do"] == "move")


def test_a_record_without_the_end_of_its_last_line_is_whole():
    record = read_record(DATA.removesuffix(b"\n"))
    assert record == read_record(DATA)


def test_names_that_no_alphabet_knows_are_refused_before_anything_is_written():
    with pytest.raises(RecordError, match="can be written down"):
        written(msgspec.structs.replace(header(), seats=(Sitter("\udc80"), Sitter("Bo"))), 0)


# Damage -------------------------------------------------------------------------------------------


def test_a_record_torn_at_any_byte_keeps_everything_before_the_tear():
    whole = read_record(DATA)
    ends = [len(b"".join(LINES[:count])) for count in range(1, len(LINES) + 1)]
    for length in range(len(DATA)):
        finished = [end for end in ends if end - 1 <= length]  # a line needs only its line feed no more
        if not finished:
            with pytest.raises(RecordError):
                read_record(DATA[:length])
            continue
        rest = read_record(DATA[:length])
        assert rest.header == whole.header
        assert rest.entries == whole.entries[: len(finished) - 1]
        assert rest.torn == DATA[finished[-1] : length]


def test_a_torn_line_is_given_back_as_it_was():
    half = LINES[-1][:10]
    assert read_record(b"".join(LINES[:-1]) + half).torn == half


@pytest.mark.parametrize("changed", [lambda byte: byte ^ 1, lambda byte: byte ^ 0x80, lambda _: 10, lambda _: 0])
def test_a_byte_changed_anywhere_is_noticed(changed):
    for place, byte in enumerate(DATA):
        if changed(byte) == byte:
            continue
        data = DATA[:place] + bytes([changed(byte)]) + DATA[place + 1 :]
        with pytest.raises(RecordError):
            read_record(data)


def test_lines_in_another_order_are_noticed():
    lines = [*LINES[:3], LINES[4], LINES[3], *LINES[5:]]
    with pytest.raises(RecordError, match="Line 4 of the record is damaged"):
        read_record(b"".join(lines))
    with pytest.raises(RecordError, match="Line 4 of the record is out of order: entry 3 was due, 4 was found"):
        read_record(resealed(lines))


def test_a_line_that_stands_twice_is_noticed():
    lines = [*LINES[:3], LINES[2], *LINES[3:]]
    with pytest.raises(RecordError, match="Line 4 of the record is damaged"):
        read_record(b"".join(lines))
    with pytest.raises(RecordError, match="Line 4 of the record is out of order"):
        read_record(resealed(lines))


def test_a_line_that_is_missing_is_noticed():
    lines = [*LINES[:3], *LINES[4:]]
    with pytest.raises(RecordError, match="Line 4 of the record is damaged"):
        read_record(b"".join(lines))
    with pytest.raises(RecordError, match="Line 4 of the record is out of order"):
        read_record(resealed(lines))


def test_an_edited_move_of_a_seat_is_noticed():
    line = next(index for index, line in enumerate(LINES) if b'"Hold"' in line)
    edited = [*LINES[:line], LINES[line].replace(b'"Hold"', b'"Roll"'), *LINES[line + 1 :]]
    with pytest.raises(RecordError, match=f"Line {line + 1} of the record is damaged"):
        read_record(b"".join(edited))
    with pytest.raises(RecordError, match=f"Line {line + 2} of the record does not fit the game: That is not yours"):
        Timeline.replay(PIG, read_record(resealed(edited)))


# What is no record --------------------------------------------------------------------------------


def forged(**changes: object) -> bytes:
    """The header line with changes, and a fitting checksum."""
    return resealed([json.dumps(json.loads(LINES[0]) | changes, separators=(",", ":")).encode()])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The record is empty"),
        (b"\n \n", "The record is empty"),
        (b"hello\n", "This is not a Knobel record"),
        (bytes(range(256)) * 40, "This is not a Knobel record"),
        (b"\x00" * 1000, "This is not a Knobel record"),
        ('{"knobel":1,"game":"pïg"}\n'.encode("latin-1"), "This is not a Knobel record"),
        (b"[" * 100_000, "This is not a Knobel record"),
        (b'{"knobel":' * 100_000, "This is not a Knobel record"),
        (b'{"knobel":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n", "This is not a Knobel record"),
        (b"[1]\n", "This is not a Knobel record"),
        (b'"knobel"\n', "This is not a Knobel record"),
        (b"{}\n", "This is not a Knobel record"),
        (b'{"knobel":"1"}\n', "This is not a Knobel record"),
        (b'{"knobel":0}\n', "This is not a Knobel record"),
        (b'{"knobel":-1}\n', "This is not a Knobel record"),
        (b'{"knobel":1}\n', "Line 1 of the record is damaged"),
        (b'{"knobel":2,"whatever":true}\n', r"newer format \(2\) than this Knobel reads \(1\): please update"),
        (forged(knobel=FORMAT + 1), "please update Knobel"),
        (forged(seats=7), "Line 1 of the record cannot be read"),
        (forged(dice={"type": "loaded"}), "Line 1 of the record cannot be read"),
    ],
    ids=range(20),
)
def test_what_is_no_record_is_told_in_words(data, words):
    with pytest.raises(RecordError, match=words):
        read_record(data)


@pytest.mark.parametrize(
    "line",
    [
        b'{"do":"dance","n":1,"at":0,"sum":"00000000"}',
        b'{"do":"move","n":"1","at":0,"by":0,"move":{},"sum":"00000000"}',
        b'{"do":"move","n":1,"at":0,"by":"dealer","move":{},"sum":"00000000"}',
        b'{"do":"move","n":1,"at":0,"by":0,"move":' + b"[" * 100_000 + b"]" * 100_000 + b',"sum":"00000000"}',
        b'{"do":"sit","n":1,"at":0,"seat":0,"sitter":{"name":"\xff"},"sum":"00000000"}',
    ],
    ids=["kind", "number", "actor", "nested", "not UTF-8"],
)
def test_a_line_that_is_no_entry_is_told_in_words(line):
    with pytest.raises(RecordError, match="Line 2 of the record cannot be read"):
        read_record(resealed([LINES[0], line + b"\n"]))


@given(st.binary(max_size=300))
def test_no_bytes_at_all_raise_anything_but_a_record_error(data):
    for candidate in (data, LINES[0] + data, LINES[0] + data + b"\n"):
        with suppress(RecordError):
            read_record(candidate)


# A record and the game it belongs to --------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "chess"}, "This is a record of chess, not of pig"),
        ({"rules": 99}, "This record follows version 99 of the rules of Pig; this Knobel plays version 1"),
        ({"seats": []}, "Line 1 .* Pig is for 2 to 8 players, not for 0"),
        ({"options": {"target": 1}}, "Line 1 .* from 2 to 1000"),
        ({"options": {"colour": "red"}}, "Line 1 .* no option “colour”"),
        ({"options": {"seats": 3}}, "Line 1 .* no option “seats”"),
        ({"options": {"preset": "box"}}, "Line 1 .* no option “preset”"),
        ({"options": {"self": 1}}, "Line 1 .* no option “self”"),
    ],
    ids=["game", "version", "seats", "limits", "option", "an option seats", "an option preset", "an option self"],
)
def test_a_header_that_does_not_fit_the_game_is_told_in_words(changes, words):
    with pytest.raises(RecordError, match=words):
        Timeline.replay(PIG, read_record(forged(**changes)))


class OldPig(PIG.rulebook, frozen=True):
    """Pig as its first version had it."""


def test_a_record_of_an_earlier_version_is_played_by_its_own_rulebook():
    now = replace(PIG, version=2, earlier={1: OldPig})
    then = Timeline.replay(now, read_record(DATA))
    assert all(type(state) is OldPig for state in (then.first, then.state))
    assert then.state.outcome() == Timeline.replay(PIG, read_record(DATA)).state.outcome()
    assert type(Timeline.replay(now, read_record(forged(rules=2))).state) is PIG.rulebook
    with pytest.raises(RecordError, match="version 3 of the rules of Pig; this Knobel plays version 2"):
        Timeline.replay(now, read_record(forged(rules=3)))


def test_a_record_belongs_to_one_game_only():
    with pytest.raises(RecordError, match="This is a record of pig, not of parlour"):
        Timeline.replay(PARLOUR, read_record(DATA))


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Moved(n=1, at=0, by=1, move=msgspec.Raw(b'{"type":"Roll"}')), "Line 2 .*not yours to do"),
        (Moved(n=1, at=0, by="nature", move=msgspec.Raw(b'{"type":"Fell","pips":3}')), "Line 2 .*not yours to do"),
        (Moved(n=1, at=0, by=0, move=msgspec.Raw(b'{"type":"Fell","pips":3}')), "Line 2 .*not a move"),
        (Moved(n=1, at=0, by=0, move=msgspec.Raw(b'"\xff"')), "Line 2 .*not a move"),
        (Moved(n=1, at=-1, by=0, move=msgspec.Raw(b'{"type":"Roll"}')), "Line 2 .*Time cannot run backwards"),
        (Undone(n=1, at=0, by=0), "Line 2 .*nothing to take back"),
        (Sat(n=1, at=0, seat=2, sitter=Sitter("Cy")), "Line 2 .*no seat 3"),
        (Sat(n=1, at=0, seat=-1, sitter=Sitter("Cy")), "Line 2 .*no seat 0"),
        (Corrected(n=1, at=0, of=1, move=msgspec.Raw(b"{}")), "Line 2 .*Only dice that people typed in"),
        (Revealed(n=1, at=0, seed="00"), "Line 2 .*stays secret until the game is over"),
    ],
)
def test_an_entry_that_does_not_fit_the_game_names_its_line(entry, words):
    with pytest.raises(RecordError, match=words):
        Timeline.replay(PIG, read_record(wrote(header(), [entry])))


def test_nothing_can_be_added_to_a_closed_record():
    head, entries = whole_game()
    more = Sat(n=len(entries) + 1, at=entries[-1].at, seat=0, sitter=Sitter("Cy"))
    with pytest.raises(RecordError, match="nothing can be added"):
        Timeline.replay(PIG, Record(header=head, entries=(*entries, more)))
