"""A plugin of pytest, found wherever Knobel is installed: marks that say which rule a test holds, and the gaps.

    @pytest.mark.rule("PIG-03")                a test that fails when this rule is broken
    @pytest.mark.option("pig", "target")       a test in which this option changes the result

`pytest --ledger=pig` (more than once for more games) runs the tests, and fails where a rule or an option of the game
has no test, or a mark names something that no game has. It may stand in a project's own settings of pytest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from knobel.core.errors import KnobelError
from knobel.core.game import Game
from knobel.core.registry import all_games, game
from knobel.testing.ledger import misnamed, noted, untested

MARKS = (
    "rule(*ids): the rules of a ledger that this test would catch being broken",
    "option(game, *names): the options of a game that change the result in this test",
)
GAPS = "knobel_gaps"
"""Under which name a worker of pytest-xdist hands over the gaps it found."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--ledger`."""
    parser.getgroup("knobel").addoption(
        "--ledger",
        action="append",
        default=[],
        metavar="GAME",
        help="fail where a rule or an option of this game has no test marked with it",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marks, so that `--strict-markers` knows them, and watches the games that were asked for."""
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    names: list[str] = config.getoption("--ledger") or []
    if not names:
        return
    try:
        watched = {name: game(name) for name in names}
    except KnobelError as error:
        raise pytest.UsageError(f"--ledger: {error}") from error
    config.pluginmanager.register(Ledger(watched), "knobel-ledger")


class Ledger:
    """Notes the marks of all tests that are found, also of those that `-k` leaves out, and tells the gaps."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games
        self.gaps: list[str] | None = None
        """None until all tests are found."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Called once all tests are found."""
        marks = noted(items)
        self.gaps = [*untested(self.games, marks), *misnamed(all_games(), marks)]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Of pytest-xdist, whose workers find the tests: each finds them all."""
        self.gaps = getattr(node, "workeroutput", {}).get(GAPS, self.gaps)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A gap fails the run, unless it has failed for a worse reason."""
        worker: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if worker is not None:
            worker[GAPS] = self.gaps
        elif self.gaps and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Every gap on a line of its own."""
        if self.gaps is None:
            return
        terminalreporter.section("ledger")
        for gap in self.gaps:
            terminalreporter.line(gap, red=True)
        if not self.gaps:
            terminalreporter.line(f"Every rule and option of {', '.join(self.games)} has a test.", green=True)
