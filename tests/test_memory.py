"""What is remembered to be quick has an end, whatever strangers ask for."""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper
from random import Random
from typing import Any

import pytest

import knobel
from knobel.core.contract import Draw
from knobel.core.game import Game
from knobel.core.options import options
from knobel.core.words import MAX_REMEMBERED, Catalogue, Say, Voice, Who
from knobel.testing.playing import any_move

GAMES = knobel.all_games()
MANY = 80


def endless_caches() -> dict[str, int]:
    """The caches of the games that are never emptied, and how much each holds."""
    found = [item for item in gc.get_objects() if type(item) is _lru_cache_wrapper]
    return {
        f"{cache.__module__}.{cache.__qualname__}": cache.cache_info().currsize
        for cache in found
        if getattr(cache, "__module__", "").startswith("knobel.games") and cache.cache_info().maxsize is None
    }


def asked_for(game: Game) -> list[dict[str, Any]]:
    """Many house rules that nobody would think of: every number that an option may be, as far as there are many."""
    numbers = [(option.name, option.least, option.most) for option in options(game.options)]
    return [
        {name: value}
        for name, least, most in numbers
        if least is not None and most is not None
        for value in range(least, min(most, least + MANY))
    ]


def play_a_little(game: Game, **chosen: Any) -> None:
    """The first few moves of a game."""
    state, at, chance = game.start(game.seats[0], **chosen), 0, Random(1)
    for _ in range(6):
        if state.due().nature and isinstance(state.chances(), Draw):  # a tower takes its time
            return
        if (happens := any_move(game, state, at, chance)) is None:
            return
        state, at = state.play(*happens), happens.at


@pytest.mark.parametrize("name", GAMES)
def test_tables_with_ever_other_house_rules_leave_nothing_behind(name):
    game, before = GAMES[name], endless_caches()
    for chosen in asked_for(game):
        play_a_little(game, **chosen)
    grown = {cache: size for cache, size in endless_caches().items() if size - before.get(cache, 0) > MANY // 4}
    assert grown == {}


def test_a_catalogue_forgets_what_it_said_long_ago():
    words = Catalogue({"en": {"rolls": "{who} rolls"}})
    for number in range(3 * MAX_REMEMBERED):
        assert words.text(Say("rolls", {"who": Who(0)}), Voice(names=(f"Player {number}",))) == f"Player {number} rolls"
    assert len(words._said) <= MAX_REMEMBERED
