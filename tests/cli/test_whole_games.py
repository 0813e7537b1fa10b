"""Whole games, played in a pseudo-terminal by somebody who picks any move on offer."""

import json
import re
from random import Random

import pytest

import knobel
from knobel.cli.words import TERMINAL_WORDS
from knobel.core.words import LANGUAGES
from tests.about import about
from tests.cli.house import MOVE, RESUME

GAMES = [*knobel.all_games(), "cups"]
QUICKLY = {name: ("--pace", "60") for name, game in knobel.all_games().items() if game.realtime.live}
"""Where everybody acts at once, bots take their time: so the clock runs fast."""
UNHURRIED = ("--pace", "20")
"""Bots take less time than in life; where a person has ten minutes, that is still half a minute."""


@pytest.fixture
def shortly(game, short_options):
    """Flags of a way to play by the box rules that is soon over."""
    return ("--preset", "box", *short_options) if game in knobel.all_games() else ()


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_against_the_house(house, game, shortly):
    sitting = house.sit("play", game, *shortly, *QUICKLY.get(game, ()))
    assert sitting.play(Random(game))
    assert sitting.end() == 0
    assert "game is over" in sitting.everything
    assert re.search(r"1\.  \w+", sitting.shown)
    (record,) = house.records
    assert house.seeds == []
    assert f"knobel verify {record}" in sitting.said
    assert house.run("verify", record).returncode == 0
    assert house.run("replay", record).returncode == 0


@pytest.mark.parametrize("game", GAMES)
def test_two_people_share_one_keyboard(house, game, shortly):
    sitting = house.sit("play", game, *shortly, "--seat", "Ann", "--seat", "Bo", *QUICKLY.get(game, ()))
    assert sitting.play(Random(1))
    assert sitting.end() == 0
    assert house.run("verify", *house.records).returncode == 0


@pytest.mark.parametrize("game", [game.name for game in knobel.all_games().values() if 3 in game.seats] + ["cups"])
def test_two_people_and_a_bot_with_a_name_of_its_own_share_one_keyboard(house, game, shortly):
    sitting = house.sit("play", game, *shortly, "--seat", "Ann", "--seat", "Cleo=random,Bo", *QUICKLY.get(game, ()))
    assert sitting.play(Random(2))
    assert sitting.end() == 0
    assert all(name in sitting.shown for name in ("Ann", "Bo", "Cleo"))


@pytest.mark.parametrize("game", knobel.all_games())
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_game_speaks_every_language_to_its_end(house, game, language, shortly):
    played = house.run("play", game, *shortly, "--seat", "random,random", "--language", language)
    assert played.returncode == 0, played.stderr
    assert TERMINAL_WORDS.texts[language]["over"] in played.stdout


@pytest.mark.parametrize("game", knobel.all_games())
@pytest.mark.long
def test_a_game_that_was_interrupted_again_and_again_ends_like_one_that_was_not(house, game):
    words = ["play", game, "--seed", "7", *about(game).get("QUIET", ()), *UNHURRIED]
    whole = house.sit(*words, "--record", "whole.jsonl")
    assert whole.play(Random(game))
    whole.end()

    chance = Random(game)
    parts = house.sit(*words, "--record", "parts.jsonl")
    for most in (0, 1, 3, 7):
        if over := parts.play(chance, most):
            assert most == 7, "too short a game to be interrupted"
            break
        parts.wait(MOVE)
        parts.press("c")
        assert parts.end() == 130
        assert RESUME.search(parts.said)[2] == "parts.jsonl"
        parts = house.sit("resume", "parts.jsonl", *UNHURRIED)
    assert over or parts.play(chance)
    assert parts.end() == 0
    assert _moves(house, "whole.jsonl") == _moves(house, "parts.jsonl")


def _moves(house, record):
    return [(step["by"], step["made"]) for step in json.loads(house.run("replay", record, "--json").stdout)]
