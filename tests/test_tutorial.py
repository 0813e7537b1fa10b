"""The tutorial shows the code of Pig, all of it, and what it prints is what comes out."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PIG = ROOT / "examples" / "pig"
TEXT = (ROOT / "docs" / "write-your-own-game.md").read_text("utf-8")


def blocks(language: str, title: str) -> list[str]:
    return re.findall(rf'^```{language} title="{re.escape(title)}"\n(.*?)^```$', TEXT, re.MULTILINE | re.DOTALL)


def lines(code: str) -> list[str]:
    return [line for line in code.splitlines() if line.strip()]


def test_the_blocks_of_the_tutorial_are_the_whole_of_pig():
    shown = [line for block in blocks("python", "pig.py") for line in lines(block)]
    assert shown == lines((PIG / "pig.py").read_text("utf-8"))


def test_the_package_shown_is_the_package():
    (shown,) = blocks("toml", "pyproject.toml")
    assert shown == (PIG / "pyproject.toml").read_text("utf-8")


@pytest.mark.parametrize("block", blocks("python", "tests/test_pig.py"))
def test_the_tests_shown_are_tests_of_pig(block):
    assert block in (PIG / "tests" / "test_pig.py").read_text("utf-8")


def test_what_solving_prints_is_what_the_tutorial_says():
    (code,), (printed,) = blocks("python", "solving.py"), blocks("text", "solving.py")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == printed


def test_every_block_of_code_is_checked():
    titled = re.findall(r"^```(?:python|toml|text)(.*)$", TEXT, re.MULTILINE)
    assert all(title.strip() for title in titled)
