from random import Random

import pytest
from msgspec.structs import replace

from knobel.games.stack_attack.moves import Place, Pose, Stop
from knobel.games.stack_attack.players import LAPSES, LEVELS, Master
from knobel.lab.simulate import wilson
from tests.games.stack_attack.scripted import built, roll
from tests.levels import SEED, SURE, check_rates, surely_ahead


@pytest.mark.parametrize(
    ("better", "worse", "games"),
    [
        ("beginner", "random", 80),
        ("casual", "beginner", 140),
        ("strong", "casual", 400),
        ("master", "strong", 240),
    ],
)
def test_each_level_beats_the_one_below(sized, better, worse, games):
    assert surely_ahead("stack-attack", better, worse, sized("league", games, 1000)) > 0.5


@pytest.mark.parametrize("level", ["beginner", "casual", "strong"])
def test_a_level_makes_its_mistakes_as_often_as_is_written_down(sized, level):
    counted = {name: lapse for name, lapse in LAPSES.items() if name not in LEANING}
    check_rates("stack-attack", level, counted, sized("rated", 30, 300))


def leaning(added=0):
    """A tower that leans to the right, on which only one of the dice fits."""
    poses = tuple(Pose(2500 * height, 0, 8000 + 16000 * height) for height in range(5))
    tower = replace(built(1, 2, 3, 2, 1, seats=3, dexterity=True), poses=poses)
    return replace(roll(tower, 2, 3, 3, 3), added=added)


LEANING = {"goes on once too often": leaning(added=1), "aims at the middle": leaning()}
"""Where mistakes can be made that none can be in whole games for two without a tower: there is no aim, and no stop."""


@pytest.mark.parametrize("name", LEANING)
@pytest.mark.parametrize("level", ["beginner", "casual", "strong"])
def test_over_a_leaning_tower_too(sized, name, level):
    """Asked many times about one position in which no other mistake can be made."""
    state, chance, mind = LEANING[name], Random(SEED), LEVELS[level]()
    assert [each for each in LAPSES if tempted(each, state)] == [name]
    times, wrong = sized("asked", 40, 1000), tempted(name, state)
    made = sum(mind.decide(state, 0, state.moves(0), chance).move == wrong for _ in range(times))
    low, high = wilson(made / times, times, SURE)
    assert low <= LAPSES[name].rates[level] <= high


def tempted(name, state):
    seat = state.turn
    moves = state.moves(seat)
    return LAPSES[name].tempted(state, seat, moves, Master().decide(state, seat, moves, Random(1)).move)


def test_what_a_beginner_does_wrong():
    assert tempted("goes on once too often", leaning(added=1)) == Place(2)
    low = replace(built(3, 4, seats=3), phase="stacking", rolled=(5, 3, 1), added=1)
    assert tempted("goes on once too often", low) is None
    assert tempted("stops too early", low) == Stop()
    assert tempted("stops too early", replace(low, added=0)) is None
    assert tempted("takes the first die that fits", replace(low, rolled=(3, 5, 6, 5))) == Place(3)
    lapse = LAPSES["aims at the middle"]
    assert lapse.tempted(low, 0, low.moves(0), Place(3, -1000, 500)) == Place(3)
    assert lapse.tempted(low, 0, low.moves(0), Place(3)) is None
