"""In a package of one's own: the marks are known, and `--ledger` finds what no test holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest_plugins = ["pytester"]

GAME = """
    from typing import Annotated

    from knobel.core.contract import Due, Options, State
    from knobel.core.game import Game
    from knobel.core.contract import Move
    from knobel.core.options import by_rule
    from knobel.core.words import HOUSE, Catalogue

    class NapOptions(Options, frozen=True):
        long: Annotated[bool, by_rule("NAP-02")] = False

    class Yawn(Move, frozen=True):
        pass

    class Nap(State, frozen=True):
        SEAT_MOVES = (Yawn,)
        WORDS = Catalogue({"en": {"title": "Nap", "rules": {"NAP-01": "Yawn.", "NAP-02": "Sleep."}}}, HOUSE)

        @classmethod
        def start(cls, seats, options): return cls(options)
        def due(self): return Due(places=(1,))
        def candidates(self, seat): return ()
        def refusal(self, actor, move, at): return None
        def after(self, actor, move, at): return self
        def scores(self): return (0,)

    NAP = Game(name="nap", rulebook=Nap, options=NapOptions, seats=range(1, 2))
"""
WHOLE = """
    import pytest

    @pytest.mark.rule("NAP-01", "NAP-02")
    @pytest.mark.option("nap", "long")
    def test_all(): pass
"""
WITHOUT_SLEEP = """
    import pytest

    @pytest.mark.rule("NAP-01", "NAP-99")
    def test_yawning(): pass

    def test_else(): pass
"""


@pytest.fixture
def package(pytester: pytest.Pytester) -> pytest.Pytester:
    """A package with a game in it, found by its entry point, with settings of its own: marks must be known."""
    pytester.makepyfile(napping=GAME)
    pytester.makeini("[pytest]\naddopts = --strict-markers -p no:cacheprovider\n")
    info = pytester.mkdir("napping-1.0.dist-info")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: napping\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[knobel.games]\nnap = napping:NAP\n")
    pytester.syspathinsert()
    return pytester


@pytest.fixture
def run(package: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Callable[..., pytest.RunResult]:
    """Runs tests in the package with this plugin and no others, which take long to load."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run(tests: str, *arguments: str) -> pytest.RunResult:
        package.makepyfile(test_napping=tests)
        return package.runpytest_subprocess("-p", "knobel.testing.plugin", "-p", "xdist", *arguments)

    return run


def test_the_plugin_is_found_and_its_marks_are_known_without_any_setting(package):
    package.makepyfile(test_napping=WHOLE)
    assert package.runpytest_subprocess("--ledger=nap").ret == pytest.ExitCode.OK


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_a_ledger_without_gaps_passes_and_says_so(run, workers):
    done = run(WHOLE, "--ledger=nap", *workers)
    assert done.ret == pytest.ExitCode.OK
    done.stdout.fnmatch_lines(["Every rule and option of nap has a test."])


@pytest.mark.parametrize("workers", [(), ("-n", "1"), ("-k", "else")])
def test_each_gap_is_named_and_fails_the_run(run, workers):
    done = run(WITHOUT_SLEEP, "--ledger=nap", *workers)
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(
        [
            "nap: rule NAP-02 has no test",
            "nap: option long has no test",
            "test_napping.py::test_yawning: there is no rule NAP-99",
        ]
    )
    done.stdout.no_fnmatch_line("*rule NAP-01 has no test")


def test_without_being_asked_nobody_is_told_of_gaps(run):
    done = run(WITHOUT_SLEEP)
    assert done.ret == pytest.ExitCode.OK
    done.stdout.no_fnmatch_line("*NAP*")


def test_marks_of_other_installed_games_are_no_gap(run):
    done = run(WHOLE.replace('"NAP-02"', '"NAP-02", "PIG-01"'), "--ledger=nap")
    assert done.ret == pytest.ExitCode.OK


def test_a_game_that_is_not_there_is_refused_with_those_there_are(run):
    done = run(WHOLE, "--ledger=snap")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*--ledger: There is no game called “snap”. There are: *nap*"])


def test_a_run_that_failed_for_a_worse_reason_says_so(run):
    done = run("import nowhere", "--ledger=nap")
    assert done.ret == pytest.ExitCode.INTERRUPTED
