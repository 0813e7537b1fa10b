"""A seat that is taken over in mid-game."""

import pytest

import knobel
from tests.server.taking_over import SEAT, taken_over


@pytest.mark.rule("WSH-R19")
def test_a_seat_is_handed_over_once_all_that_it_shouted_is_told():
    waited, handed = taken_over(knobel.game("word-shout"))
    assert waited
    assert all(any(cry.seat == SEAT for cry in state.pending) for state in waited)
    assert not any(cry.seat == SEAT for cry in handed.pending)
