"""The simulated tower against what theory says of it."""

from __future__ import annotations

from itertools import islice
from math import hypot

import pytest

from knobel.games.stack_attack.moves import DIE, Fell, Placing, Pose
from knobel.games.stack_attack.statics import WEIGHT, critical_stiffness
from knobel.games.stack_attack.tower.model import FLAT, MASS, PIVOT, TABLE, TowerSettings
from knobel.games.stack_attack.tower.simulation import SimulatedTower, held, poses_of, settle
from knobel.games.stack_attack.tower.turning import UP, turned
from knobel.games.stack_attack.tower.verdict import left_stack, orientation
from tests.conftest import Sized
from tests.games.stack_attack.placements import tried
from tests.games.stack_attack.towers import RIGID, beside, stairs, straight

EDGE = round(FLAT * 1e6)


def left_after(poses: tuple[Pose, ...], seconds: float, settings: TowerSettings) -> tuple[int, ...]:
    """The dice that left when a tower is left alone."""
    scene = SimulatedTower(poses, settings)
    scene.run(seconds)
    plate, *dice = poses_of(scene.row())
    return left_stack(plate, dice)


def test_a_centred_stack_of_twelve_stands_where_it_was_built():
    ending = settle(beside(11, 0))
    assert ending.left == ()
    assert ending.still
    assert all(hypot(die.x, die.y) < 50 for die in ending.poses)
    assert abs(ending.poses[-1].z - straight(12)[-1].z) < 50


@pytest.mark.rule("STK-R3")
@pytest.mark.parametrize("across", [False, True])
def test_a_die_whose_middle_is_past_the_edge_of_its_support_falls_and_one_just_inside_stands(across: bool):
    def let_go(offset: int) -> tuple[int, ...]:
        return settle(beside(1, *((0, offset) if across else (offset, 0))), RIGID).left

    assert let_go(EDGE - 150) == ()
    assert let_go(EDGE + 150) == (1,)


@pytest.mark.parametrize("height", [3, 6, 10])
def test_leaning_stairs_fall_where_statics_says(height: int):
    """The dice above the lowest weigh on it at height · step / 2 from its middle: beyond its flat face they tip.

    Faces that yield a little, and the jolt of being put there, take a few percent off for the tallest.
    """
    critical = 2 * EDGE / height
    assert left_after(stairs(height, round(critical * 0.90)), 3, RIGID) == ()
    assert left_after(stairs(height, round(critical * 1.02)), 3, RIGID) == tuple(range(1, height))


@pytest.mark.parametrize("height", [5, 9, 13])
def test_the_plate_buckles_where_the_formula_says(height: int):
    """At a stiffness of w · Σz a straight tower is as likely to stay up as a pencil on its tip."""
    by_hand = 0.0049 * 9.81 * (0.016 * height**2 / 2 + 0.004 * height) + 0.030 * 9.81 * 0.002
    assert critical_stiffness(height) == pytest.approx(by_hand)
    almost_straight = tuple(Pose(die.x + 20, die.y, die.z) for die in straight(height))
    assert left_after(almost_straight, 8, TowerSettings(stiffness=by_hand * 0.93, damping=0.0003)) != ()
    assert left_after(almost_straight, 8, TowerSettings(stiffness=by_hand * 1.07, damping=0.0003)) == ()


def test_the_plate_tilts_as_far_as_its_spring_lets_it():
    settings = TowerSettings(stiffness=0.06)
    ending = settle(Placing((), 20_000, 0, 0), settings)
    x, _, z = turned(orientation(ending.poses[0]), UP)
    arm = DIE / 2e6 + PIVOT
    gives = settings.stiffness - critical_stiffness(0) - WEIGHT * arm
    assert x / z == pytest.approx(WEIGHT * 0.020 / gives, rel=0.02)


@pytest.mark.parametrize("placing", [beside(11, 1500), beside(7, 7_000, 2_000), beside(5, 9_000)], ids=str)
def test_energy_grows_by_no_more_than_one_percent_after_release(placing: Placing):
    scene = SimulatedTower((*placing.poses, held(placing)))
    count = len(placing.poses) + 1
    everything = MASS * 9.81 * sum(die.z / 1e6 - TABLE for die in (*placing.poses, held(placing)))
    most = start = scene.energy()
    for _ in range(120):
        scene.run(1 / 60)
        most = max(most, scene.energy())
    assert count > 1
    assert most - start <= 0.01 * everything


@pytest.mark.parametrize("poses", [straight(13), stairs(7, 900), stairs(9, 500, -300)], ids=len)
def test_a_settled_tower_left_alone_for_thirty_seconds_stays_as_it_is(poses: tuple[Pose, ...]):
    """Untouched towers never fall."""
    settled = settle(Placing(poses[:-1], poses[-1].x, poses[-1].y, 0))
    assert settled.left == ()
    scene = SimulatedTower(settled.poses)
    scene.run(30)
    plate, *after = poses_of(scene.row())
    assert left_stack(plate, after) == ()
    assert max(hypot(a.x - b.x, a.y - b.y, a.z - b.z) for a, b in zip(after, settled.poses, strict=True)) < 200


@pytest.mark.parametrize("placing", [beside(6, 3_000), beside(6, 8_000, 1_000)], ids=str)
def test_the_same_placement_gives_the_same_poses(placing: Placing):
    assert settle(placing) == settle(placing)


def test_random_placements_come_to_an_end_with_every_die_somewhere(sized: Sized):
    fallen, count = 0, sized("placements", 30, 1000)
    for placing, settled in islice(tried(seed=7), count):
        assert len(settled.poses) == len(placing.poses) + 1
        assert all(die.z >= TABLE * 1e6 - 1000 for die in settled.poses)
        fallen += isinstance(settled, Fell)
    assert 0 < fallen < count


def test_a_die_is_let_go_just_above_whatever_it_touches_first():
    level = held(beside(3, 2_000)).z - straight(3)[-1].z - DIE
    assert 0 < level <= 100
    tilted = Pose(0, 0, 8_000, 999_800, 0, 19_998, 0)
    assert held(Placing((tilted,), 0, 0, 0)).z > tilted.z + DIE + 150
    assert held(Placing(straight(2), 60_000, 0, 0)).z == straight(3)[-1].z


@pytest.mark.rule("STK-R3")
def test_a_die_has_left_if_it_lies_anywhere_but_upright_on_the_die_below():
    plate = Pose(0, 0, 0)
    first, second, third = straight(3)
    assert left_stack(plate, straight(3)) == ()
    assert left_stack(plate, ()) == ()
    assert left_stack(plate, (first, second, Pose(7_300, 0, third.z))) == ()
    assert left_stack(plate, (first, second, Pose(30_000, 0, 8_000))) == (2,)
    assert left_stack(plate, (first, Pose(30_000, 0, 8_000), second)) == (1, 2)
    assert left_stack(plate, (first, second, Pose(0, 0, third.z, 707_107, 707_107, 0, 0))) == (2,)
    assert left_stack(plate, (Pose(60_000, 0, 8_000), second)) == (0, 1)
