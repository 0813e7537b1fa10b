"""The command that says what house rules do."""

import json
import signal
import subprocess
from time import sleep

import psutil
import pytest

from tests.cli.house import PROGRAM

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
    going.watch_until(lambda: kept.exists() and len(kept.read_bytes().splitlines()) > 2)
    going.press("c")
    assert going.end() == 130
    assert "Stopped." in going.said
    line = next(line for line in going.said.splitlines() if "knobel compare --resume" in line)
    assert line.endswith("knobel compare --resume kept.jsonl --workers 1")
    before = len(kept.read_bytes().splitlines())
    again = house.run("compare", "--resume", "kept.jsonl", "--workers", "1", "--json")
    assert again.stdout == whole
    assert before < len(kept.read_bytes().splitlines())


SLOW = """
import os
from pathlib import Path
from time import sleep

from liars_dice.game import GAME as LIARS_DICE
from msgspec.structs import replace


class Slow:
    def decide(self, view, seat, moves, chance):
        Path(f"at-work-{os.getpid()}").touch()
        sleep(600)


GAME = replace(LIARS_DICE, name="slow-dice", players={"casual": Slow, "strong": Slow})
"""


@pytest.fixture
def slow(house):
    """A game of another package, whose players think for minutes."""
    (house.plugins / "slow_dice.py").write_text(SLOW)
    info = house.plugins / "slow_dice-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: slow-dice\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[knobel.games]\nslow-dice = slow_dice:GAME\n")
    return house


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_stopping_it_ends_its_workers_at_once_and_says_how_to_go_on(slow, how):
    """Only the program itself is told, as by whoever runs it for others."""
    going = slow.sit("compare", "slow-dice", "--with", "dice=2", "--workers", "2", "--save", "kept.jsonl")
    stop_at_work(slow, going.process, how)
    assert going.end() == 130
    assert "knobel compare --resume kept.jsonl --workers 2" in going.said
    assert (slow.folder / "kept.jsonl").read_text().count("\n") == 1


@pytest.mark.parametrize(
    ("asked", "how"),
    [
        (["league"], signal.SIGTERM),
        (["watch", "--seat", "casual,strong", "--games", "400"], signal.SIGKILL),
    ],
)
def test_nobody_plays_on_for_a_program_that_is_gone(slow, asked, how):
    """Without a terminal, whose end would tell them too."""
    command, *rest = asked
    words = [PROGRAM, command, "slow-dice", *rest, "--workers", "2"]
    with subprocess.Popen(words, cwd=slow.folder, env=slow.environment, stderr=subprocess.DEVNULL) as going:
        stop_at_work(slow, going, how)
    assert going.returncode == -how


def stop_at_work(house, program, how):
    """Stops the program once two workers are at work, and sees them gone within seconds."""
    while len(at_work := list(house.folder.glob("at-work-*"))) < 2:
        assert program.poll() is None
        sleep(0.05)
    workers = [psutil.Process(int(mark.name.rpartition("-")[2])) for mark in at_work]
    program.send_signal(how)
    _, left = psutil.wait_procs(workers, timeout=20)
    for one in left:
        one.kill()
    assert left == []


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
