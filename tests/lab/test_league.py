"""Levels against each other: everybody as often as anybody, and the same table for any number of workers."""

import sys
from collections import Counter
from itertools import pairwise

import pytest

import knobel
from knobel.core.errors import Malformed
from knobel.lab.league import contestants, league, lineups


def test_a_league_has_every_player_and_its_games():
    found = league("liars-dice", 20, seed=1, options={"dice": 2})
    assert {one.level for one in found.table} == {"random", "careful", "bold"}
    assert all(one.games == 40 for one in found.table)
    assert found.options["dice"] == 2
    assert sum(one.chance * one.games for one in found.table) == pytest.approx(60)
    assert all(one.low < one.rating < one.high for one in found.table)
    assert all(better.rating >= worse.rating for better, worse in pairwise(found.table))
    assert found.table[-1].level == "random"


def test_who_is_better_is_rated_higher_the_more_surely_the_more_is_played():
    few, many = (league("liars-dice", games, seed=1, options={"dice": 2}) for games in (10, 60))
    assert all(one.high - one.low < other.high - other.low for one, other in zip(many.table, few.table, strict=True))
    careful = next(one for one in many.table if one.level == "careful")
    assert (careful.below, careful.ahead > 0.5, careful.ahead_low > 0.5) == ("random", True, True)


def test_any_number_of_workers_finds_the_same_table():
    asked = {"seed": 7, "options": {"dice": 2}, "players": 3}
    assert league("liars-dice", 11, workers=1, **asked) == league("liars-dice", 11, workers=2, **asked)
    assert league("liars-dice", 11, workers=1, **asked) != league("liars-dice", 11, workers=1, **asked | {"seed": 8})


@pytest.mark.parametrize("seats", range(1, 10))
def test_everybody_sits_down_as_often_as_anybody_and_nobody_twice_more_than_another(seats):
    tables = lineups(("a", "b", "c", "d"), seats)
    assert len(set(Counter(who for table in tables for who in table).values())) == 1
    for table in tables:
        counts = [table.count(who) for who in "abcd"]
        assert len(table) == seats
        assert max(counts) - min(counts) <= 1


def test_a_game_with_levels_sends_them_alone():
    game = knobel.game("word-shout")
    assert contestants(game, 2, game.options()) == ("beginner", "casual", "strong", "master")


def test_the_perfect_level_plays_where_there_is_a_solution():
    game = knobel.game("shizzle")
    assert contestants(game, 2, game.options()) == ("beginner", "casual", "strong", "perfect")
    assert contestants(game, 3, game.options()) == ("beginner", "casual", "strong", "master")
    assert contestants(knobel.game("pig"), 3, knobel.game("pig").options()) == ("random",)


def test_what_there_cannot_be_is_said_in_a_line():
    with pytest.raises(Malformed, match="some games to play, not 0"):
        league("pig", 0)
    with pytest.raises(Malformed, match="99"):
        league("pig", 1, players=99)


def test_without_openskill_nothing_is_played(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    told: list[int] = []
    with pytest.raises(ImportError):
        league("pig", 1, progress=told.append)
    assert told == []
