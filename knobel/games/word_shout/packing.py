"""Word lists and texts, packed small: every word says only how it differs from the one before it."""

from __future__ import annotations

import lzma
from collections.abc import Mapping
from itertools import pairwise

MOST_SHARED = 57
"""A word shares at most so many letters with the one before it: the rest of the printable characters after A."""


def pack_marked(marks: Mapping[str, int]) -> bytes:
    """Words of a–z, each with a mark from 0 to 9.

    >>> unpack_marked(pack_marked({"dice": 2, "die": 1, "died": 1}))
    {'dice': 2, 'die': 1, 'died': 1}
    """
    words = sorted(marks)
    shared = [_shared(*pair) for pair in pairwise(["", *words])]
    lines = [
        "".join(chr(ord("A") + count) for count in shared),
        "".join(str(marks[word]) for word in words),
        *(word[count:] for word, count in zip(words, shared, strict=True)),
    ]
    return pack_text("\n".join(lines))


def _shared(before: str, word: str) -> int:
    """With how many of the same letters both begin."""
    count = 0
    while count < min(len(before), len(word), MOST_SHARED) and before[count] == word[count]:
        count += 1
    return count


def unpack_marked(packed: bytes) -> dict[str, int]:
    """The words and their marks, in alphabetical order."""
    shared, marks, *tails = unpack_text(packed).split("\n")
    words: dict[str, int] = {}
    word = ""
    for count, mark, tail in zip(shared.encode(), marks.encode(), tails, strict=True):
        word = word[: count - 65] + tail
        words[word] = mark - 48
    return words


def pack_text(text: str) -> bytes:
    """A text, as small as the standard library can make it, and the same bytes every time."""
    raw = text.encode()
    # Plain letters gain from `lc` and `pb` as they are set here; the window holds the whole text and no more.
    window = max(4096, len(raw))
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": window, "lc": 4, "pb": 0}]
    return lzma.compress(raw, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=filters)


def unpack_text(packed: bytes) -> str:
    """The text again."""
    return lzma.decompress(packed).decode()
