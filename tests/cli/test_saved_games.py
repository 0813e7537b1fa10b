"""Records on the shelf: listed, and taken by nothing, a number or a part of a name."""

import json
import os

import pytest

from tests.cli.house import MOVE, House


@pytest.fixture
def shelf(house) -> House:
    """Three records, the oldest first: one that is over, one that is unfinished, one that is over; and a stray file."""
    folder = house.data / "knobel" / "records"
    folder.mkdir(parents=True)
    for name, who, typed in [
        ("one-pig", "random,random", ""),
        ("two-pig", "Ann,Bo", "1\n"),
        ("three-pig", "random,random", ""),
    ]:
        house.run("play", "pig", "--seat", who, "--seed", name, "--record", folder / f"{name}.jsonl", typed=typed)
    (folder / "stray.jsonl").write_text("no record")
    (folder / "note.txt").write_text("nothing")
    for age, name in enumerate(["stray", "three-pig", "two-pig", "one-pig"]):
        os.utime(folder / f"{name}.jsonl", (1e9 - age, 1e9 - age))
    return house


def test_an_empty_shelf_says_how_to_begin(house):
    listed = house.run("records")
    assert listed.returncode == 0
    assert "knobel play" in listed.stdout
    assert house.run("records", "--json").stdout == "[]\n"
    for command in ("resume", "replay", "verify"):
        refused = house.run(command)
        assert refused.returncode == 2
        assert "knobel play" in refused.stderr


def test_records_are_listed_the_last_first_with_how_they_stand(shelf):
    listed = shelf.run("records").stdout
    order = [listed.index(name) for name in ("stray.jsonl", "three-pig.jsonl", "two-pig.jsonl", "one-pig.jsonl")]
    assert order == sorted(order)
    assert "This is not a Knobel record" in listed
    assert "note.txt" not in listed
    assert "Pig · Ann, Bo" in listed
    assert "Unfinished, after 2 moves" in listed
    assert "2001-09-09" in listed
    data = json.loads(shelf.run("records", "--json").stdout)
    assert [one.get("stage") for one in data] == [None, "over", "unfinished", "over"]
    assert "error" in data[0]
    assert [one["number"] for one in data] == [1, 2, 3, 4]
    assert data[2]["players"] == [{"name": "Ann", "player": "person"}, {"name": "Bo", "player": "person"}]
    assert max(data[1]["scores"]) >= 100
    assert sorted(data[1]["places"]) == [1, 2]


def test_without_a_file_the_last_record_is_taken_and_named(shelf):
    for command in ("replay", "verify"):
        taken = shelf.run(command, "--json")
        assert taken.returncode == 0
        assert "three-pig.jsonl" in taken.stderr
        assert json.loads(taken.stdout)


def test_without_a_file_the_last_unfinished_game_goes_on(shelf):
    sitting = shelf.sit("resume")
    sitting.wait(MOVE)
    assert "two-pig.jsonl" in sitting.said
    sitting.type("q")
    assert sitting.end() == 0


def test_where_nothing_is_unfinished_it_says_so(house):
    house.run("play", "pig", "--seat", "random,random")
    refused = house.run("resume")
    assert refused.returncode == 2
    assert "unfinished" in refused.stderr


@pytest.mark.parametrize(("typed", "name"), [("4", "one-pig"), ("THREE", "three-pig"), ("two-p", "two-pig")])
def test_a_number_or_a_part_of_the_name_stands_for_the_file(shelf, typed, name):
    taken = shelf.run("replay", typed)
    assert taken.returncode == 0
    assert f"{name}.jsonl" in taken.stderr


def test_what_could_be_several_or_none_is_refused_with_what_there_is(shelf):
    several = shelf.run("replay", "pig")
    assert several.returncode == 2
    assert all(f"{name}-pig.jsonl" in several.stderr for name in ("one", "two", "three"))
    none = shelf.run("verify", "99")
    assert none.returncode == 2
    assert "knobel records" in none.stderr


def test_a_file_that_is_there_is_taken_as_it_is_called(shelf):
    shelf.run("play", "pig", "--seat", "random,random", "--seed", "here", "--record", "4")
    taken = shelf.run("replay", "4")
    assert taken.returncode == 0
    assert taken.stderr == ""
