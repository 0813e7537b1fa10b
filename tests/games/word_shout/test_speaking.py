"""Words that people type and words that chance makes up."""

from random import Random

import pytest

from knobel.core.contract import Open
from knobel.core.errors import Malformed
from knobel.games.word_shout.dictionary import dictionary
from knobel.games.word_shout.moves import Pass, Shout
from knobel.games.word_shout.speaking import improvise, parse
from tests.games.word_shout.scripted import FELL, opened, refusal, shout

WORD = Open("Shout", {})


def read(typed):
    return parse(opened(), 0, WORD, typed)


@pytest.mark.rule("WSH-R18")
@pytest.mark.parametrize(
    ("typed", "word"), [("cat", "cat"), (" Cat\n", "cat"), ("cat’s", "cat’s"), ("co-ed", "co-ed"), ("Café", "cafe")]
)
def test_a_typed_word_is_a_shout(typed, word):
    assert read(typed) == Shout(word)


@pytest.mark.parametrize("typed", ["", "  ", "'", "two words", "c4t", "œuvre", "猫", "x" * 41, "x" * 10_000, "%%"])
def test_what_is_no_word_is_malformed(typed):
    with pytest.raises(Malformed):
        read(typed)


def test_forty_letters_are_read_and_then_refused_by_the_dice():
    assert refusal(opened(), 0, read("x" * 40)) == "WSH-R3.dice"


def made(state, seat=0, times=60):
    return [improvise(state, seat, WORD, Random(seed)) for seed in range(times)]


def test_chance_makes_up_any_shout_the_dice_can_spell():
    state = opened(least=(4, 3))
    for seat, least in ((0, 4), (1, 3)):
        words = [move.word for move in made(state, seat)]
        assert {len(word) for word in words} == set(range(least, least + 6))
        assert all(refusal(state, seat, Shout(word)) is None for word in words)
        assert any(word not in dictionary() for word in words)


def test_chance_makes_up_real_words_where_they_are_looked_up():
    state = opened(lookup="at_once")
    assert all(move.word in dictionary() and refusal(state, 0, move) is None for move in made(state))


def test_chance_mostly_keeps_quiet_where_it_could_only_spoil_something():
    state = shout(opened(), 1, "cat", 2000)
    assert made(state, times=500).count(None) > 450
    assert made(opened().play(0, Pass(), 2000), times=500).count(None) > 450
    assert any(isinstance(move, Shout) for move in made(state, times=500))


def test_chance_passes_while_it_may_not_speak():
    locked = shout(opened(lockout=1000), 0, "zebra", 2000)
    assert set(made(locked)) == {Pass()}
    assert set(made(locked.play(0, Pass(), 2100))) == {None}
    assert Pass() not in made(locked.play(1, Pass(), 3000))
    waiting = opened(head_start=(0, 1))
    assert set(made(waiting)) == {Pass()}
    assert Pass() not in made(waiting.play(1, Pass(), FELL + 1000))
    assert Pass() not in made(opened(play="turns", head_start=(0, 1)))


def test_no_more_letters_are_made_up_than_lie_there():
    state = shout(opened(play="turns"), 0, "dogcart", 2000)
    assert {len(move.word) for move in made(state, 1)} == {3}
