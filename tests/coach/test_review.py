"""A game looked at again: luck and skill add up to the result, and every decision is judged from its own view."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

import knobel
from knobel.coach import win_chances
from knobel.coach.advice import NoAdvice, imagined
from knobel.coach.chart import chart
from knobel.coach.review import DECIDING, Review, review
from knobel.coach.win_chances import TryingValuer
from knobel.core.timeline import Timeline
from tests.arena import played
from tests.coach.positions import decisions


def solved(players=("random", "random"), seed: int = 3) -> tuple[Timeline, Review]:
    timeline = played("pig", players, seed, target=12).timeline
    return timeline, review(timeline)


def adds_up(found: Review) -> None:
    for seat in found.seats:
        assert seat.start + seat.skill + seat.rivals + seat.luck == pytest.approx(seat.result, abs=1e-9)
        assert seat.skill <= 0 <= seat.rivals
    assert sum(seat.result for seat in found.seats) == 1
    for step in found.steps:  # what one gives away the others get, and no more
        assert sum(step.skill) == pytest.approx(0, abs=1e-9)


def test_luck_and_skill_add_up_to_the_result_and_luck_is_the_dice_alone():
    _, found = solved()
    assert (found.exact, found.error) == (True, 0)
    adds_up(found)
    for step in found.steps:
        change = step.after[0] - step.before[0]
        if step.by == "nature":
            assert step.skill == (0, 0)
        else:
            assert change == pytest.approx(step.skill[0], abs=1e-6)
    assert sum(seat.luck for seat in found.seats) == pytest.approx(0, abs=1e-6)


def test_what_was_lost_is_the_best_moves_chance_less_that_of_the_one_made():
    timeline, found = solved()
    slips = [step for step in found.steps if step.lost > 1e-6]
    assert slips
    for step in slips:
        assert step.best in timeline.position(step.number - 1).moves(step.by)
        assert step.best != step.move
        assert step.before[step.by] - step.after[step.by] == pytest.approx(step.lost, abs=1e-6)
    for seat in found.seats:
        own = [step for step in found.steps if step.by == seat.seat and step.choices]
        assert seat.decisions == len(own)
        assert seat.skill == pytest.approx(-sum(step.lost for step in own))
        assert 0 < seat.accuracy < 1


def test_whoever_plays_perfectly_loses_nothing():
    _, found = solved(("perfect", "perfect"), seed=1)
    assert [(seat.skill, seat.accuracy) for seat in found.seats] == [(0, 1), (0, 1)]
    adds_up(found)


def test_the_moments_that_decided_it_changed_the_chances_most():
    _, found = solved()
    changes = {step.number: abs(step.after[0] - step.before[0]) for step in found.steps}
    assert len(found.deciding) == DECIDING
    assert [changes[number] for number in found.deciding] == sorted(changes.values(), reverse=True)[:DECIDING]


@pytest.mark.parametrize(("name", "seats", "options"), [("pig", 3, {"target": 8}), ("liars-dice", 2, {"dice": 1})])
def test_where_nothing_is_solved_it_adds_up_too_and_says_how_far_off_it_may_be(name, seats, options):
    found = review(played(name, ("random",) * seats, 2, **options).timeline)
    assert not found.exact
    assert found.rounds
    assert 0.1 < found.error < 0.3
    assert any(step.lost for step in found.steps)
    adds_up(found)


def test_a_decision_is_judged_by_what_its_maker_could_know():
    game = knobel.game("liars-dice")
    valuer = TryingValuer(game, 2)
    state, seat, at = next(each for each in decisions(game, 2, dice=1) if each[0].bid)
    twins = {imagined(game, state.view(seat), seat, Random(seed)) for seed in range(9)}
    moves = state.moves(seat)[:3]
    assert len(twins) > 1
    assert len({tuple(valuer.worths(twin, seat, moves, at)) for twin in twins}) == 1


def test_what_is_tried_out_changes_by_what_was_lost_and_a_longer_game_is_tried_out_less(monkeypatch):
    timeline = played("pig", ("random",) * 3, 2, target=8).timeline
    found = review(timeline)
    for step in found.steps:
        if step.choices:  # the best move is what the moment was worth; what was made, what is left
            assert step.before[step.by] - step.after[step.by] == pytest.approx(step.lost, abs=0.5)
    assert found.rounds == win_chances.MAX_ROUNDS
    monkeypatch.setattr(win_chances, "WORK", 1)
    assert review(timeline).rounds == win_chances.MIN_ROUNDS
    monkeypatch.setattr(win_chances, "MAX_WORK", 1)
    with pytest.raises(NoAdvice, match="too long"):
        review(timeline)


def test_a_game_that_goes_on_or_that_was_a_race_is_not_reviewed():
    timeline = played("pig", ("random", "random"), 3, target=12).timeline
    left = Timeline(timeline.game, timeline.header)
    with pytest.raises(NoAdvice, match="not over"):
        review(left)
    with pytest.raises(NoAdvice, match="milliseconds"):
        review(played("word-shout", ("strong", "strong"), 1, target=20).timeline)


def test_the_chart_has_a_line_for_everybody_from_the_start_to_the_result():
    _, found = solved()
    picture = ElementTree.fromstring(chart(found))  # noqa: S314 (our own)
    lines = [each.get("points", "").split() for each in picture.iter() if each.tag.endswith("polyline")]
    assert [len(points) for points in lines] == [len(found.steps) + 1] * 2
    heights = [float(points[-1].split(",")[1]) for points in lines]
    won = [seat.result for seat in found.seats]
    assert (heights[0] < heights[1]) == (won[0] > won[1])
    assert sum(each.tag.endswith("}text") and each.text in map(str, found.deciding) for each in picture.iter()) == 3
