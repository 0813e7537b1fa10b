"""The way of a move stays as short as it is: whoever makes it longer sees by how much, and where."""

from __future__ import annotations

from bench.way import count_way

MAX_CALLS, MAX_FILES, MAX_LINES = 600, 20, 60
"""Which dice fall decides how many sentences are new, so the calls differ by a dozen or two."""


def test_a_throw_takes_no_longer_way_through_the_house_than_it_must():
    way = count_way()
    told = "\n".join(f"{passed.calls:>4} × {passed.file} {passed.function}" for passed in way.passed)
    assert way.calls <= MAX_CALLS, told
    assert way.files <= MAX_FILES, sorted({passed.file for passed in way.passed})
    assert way.longest.lines <= MAX_LINES, way.longest
