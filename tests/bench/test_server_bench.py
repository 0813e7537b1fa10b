"""The benchmark of the server, at tiny sizes and without its peer: so that it cannot rot."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import msgspec
import psutil

from bench.server.__main__ import DURABLE_PEER, PEER, Found, judged
from bench.server.measuring import Round
from tests.nursery import PATIENCE_S

COMMAND = (sys.executable, "-m", "bench.server", "--only", "knobel")
TINY = (*COMMAND, "--tables", "3", "--seconds", "0.5", "--warm-up", "0.1", "--repetitions", "1")


def told(*command: str) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
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
        assert bench.wait(PATIENCE_S) == 130
    _, left = psutil.wait_procs(servers, timeout=PATIENCE_S)
    assert left == []


def a_round(moves: float, p99: float = 1.0) -> Round:
    return Round(
        **dict.fromkeys(Round.__struct_fields__, 0) | {"moves_per_second": moves, "p99_ms": p99}  # type: ignore[arg-type]
    )


def test_the_benchmark_names_every_promise_that_was_not_held(capsys) -> None:
    """Five times the moves of the peer whose store lasts, and as many as the one that forgets."""
    held = {
        "knobel": Found([a_round(5000)]),
        PEER.name: Found([a_round(5000)]),
        DURABLE_PEER.name: Found([a_round(1000)]),
    }
    assert judged(held) == 0
    assert judged(held | {PEER.name: Found([a_round(5001)])}) == 1
    assert judged(held | {DURABLE_PEER.name: Found([a_round(1001)])}) == 1
    assert judged(held | {"knobel": Found([a_round(5000, p99=1.1)])}) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.removeprefix("not held: ")[:22] for line in told] == [
        "moves a second at leas",
        "moves a second at leas",
        "p99 no worse than that",
        "p99 no worse than that",
    ]


def test_at_a_human_pace_players_think_before_they_move() -> None:
    found = json.loads(told(*TINY, "--human", "--tables", "20", "--seconds", "3", "--sockets", "0", "--json"))
    (played,) = found["results"]["knobel"]["rounds"]
    assert found["sizes"]["thinks_s"] == 6
    assert 0 < played["moves_per_second"] < 20  # each table moves once in three seconds or so
    assert played["memory_mib"] > 10


def test_at_a_human_pace_the_house_must_be_no_slower_than_its_peer_and_stay_small() -> None:
    def judge(p99: float, mib: float) -> int:
        ours, theirs = a_round(10, p99), a_round(10, 20.0)
        ours = msgspec.structs.replace(ours, memory_mib=mib)
        return judged({"knobel": Found([ours]), PEER.name: Found([theirs])}, 6.0)

    assert [judge(19, 900), judge(21, 900), judge(19, 1100)] == [0, 1, 1]
