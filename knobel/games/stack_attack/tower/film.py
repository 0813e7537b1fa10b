"""How a placement moved, small enough to lie in the record.

A film is base64 of deflated bytes: how many frames a second, then for every body (the plate first, then the dice from
the bottom) and each of its seven numbers how it changes. A number is x, y or z in steps of 20 micrometres, or a part of
the quaternion in steps of 1/4096; it is written as how far it strays from going on as before. All are zigzag varints.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Sequence

from knobel.core.errors import Malformed
from knobel.games.stack_attack.moves import MOST_FILM, ONE, Pose

FRAMES_PER_SECOND = 60
STEP = 20
"""Micrometres."""
TURN_STEP = ONE / 4096
NUMBERS = 7
MOST_BYTES = 1 << 20
"""No film is longer than this when it is unpacked."""

Frame = tuple[Pose, ...]


def pack(frames: Sequence[Sequence[float]], every: int = 1) -> str:
    """A film of frames, each a row of seven numbers for every body, in micrometres and in parts of `ONE`.

    Where it would grow too long, it keeps fewer frames a second. Quaternions must not change their sign between frames.
    """
    kept = frames[::every]
    columns = [
        [round(value / (STEP if index % NUMBERS < 3 else TURN_STEP)) for value in column]
        for index, column in enumerate(zip(*kept, strict=True))
    ]
    head = [FRAMES_PER_SECOND // every, len(kept), len(columns) // NUMBERS]
    packed = base64.b64encode(zlib.compress(_written([*head, *_strays(columns)]), 9)).decode()
    return packed if len(packed) <= MOST_FILM else pack(frames, every * 2)


def _strays(columns: Sequence[Sequence[int]]) -> Iterator[int]:
    for column in columns:
        last = before = 0
        for value in column:
            yield value - (2 * last - before)
            last, before = value, last


def unpack(film: str) -> tuple[int, list[Frame]]:
    """How many frames a second, and the frames. Raises `Malformed` for what is no film."""
    try:
        raw = base64.b64decode(film, validate=True)
        values = _read(zlib.decompressobj().decompress(raw, MOST_BYTES))
        rate, count, bodies = next(values), next(values), next(values)
        if rate < 1 or count < 1 or not 1 <= bodies * count * NUMBERS <= MOST_BYTES:
            raise ValueError("no frames")
        columns = [_followed(values, count) for _ in range(bodies * NUMBERS)]
    except (binascii.Error, zlib.error, ValueError, StopIteration) as error:
        raise Malformed("move", why=f"film: {error}") from error
    return rate, [
        tuple(_pose([columns[body * NUMBERS + number][frame] for number in range(NUMBERS)]) for body in range(bodies))
        for frame in range(count)
    ]


def _followed(strays: Iterator[int], count: int) -> list[int]:
    column: list[int] = []
    last = before = 0
    for _ in range(count):
        last, before = next(strays) + 2 * last - before, last
        column.append(last)
    return column


def _pose(numbers: Sequence[int]) -> Pose:
    x, y, z = (number * STEP for number in numbers[:3])
    return Pose(x, y, z, *(max(-ONE, min(ONE, round(number * TURN_STEP))) for number in numbers[3:]))


def _written(values: Sequence[int]) -> bytes:
    """Zigzag varints: small numbers of either sign take one byte.

    >>> _written([0, -1, 1, 64]).hex()
    '0001028001'
    """
    out = bytearray()
    for value in values:
        rest = value << 1 if value >= 0 else (-value << 1) - 1
        while rest > 0x7F:
            out.append(rest & 0x7F | 0x80)
            rest >>= 7
        out.append(rest)
    return bytes(out)


def _read(raw: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in raw:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value >> 1 if value % 2 == 0 else -((value + 1) >> 1)
            value = shift = 0
