"""The benchmark of solvers: it measures what it says, and whatever is missed ends it with an error."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.solve import DECISION_MS, GOALS, apart, missed
from tests.test_exact import pig_by_hand

SMALL = ("pig", "--option", "target=12")
HURRIED = "from bench import solve; solve.DECISION_MS = 0; solve.main()"


def run(*words: str, program: tuple[str, ...] = ("-m", "bench.solve")) -> subprocess.CompletedProcess[str]:
    return subprocess.run((sys.executable, *program, *words), capture_output=True, text=True, timeout=300, check=False)


def test_it_solves_asks_and_tells_compiling_apart():
    ran = run(*SMALL, "--json")
    assert ran.returncode == 0, ran.stderr
    (found,) = json.loads(ran.stdout)
    assert found["value"] == pytest.approx(pig_by_hand(12), abs=1e-8)
    assert (found["certificate"]["kind"], found["missed"]) == ("residual", [])
    assert found["seconds"] > 0 <= found["compile_seconds"]
    assert found["decision_ms"] > 0
    assert "beforehand loaded and compiled in" in run(*SMALL).stdout


def test_nothing_is_compiled_beforehand(monkeypatch: pytest.MonkeyPatch):
    """What is compiled is kept from run to run: each process begins with a place of its own, and nothing there."""
    places = list[Path]()
    start = subprocess.run

    def started(words: Any, env: dict[str, str], **more: Any) -> subprocess.CompletedProcess[str]:
        places.append(Path(env["NUMBA_CACHE_DIR"]))
        assert [*places[-1].iterdir()] == []
        return start(words, env=env, **more)

    monkeypatch.setattr(subprocess, "run", started)
    arguments = argparse.Namespace(players=2, option=["target=5"], peer=False)
    assert [apart("pig", arguments)["game"] for _ in range(2)] == ["pig", "pig"]
    assert len(set(places)) == 2


def test_what_is_missed_is_told_and_ends_it_with_an_error():
    ran = run(*SMALL, program=("-c", HURRIED))
    assert ran.returncode == 1
    assert "MISSED: a decision takes" in ran.stdout
    assert run("nothing").returncode == 1


@pytest.mark.parametrize("kind", GOALS)
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({}, 0),
        ({"seconds": 16.0}, 1),
        ({"certificate": {"bound": 1e-4}}, 1),
        ({"decision_ms": 5.1}, 1),
        ({"seconds": 16.0, "certificate": {"bound": 1e-4}, "decision_ms": 5.1}, 3),
        ({"seconds": 16.0, "options": {"blind": "true"}}, 0),
        ({"seconds": 16.0, "proven": False}, 0),
    ],
)
def test_perfect_play_by_the_rules_of_the_box_has_goals(kind: str, wrong: dict[str, Any], told: int):
    held = {"bound": GOALS[kind].bound, "kind": kind}
    found = {"proven": True, "options": {}, "seconds": GOALS[kind].seconds, "decision_ms": 5.0} | wrong
    found["certificate"] = held | found.get("certificate", {})
    assert len([*missed(found)]) == told


def test_the_goals_are_those_that_were_promised():
    assert GOALS == {"residual": (1e-9, 5), "gain": (1e-5, 15)}
    assert DECISION_MS == 5
