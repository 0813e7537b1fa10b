"""Which tables the kit tries: few have everything once, many have each value alone."""

from __future__ import annotations

from random import Random

import pytest

from knobel.core.options import options
from knobel.core.registry import all_games
from knobel.testing import settings, values_of

GAMES = all_games()


@pytest.mark.parametrize("name", GAMES)
def test_few_tables_have_every_number_of_seats_every_preset_and_every_value(name):
    game = GAMES[name]
    tables = settings(game, 1, Random(name))
    values = [(option.name, value) for option in options(game.options) for value in values_of(game, option)]
    most = max(len([1 for of, _ in values if of == option.name]) for option in options(game.options))
    assert {table.seats for table in tables if not table.options} == set(game.seats)
    assert all(any(table.options == preset for table in tables) for preset in game.presets.values())
    assert [
        (name, value)
        for name, value in values
        if not any(name in table.options and table.options[name] == value for table in tables)
    ] == []
    assert len(tables) <= len(game.seats) + len(game.presets) + 2 * most, "many options are set at one table"


@pytest.mark.parametrize("name", GAMES)
def test_many_tables_have_every_value_alone_too(name):
    game = GAMES[name]
    tables = settings(game, 400, Random(name))
    values = [{option.name: value} for option in options(game.options) for value in values_of(game, option)]
    assert len(tables) >= 400
    assert [value for value in values if not any(table.options == value for table in tables)] == []
