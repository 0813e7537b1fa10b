"""A small soak, and the soak's own judgement."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.soak import Sample, judged

SOAK = ("-m", "tests.server.soak")
ROOT = Path(__file__).parents[2]


def run_of(kib: list[float], turned: float = 1, playing: int = 1) -> list[Sample]:
    return [
        Sample(seconds=n, kib=round(size), tables=1, playing=playing, moves=n, opened=2, turned=turned)
        for n, size in enumerate(kib)
    ]


@pytest.mark.parametrize(
    ("kib", "flat"),
    [
        ([100_000] * 60, True),
        ([50_000 + n * 2_500 for n in range(20)] + [100_000] * 40, True),  # it warms up
        ([100_000 + (n % 7) * 900 for n in range(60)], True),  # it breathes
        ([100_000 + n * 300 for n in range(60)], False),  # it leaks
        ([300_000 + n * 200 for n in range(60)], False),
        ([100_000] * 30 + [108_000] * 30, True),  # something is loaded for the first time
        ([100_000 + n // 10 * 4_000 for n in range(60)], False),  # it leaks in steps
    ],
)
def test_a_house_that_grows_is_found_out(kib, flat):
    assert judged(run_of(kib), 1, 1).flat is flat


def test_a_run_in_which_no_game_ends_proves_nothing():
    assert not judged(run_of([100_000] * 60, turned=0.9), 1, 1).flat


def test_a_run_with_too_few_tables_playing_proves_nothing():
    assert not judged(run_of([100_000] * 60, playing=0), 1, 1).flat


def test_a_few_tables_of_bots_play_on_and_are_replaced(sized):
    seconds = sized("soak_seconds", 4, 9)
    words = ["--tables", str(sized("soak_tables", 12, 40)), "--minutes", str(seconds / 60), "--every", "0.2", "--json"]
    told = subprocess.run(
        [sys.executable, *SOAK, *words, "--bot-ms", "0", "--pace", "50"], cwd=ROOT, capture_output=True, check=False
    )
    found = json.loads(told.stdout)
    assert found["samples"][-1]["moves"] > 0
    assert told.returncode == (0 if found["flat"] else 1)
