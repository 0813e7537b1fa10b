"""The benchmark of the server, at tiny sizes and without its peer: so that it cannot rot."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import psutil

COMMAND = (sys.executable, "-m", "bench.server", "--only", "knobel")
TINY = (*COMMAND, "--tables", "3", "--seconds", "0.5", "--warm-up", "0.1", "--repetitions", "1")


def told(*command: str) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_benchmark_plays_at_real_tables_and_tells_what_it_measured() -> None:
    found = json.loads(told(*TINY, "--sockets", "20", "--json"))["results"]["knobel"]
    (played,) = found["rounds"]
    assert played["moves_per_second"] > 0
    assert 0 < played["p50_ms"] <= played["p99_ms"]
    assert len(found["idle_socket_kib"]) == 1


def test_the_benchmark_shows_a_table_without_the_parts_that_were_left_out() -> None:
    shown = told(*TINY, "--sockets", "0")
    assert "moves a second" in shown
    assert "share of its core, generator" in shown
    assert "KiB a socket" not in shown


def test_the_benchmark_takes_its_server_along_when_it_is_stopped() -> None:
    bench = subprocess.Popen(
        (*COMMAND, "--tables", "3", "--seconds", "600"),
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
    )
    with bench:
        while not (servers := psutil.Process(bench.pid).children()):
            assert bench.poll() is None
            time.sleep(0.05)
        bench.send_signal(signal.SIGINT)
        assert bench.wait(60) == 130
    _, left = psutil.wait_procs(servers, timeout=10)
    assert left == []
