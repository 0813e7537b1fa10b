"""The page about the lab: what it shows is run, and prints what stands there."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "lab.md"
TEXT = PAGE.read_text("utf-8")
COMMANDS = re.findall(r"^```sh\n\$ knobel (.*?)\n```\n\n```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_python_on_the_page_prints_what_stands_there():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 20
    assert failed == 0


@pytest.mark.parametrize(("command", "printed"), COMMANDS)
def test_the_commands_on_the_page_print_what_stands_there(command, printed):
    words = [sys.executable, "-m", "knobel", *shlex.split(command)]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    assert run.stdout == printed


@pytest.mark.parametrize(
    ("title", "package"), [("PettingZoo", "pettingzoo"), ("Gymnasium", "gymnasium"), ("OpenSpiel", "open_spiel")]
)
def test_the_suites_that_pass_are_those_of_the_versions_on_the_page(title, package):
    (row,) = re.findall(rf"^\| {title} \|.*\| ([\d.]+) \|$", TEXT, re.MULTILINE)
    assert row == version(package)


def test_what_the_page_says_of_a_report_stands_in_it():
    """Each figure between the name of a report and the end of its paragraph, as the report writes it."""
    told = re.findall(r"\[The report\]\((.*?)\)(.*?)\n\n", TEXT, re.DOTALL)
    assert told
    for path, words in told:
        page = (PAGE.parent / path).read_text("utf-8").replace("%", " %")
        figures = re.findall(r"\d+\.\d(?: %)?", words)
        assert len(figures) > 5
        assert [one for one in figures if not re.search(rf"(?<![\d.]){re.escape(one)}", page)] == []


def test_the_page_says_how_many_numbers_each_game_has():
    import knobel
    from knobel.core.options import merged

    for game in knobel.all_games().values():
        if game.numbers:
            row, *_ = re.findall(rf"^\| {game.title()} \| (.*?) \|", TEXT, re.MULTILINE)
            if game.title() != "Word Shout":
                assert re.match(r"\d+", row)[0] == str(game.numbers(2, merged(game.options)).actions)
