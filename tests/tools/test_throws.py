"""The recorded throws: made again they are the same, and each is one that dice could have made."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tools import throws

NUMBERS = range(1, throws.MOST + 1)


@pytest.mark.skipif(
    throws.physics() != throws.MADE_WITH.read_text().strip(), reason="only the physics that made them makes them again"
)
@pytest.mark.parametrize(("kind", "dice"), [("hand", 1), ("hand", 6), ("cup", 3)])
def test_a_throw_made_again_is_the_same_to_the_byte(kind, dice):
    kept = [block for block in throws.blocks_of(throws.file_of(dice).read_bytes()) if throws.name_of(block)[0] == kind]
    for block in kept[:2]:
        _, attempt = throws.name_of(block)
        again = throws.thrown(kind, dice, attempt)
        assert again is not None
        [made] = throws.blocks_of(throws.packed(dice, [again]))
        assert made == block


@pytest.mark.parametrize("dice", NUMBERS)
def test_a_file_holds_as_many_throws_of_each_kind_and_none_twice(dice):
    names = [throws.name_of(block) for block in throws.blocks_of(throws.file_of(dice).read_bytes())]
    assert [kind for kind, _ in names] == ["hand"] * throws.EACH + ["cup"] * throws.EACH
    assert len(set(names)) == len(names)


def test_what_is_kept_lies_flat_inside_and_apart_and_is_over_in_time():
    fit = next(throw for attempt in range(99) if (throw := throws.thrown("hand", 2, attempt, heard=False))).path
    assert throws._fit("hand", 2, fit)
    for spoiled in ("standing on an edge", "above the felt", "outside", "in one place", "too short", "too long"):
        path = fit.copy()
        match spoiled:
            case "standing on an edge":
                path[-1, 0, 3:] = (np.cos(0.3), np.sin(0.3), 0, 0)
            case "above the felt":
                path[-1, 0, 2] += 1
            case "outside":
                path[-1, 0, 0] = throws.TRAY[0]
            case "in one place":
                path[-1, 0, :2] = path[-1, 1, :2] + 0.5
            case "too short":
                path = path[-40:]
            case "too long":
                path = np.concatenate([path, np.repeat(path[-1:], 120, axis=0)])
        assert not throws._fit("hand", 2, path), spoiled


def test_a_die_that_only_slides_was_not_thrown():
    path = next(throw for attempt in range(99) if (throw := throws.thrown("hand", 1, attempt, heard=False))).path
    path[:, :, 3:] = path[-1, :, 3:]
    assert not throws._fit("hand", 1, path)


def test_knots_keep_to_what_fell():
    path = next(throw for attempt in range(99) if (throw := throws.thrown("hand", 1, attempt, heard=False))).path[:, 0]
    knots = throws.knotted(path, throws.CLOSE)
    assert [knots[0].tick, knots[-1].tick] == [0, len(path) - 1]
    assert len(knots) < len(path) / 3
    for knot, following in pairwise(knots):
        assert following.tick == knot.tick + 1 or throws._within(
            path, knot.tick, following.tick, knot.flies, throws.CLOSE
        )
    flying = [following.tick - knot.tick for knot, following in pairwise(knots) if knot.flies]
    assert max(flying) > 5, "a die in the air needs no knots"
