"""Which browser looks at the page, and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import browser

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any browser; its folder of programs."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(browser, "UNPACKED", tmp_path / "unpacked")
    monkeypatch.setattr(browser, "MARK", tmp_path / "unpacked" / ".complete")
    return programs


def put_program(path: Path, script: str = "") -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_without_a_browser_one_is_told_how_to_get_it(bare: Path) -> None:
    with pytest.raises(LookupError, match=r"apt-get install chromium, or name one \(CHROMIUM="):
        browser.find()


def test_a_fetched_browser_brings_its_libraries_and_fonts(bare: Path, tmp_path: Path) -> None:
    browser.UNPACKED.mkdir()
    browser.MARK.touch()
    path, environment = browser.find()
    assert path == str(tmp_path / "unpacked" / "chromium")
    assert set(environment) == {"LD_LIBRARY_PATH", "FONTCONFIG_FILE"}


def test_the_machines_own_browser_is_preferred(bare: Path) -> None:
    browser.UNPACKED.mkdir()
    browser.MARK.touch()
    own = put_program(bare / "chromium")
    assert browser.find() == browser.fetch() == (own, {})


def test_a_named_browser_is_preferred_to_all(bare: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_program(bare / "chromium")
    monkeypatch.setenv("CHROMIUM", named := put_program(tmp_path / "mine"))
    assert browser.find().path == named


def test_a_browser_that_does_not_start_is_as_good_as_none(bare: Path) -> None:
    own = put_program(bare / "chromium", "echo no library >&2; echo at all >&2; exit 127")
    with pytest.raises(LookupError) as told:
        browser.fetch()
    assert str(told.value) == f"{browser.HELP}: {own} does not start. no library at all"


def test_where_none_can_be_fetched_one_line_says_what_to_install(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(_folder: Path, what: str) -> bool:
        raise LookupError(f"npm could not fetch {what}: error\nerror network\n")

    monkeypatch.setattr(browser, "fetch_locked", no_network)
    monkeypatch.setattr(browser.platform, "machine", lambda: "x86_64")
    with pytest.raises(LookupError) as told:
        browser.fetch()
    (line,) = str(told.value).splitlines()
    assert line.startswith(browser.HELP)
    assert line.endswith("npm could not fetch a Chromium for the page's tests: error error network")


def test_the_pages_tests_fail_in_one_line_without_a_browser() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "tests/page"]
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = ours | {"CHROMIUM": "/nowhere/chromium"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert (answer.stdout + answer.stderr).split("\n") == [
        f"ERROR: {browser.HELP}: /nowhere/chromium is no program",
        "",
        "",
    ]


def test_without_a_browser_make_runs_all_other_tests_and_checks_first(tmp_path: Path) -> None:
    """The Makefile as it is, with programs that only say that they were called; a browser is really looked for."""
    for mark in ("made", "play", "test"):
        (tmp_path / mark).touch()
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("ruff", "basedpyright", "lint-imports"):
        put_program(programs / name, f'echo "ran {name} $*"')
    looks = f'[ "$*" = "-m tools.browser" ] && exec {sys.executable} -m tools.browser'
    put_program(programs / "python", f'{looks}\necho "ran python $*"')
    given = [f"VENV={tmp_path}", f"PYTEST={programs}/python pytest", f"PAGE_TEST={programs}/python pytest tests/page"]
    environment = os.environ | {"CHROMIUM": "/nowhere/chromium", "MAKEFLAGS": ""}
    answer = subprocess.run(
        ["make", "test", *given], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    ran = [line.removeprefix("ran ") for line in answer.stdout.splitlines() if line.startswith("ran ")]
    assert answer.returncode != 0
    assert ran[-1] == "python pytest --ignore=tests/page --durations=10"
    assert {"ruff check .", "basedpyright ", "lint-imports ", "python tools/page.py test"} <= set(ran)
    told = [line for line in answer.stderr.splitlines() if not line.startswith("make")]
    assert told == [f"{browser.HELP}: /nowhere/chromium is no program"]
