"""A record: one line a happening, readable by people, from which the whole game can be played again.

The first line is the header; each further line is one entry with its number, the table's time and words for it. Every
line ends with a checksum over itself and all lines before, so that a slip of the disk or of an editor is noticed.
A line that was being written when the machine stopped is told apart from damage, and everything before it is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Literal
from zlib import crc32

import msgspec
from msgspec import UNSET, UnsetType

from knobel.core.contract import Actor, Seat
from knobel.core.errors import KnobelError, misfit_reason
from knobel.core.fair import Deal

FORMAT = 1


class RecordError(KnobelError):
    """A record that cannot be read: what is wrong with it, and where."""


PERSON = "person"
"""What stands for the player where a person sits."""


class Sitter(msgspec.Struct, frozen=True):
    """Who sits at a seat: a name, and `person` or the name of a player of the house."""

    name: str
    player: str = PERSON


class FairDice(msgspec.Struct, frozen=True, tag="fair"):
    """Dice from a secret seed, fixed beforehand by commitments."""

    deal: Deal


class SeededDice(msgspec.Struct, frozen=True, tag="seeded"):
    """Dice from a seed that anyone may know: for tests and studies."""

    seed: str


class RealDice(msgspec.Struct, frozen=True, tag="real"):
    """Dice on a real table; people type what fell."""


Dice = FairDice | SeededDice | RealDice


Hints = Literal["off", "alone", "on"]
"""Whether the house says what moves are worth: to nobody, to somebody who plays without other people, to everybody."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed before the first move."""

    knobel: int = FORMAT
    game: str
    rules: int
    options: dict[str, Any]
    seats: tuple[Sitter, ...]
    dice: Dice
    language: str = "en"
    hints: Hints | UnsetType = UNSET
    """Nothing was agreed in older records: then there are none."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="do", tag=str.lower):
    """Something that happened: its number, and the table's time in milliseconds."""

    n: int
    at: int


class Moved(Entry, frozen=True, kw_only=True, tag="move"):
    """A move was made."""

    by: Actor
    move: msgspec.Raw
    words: str = ""


class Sat(Entry, frozen=True, kw_only=True, tag="sit"):
    """Somebody took a seat over."""

    seat: Seat
    sitter: Sitter
    why: Literal["unsolved"] | UnsetType = UNSET
    """`unsolved`: the player of the house that sat there plays by a solution, and that cannot be had."""


class Undone(Entry, frozen=True, kw_only=True, tag="undo"):
    """A seat took its own last move back."""

    by: Seat


class Corrected(Entry, frozen=True, kw_only=True, tag="correct"):
    """Dice that people had typed in at entry `of` were put right."""

    of: int
    move: msgspec.Raw
    words: str = ""


class Revealed(Entry, frozen=True, kw_only=True, omit_defaults=True, tag="seed"):
    """The secret seed, in hexadecimal, once the game is over. Nothing comes after it."""

    seed: str
    early: bool = False
    """Whether the game was broken off before its end."""


AnyEntry = Moved | Sat | Undone | Corrected | Revealed


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A header, the entries after it, and what was torn off the end while it was being written."""

    header: Header
    entries: tuple[AnyEntry, ...] = ()
    torn: bytes = b""
    sum: int = 0
    """The checksum so far, from which the next line goes on."""


_SUM = re.compile(rb',"sum":"([0-9a-f]{8})"\}\Z')


def written(item: Header | Entry, before: int) -> tuple[bytes, int]:
    """The line for a header or an entry, given the checksum before it; and the checksum after it."""
    try:
        body = msgspec.json.encode(item)
    except UnicodeEncodeError:
        raise RecordError("not-text") from None
    total = crc32(body, before)
    return b'%s,"sum":"%08x"}\n' % (body[:-1], total), total


def wrote(header: Header, entries: Iterable[AnyEntry]) -> bytes:
    """A whole record as bytes."""
    line, total = written(header, 0)
    lines = [line]
    for entry in entries:
        line, total = written(entry, total)
        lines.append(line)
    return b"".join(lines)


def read_record(data: bytes) -> Record:
    """A record from its bytes. Raises `RecordError`, saying what is wrong; an unfinished last line is only cut off."""
    if not data.strip():
        raise RecordError("record-empty")
    *lines, tail = data.split(b"\n")
    torn = tail if lines and not _whole(tail) else b""
    if tail and not torn:  # only the line's end is missing
        lines.append(tail)
    header, total = _header(lines[0])
    entries: list[AnyEntry] = []
    for number, line in enumerate(lines[1:], start=2):
        entry, total = _entry(line, number, total)
        entries.append(entry)
    return Record(header=header, entries=tuple(entries), torn=torn, sum=total)


def _whole(line: bytes) -> bool:
    """Whether a line without its end had been written to the last bracket: then a wrong checksum means damage."""
    try:
        json.JSONDecoder().raw_decode(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return False
    return True


def _header(line: bytes) -> tuple[Header, int]:
    try:
        raw = msgspec.json.decode(line)
        version = raw["knobel"]
    except (msgspec.DecodeError, UnicodeError, RecursionError, TypeError, KeyError) as error:
        raise RecordError("record-not") from error
    if not isinstance(version, int) or version < 1:
        raise RecordError("record-not")
    if version > FORMAT:
        raise RecordError("record-newer", version=version, known=FORMAT)
    body, total = _checked(line, 1, 0)
    try:
        return msgspec.json.decode(body, type=Header), total
    except msgspec.DecodeError as error:
        raise RecordError("record-broken", line=1, why=misfit_reason(error)) from error


def _entry(line: bytes, number: int, before: int) -> tuple[AnyEntry, int]:
    body, total = _checked(line, number, before)
    try:
        entry = msgspec.json.decode(body, type=AnyEntry)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RecordError("record-broken", line=number, why=misfit_reason(error)) from error
    if entry.n != number - 1:
        raise RecordError("record-order", line=number, due=number - 1, found=entry.n)
    return entry, total


def _checked(line: bytes, number: int, before: int) -> tuple[bytes, int]:
    match = _SUM.search(line)
    body = line[: match.start()] + b"}" if match else b""
    total = crc32(body, before)
    if not match or int(match[1], 16) != total:
        raise RecordError("record-damaged", line=number)
    return body, total
