"""The command that says how strong each level is."""

import json
import sys

from knobel.cli import command_line


def test_a_league_is_a_table_for_people_and_data_for_programs(house):
    asked = ["league", "liars-dice", "--games", "4", "--players", "2", "--option", "dice=1", "--seed", "1"]
    told = house.run(*asked)
    assert told.returncode == 0, told.stderr
    assert [line.split()[0] for line in told.stdout.splitlines() if line.startswith("Careful ")]
    assert "4 games in every line-up, 2 at a table, seed 1" in " ".join(told.stdout.split())
    data = json.loads(house.run(*asked, "--json").stdout)
    assert (data["players"], data["games"], data["options"]["dice"]) == (2, 4, 1)
    assert {one["level"] for one in data["table"]} == {"random", "careful", "bold"}


def test_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert command_line.run(["league", "pig", "--games", "1"]) == 2
    assert "pip install 'knobel[lab]'" in capsys.readouterr().err


def test_wrong_numbers_are_said_in_a_line(house):
    assert "not 0" in house.run("league", "pig", "--games", "0").stderr
    assert house.run("league", "pig", "--players", "99").returncode == 2


def test_a_player_that_is_gone_is_understood_and_seated_under_its_new_name(house):
    data = json.loads(house.run("watch", "schocken", "--seat", "careful,Bo=careful", "--games", "2", "--json").stdout)
    assert [(one["name"], one["player"]) for one in data["players"]] == [("Strong", "strong"), ("Bo", "strong")]
    assert "careful" not in house.run("rules", "schocken").stdout.lower()
