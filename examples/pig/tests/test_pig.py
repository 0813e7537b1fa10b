import pytest
from pig import PIG, Fell, Hold, Roll

import knobel
from knobel.core.contract import IllegalMove
from knobel.testing import check_game


def test_pig_keeps_the_contract():
    check_game(PIG, games=10)


@pytest.mark.rule("PIG-01", "PIG-03")
def test_a_turn_gathers_until_it_is_held():
    state = knobel.game("pig").start(seats=2)
    for pips in (4, 5):
        state = state.play(0, Roll()).play("nature", Fell(pips))
    assert state.play(0, Hold()).scores() == (9, 0)


@pytest.mark.rule("PIG-02")
def test_a_one_loses_what_the_turn_gathered():
    state = knobel.game("pig").start(seats=2)
    for pips in (6, 1):
        state = state.play(0, Roll()).play("nature", Fell(pips))
    assert state.scores() == (0, 0)
    assert state.due().must == {1}


@pytest.mark.rule("PIG-03")
def test_nothing_gathered_cannot_be_held():
    with pytest.raises(IllegalMove, match="roll first \\(PIG-03\\)"):
        knobel.game("pig").start(seats=2).play(0, Hold())


@pytest.mark.rule("PIG-04")
@pytest.mark.option("pig", "target")
def test_whoever_reaches_the_target_wins_at_once():
    state = knobel.game("pig").start(seats=3, target=6).play(0, Roll()).play("nature", Fell(6))
    assert state.outcome() == (1, 2, 2)
