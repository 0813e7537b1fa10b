"""What lies on the table of Shizzle: each die can be followed wherever it goes."""

from itertools import pairwise

import knobel
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.telling import card
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


def test_the_card_shows_a_line_for_each_result_as_long_as_it_pays():
    rows = list(card(ShizzleOptions()))
    assert [(row.what.key, len(row.dice)) for row in rows] == [
        ("card.shizzle", 6), ("card.flicker", 5), ("card.fizzle", 2), ("card.choke", 1),
    ]  # fmt: skip
    line = rows[0].dice
    assert all(a.colour == b.colour or a.face == b.face for a, b in pairwise(line))
    assert all(row.dice == line[: len(row.dice)] for row in rows)
