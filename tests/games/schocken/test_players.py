from random import Random

import pytest

from knobel.games.schocken.moves import Stand, Throw
from knobel.games.schocken.players import Strong
from tests.arena import played, share_of_wins
from tests.games.schocken.script import ALL, begin, throw, thrown, turn


def choice(state):
    seat = state.thrower()
    view = state.view(seat)
    return Strong().decide(view, seat, view.moves(seat), Random(0)).move


@pytest.mark.parametrize("table", [{}, {"preset": "pub"}, {"blind": True, "aside_locked": True}, {"aside_ones": True}])
def test_strong_clearly_beats_random(table):
    assert share_of_wins("schocken", "strong", ("random",), games=30, **table) > 0.8


def test_strong_plays_to_the_end_in_a_group():
    assert sorted(played("schocken", ("strong",) * 5, 3, flip_other="rethrown").state.outcome()) == [1, 1, 1, 1, 5]


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("111", Stand()),
        ("421", Stand()),
        ("115", Stand()),
        ("114", Throw((2,))),
        ("222", Throw(ALL)),
        ("541", Throw((0, 1))),
        ("661", Stand(1)),
        ("664", Throw((0, 2), 1)),
        ("543/222", Stand()),
        ("543/112", Stand()),
        ("543/543", Throw(ALL)),
        ("543/543/543", Stand()),
        ("543/543/664", Stand()),
    ],
)
def test_strong_keeps_ones_and_stands_on_what_will_do(hand, move):
    state, _ = thrown(begin(), hand)
    assert choice(state) == move


def test_strong_throws_when_nothing_has_been_thrown():
    assert choice(begin()) == Throw(ALL)
    assert Strong().decide(begin(), 1, [], Random(0)) is None


def test_strong_stands_when_the_leader_leaves_no_throw():
    assert choice(throw(turn(begin(leader_caps=True), "654"), "432")) == Stand()
