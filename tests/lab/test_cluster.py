"""Work by a cluster: the same table to the last digit, also where a worker is killed; no scheduler, no long wait."""

from __future__ import annotations

import os
import signal
import socket
import sys
from time import monotonic

import pytest

from knobel.cli import command_line
from knobel.core.errors import Malformed
from knobel.lab.compare import compare
from knobel.lab.crew import NoCluster, cluster
from knobel.lab.plan import plan_comparison
from knobel.lab.simulate import simulate

PIG = {"options": {"target": 30}, "seed": 4}
LEVELS = ["random", "random", "random"]


@pytest.fixture(scope="module")
def scheduler():
    """A real scheduler with two workers, each a process of its own that is started again if it dies."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as here:
        yield here.scheduler_address


@pytest.mark.long
def test_a_cluster_and_any_number_of_processes_find_the_same_table(scheduler):
    asked = {"game": "pig", "players": LEVELS, "games": 45} | PIG
    alone = simulate(**asked, workers=1)
    assert simulate(**asked, workers=2) == alone
    assert simulate(**asked, scheduler=scheduler) == alone


@pytest.mark.long
def test_a_worker_of_the_cluster_that_is_killed_costs_time_and_no_games(scheduler):
    """It is killed while it plays, after the first games were told and before the last."""
    plan = plan_comparison("pig", [{"target": 35}], games=150, **PIG)
    killed: list[int] = []
    told: list[int] = []

    def kill(games: int) -> None:
        told.append(games)
        if games and not killed:
            with_pid = cluster(scheduler)
            killed.append(next(iter(with_pid.run(os.getpid).values())))
            with_pid.close()
            os.kill(killed[0], signal.SIGKILL)

    found = compare(plan, scheduler=scheduler, progress=kill)
    assert killed
    assert sum(told) == 600
    assert found == compare(plan, workers=1)


@pytest.mark.parametrize("where", ["closed", "silent", "tcp://127.0.0.1", "nowhere.invalid:8786", "http://127.0.0.1:1"])
def test_a_scheduler_that_is_not_there_is_said_within_seconds_in_a_line(where, capfd):
    """A port that nobody listens on, one whose listener says nothing, and addresses that are none."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        if where == "closed":
            listening.close()
        address = f"tcp://127.0.0.1:{port}" if where in ("closed", "silent") else where
        begun = monotonic()
        assert command_line.run(["watch", "pig", "--games", "10", "--scheduler", address]) == 2
        assert monotonic() - begun < 60  # some five seconds, but on a busy machine
    (line,) = capfd.readouterr().err.strip().splitlines()
    assert "There is no Dask scheduler at" in line
    assert address in line


def test_a_scheduler_without_workers_is_said_in_a_line():
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty,
        pytest.raises(NoCluster, match="has no workers"),
    ):
        cluster(empty.scheduler_address)


def test_workers_here_and_a_scheduler_do_not_go_together(monkeypatch):
    with pytest.raises(Malformed, match="Either --workers here"):
        simulate("pig", LEVELS, 4, workers=2, scheduler="tcp://127.0.0.1:1")


def test_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert command_line.run(["compare", "pig", "--with", "target=30", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "pip install 'knobel[dask]'" in capsys.readouterr().err
