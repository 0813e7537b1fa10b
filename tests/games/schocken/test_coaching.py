"""What the coach says of another throw: how often it is better than what lies under the cup."""

from __future__ import annotations

from itertools import product

import pytest

import knobel
from knobel.core.words import LANGUAGES, Voice, how_often
from knobel.games.schocken.moves import Throw
from tests.games.schocken.script import ALL, begin, throw, turn

GAME = knobel.game("schocken")


def odds(state):
    seat = state.thrower()
    return tuple(GAME.coaching.odds(state.view(seat), seat))


def better(kept: tuple[int, ...], dice: int, beats) -> float:
    """Counted by hand, of all ways in which dice fall beside those that stay out."""
    falls = [tuple(sorted((*kept, *fell), reverse=True)) for fell in product(range(1, 7), repeat=dice)]
    return sum(map(beats, falls)) / len(falls)


@pytest.mark.rule("SCH-05")
def test_another_throw_with_the_ones_staying_out_is_counted_by_hand():
    """A one beside 6 and 4: any Schock, the Streets 1-2-3, and a 6-5-1 or 6-6-1 are more; a turned six is a one."""

    def beats(hand: tuple[int, ...]) -> bool:
        return hand[1:] == (1, 1) or hand == (6, 6, 1) or hand == (3, 2, 1) or hand == (6, 5, 1)

    (say,) = odds(throw(begin(), "641"))
    assert say.key == "odds.better"
    assert say.args["often"] == how_often(better((1,), 2, beats))
    said = {GAME.words.text(say, Voice(names=("Ann", "Bo"), you=0, language=language)) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_a_pair_of_ones_is_thrown_to_with_one_die():
    (say,) = odds(throw(begin(), "411"))  # a Schock of four: a five, a six and the third one are more
    assert say.args["often"] == how_often(3 / 6)


def test_nothing_is_said_before_the_first_throw_after_the_last_or_where_nobody_looks():
    assert odds(begin()) == ()
    last = throw(throw(throw(begin(), "654"), "654"), "654")
    assert odds(last) == ()
    assert odds(begin(counted=True).play(0, Throw(ALL))) == ()
    blind = throw(turn(begin(blind=True), "654"), "654")
    assert all(say.key == "odds.better" for say in odds(blind))
