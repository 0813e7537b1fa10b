"""The example that learns: it finds out by itself how Shizzle is played, and in its whole size beats casual players."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tools.learning import draw, points

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "examples" / "learn_shizzle.py"
PICTURE = ROOT / "docs" / "pictures" / "learning.svg"
MAX_PROCESSOR_S = 2 * 10 * 60
"""Ten minutes on two cores."""


@pytest.mark.long
def test_it_learns_from_players_of_the_house(sized, tmp_path):
    """Every day enough to be better than before, and surely; in a campaign, as by itself, enough to beat casual."""
    games, measured = sized("learned", 300, 6000), sized("learned_measured", 40, 400)
    words = [f"--games={games}", f"--every={min(games, 500)}", f"--measured={measured}"]
    words += ["--workers=1"] if games < 6000 else []  # where other tests run beside it, starting more takes longest
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([sys.executable, PROGRAM, *words], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    curve = points(run.stdout.splitlines())
    (first, _, _, high), *_, (last, share, low, _) = curve
    assert (first, last) == (0, games)
    assert low > max(high, 10)
    if games >= 6000:
        assert 5 * measured >= 1000
        assert low > 50, run.stdout
        assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < MAX_PROCESSOR_S
    assert [level for level in ("beginner", "casual", "strong") if f"{5 * measured} against {level}" in run.stdout] == [
        "beginner",
        "casual",
        "strong",
    ]
    draw(curve, tmp_path / "curve.svg")
    assert f"{share:.1f} %" in (tmp_path / "curve.svg").read_text("utf-8")


def test_the_program_is_short_and_needs_no_more_than_the_lab():
    lines = PROGRAM.read_text("utf-8").splitlines()
    assert len(lines) < 150
    loaded = {line.split()[1].split(".")[0] for line in lines if re.match(r"(import|from) ", line)}
    assert loaded - sys.stdlib_module_names == {"gymnasium", "knobel", "msgspec", "numpy"}


def test_any_number_of_workers_makes_the_same_player():
    words = ["--games=100", "--every=100", "--measured=2"]
    told = [
        subprocess.run(
            [sys.executable, PROGRAM, *words, f"--workers={workers}"], capture_output=True, text=True, check=True
        ).stdout
        for workers in (1, 2)
    ]
    assert told[0] == told[1]


def test_the_picture_in_the_docs_is_of_this_program_and_shows_what_the_page_says():
    page = (ROOT / "docs" / "lab.md").read_text("utf-8")
    drawn = PICTURE.read_text("utf-8")
    assert "python examples/learn_shizzle.py | python tools/learning.py docs/pictures/learning.svg" in page
    (told,) = set(re.findall(r"[\d.]+ % \([\d.]+–[\d.]+\) after \d+ games", drawn))
    share, low = map(float, re.findall(r"[\d.]+", told)[:2])
    assert low > 50
    assert re.search(rf"{share:.1f} % of the wins \({re.escape(told.partition('(')[2].partition(')')[0])}\)", page)
