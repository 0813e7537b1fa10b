"""`hint` at the keyboard: what each move is worth, the best one first, where the table allows it."""

from __future__ import annotations

import json
import re

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from knobel.core.record import read_record, wrote
from tests.cli.house import MOVE

SMALL = ("--option", "target=12", "--seed", "1", "--record", "game.jsonl")


def header(house) -> dict:
    return json.loads((house.folder / "game.jsonl").read_text("utf-8").splitlines()[0])


def chances(shown: str) -> list[float]:
    return [float(found) for found in re.findall(r"^ +\d +([\d.]+)%", shown, re.MULTILINE)]


def test_somebody_who_plays_alone_is_told_and_loses_nothing(house):
    said = house.run("play", "pig", *SMALL, typed="1\nhint\n/HINT\n1\nq\n").stdout
    assert "Hints are allowed: type hint" in said
    found = chances(said)
    assert len(found) == 4
    assert found[:2] == sorted(found[:2], reverse=True) == found[2:]
    assert "exactly" in said
    assert said.count("You roll.") == 2
    assert header(house)["hints"] == "alone"


def test_a_program_is_told_in_json(house):
    said = house.run("play", "pig", *SMALL, typed="1\nhint --json\nq\n").stdout
    (line,) = [line for line in said.splitlines() if '"source"' in line]
    advice = json.loads(line[line.index("{") :])
    assert (advice["seat"], advice["source"]) == (0, "solution")
    assert {each["move"]["type"] for each in advice["moves"]} == {"Roll", "Hold"}
    assert advice["moves"][0]["chance"] >= advice["moves"][1]["chance"]


@pytest.mark.parametrize(("flags", "given"), [((), False), (("--hints", "on"), True), (("--hints", "off"), False)])
def test_several_people_agree_on_it_before_the_first_move(house, flags, given):
    said = house.run("play", "pig", "--seat", "Ann,Bo", *SMALL, *flags, typed="1\nhint\nq\n").stdout
    assert ("Hints are allowed" in said) is given
    assert ("Hints are not allowed at this table:" in said) is not given
    assert bool(chances(said)) is given
    again = house.run("resume", "game.jsonl", typed="hint\nq\n").stdout
    assert bool(chances(again)) is given


def test_in_a_record_of_before_there_are_none(house):
    """A game that was left when nothing was agreed on goes on without."""
    house.run("play", "pig", *SMALL, typed="1\nq\n")
    path = house.folder / "game.jsonl"
    kept = read_record(path.read_bytes())
    path.write_bytes(wrote(replace(kept.header, hints=UNSET), kept.entries))
    assert "hints" not in header(house)
    said = house.run("resume", "game.jsonl", typed="hint\nq\n").stdout
    assert "Hints are not allowed at this table." in said
    assert chances(said) == []


def test_ctrl_c_while_it_is_worked_out_saves_the_game(house):
    sitting = house.sit("play", "schocken", "--seat", "Ann,casual,casual", "--record", "game.jsonl")
    sitting.wait(MOVE)
    sitting.type("1")
    sitting.wait(MOVE)
    sitting.type("hint")
    sitting.hear("Trying moves out")
    sitting.press("c")
    assert sitting.end() == 130
    assert "Traceback" not in sitting.raw
    assert house.run("replay", "game.jsonl").returncode == 0
