"""A seat that is taken over in mid-game."""

import pytest

import knobel
from knobel.games.machz.rules import COVERED
from tests.server.taking_over import SEAT, taken_over


@pytest.mark.rule("MCZ-R23")
def test_a_seat_is_handed_over_once_it_has_no_covered_bet():
    waited, handed = taken_over(knobel.game("machz"))
    assert waited
    assert all(state.view(None).bets[SEAT] == COVERED for state in waited)
    assert COVERED not in handed.view(None).bets[SEAT : SEAT + 1]
