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


def put_program(path: Path) -> str:
    path.write_text("#!/bin/sh\n")
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


def test_the_pages_tests_fail_in_one_line_without_a_browser() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "tests/page"]
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = ours | {"CHROMIUM": "/nowhere/chromium"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert (answer.stdout + answer.stderr).split("\n") == ["ERROR: CHROMIUM=/nowhere/chromium is no program", "", ""]
