"""The exact odds of Shizzle's dice against counting them out."""

from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import pytest

from knobel.games.shizzle.dice import box_set, choke_chance, joins, longest, seeded_set
from knobel.games.shizzle.players import longest_path


@pytest.mark.rule("SHZ-13")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("faces", [box_set(), seeded_set(3)])
def test_the_chance_of_a_choke_is_what_counting_every_roll_gives(count, faces):
    for end in (faces[0][5], faces[4][0]):
        others = [die for die in range(6) if die != end.die]
        for dice in list(combinations(others, count))[:2]:
            rolls = list(product(*(faces[die] for die in dice)))
            chokes = sum(not any(joins(end, face) for face in roll) for roll in rolls)
            assert choke_chance(end, dice, faces) == Fraction(chokes, len(rolls))


@pytest.mark.rule("SHZ-11", "SHZ-14")
def test_the_longest_line_is_what_trying_every_order_gives():
    faces, chance = box_set(), Random(5)
    for _ in range(300):
        end = faces[0][chance.randrange(6)]
        dice = [faces[die][chance.randrange(6)] for die in range(1, 1 + chance.randint(1, 5))]
        best = 0
        for order in permutations(dice):
            line = [end]
            while len(line) <= len(order) and joins(line[-1], order[len(line) - 1]):
                line.append(order[len(line) - 1])
            best = max(best, len(line) - 1)
        assert longest(end, dice) == best
        path = longest_path(end, dice)
        assert len(path) == best
        assert all(joins(one, other) for one, other in zip((end, *path), path, strict=False))
