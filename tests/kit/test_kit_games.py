from itertools import permutations

import pytest

from knobel.core.contract import IllegalMove
from knobel.testing import check_game
from tests.kit.bet import SECRET_BET, Bet, Coin, Decided, Pretend, all_chips
from tests.kit.race import RACE, Close, Shout
from tests.kit.tower import TOWER, Place, Settled


def test_a_secret_simultaneous_bet_keeps_the_contract():
    checked = check_game(SECRET_BET, conserved=all_chips)
    assert min(checked.refused, checked.thrown, checked.undone, checked.parted) > 100


def test_a_race_that_the_clock_closes_keeps_the_contract():
    checked = check_game(RACE, games=100)
    assert min(checked.refused, checked.undone) > 100


def test_an_open_placement_with_a_source_that_cannot_be_listed_keeps_the_contract():
    checked = check_game(TOWER)
    assert min(checked.refused, checked.thrown, checked.undone) > 100


def test_pretending_looks_like_betting_until_the_coin_falls():
    start = SECRET_BET.start(seats=2, rounds=1)
    bet, pretend = start.play(0, Bet("heads", 2)), start.play(0, Pretend())
    for seat in (1, None):
        assert bet.view(seat) == pretend.view(seat)
        assert start.shown(seat, 0, Bet("heads", 2)) == start.shown(seat, 0, Pretend()) == Decided()
    assert bet.play(1, Pretend()).play("nature", Coin("heads")).scores() == (6, 4)


@pytest.mark.parametrize("order", permutations([(0, 700), (1, 900), (2, 951)]))
def test_the_verdict_of_a_race_does_not_depend_on_the_order_in_which_shouts_arrive(order):
    state = RACE.start(seats=4)
    for seat, at in order:
        try:
            state = state.play(seat, Shout(), at)
        except IllegalMove:
            assert seat == 2  # it is known to be too late already
    assert state.play("clock", Close(), state.due().alarm.at).outcome() == (1, 1, 2, 2)


def test_the_clock_does_not_close_the_window_early():
    state = RACE.start(seats=2).play(0, Shout(), 100)
    with pytest.raises(IllegalMove):
        state.play("clock", Close(), 350)
    assert state.play(1, Shout(), 350).play("clock", Close(), 351).outcome() == (1, 1)


def test_a_block_that_slips_off_the_table_loses():
    state = TOWER.start(seats=2).play(0, Place(900.0)).play("nature", Settled(1501.0))
    assert state.outcome() == (2, 1)
