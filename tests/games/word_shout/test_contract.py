"""The contract, at tables whose options come seat by seat or need a set of dice."""

import pytest

import knobel
from knobel.testing import check_one
from tests.games.word_shout.about import conserved

TABLES = [
    (3, {"least": (6, 5, 10), "lookup": "at_once"}),
    (2, {"least": (5, 3), "lockout": 500}),
    (3, {"head_start": (0, 2), "round_seconds": 3}),
    (3, {"head_start": (0, 60), "round_seconds": 3, "lookup": "at_once", "lockout": 3000}),
    (2, {"play": "turns", "turn_seconds": 1, "round_seconds": 2, "least": (8, 4)}),
    (2, {"play": "turns", "turn_seconds": 1, "least": (10, 9), "lookup": "at_once", "head_start": (3, 1)}),
    (4, {"dice": ("ABCDEF",) * 10, "starter": "random", "round_seconds": 1, "window": 1000}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_table_keeps_the_contract(seats, options):
    checked = check_one(knobel.game("word-shout"), seats=seats, seed=1, options=options, conserved=conserved)
    assert checked.refused > 1000
