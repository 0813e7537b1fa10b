import pytest

import knobel
from knobel.core.errors import Malformed


def test_a_game_outside_the_house_is_found_by_its_entry_point():
    assert knobel.all_games()["pig"].title() == "Pig"


def test_an_unknown_game_is_named_with_those_there_are():
    with pytest.raises(Malformed, match="pig"):
        knobel.game("chess")
