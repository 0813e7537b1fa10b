"""The command that says what house rules do."""

import json

import pytest

ASKED = ["compare", "pig", "--option", "target=20", "--with", "target=40", "--games", "20", "--seed", "1"]


def test_a_comparison_is_a_table_for_people_data_for_programs_and_a_page(house, tmp_path):
    told = house.run(*ASKED, "--report", "rules.html")
    assert told.returncode == 0, told.stderr
    said = " ".join(told.stdout.split())
    assert "Pig · target=20" in said
    assert "20 games of the strongest players for each variant, seed 1" in said
    assert "target=40 Played by: Perfect Length in turns:" in said
    assert (tmp_path / "rules.html").read_text().startswith("<!doctype html>")
    data = json.loads(house.run(*ASKED, "--json").stdout)
    assert [each["variant"]["options"]["target"] for each in data["variants"]] == [20, 40]
    assert data["variants"][1]["measures"]["turns"]["games"] == 20


def test_ctrl_c_leaves_a_file_and_says_how_to_go_on(house):
    """It is stopped once something is kept; the line that is printed goes on, to the same result."""
    whole = house.run(*ASKED[:-3], "300", "--seed", "1", "--workers", "1", "--json").stdout
    going = house.sit(*ASKED[:-3], "300", "--seed", "1", "--workers", "1", "--save", "kept.jsonl", "--json")
    kept = house.folder / "kept.jsonl"
    while not kept.exists() or len(kept.read_bytes().splitlines()) < 3:
        assert going.child.isalive()
    going.press("c")
    assert going.end() == 130
    assert "Stopped." in going.said
    line = next(line for line in going.said.splitlines() if "knobel compare --resume" in line)
    assert line.endswith("knobel compare --resume kept.jsonl --workers 1")
    before = len(kept.read_bytes().splitlines())
    again = house.run("compare", "--resume", "kept.jsonl", "--workers", "1", "--json")
    assert again.stdout == whole
    assert before < len(kept.read_bytes().splitlines())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["compare"], "knobel compare GAME --with"),
        (["compare", "pig"], "nothing to compare"),
        (["compare", "pig", "--with", "target"], "type name=value"),
        (["compare", "pig", "--with", "goal=3"], "goal"),
        (["compare", "pig", "--with", "target=30", "--games", "0"], "not 0"),
        (["compare", "pig", "--with", "target=30", "--workers", "0"], "not 0"),
        (["compare", "pig", "--with", "target=30", "--report", "no/where.html"], "no/where.html"),
        (["compare", "pig", "--resume", "missing"], "leave out the game"),
        (["compare", "--resume", "missing"], "missing cannot be read"),
        (["compare", "--resume", "missing", "--seed", "3"], "--seed"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(house, typed, said):
    told = house.run(*typed)
    assert told.returncode == 2
    (line,) = told.stderr.strip().splitlines()
    assert said in line
