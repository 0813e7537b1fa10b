"""Workers that die, hang or break down: reported, replaced, asked again; and none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from knobel.games.stack_attack.moves import Fell, Placing, Pose, Settled
from knobel.games.stack_attack.tower.crew import Crew, Trouble
from knobel.games.stack_attack.tower.model import TowerSettings, physics
from knobel.games.stack_attack.tower.source import Broken, asked, tower_check, tower_source
from knobel.games.stack_attack.tower.worker import answer
from tests.games.stack_attack.towers import beside

ECHO = "import sys\nfor line in sys.stdin:\n    {first}\n    print(line.strip(), flush=True)\n"

Crewed = Callable[..., Crew]


@pytest.fixture
def crewed(tmp_path: Path) -> Iterator[Crewed]:
    """Makes crews of small programs; `{mark}` in them is a file that lasts longer than a worker."""
    made: list[Crew] = []

    def crew(first: str, **settings: float) -> Crew:
        program = ECHO.format(first=first.replace("{mark}", repr(str(tmp_path / "mark"))))
        made.append(Crew((sys.executable, "-c", program), **settings))
        return made[-1]

    yield crew
    for crew_made in made:
        crew_made.close()


ONCE = "import os, time; new = not os.path.exists({mark}); open({mark}, 'w').close(); new and "


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_worker_answers_and_is_kept_for_the_next_question(crewed: Crewed):
    crew = crewed("pass")
    assert [crew.ask(b"one"), crew.ask(b"two")] == [b"one\n", b"two\n"]
    assert len(crew.all) == 1


def test_a_worker_that_dies_over_a_question_is_replaced_and_asked_again(crewed: Crewed):
    assert crewed(ONCE + "os._exit(3)").ask(b"one") == b"one\n"


def test_a_worker_killed_while_idle_is_replaced(crewed: Crewed):
    crew = crewed("pass", size=1)
    crew.ask(b"one")
    (worker,) = crew.all
    os.kill(worker.process.pid, signal.SIGKILL)
    assert crew.ask(b"two") == b"two\n"
    assert worker not in crew.all


def test_a_worker_that_takes_too_long_is_stopped_and_the_question_asked_again(crewed: Crewed):
    assert crewed(ONCE + "time.sleep(600)", seconds=3).ask(b"one") == b"one\n"


@pytest.mark.parametrize(
    ("first", "why"), [("raise SystemExit", "stopped by itself"), ("import time; time.sleep(600)", "took too long")]
)
def test_a_question_that_nobody_survives_is_reported_in_words(crewed: Crewed, first: str, why: str):
    crew = crewed(first, seconds=0.5, tries=2)
    with pytest.raises(Trouble, match=why):
        crew.ask(b"one")
    assert not crew.all


def test_too_many_questions_at_once_are_turned_away(crewed: Crewed):
    crew = crewed("import time; time.sleep(1)", size=1, waiting=1, seconds=30)
    with ThreadPoolExecutor(6) as pool:
        asked_for = [pool.submit(crew.ask, b"one") for _ in range(6)]
    busy = [one for one in asked_for if isinstance(one.exception(), Trouble)]
    assert len(busy) == 4
    assert all("Too much" in str(one.exception()) for one in busy)
    assert crew.ask(b"again") == b"again\n"


def test_a_simulation_that_breaks_down_starts_over_with_time_cut_finer():
    """A spring as stiff as this cannot be followed in steps of a millisecond, but in half of that."""
    assert isinstance(answer(beside(3, 500), TowerSettings(stiffness=200)), Settled)
    assert isinstance(answer(beside(3, 500), TowerSettings(stiffness=100_000)), Broken)


def test_a_placement_that_cannot_be_simulated_is_reported_and_the_workers_go_on():
    nowhere = Placing((Pose(0, 0, 8_000, 0, 0, 0, 0),), 0, 0, 0)
    with pytest.raises(Trouble, match="broke down"):
        asked(nowhere)
    assert isinstance(asked(beside(2, 0)), Settled)


@pytest.mark.parametrize("placing", [beside(5, 1_500), beside(5, 8_000)], ids=["stands", "falls"])
def test_a_worker_process_works_out_the_very_same_tower(placing: Placing):
    assert tower_source(placing, Random(1)) == answer(placing)


def test_a_recorded_tower_is_checked_only_on_the_physics_that_made_it():
    placing = beside(4, 2_000)
    move = tower_source(placing, Random(1))
    assert isinstance(move, Settled)
    assert tower_check(placing, Random(2), move) is True
    higher = replace(move, poses=(*move.poses[:-1], replace(move.poses[-1], x=move.poses[-1].x + 1)))
    assert tower_check(placing, Random(2), higher) is False
    assert tower_check(placing, Random(2), Fell((4,), move.poses, move.film, physics())) is False
    assert tower_check(placing, Random(2), replace(move, physics="mujoco 1.0")) is None


ASKS = """
from knobel.games.stack_attack.moves import Placing
from knobel.games.stack_attack.tower import source
import os, sys
source.asked(Placing((), 0, 0, 0))
print(*(worker.process.pid for worker in source.crew(os.getpid()).all), flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize("killed", [False, True], ids=["ends", "is killed"])
def test_no_worker_outlives_the_house(killed: bool):
    house = subprocess.Popen([sys.executable, "-c", ASKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert house.stdout
    (worker,) = map(int, house.stdout.readline().split())
    assert is_alive(worker)
    if killed:
        house.kill()
    house.communicate()
    for _ in range(200):
        if not is_alive(worker):
            break
        time.sleep(0.05)
    assert not is_alive(worker)


WITHOUT = """
import sys
sys.modules["mujoco"] = None
from random import Random
from knobel.cli.command_line import run
from knobel.games.stack_attack.moves import Placing, Settled
from knobel.games.stack_attack.tower.source import tower_check
print(tower_check(Placing((), 0, 0, 0), Random(1), Settled(physics="mujoco")))
sys.exit(run(["tower"]))
"""


def test_without_mujoco_one_is_told_what_to_install_and_nothing_is_checked():
    told = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "pip install 'knobel[tower]'" in told.stderr
    assert told.stdout.strip() == "None"
