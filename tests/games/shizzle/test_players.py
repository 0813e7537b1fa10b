import pytest
from msgspec.structs import replace

from knobel.games.shizzle.moves import Lay, Return, Roll, Stop
from knobel.games.shizzle.players import Strong
from tests.arena import share_of_wins
from tests.games.shizzle.scripted import FLICKER_ROLL, found, lay, opened, roll, shizzle


def decision(state):
    return Strong().decide(state, state.turn, state.moves(state.turn), None).move


@pytest.mark.parametrize("rivals", [("random",), ("random",) * 3])
def test_strong_clearly_beats_random(sized, rivals):
    assert share_of_wins("shizzle", "strong", rivals, games=sized("beaten", 20, 60)) > 0.8


def test_strong_lays_the_longest_line_first():
    state = roll(opened(), "r5 o5 r3 p1 g4")
    assert decision(state) == Lay(found(state, "r3").die)


def test_strong_stops_when_a_choke_would_cost_more():
    state = lay(roll(opened(), "r5 o5 o4 y4 r1"), "r5 o5 o4 y4")
    assert decision(state) == Stop()


def test_strong_rolls_on_after_its_first_shizzle_unless_stopping_wins():
    made = shizzle(opened())
    assert decision(made) == Roll()
    assert decision(replace(made, points=(20, 14), bank=6)) == Stop()


def test_strong_does_not_end_the_game_in_defeat_if_a_return_avoids_it():
    made = shizzle(replace(opened(), points=(10, 15), bank=1))
    assert decision(made) == Return(1)
    assert decision(made.play(0, Return(1))) == Roll()  # nothing to lose
    assert decision(replace(made, points=(16, 15))) == Stop()
    at_end = shizzle(replace(opened(returns="at_end"), points=(10, 29), bank=1))
    stops = [move for move in at_end.moves(0) if isinstance(move, Stop)]
    assert Strong().decide(at_end, 0, stops, None).move == Stop((1,))


def test_strong_makes_a_leader_far_ahead_return():
    assert decision(shizzle(replace(opened(), points=(10, 20), bank=10))) == Return(1)
    assert not isinstance(decision(shizzle(replace(opened(), points=(10, 16), bank=14))), Return)


def test_strong_reads_the_flicker_it_has():
    state = roll(opened(), FLICKER_ROLL)
    assert decision(state) == Lay(1)
