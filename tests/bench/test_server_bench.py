"""The benchmark of the server, at tiny sizes and without its peer: so that it cannot rot."""

from __future__ import annotations

import json
import subprocess
import sys

TINY = ("--only", "knobel", "--tables", "3", "--seconds", "0.5", "--warm-up", "0.1", "--repetitions", "1")


def test_the_benchmark_plays_at_real_tables_and_tells_what_it_measured() -> None:
    command = (sys.executable, "-m", "bench.server", *TINY, "--sockets", "20", "--json")
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)["results"]["knobel"]
    (played,) = found["rounds"]
    assert played["moves_per_second"] > 0
    assert 0 < played["p50_ms"] <= played["p99_ms"]
    assert played["table_kib"] != 0
    assert len(found["idle_socket_kib"]) == 1


def test_the_benchmark_says_in_a_table_what_it_measured() -> None:
    ran = subprocess.run(
        (sys.executable, "-m", "bench.server", *TINY, "--sockets", "0"), capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    assert "moves a second" in ran.stdout
    assert "share of its core, generator" in ran.stdout
    assert "KiB a socket" not in ran.stdout
