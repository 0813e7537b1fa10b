"""What house rules do: known where it is known, the same for whoever plays, and gone on with after a stop."""

from __future__ import annotations

from html.parser import HTMLParser
from math import sqrt
from random import Random
from statistics import fmean, stdev
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.core.words import LANGUAGES
from knobel.lab import compare as lab
from knobel.lab import estimates
from knobel.lab.compare import Unkept, compare, read_plan
from knobel.lab.estimates import MEASURES
from knobel.lab.measuring import MATTERS, ROUNDS, SURELY, Decision, _tried, ahead, changes, cost_of, measured, settled
from knobel.lab.plan import plan_comparison, solutions_needed, stints_of, total_of
from knobel.lab.playout import play_out, won
from knobel.lab.report import command_for, report
from tests.about import about

PIG = {"options": {"target": 20}, "games": 40, "seed": 1}


@pytest.fixture(scope="module")
def short():
    return compare(plan_comparison("pig", [{"target": 40}], **PIG), workers=1)


def test_a_longer_game_is_longer_and_that_is_sure(short):
    base, longer = short.variants
    assert (base.variant.name, longer.variant.name) == ("", "target=40")
    for name in ("turns", "minutes", "decisions"):
        assert longer.measures[name].differs
        assert longer.measures[name].change > 0
        assert not base.measures[name].differs
    assert longer.measures["turns"].change == pytest.approx(
        longer.measures["turns"].value - base.measures["turns"].value, abs=1e-5
    )
    assert list(base.measures) == list(MEASURES)
    assert all(
        measure.low <= measure.value <= measure.high for each in short.variants for measure in each.measures.values()
    )


def test_levels_play_each_other_and_the_perfect_one_wins_more(short):
    for shown in short.variants:
        assert list(shown.levels) == ["random", "perfect"]
        assert sum(level.value for level in shown.levels.values()) == pytest.approx(1, abs=1e-5)
        assert all(0 <= level.low <= level.value <= level.high <= 1 for level in shown.levels.values())
        assert shown.measures["spread"].value == pytest.approx(
            shown.levels["perfect"].value - shown.levels["random"].value, abs=1e-5
        )
        assert shown.measures["skill"].value + shown.measures["luck"].value == pytest.approx(1, abs=1e-5)


def test_it_does_not_matter_who_plays(short):
    assert compare(plan_comparison("pig", [{"target": 40}], **PIG), workers=2) == short
    assert compare(plan_comparison("pig", [{"target": 40}], **PIG | {"seed": 2}), workers=1) != short


def test_whoever_stops_goes_on_without_loss(short, tmp_path):
    """A file that was torn off in the midst of a line, and one that is whole: nothing is played twice or lost."""
    kept = tmp_path / "kept.jsonl"
    plan = plan_comparison("pig", [{"target": 40}], **PIG)
    heard: list[int] = []

    def stop(games: int) -> None:
        heard.append(games)
        if sum(heard) >= 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare(plan, workers=1, kept=kept, progress=stop)
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-9])
    heard.clear()
    assert compare(read_plan(kept), workers=1, kept=kept, progress=heard.append) == short
    assert heard[0] == 40  # five stints were kept, and one of them was torn off
    assert sum(heard) == total_of(plan) == 160
    heard.clear()
    assert compare(plan, workers=1, kept=kept, progress=heard.append) == short
    assert heard == [160]
    with pytest.raises(Unkept, match="another comparison"):
        compare(plan_comparison("pig", [{"target": 41}], **PIG), workers=1, kept=kept)


def test_a_file_that_is_none_is_refused_in_a_line(tmp_path, monkeypatch):
    path = tmp_path / "file"
    with pytest.raises(Unkept, match="cannot be read"):
        read_plan(path)
    path.write_text("{}\n")
    with pytest.raises(Unkept, match="no file of a comparison"):
        read_plan(path)
    kept = tmp_path / "kept"
    lab.create_kept(kept, plan_comparison("pig", [{"target": 40}], **PIG))
    with pytest.raises(Unkept, match="cannot be written"):
        lab.create_kept(kept, read_plan(kept))
    kept.write_bytes(kept.read_bytes().replace(b'"rules":1', b'"rules":7'))
    with pytest.raises(Unkept, match="of another Knobel"):
        read_plan(kept)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"variants": []}, "nothing to compare"),
        ({"variants": [{"target": 100}]}, "changes nothing"),
        ({"variants": [{"target": 40}, {"target": 40}]}, "changes nothing"),
        ({"variants": [{"gaol": 3}]}, "gaol"),
        ({"variants": [{"target": 1}]}, "target"),
        ({"variants": [{"target": 40}], "players": 99}, "for 2 to 8 players"),
        ({"variants": [{"target": 40}], "games": 0}, "some games to play, not 0"),
        ({"variants": [{"target": 40}], "preset": "none"}, "none"),
    ],
)
def test_what_there_cannot_be_is_said_in_a_line(asked, why):
    with pytest.raises(Malformed, match=why) as refused:
        plan_comparison("pig", **asked)
    assert "\n" not in str(refused.value)


def test_a_game_that_is_not_the_installed_one_of_its_name_is_refused():
    """A plan names its game, and goes on in other processes, on other days."""
    with pytest.raises(Malformed, match="installed ones, and this pig is none of them"):
        plan_comparison(replace(knobel.game("pig"), seats=range(2, 4)), [{"target": 40}], **PIG)


def test_each_variant_is_played_by_the_strongest_that_know_it_and_all_levels_know_every_variant():
    """Two are solved, three are not: whoever plays perfectly plays where that is proven."""
    plan = plan_comparison("schocken", [{"leader_caps": True}], players=2)
    assert plan.variants[0].level in ("perfect", "master")
    assert set(plan.levels) <= {"beginner", "casual", "strong", "master", "perfect"}
    three = plan_comparison("schocken", [{"leader_caps": True}], players=3)
    assert "perfect" not in (three.variants[0].level, *three.levels)
    assert {stint.series for stint in stints_of(three)} == {"strongest", "levels"}


@pytest.mark.parametrize("name", knobel.all_games())
def test_what_is_planned_is_read_again_as_it_was_written(name, tmp_path):
    option, value = next(iter(about(name)["SHORT"].items())) if about(name).get("SHORT") else ("dice", 2)
    plan = plan_comparison(name, [{option: value}], players=3)
    lab.create_kept(tmp_path / "kept", plan)
    assert read_plan(tmp_path / "kept") == plan


@pytest.mark.parametrize("name", knobel.all_games())
def test_a_game_of_each_can_be_measured(name):
    game = knobel.game(name)
    options = game.start(3, **about(name).get("SHORT", {})).options
    told = measured(game, options, ["random"] * 3, Random(5))
    assert sum(told.wins) == pytest.approx(1)
    assert told.turns > 0
    assert told.seconds > 0
    assert 0 <= told.settled <= 1
    assert 0 <= told.first <= 1


def test_who_is_ahead_is_who_would_win_where_a_game_says_so_itself():
    """Schocken counts what is bad; whoever has lost fewer rounds is ahead."""
    schocken = knobel.game("schocken")
    state = msgspec.structs.replace(schocken.start(3), discs=(3, 0, 10), losers=())
    assert ahead(schocken, state) == {1}
    assert ahead(schocken, msgspec.structs.replace(state, losers=(1,))) == {0}
    machz = knobel.game("machz")
    state = machz.start(2)
    assert ahead(machz, state) == {0, 1}
    assert ahead(machz, msgspec.structs.replace(state, chips=(1, 2), won=(1, 0))) == {0}


def test_lead_and_end():
    one, two, both = frozenset({0}), frozenset({1}), frozenset({0, 1})
    assert changes([both, one, both, one]) == 0
    assert changes([both, one, two, both, one]) == 2
    assert settled([both, one, one], [1.0, 0.0]) == 0
    assert settled([both, one, two, one], [0.0, 1.0]) == 1
    assert settled([both, one, two, one], [0.5, 0.5]) == 0.75


def test_skill_is_what_players_differ_by_and_none_where_they_do_not():
    """Of results that are all chance nothing is skill; where the better one always wins, all of it."""
    chance = Random(3)
    same = {level: [float(chance.random() < 0.5) for _ in range(4000)] for level in "ab"}
    assert abs(estimates._skill(same)) < 4 / sqrt(8000)
    assert estimates._skill({"a": [0.0] * 50, "b": [1.0] * 50}) == 1
    part = {level: [float(chance.random() < often) for _ in range(8000)] for level, often in (("a", 0.3), ("b", 0.7))}
    assert estimates._skill(part) == pytest.approx(0.16, abs=0.03)  # (0.7 - 0.5)^2 / (0.5 * 0.5)


def test_where_a_game_is_solved_every_decision_is_looked_at():
    pig = knobel.game("pig")
    plan = plan_comparison("pig", [{"target": 12}], options={"target": 10})
    assert plan.exact
    judge = next(iter(solutions_needed(plan))).found.result()
    options = pig.start(2, target=10).options
    games = [measured(pig, options, ["perfect"] * 2, Random(n), judge, look=True) for n in range(20)]
    assert all(0 <= game.matter <= game.decisions for game in games)
    assert sum(game.stake for game in games) > 2
    assert all(game.stake >= 0.05 * game.matter for game in games)


def test_where_all_moves_are_worth_the_same_none_costs_anything():
    """Chance makes one of six look best; what that seems to be worth must not count, and is not sure."""
    chance = Random(2)
    found = [cost_of([[float(chance.random() < 0.5) for _ in range(6)] for _ in range(ROUNDS)]) for _ in range(500)]
    assert abs(fmean(cost for cost, _ in found)) < 0.02
    assert sum(cost > max(MATTERS, SURELY * error) for cost, error in found) / 500 < 0.06


def test_what_a_decision_costs_by_play_outs_is_what_its_moves_differ_by():
    pig = knobel.game("pig")
    for totals, gathered in (((4, 8), 3), ((0, 9), 1)):
        state = msgspec.structs.replace(pig.start(2, target=10), totals=totals, gathered=gathered)
        moves, chance = state.moves(0), Random(1)
        worths = [
            fmean(won(play_out(pig, state.after(0, move, 0), chance).places, 0) for _ in range(600)) for move in moves
        ]
        costs = [_tried(pig, Decision(state, 0, moves, 0), chance)[0] for _ in range(25)]
        error = 4 * (stdev(costs) / sqrt(25) + 0.5 / sqrt(600))
        assert abs(fmean(costs) - (max(worths) - fmean(worths))) < error < 0.2


class Page(HTMLParser):
    """Whether everything that is opened is closed again, and nothing is loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        assert not {"src", "href"} & {name for name, _ in attrs}
        if tag not in ("meta", "line", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_one_whole_page_in_every_language(short, language):
    text = report(short, language)
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.seen.count("svg") == len(MEASURES) + 1
    for drawn in text.split("<svg")[1:]:
        ElementTree.fromstring("<svg" + drawn.partition("</svg>")[0] + "</svg>")
    assert "target=40" in text
    assert (
        command_for(short.plan)
        == "knobel compare pig --option=target=20 --with=target=40 --players=2 --games=40 --seed=1"
    )
    assert command_for(short.plan) in text
