"""Which tests hold which rule: `make rules`. With --json for machines.

Every rule of a ledger needs a test marked `rule(id, ...)`, and every option one marked `option(game, name, ...)`.
It ends with 1 and lists the gaps where one has none, or where a marker names a rule or an option that does not exist.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from knobel.core.game import Game
from knobel.core.options import options
from knobel.core.registry import all_games
from knobel.testing.ledger import Marks, misnamed, noted, untested

TEXT = 58


class Collector:
    """A plugin of pytest that notes the markers of every test it finds, and runs none."""

    def __init__(self) -> None:
        self.marks = Marks()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Called by pytest once all tests are found."""
        self.marks = noted(items)


def collected(paths: Iterable[str]) -> Marks:
    """The markers of all tests under these paths (none: all tests there are)."""
    collector, said = Collector(), io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", *paths], plugins=[collector])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"{said.getvalue()}\nThe tests cannot be collected.")
    return collector.marks


def report(games: Mapping[str, Game], marks: Marks) -> dict[str, Any]:
    """For each game its rules and options with their tests; the gaps; and what markers name in vain."""
    by_game = {
        name: {
            "rules": {
                rule: {"text": text, "tests": marks.rules.get((rule,), [])} for rule, text in game.ledger().items()
            },
            "options": {
                option.name: {"rule": option.rule, "tests": marks.options.get((name, option.name), [])}
                for option in options(game.options)
            },
        }
        for name, game in games.items()
    }
    return {"games": by_game, "gaps": untested(games, marks), "unknown": misnamed(games, marks)}


def by_rule(found: Mapping[str, Any]) -> Iterable[str]:
    """Every rule and option with its tests, for people."""
    for name, game in found["games"].items():
        yield f"\n{name}"
        for rule, line in game["rules"].items():
            text = line["text"] if len(line["text"]) <= TEXT else line["text"][: TEXT - 1] + "…"
            yield f"  {rule:8} {text:{TEXT}}  {_count(line['tests'])}"
            yield from (f"           {test}" for test in line["tests"])
        for option, line in game["options"].items():
            yield f"  option {option} ({line['rule']})  {_count(line['tests'])}"
            yield from (f"           {test}" for test in line["tests"])


def summary(found: Mapping[str, Any]) -> Iterable[str]:
    """The gaps, and how much there is, for people."""
    problems = [*found["gaps"], *found["unknown"]]
    yield from problems
    counted = [sum(len(game[kind]) for game in found["games"].values()) for kind in ("rules", "options")]
    yield f"{counted[0]} rules and {counted[1]} options in {len(found['games'])} games; {len(problems)} gaps"


def _count(tests: list[str]) -> str:
    return "NO TEST" if not tests else "1 test" if len(tests) == 1 else f"{len(tests)} tests"


def main(arguments: list[str] | None = None) -> int:
    """Prints the report; 1 where there is a gap."""
    parser = argparse.ArgumentParser(description="Which tests hold which rule.")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--brief", action="store_true", help="print only the gaps and the counts")
    parser.add_argument("paths", nargs="*", help="where the tests are (default: all of them)")
    asked = parser.parse_args(arguments)
    found = report(all_games(), collected(asked.paths))
    if asked.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        print("\n".join([*([] if asked.brief else [*by_rule(found), ""]), *summary(found)]))
    return 1 if found["gaps"] or found["unknown"] else 0


if __name__ == "__main__":
    sys.exit(main())
