"""Chances: exact distributions, and dice typed in any order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.core.chances import PIPS, Listed, Throw
from knobel.core.contract import Move
from knobel.core.errors import Malformed
from tests.core.kit import COIN, Fell


class Up(Move, frozen=True):
    faces: tuple[int, ...]


dice_sets = st.lists(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=4, unique=True).map(tuple), min_size=0, max_size=4
)


@given(dice_sets)
def test_a_throw_has_every_outcome_exactly_once(dice):
    throw = Throw(dice, Up)
    outcomes = [throw.outcome(index) for index in range(throw.total)]
    assert Counter(outcomes) == Counter(Up(up) for up in product(*(range(len(faces)) for faces in dice)))
    assert throw.weighed() == {outcome: Fraction(1, throw.total) for outcome in outcomes}


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_sum_of_dice_is_weighed_as_counting_says(count):
    throw = Throw((PIPS,) * count, lambda up: Fell(sum(up) + count))
    counted = Counter(sum(up) for up in product(range(1, 7), repeat=count))
    assert throw.weighed() == {Fell(total): Fraction(ways, 6**count) for total, ways in counted.items()}
    assert sum(throw.weighed().values()) == 1


def test_listed_chances_share_the_outcomes_out_as_they_say():
    assert COIN.total == 12
    counted = Counter(COIN.outcome(index) for index in range(COIN.total))
    assert {move: Fraction(count, 12) for move, count in counted.items()} == COIN.weighed()
    assert COIN.weighed() == {Fell(1): Fraction(2, 3), Fell(2): Fraction(1, 4), Fell(3): Fraction(1, 12)}
    with pytest.raises(IndexError):
        COIN.outcome(12)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(sum))
def test_listed_chances_are_exact_whatever_the_weights(weights):
    total = sum(weights)
    listed = Listed((str(index), Fell(index % 3), Fraction(weight, total)) for index, weight in enumerate(weights))
    counted = Counter(listed.outcome(index) for index in range(listed.total))
    assert {move: Fraction(count, listed.total) for move, count in counted.items()} == {
        move: chance for move, chance in listed.weighed().items() if chance
    }


@pytest.mark.parametrize(
    "chances", [[], [Fraction(1, 2)], [Fraction(3, 2), Fraction(-1, 2)], [Fraction(1), Fraction(1)]]
)
def test_listed_chances_must_be_chances(chances):
    with pytest.raises(ValueError, match="sum to exactly 1"):
        Listed((str(index), Fell(index), chance) for index, chance in enumerate(chances))


# What people type ---------------------------------------------------------------------------------


def test_dice_are_typed_in_any_order():
    dice = (("a", "b"), ("b", "c"), ("c", "d"))
    throw = Throw(dice, Up)
    for up in product(range(2), repeat=3):
        words = [dice[die][face] for die, face in enumerate(up)]
        for typed in permutations(words):
            read = throw.read(typed)
            assert isinstance(read, Up)
            assert Counter(dice[die][face] for die, face in enumerate(read.faces)) == Counter(words)


def test_dice_typed_in_their_own_order_are_taken_so():
    throw = Throw((PIPS, PIPS, ("1", "2", "9")), Up)
    assert throw.read(["3", "5", "2"]) == Up((2, 4, 1))
    assert throw.read(["9", "5", "2"]) == Up((4, 1, 2))
    assert Throw((("a", "b"), ("A", "B")), Up).read(["B", "a"]) == Up((1, 0))


@given(dice_sets, st.randoms(use_true_random=False))
def test_whatever_dice_show_can_be_typed(dice, chance):
    throw = Throw(dice, Up)
    words = [chance.choice(faces) for faces in dice]
    chance.shuffle(words)
    read = throw.read([word.upper() for word in words])
    assert isinstance(read, Up)
    assert Counter(dice[die][face] for die, face in enumerate(read.faces)) == Counter(words)


@given(dice_sets, st.lists(st.sampled_from("abcdefgh"), max_size=4))
def test_what_dice_cannot_show_is_refused(dice, words):
    possible = len(words) == len(dice) and any(
        all(word in faces for word, faces in zip(words, order, strict=True)) for order in permutations(dice)
    )
    throw = Throw(dice, Up)
    if possible:
        throw.read(words)
    else:
        with pytest.raises(Malformed):
            throw.read(words)


def test_many_dice_with_one_slip_are_refused_at_once():
    with pytest.raises(Malformed, match="cannot show"):
        Throw((PIPS,) * 40, Up).read(["1"] * 39 + ["9"])
    distinct = tuple((f"{die}", "x") for die in range(14))
    with pytest.raises(Malformed, match="cannot show"):
        Throw(distinct, Up).read(["x"] * 13 + ["y"])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "2 dice were thrown, but you typed 0"),
        (["1"], "2 dice were thrown, but you typed 1"),
        (["1", "2", "3"], "2 dice were thrown, but you typed 3"),
        (["1", "7"], "These dice cannot show “1 7”: number 2, “7”"),
        (["", ""], "These dice cannot show"),
    ],
)
def test_a_slip_is_told_in_words(words, why):
    with pytest.raises(Malformed, match=why):
        Throw((PIPS, PIPS), Up).read(words)


def test_a_listed_move_is_typed_by_its_name():
    assert COIN.read(["Heads"]) == Fell(1)
    assert COIN.read(["on", "EDGE"]) == Fell(2)
    assert COIN.typed() == (("heads", "on edge", "tails"),)
    for words in ([], ["head"], ["heads", "tails"]):
        with pytest.raises(Malformed, match="cannot show"):
            COIN.read(words)
    assert Throw((PIPS,), Up).typed() == (PIPS,)
