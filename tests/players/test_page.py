"""The page about levels and solutions: the mistakes and values on it are those of the code."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from knobel.core.levels import BEGINNER, CASUAL, STRONG
from knobel.core.registry import all_games
from knobel.players.solutions import judge

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "players.md").read_text("utf-8")
OURS = [game for game in all_games().values() if game.rulebook.__module__.startswith("knobel.games.")]
SOLVED = [pytest.param(game, id=game.name) for game in OURS if game.solver]


def mistakes() -> dict[tuple[str, str], tuple[str, ...]]:
    """Each row of the table: the game and the mistake, and how often each level makes it."""
    _, table = PAGE.split("| game | mistake | beginner | casual | strong |", 1)
    found, whose = {}, ""
    for row in table.partition("\n\n")[0].splitlines()[2:]:
        game, mistake, *rates = (cell.strip() for cell in row.strip().removesuffix("|").removeprefix("|").split("|"))
        whose = game or whose
        found[whose, mistake] = tuple(rates)
    return found


def test_the_mistakes_on_the_page_are_those_that_are_made_as_often():
    made = {
        (game.title(), name): tuple(
            f"{lapse.rates[level]:.0%}".replace("%", " %") if level in lapse.rates else ""
            for level in (BEGINNER, CASUAL, STRONG)
        )
        for game in OURS
        for name, lapse in getattr(import_module(game.players["beginner"].args[0].__module__), "LAPSES", {}).items()
    }
    assert len(made) > 15
    assert mistakes() == made


@pytest.mark.parametrize("game", SOLVED)
def test_what_a_solved_game_is_worth_stands_on_the_page(game, folder):
    value = judge(game, 2, game.options()).value()
    assert any(f"{value:.{digits}f}" in PAGE for digits in (7, 9))


def test_the_levels_of_every_game_are_on_the_page_with_the_command_that_rates_them():
    for game in OURS:
        assert re.search(rf"^`knobel league {game.name} --games \d+ --seed \d+`\n\n\| level \|", PAGE, re.MULTILINE)
