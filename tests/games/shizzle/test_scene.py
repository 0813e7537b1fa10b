"""What lies on the table of Shizzle: each die can be followed wherever it goes."""

import knobel
from tests.games.shizzle.scripted import FLICKER_ROLL, found, lay, opened, roll

GAME = knobel.game("shizzle")


def ids(state, group):
    return [die.id for each in GAME.scene(state).middle if each.id == group for die in each.dice]


def test_a_die_is_the_same_one_in_the_roll_and_in_the_line():
    state = roll(opened(), FLICKER_ROLL)
    joins = f"die.{found(state, 'r5').die}"
    assert joins in ids(state, "rolled")
    laid = lay(state, "r5")
    assert ids(laid, "line") == [*ids(state, "line"), joins]
    assert sorted(ids(laid, "rolled")) == sorted(set(ids(state, "rolled")) - {joins})
