"""The benchmark of attacks, at a tiny size: so that it cannot rot."""

from __future__ import annotations

import json
import subprocess
import sys

from bench.attacks import Felt, hurt

TINY = ("--tables", "4", "--seconds", "2", "--sockets", "10", "--events", "1500", "--json")


def test_the_benchmark_attacks_a_real_house_and_tells_what_others_felt() -> None:
    ran = subprocess.run((sys.executable, "-m", "bench.attacks", *TINY), capture_output=True, text=True, timeout=300)
    assert ran.returncode in (0, 1), ran.stderr
    quiet, hellos, at_once = json.loads(ran.stdout)
    assert all(part["moves"] > 0 for part in (quiet, hellos, at_once))
    assert quiet["asked"] == 0
    assert at_once["asked"] == 60
    assert hellos["answered_kib"] > 0


def test_an_attack_that_others_feel_ends_it_with_an_error() -> None:
    def felt(p99: float) -> Felt:
        return Felt("part", 100, 1.0, p99)

    assert hurt([felt(5), felt(99), felt(101)]) == ["part"]
    assert hurt([felt(80), felt(159)]) == []
