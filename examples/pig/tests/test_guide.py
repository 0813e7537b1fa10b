import pytest
from pig import PIG, Fell, Hold, Roll, guide

import knobel
from knobel.core.words import Voice


@pytest.mark.parametrize(
    ("fell", "said", "natural"),
    [
        ((), "Roll the die: each roll adds its points, but a one ends your turn with nothing.", Roll()),
        ((5,), "Hold, and 5 points are yours; or roll for more, and a one loses it all.", Roll()),
        ((6, 6, 6, 2), "Hold, and 20 points are yours; or roll for more, and a one loses it all.", Hold()),
    ],
)
def test_a_newcomer_is_told_what_is_at_stake(fell, said, natural):
    state = knobel.game("pig").start(seats=2)
    for pips in fell:
        state = state.play(0, Roll()).play("nature", Fell(pips))
    told = guide(state.view(0), 0)
    assert (PIG.words.text(told.say, Voice(names=("Ann", "Bo"), you=0)), told.move) == (said, natural)
