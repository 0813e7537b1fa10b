from random import Random

import pytest

import knobel
from knobel.games.schocken.moves import Stand, Throw
from knobel.games.schocken.players import Careful
from knobel.players.random import RandomPlayer
from knobel.players.roster import player
from tests.games.schocken.script import ALL, begin, throw, thrown, turn

GAME = knobel.game("schocken")


def choice(state):
    seat = state.thrower()
    view = state.view(seat)
    return Careful().decide(view, seat, view.moves(seat), Random(0)).move


def played(state, minds, chance):
    """The places at the end of a game between these players, each seeing its own view."""
    while (due := state.due()).places is None:
        if due.nature:
            chances = state.chances()
            state = state.play("nature", chances.outcome(chance.randrange(chances.total)))
        else:
            (seat,) = due.must
            view = state.view(seat)
            state = state.play(seat, minds[seat].decide(view, seat, view.moves(seat), chance).move)
    return due.places


@pytest.mark.parametrize("table", [{}, {"preset": "pub"}, {"blind": True, "aside_locked": True}, {"aside_ones": True}])
def test_careful_clearly_beats_random(table):
    wins = 0
    for number in range(60):
        seat = number % 2
        minds = {seat: player(GAME, "careful"), 1 - seat: RandomPlayer(GAME)}
        wins += played(GAME.start(2, **table), minds, Random(number))[seat] == 1
    assert wins >= 54


def test_careful_plays_to_the_end_in_a_group():
    places = played(GAME.start(5, flip_other="rethrown"), {seat: Careful() for seat in range(5)}, Random(3))
    assert sorted(places) == [1, 1, 1, 1, 5]


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
def test_careful_keeps_ones_and_stands_on_what_will_do(hand, move):
    state, _ = thrown(begin(), hand)
    assert choice(state) == move


def test_careful_throws_when_nothing_has_been_thrown():
    assert choice(begin()) == Throw(ALL)
    assert Careful().decide(begin(), 1, [], Random(0)) is None


def test_careful_stands_when_the_leader_leaves_no_throw():
    assert choice(throw(turn(begin(leader_caps=True), "654"), "432")) == Stand()
