"""The way of a move stays as short as it is: whoever makes it longer sees by how much, and where."""

from __future__ import annotations

import pytest

from bench.way import Way, count_way

MAX_CALLS, MAX_FILES, MAX_LINES = 600, 20, 60
"""Which dice fall decides how many sentences are new, so the calls differ by a dozen or two."""


@pytest.fixture(scope="module")
def way() -> Way:
    return count_way()


def test_a_throw_takes_no_longer_way_through_the_house_than_it_must(way: Way):
    told = "\n".join(f"{passed.calls:>4} × {passed.file} {passed.function}" for passed in way.passed)
    assert way.calls <= MAX_CALLS, told
    assert way.files <= MAX_FILES, sorted({passed.file for passed in way.passed})
    assert way.longest.lines <= MAX_LINES, way.longest


@pytest.mark.parametrize(
    ("question", "rooms", "times"),
    [
        ("shown", ("games/",), 4),  # two moves, the throw and what fell, to two lookers
        ("view", ("games/",), 6),  # three positions, before, between and after, to two lookers
        ("read", ("core/game",), 1),
        ("work", ("store/",), 1),  # what the disk has to do for it
    ],
)
def test_nothing_is_asked_twice_for_one_answer(way: Way, question: str, rooms: tuple[str, ...], times: int):
    """Each looker is shown each move and each position once; the move is read once and written once."""
    assert way.asked(question, rooms) == times, [passed for passed in way.passed if question in passed.function]
