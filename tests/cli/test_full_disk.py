"""When the disk is full nothing is lost, and it is said."""

import resource
import subprocess
from pathlib import Path

import pytest

from tests.cli.house import PROGRAM, RESUME


def limited(house, most, *arguments, typed):
    """Runs it where no file may grow beyond `most` bytes, which is what a full disk looks like from inside."""
    return subprocess.run(
        [PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=house.environment,
        cwd=house.folder,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        check=False,
    )


@pytest.mark.parametrize("most", [900, 1000, 1234])
def test_a_full_disk_stops_the_game_with_everything_before_it_safe(house, most):
    stopped = limited(house, most, "play", "pig", "--seat", "Ann,Bo", "--record", "full.jsonl", typed="1\n" * 50)
    assert stopped.returncode == 2
    assert "cannot be written to full.jsonl" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert "That move was not made" in stopped.stdout
    assert RESUME.search(stopped.stdout)[2] == "full.jsonl"
    rolls = stopped.stdout.count("The die shows")
    told = house.run("replay", "full.jsonl")
    assert told.stdout.count("The die shows") == rolls
    again = house.run("resume", "full.jsonl", typed="1\n2\n" * 400)
    assert again.returncode == 0
    assert house.run("verify", "full.jsonl").returncode == 0


def test_a_disk_too_full_to_begin_leaves_nothing_behind(house):
    stopped = limited(house, 0, "play", "pig", "--record", "none.jsonl", typed="1\n")
    assert stopped.returncode == 2
    assert "cannot be written" in stopped.stderr
    assert not (house.folder / "none.jsonl").exists()


def test_a_full_screen_is_one_clear_line(house):
    shown = {"stderr": subprocess.PIPE, "env": house.environment}
    with Path("/dev/full").open("w") as full:
        stopped = subprocess.run([PROGRAM, "games"], stdout=full, **shown, check=False)
    assert stopped.returncode == 2
    assert len(stopped.stderr.strip().splitlines()) == 1
