"""The risk model against towers that it was not fitted to."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, pairwise
from math import sqrt
from random import Random

import msgspec
import pytest

from knobel.games.stack_attack.hand import scatter
from knobel.games.stack_attack.moves import Fell, Hand, Placing, Pose
from knobel.games.stack_attack.risk import GRAIN, RINGS, fall_chance, hazard, read_fit, risk
from knobel.games.stack_attack.statics import REACH, critical_stiffness, margin
from knobel.games.stack_attack.tower.model import HOUSE_TOWER
from tests.games.stack_attack.placements import tried
from tests.games.stack_attack.towers import stairs, straight
from tools.games.stack_attack.calibration.__main__ import HELD_OUT
from tools.games.stack_attack.calibration.fitting import mean_error
from tools.games.stack_attack.calibration.playing import Tried, leaning

HANDS: tuple[Hand, ...] = ("child", "ordinary", "expert")


class HeldOut(msgspec.Struct):
    towers: list[Tried]
    rounds: list[tuple[Hand, int, bool]]


@pytest.fixture(scope="module")
def held_out() -> HeldOut:
    return msgspec.json.decode(HELD_OUT.read_bytes(), type=HeldOut)


def test_chances_of_release_points_are_within_the_stated_error_on_held_out_towers(held_out: HeldOut):
    chances = [fall_chance(one.placing.poses, one.placing.x, one.placing.y) for one in held_out.towers]
    fell = [one.fell for one in held_out.towers]
    assert len(fell) > 200
    assert mean_error(chances, fell) <= read_fit().error + 0.0001
    assert read_fit().error < 0.03
    assert sum((chance - down) ** 2 for chance, down in zip(chances, fell, strict=True)) / len(fell) < 0.03


def test_chances_by_height_are_within_the_stated_error_on_held_out_rounds(held_out: HeldOut):
    chances = [float(hazard(height, hand)) for hand, height, _ in held_out.rounds]
    fell = [down for *_, down in held_out.rounds]
    assert len(fell) > 200
    assert mean_error(chances, fell) <= read_fit().hazard_error + 0.0001
    assert read_fit().hazard_error < 0.05


def test_fresh_towers_fall_about_as_often_as_the_model_expects():
    expected = variance = fallen = 0.0
    wrong = 0
    for placing, settled in islice(tried(seed=2026), 40):
        chance = fall_chance(placing.poses, placing.x, placing.y)
        down = isinstance(settled, Fell)
        expected, variance, fallen = expected + chance, variance + chance * (1 - chance), fallen + down
        wrong += (chance > 0.5) != down
    assert abs(fallen - expected) <= 3 * sqrt(variance) + 40 * read_fit().error + 1
    assert wrong <= 4


def test_the_chance_grows_with_the_height_and_shrinks_with_the_steadiness_of_the_hand():
    for hand in HANDS:
        table = [hazard(height, hand) for height in range(14)]
        assert all(low <= high for low, high in pairwise(table))
        assert hazard(40, hand) == table[-1]
    for height in range(1, 13):
        assert hazard(height, "child") > hazard(height, "ordinary") > hazard(height, "expert")


def test_the_chances_given_to_the_rules_are_exact_fractions():
    assert all(
        isinstance(hazard(height, hand), Fraction) and (hazard(height, hand) * GRAIN).denominator == 1
        for height in range(14)
        for hand in HANDS
    )
    assert hazard(0, "child") == 0


def test_statics_knows_where_a_single_die_and_stairs_tip():
    assert margin(straight(1), 3_000, 0, stiffness=1e6) == pytest.approx(REACH - 3_000, abs=1)
    assert margin(straight(1), 0, -9_000, stiffness=1e6) == pytest.approx(REACH - 9_000, abs=1)
    assert margin(stairs(5, 2_000), 10_000, 0, stiffness=1e6) == pytest.approx(REACH - 6_000, abs=1)
    assert margin((), 1_000, 0) == REACH


def test_statics_takes_the_turn_of_the_die_below_into_account():
    turned = Pose(0, 0, 8_000, 923_880, 0, 0, 382_683)
    assert margin((turned,), 8_000, 0, stiffness=1e6) == pytest.approx(REACH - 8_000 * sqrt(0.5), abs=5)


def test_statics_knows_that_a_softer_plate_leans_more_and_then_buckles():
    poses = straight(11)
    soft = critical_stiffness(12) * 1.05
    assert margin(poses, 2_000, 0, stiffness=soft) < margin(poses, 2_000, 0) < margin(poses, 2_000, 0, stiffness=1e6)
    assert margin(poses, 0, 0, stiffness=critical_stiffness(12) * 0.99) < 0
    assert HOUSE_TOWER.stiffness > critical_stiffness(13)


def test_an_aim_is_as_risky_as_its_release_points_on_average():
    assert sum(weight for *_, weight in RINGS) == pytest.approx(1, abs=1e-5)
    poses, chance = stairs(7, 700), Random(3)
    for x, wide in ((3_000, 2_000), (4_900, scatter("ordinary", 7)), (6_500, 1_000)):
        drawn = [fall_chance(poses, chance.gauss(x, wide), chance.gauss(0, wide)) for _ in range(3000)]
        assert risk(poses, x, 0, wide) == pytest.approx(sum(drawn) / len(drawn), abs=0.05)


def test_on_a_tower_that_leans_far_it_is_safer_to_aim_against_the_lean():
    poses, wide = leaning(11, 500), scatter("ordinary", 11)
    top = poses[-1].x
    assert risk(poses, top - 2_000, 0, wide) < risk(poses, top, 0, wide) < risk(poses, top + 2_000, 0, wide)


def test_placings_of_the_held_out_sample_are_as_the_rules_ask_for(held_out: HeldOut):
    assert all(isinstance(one.placing, Placing) and one.placing.poses for one in held_out.towers)
