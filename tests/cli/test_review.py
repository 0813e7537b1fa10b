"""`knobel review`: a game that is over, decision by decision, for people, for programs and as a picture."""

from __future__ import annotations

import json
import re

import pytest


@pytest.fixture
def game(house):
    path = house.folder / "game.jsonl"
    watched = ("--seat", "random,random", "--seed", "3", "--option", "target=12", "--record", str(path))
    assert house.run("play", "pig", *watched).returncode == 0
    return path


def test_it_says_what_was_lost_who_was_lucky_and_what_decided_it(house, game):
    said = house.run("review", game)
    assert (said.returncode, said.stderr) == (0, "")
    assert "lost; best:" in said.stdout
    assert all(word in said.stdout for word in ("Accuracy", "Skill", "Luck", "Result", "What decided it:"))
    assert "All chances are exact." in said.stdout
    decisions = re.findall(r"^ +\d+ .* ([\d.]+)% > ([\d.]+)%", said.stdout.partition("Accuracy")[0], re.MULTILINE)
    assert decisions
    assert all(float(before) >= float(after) for before, after in decisions)  # nothing is better than the best move
    shown = house.run(*re.search(r"^  .*knobel (replay .* --to \d+)$", said.stdout, re.MULTILINE)[1].split())
    assert shown.returncode == 0
    german = house.run("review", game, "--language", "de").stdout
    assert "Genauigkeit" in german


def test_for_programs_it_is_json_and_for_the_wall_a_picture(house, game):
    said = house.run("review", game, "--json", "--svg", "chances.svg")
    found = json.loads(said.stdout)
    assert found["exact"] is True
    for seat in found["seats"]:
        whole = seat["start"] + seat["skill"] + seat["rivals"] + seat["luck"]
        assert whole == pytest.approx(seat["result"], abs=1e-9)
    assert len(found["deciding"]) == 3
    assert (house.folder / "chances.svg").read_text("utf-8").startswith("<svg")


def test_a_game_that_was_left_cannot_be_reviewed_yet(house):
    house.run("play", "pig", "--seed", "1", "--record", "left.jsonl", typed="1\nq\n")
    said = house.run("review", "left.jsonl")
    assert said.returncode == 2
    assert "not over yet" in said.stderr
