"""The tool that changes rulebooks: what it counts, and what it says."""

from __future__ import annotations

import pytest

from tools.mutants import ENOUGH, ROOT, targets, told


def result(**status: str) -> dict[str, dict[str, str]]:
    unnoticed = {name: f"-a\n+{name}" for name, found in status.items() if found in ("survived", "no tests")}
    return {"status": status, "diffs": unnoticed}


def test_the_share_counts_whatever_was_noticed():
    share, lines = told("game", result(a="killed", b="timeout", c="survived", d="no tests"))
    assert share == 0.5
    assert lines[-1] == "\ngame: 2 of 4 changes noticed (50.0%); 1 no tests, 1 survived, 1 timeout"


def test_every_change_that_nobody_noticed_is_listed():
    _, lines = told("game", result(a="killed", b="survived"))
    assert "--- survived: b\n-a\n+b" in lines[0]


def test_a_file_without_changes_is_no_pass():
    assert told("game", result())[0] < ENOUGH


def test_every_rulebook_of_the_house_has_its_tests_and_those_of_every_game():
    for rulebook, (own, *shared) in targets([]).values():
        assert (ROOT / rulebook).is_file()
        assert (ROOT / own).is_dir()
        assert shared
        assert all((ROOT / each).is_file() for each in shared)


def test_an_unknown_game_is_named():
    with pytest.raises(SystemExit, match="no rulebook of chess"):
        targets(["chess"])
