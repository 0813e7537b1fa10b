import pytest
from msgspec.structs import replace

from knobel.games.shizzle.moves import Lay, Return, Roll, Stop
from knobel.games.shizzle.players import LAPSES, Strong
from tests.games.shizzle.scripted import found, lay, opened, roll, shizzle
from tests.levels import check_rates, surely_ahead


@pytest.mark.parametrize(("better", "worse"), [("beginner", "random"), ("casual", "beginner"), ("strong", "casual")])
def test_each_level_beats_the_one_below(sized, better, worse):
    assert surely_ahead("shizzle", better, worse, sized("league", 120, 1000)) > 0.5


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_a_level_makes_its_mistakes_as_often_as_is_written_down(sized, level):
    check_rates("shizzle", level, LAPSES, sized("rated", 80, 400))


def tempted(name, state):
    seat = state.turn
    moves = state.moves(seat)
    return LAPSES[name].tempted(state, seat, moves, Strong().decide(state, seat, moves, None).move)


def test_what_a_beginner_does_wrong():
    long_line = lay(roll(opened(), "r5 o5 o4 y4 r1"), "r5 o5 o4 y4")
    assert tempted("rolls on once too often", long_line) == Roll()
    made = shizzle(opened())
    assert tempted("stops too early", made) == Stop()
    several = roll(opened(), "r5 o5 r3 p1 g4")
    assert tempted("lays the first die that fits", several) == Lay(found(several, "r5").die)
    assert tempted("overlooks a die that fits", several) is None  # one must be laid
    assert tempted("overlooks a die that fits", lay(several, "r3")) == Stop()
    behind = shizzle(replace(opened(), points=(10, 20), bank=10))
    assert Strong().decide(behind, 0, behind.moves(0), None).move == Return(1)
    assert tempted("spares the leader", behind) == Stop()
