"""Would the tests notice a wrong rule? `make mutants` changes rulebooks in small ways and runs their tests each time.

    python tools/mutants.py                     the rulebook of every game of the house, with its own tests
    python tools/mutants.py GAME ...            of these
    python tools/mutants.py --file F --tests T  any file, with any tests

It works on a copy (mutmut), leaves strings alone, lists the changes that no test noticed, and ends with 1 where fewer
than 90 % were noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ENOUGH = 0.9
COPIED = ("knobel", "tests", "examples", "tools", "bench", "docs", "README.md", "CHANGELOG.md", "pyproject.toml")
NOTICED = ("killed", "timeout", "segfault", "caught by type check")
EVERY_GAME = ("tests/lab/test_guess.py",)
"""Tests of what a rulebook says that stand once, for all games."""


def targets(games: list[str]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For each game its rulebook, and its tests: the folder of its own, and those of every game."""
    found = {
        path.parent.name: (str(path.relative_to(ROOT)), (f"tests/games/{path.parent.name}", *EVERY_GAME))
        for path in sorted((ROOT / "knobel" / "games").glob("*/rules.py"))
    }
    if unknown := [game for game in games if game not in found]:
        sys.exit(f"There is no rulebook of {', '.join(unknown)}. There are: {', '.join(found)}")
    return {game: found[game] for game in games or found}


def tried(file: str, tests: Sequence[str]) -> dict[str, Any]:
    """Changes one file in every small way, in a copy of the house, and runs its tests on each change.

    A file from outside the package lies at the top of the copy, since mutmut takes its path for its module's name.
    """
    inner = file if file.startswith("knobel/") else Path(file).name
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        for name in COPIED:
            source, target = ROOT / name, Path(place) / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
            else:
                shutil.copy2(source, target)
        if inner != file:
            shutil.copy2(ROOT / file, Path(place) / inner)
        with (Path(place) / "pyproject.toml").open("a") as settings:
            settings.write(_settings(inner, tests))
        said = _running([sys.executable, __file__, "--inside", inner], place, file)
        result = Path(place) / "result.json"
        if not result.is_file():
            sys.exit(f"{said[-3000:]}\nThe changes to {file} could not be tried.")
        return json.loads(result.read_text("utf-8"))


def _running(command: list[str], place: str, file: str) -> str:
    """Runs mutmut to its end and says how far it is; what it printed comes back."""
    said = ""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command, cwd=place, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as child:
        assert child.stdout
        while piece := child.stdout.read(200):
            said += piece
            if sys.stderr.isatty() and (far := re.findall(r"\d+/\d+", said[-400:])):
                print(f"\r{file}: {far[-1]} changes tried ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return said


def _settings(file: str, tests: Sequence[str]) -> str:
    folder = file.split("/", maxsplit=1)[0]
    return f"""
[tool.mutmut]
source_paths = ["{folder}"]
only_mutate = ["{file}"]
also_copy = {json.dumps(COPIED[:-1])}
pytest_add_cli_args_test_selection = {json.dumps(tests)}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist"]
use_setproctitle = false
timeout_multiplier = 4.0
timeout_constant = 5.0
"""


def inside(file: str) -> None:
    """Runs in the copy: mutmut without its changes to strings; what came of each change goes into a file."""
    from mutmut import __main__ as mutmut
    from mutmut.mutation import mutators
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.stats import status_by_exit_code

    operators: Any = mutators.mutation_operators
    operators[:] = [(kind, operator) for kind, operator in operators if operator is not mutators.operator_string]
    mutmut._run((), os.cpu_count())
    data = SourceFileMutationData(path=Path(file))
    data.load()
    status = {name: status_by_exit_code[code] for name, code in data.exit_code_by_key.items()}
    diffs = {name: get_diff_for_mutant(name, path=Path(file)) for name, found in status.items() if found not in NOTICED}
    Path("result.json").write_text(json.dumps({"status": status, "diffs": diffs}), "utf-8")


def told(name: str, result: Mapping[str, Any]) -> tuple[float, list[str]]:
    """The share of changes that were noticed, and the report."""
    counts = Counter(result["status"].values())
    total, noticed = sum(counts.values()), sum(counts[status] for status in NOTICED)
    share = noticed / total if total else 0.0
    lines = [f"\n--- {result['status'][mutant]}: {mutant}\n{diff.strip()}" for mutant, diff in result["diffs"].items()]
    rest = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()) if status != "killed")
    lines.append(f"\n{name}: {noticed} of {total} changes noticed ({share:.1%}){'; ' + rest if rest else ''}")
    return share, lines


def main(arguments: list[str] | None = None) -> int:
    """Tries every target and reports; 1 where too much went unnoticed."""
    parser = argparse.ArgumentParser(description="Would the tests notice a wrong rule?")
    parser.add_argument("games", nargs="*", help="the games whose rulebooks to change (default: all of the house)")
    parser.add_argument("--file", help="any other file to change")
    parser.add_argument("--tests", help="the tests that should notice")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.inside:
        inside(asked.inside)
        return 0
    if bool(asked.file) != bool(asked.tests):
        parser.error("--file and --tests go together")
    chosen = {asked.file: (asked.file, (asked.tests,))} if asked.file else targets(asked.games)
    results = {name: tried(*target) for name, target in chosen.items()}
    reports = {name: told(name, result) for name, result in results.items()}
    if asked.json:
        print(json.dumps(results, indent=2))
    else:
        for _, lines in reports.values():
            print("\n".join(lines), flush=True)
    return 1 if any(share < ENOUGH for share, _ in reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
