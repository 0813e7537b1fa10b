"""A seat that is taken over in mid-game."""

import pytest

import knobel
from tests.server.taking_over import SEAT, taken_over


@pytest.mark.rule("SCH-R25")
def test_a_seat_is_handed_over_once_nothing_lies_hidden_under_its_cup():
    waited, handed = taken_over(knobel.game("schocken"))
    assert waited
    assert all(state.view(None).covered_dice(SEAT) for state in waited)
    assert not handed.view(None).covered_dice(SEAT)
