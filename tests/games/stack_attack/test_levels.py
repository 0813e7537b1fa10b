from random import Random

import pytest
from msgspec.structs import replace

from knobel.games.stack_attack.moves import Place, Stop
from knobel.games.stack_attack.players import LAPSES, Strong
from tests.games.stack_attack.scripted import built
from tests.levels import check_rates, surely_ahead


@pytest.mark.parametrize(("better", "worse"), [("casual", "beginner"), ("strong", "casual"), ("master", "strong")])
def test_each_level_beats_the_one_below(sized, better, worse):
    assert surely_ahead("stack-attack", better, worse, sized("league", 150, 1000)) > 0.5


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_a_level_makes_its_mistakes_as_often_as_is_written_down(sized, level):
    by_chance = {name: lapse for name, lapse in LAPSES.items() if name != "aims at the middle"}
    check_rates("stack-attack", level, by_chance, sized("rated", 30, 300))


def tempted(name, state):
    seat = state.turn
    moves = state.moves(seat)
    return LAPSES[name].tempted(state, seat, moves, Strong().decide(state, seat, moves, Random(1)).move)


def test_what_a_beginner_does_wrong():
    high = replace(built(*(1, 2) * 6, seats=3), phase="stacking", rolled=(3, 3, 1), added=1)
    assert tempted("goes on once too often", high) == Place(1)
    low = replace(built(3, 4, seats=3), phase="stacking", rolled=(5, 3, 1), added=1)
    assert tempted("goes on once too often", low) is None
    assert tempted("stops too early", low) == Stop()
    assert tempted("stops too early", replace(low, added=0)) is None
    assert tempted("takes the first die that fits", low) == Place(3)
    lapse = LAPSES["aims at the middle"]
    assert lapse.tempted(low, 0, low.moves(0), Place(3, -1000, 500)) == Place(3)
    assert lapse.tempted(low, 0, low.moves(0), Place(3)) is None
