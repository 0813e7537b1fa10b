"""What the trial on a bare machine says of its times, on a clock of its own; the trial itself is `make bare`."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools import bare

PIP = ["/knobel/.venv/bin/python", "-m", "pip", "install", "-e", "."]
NPM = ["node", "/usr/lib/npm", "ci"]
TESTS = ["/knobel/.venv/bin/python", "/knobel/.venv/bin/pytest"]


def test_installs_are_timed_apart_and_those_of_tests_are_tests(
    capsys: pytest.CaptureFixture[str],
) -> None:
    course = [(10, [PIP]), (14, [NPM]), (40, [["ruff"]]), (90, [TESTS, PIP]), (95, [TESTS])]
    times = iter([0, *(at for at, _ in course)])
    running = iter([commands for _, commands in course])
    watch = bare.Stopwatch(100, lambda: next(running), lambda: next(times))
    for _ in course:
        watch.look("make test")
    assert (watch.installing, watch.taken) == (14, 95)
    assert capsys.readouterr().err.splitlines() == [
        "make test: 40 s so far, 14 s of it for installs",
        "make test: 90 s so far, 14 s of it for installs",
    ]


def test_it_gives_up_in_one_line_that_says_how_to_give_it_longer() -> None:
    times = iter([0, 100, 101])
    watch = bare.Stopwatch(100, list, lambda: next(times))
    watch.look("make test")
    with pytest.raises(SystemExit, match=r"^make test: not done after 101 s\. .*--patience SECONDS$"):
        watch.look("make test")


@pytest.mark.skipif(os.geteuid() != 0, reason="whose root a process has is told to root only")
def test_what_runs_in_a_root_is_seen_by_its_command_line_and_nothing_else_is() -> None:
    ours = [word for command in bare.commands_inside(Path("/")) for word in command]
    assert str(Path(sys.executable).name) in {Path(word).name for word in ours}
    assert list(bare.commands_inside(Path("/nowhere"))) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts are made by root")
def test_a_killed_trial_leaves_no_process_and_no_mount(tmp_path: Path) -> None:
    """As `make bare` is left by Ctrl-C: whoever made the namespaces dies, and everything in them with it."""
    mounts = Path("/proc/mounts").read_text()
    script = 'mount --make-rprivate / && mount -t tmpfs none "$1" && touch "$1/mounted" && exec sleep 600'
    process = subprocess.Popen([*bare.ALONE, "sh", "-c", script, "sh", str(tmp_path)])
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while not (inside := children.read_text().split()) or _command(inside[0]) != "sleep":
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    process.wait()
    while Path(f"/proc/{inside[0]}").exists():
        time.sleep(0.02)
    assert Path("/proc/mounts").read_text() == mounts
    assert not (tmp_path / "mounted").exists()


def _command(process: str) -> str:
    return Path(f"/proc/{process}/comm").read_text().strip()
