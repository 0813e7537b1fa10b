"""The tool that says which tests hold which rule finds every gap."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from knobel.testing.ledger import Marks
from tests.core.kit import PARLOUR
from tools.rules import report

ROOT = Path(__file__).parents[2]

ALL_OF_PARLOUR = """
    import pytest

    @pytest.mark.rule("PAR-01", "PAR-02")
    @pytest.mark.parametrize("x", [1, 2])
    def test_one(x): pass

    class TestMore:
        @pytest.mark.rule("PAR-03")
        @pytest.mark.option("parlour", "rounds", "pace")
        @pytest.mark.option("parlour", "limit")
        def test_two(self): pass
"""


def found(tmp_path: Path, tests: str) -> dict[str, list[str]]:
    """The report on the parlour game, with the markers of these tests only."""
    (tmp_path / "test_some.py").write_text(dedent(tests))
    script = (
        "import sys, json; sys.path.insert(0, '.');"
        "from tools.rules import collected, report; from tests.core.kit import PARLOUR;"
        "print(json.dumps(report({'parlour': PARLOUR}, collected(sys.argv[1:]))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_a_game_whose_every_rule_and_option_has_a_test_has_no_gap(tmp_path):
    told = found(tmp_path, ALL_OF_PARLOUR)
    assert (told["gaps"], told["unknown"]) == ([], [])
    [test] = told["games"]["parlour"]["rules"]["PAR-01"]["tests"]
    assert test.endswith("test_some.py::test_one")
    [test] = told["games"]["parlour"]["options"]["limit"]["tests"]
    assert test.endswith("test_some.py::TestMore::test_two")


def test_a_rule_or_an_option_without_a_test_is_a_gap(tmp_path):
    told = found(tmp_path, ALL_OF_PARLOUR.replace('"PAR-02"', "").replace('"pace"', ""))
    assert told["gaps"] == ["parlour: rule PAR-02 has no test", "parlour: option pace has no test"]


def test_a_marker_that_names_nothing_is_found(tmp_path):
    told = found(
        tmp_path,
        ALL_OF_PARLOUR
        + """
    @pytest.mark.rule("PAR-99")
    @pytest.mark.option("parlour", "colour")
    @pytest.mark.option("chess", "rounds")
    def test_three(): pass

    @pytest.mark.option("parlour")
    def test_four(): pass
""",
    )
    assert told["gaps"] == []
    assert [line.split("::")[1] for line in told["unknown"]] == [
        "test_three: there is no rule PAR-99",
        "test_three: there is no option rounds of chess",
        "test_three: there is no option colour of parlour",
        "test_four: a marker `option` names a game and its options",
    ]


def test_without_any_tests_everything_is_a_gap():
    told = report({"parlour": PARLOUR}, Marks())
    assert len(told["gaps"]) == 6


def tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "tools/rules.py", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_tool_lists_the_gaps_and_fails(tmp_path):
    (tmp_path / "test_some.py").write_text("def test_nothing(): pass\n")
    done = tool(str(tmp_path))
    assert done.returncode == 1
    assert "pig: rule PIG-01 has no test" in done.stdout
    assert "NO TEST" in done.stdout
    assert "pig: option target has no test" in tool("--brief", str(tmp_path)).stdout
    assert "pig: rule PIG-02 has no test" in json.loads(tool("--json", str(tmp_path)).stdout)["gaps"]


def test_the_tool_prints_every_rule_with_its_text_and_its_tests():
    done = tool("examples")
    assert "PIG-02   A one ends the turn and loses the points it had gathered." in done.stdout
    assert "examples/pig/tests/test_pig.py::test_a_one_loses_what_the_turn_gathered" in done.stdout


@pytest.mark.parametrize("broken", ["import nowhere\n", "def test_x(:\n"])
def test_tests_that_cannot_be_collected_are_no_pass(tmp_path, broken):
    (tmp_path / "test_broken.py").write_text(broken)
    done = tool(str(tmp_path))
    assert done.returncode == 1
    assert "cannot be collected" in done.stderr


def test_the_pages_tests_are_collected_where_there_is_no_browser(tmp_path):
    """The checks come before a browser is fetched: neither a program of this machine nor a named one can be had."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    bare = environment | {"CHROMIUM": "/nowhere/chromium", "PATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "tools/rules.py", "--json", "tests/page"],
        cwd=ROOT,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["games"]
