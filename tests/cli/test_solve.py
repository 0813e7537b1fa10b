"""`knobel solve` says what a game is worth, and whoever plays by a solution has it before the game begins."""

from __future__ import annotations

import json
import re
from importlib.metadata import requires

import psutil
import pytest
from pig import PIG
from pig_solution import PigSolver

from knobel.players.solutions.files import packed
from knobel.players.solutions.finder import solution_id
from tests.cli.house import MOVE, installed
from tests.cli.test_full_disk import limited
from tests.test_exact import pig_by_hand
from tools.solutions import shipping as shipping_solutions

SMALL = ("--option", "target=7")


def files(house):
    return sorted((house.folder / ".cache" / "knobel" / "solutions").glob("*"))


def test_it_prints_the_value_and_how_sure_that_is(house):
    said = house.run("solve", "pig", *SMALL)
    assert (said.returncode, said.stderr) == (0, "")
    assert f"{100 * pig_by_hand(7):.7f}%" in " ".join(said.stdout.split())
    assert re.search(r"Checked: no position is worth more than \d\.\de-\d+ more", said.stdout)
    assert len(files(house)) == 1
    german = house.run("solve", "pig", *SMALL, "--language", "de").stdout
    assert f"{100 * pig_by_hand(7):.7f} %".replace(".", ",") in " ".join(german.split())
    assert "aufgehoben" in german


def test_for_programs_it_is_json_with_nine_digits(house):
    first, again = (json.loads(house.run("solve", "pig", *SMALL, "--json").stdout) for _ in range(2))
    assert first["value"] == round(pig_by_hand(7), 9)
    assert first["certificate"]["kind"] == "residual"
    assert first["certificate"]["bound"] < 1e-9
    assert (first["game"], first["seats"], first["options"], first["position"]) == ("pig", 2, {"target": 7}, [])
    assert (first["source"], again["source"]) == ("new", "kept")
    assert first["seconds"] > 0
    assert first | {"source": "", "seconds": 0} == again | {"source": "", "seconds": 0}


def test_any_position_has_a_value(house):
    won = json.loads(house.run("solve", "pig", *SMALL, "--position", "6,0,0", "--json").stdout)
    assert won["position"] == [6, 0, 0]
    assert won["value"] > 0.8
    assert "mine,theirs,gathered: 6,0,0" in " ".join(
        house.run("solve", "pig", *SMALL, "--position", "6,0,0").stdout.split()
    )


def test_what_is_not_proven_is_said_to_be_so_with_how_far_off_it_is(house):
    found = json.loads(house.run("solve", "shizzle", "--players", "3", "--json").stdout)
    assert (found["proven"], found["source"], found["certificate"]["kind"]) == (False, "shipped", "residual")
    assert found["certificate"]["bound"] > 1e-6
    assert "not proven to be perfect" in " ".join(house.run("solve", "shizzle", "--players", "3").stdout.split())
    assert json.loads(house.run("solve", "shizzle", "--json").stdout)["proven"] is True
    assert "not proven" not in house.run("solve", "shizzle").stdout


@pytest.mark.parametrize("typed", ["1,2", "7,0,0", "0,0,7", "-1,0,0", "one,two,three", "", "1.5,0,0"])
def test_what_is_no_position_is_refused_with_its_parts(house, typed):
    said = house.run("solve", "pig", *SMALL, "--position", typed)
    assert said.returncode == 2
    assert said.stdout == ""
    assert f"“{typed}” is no position" in said.stderr
    assert "mine,theirs,gathered" in said.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nothing"], "There is no game called “nothing”"),
        (["pig", "--option", "colour=red"], "There is no option “colour”"),
        (["pig", "--option", "target=no"], "The option target cannot be “no”"),
        (["pig", "--players", "3"], "Perfect play of Pig is known for 2 players, not for 3"),
        (["pig", "--players", "0"], "is for 2 to 8 players"),
        (["cups"], "Nobody has worked"),
        ([], "needs GAME"),
    ],
)
def test_mistakes_are_one_clear_line(house, words, why):
    said = house.run("solve", *words)
    assert (said.returncode, said.stdout) == (2, "")
    assert why in said.stderr
    assert len(said.stderr.strip().splitlines()) == 1
    assert files(house) == []


def test_ctrl_c_leaves_no_worker_and_no_file(house):
    sitting = house.sit("solve", "pig", "--option", "target=1000", how=installed)
    sitting.hear("Working out perfect play")
    program, workers = psutil.Process(sitting.process.pid), []
    while not workers:
        workers = program.children()
        assert program.is_running()
    sitting.press("c")
    assert sitting.end() == 130
    assert "Traceback" not in sitting.raw
    psutil.wait_procs(workers, 60)
    assert not any(worker.is_running() for worker in workers)
    assert files(house) == []


def test_on_a_full_disk_the_value_is_told_and_that_it_is_not_kept(house):
    said = limited(house, 900, "solve", "pig", "--option", "target=30", "--json", typed="")
    assert said.returncode == 0
    assert json.loads(said.stdout)["value"] == 0.567914744
    assert "The solution cannot be kept in" in said.stderr
    assert files(house) == []


def test_whoever_plays_by_it_has_it_before_the_game_begins(house):
    sitting = house.sit("play", "pig", "--seat", "Ann,perfect", *SMALL)
    sitting.wait(MOVE)
    assert "Perfect" in sitting.said
    assert len(files(house)) == 1
    sitting.type("q")
    assert sitting.end() == 0
    again = house.run("resume", *house.records, typed="1\n2\n" * 100)
    assert again.returncode == 0
    assert "Perfect" in again.stdout


def test_at_a_table_without_a_solution_nobody_sits_down_with_one(house):
    said = house.run("play", "pig", "--seat", "Ann,perfect,random")
    assert said.returncode == 2
    assert "known for 2 players, not for 3" in said.stderr
    assert house.records == []


# Without what it takes ------------------------------------------------------------------------------------------------

BLOCK = """
import os, sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in os.environ.get("BLOCKED", "").split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocker())
"""
SHIPPING = """
from msgspec.structs import replace
from pig import PIG, Pig
from pig_solution import PigSolver

class Shipped(Pig, frozen=True):
    pass

class Solver(PigSolver):
    def solve(self, progress):
        import numba
        return super().solve(progress)

GAME = replace(PIG, name="shipped", rulebook=Shipped, solver=Solver)
"""


@pytest.fixture
def shipping(house):
    """A package with a game that brings a solution for a target of 7, and needs numba for every other."""
    package = house.plugins / "shipping"
    (package / "data" / "solutions").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(SHIPPING)
    (house.plugins / "sitecustomize.py").write_text(BLOCK)
    info = house.plugins / "shipping-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shipping\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[knobel.games]\nshipped = shipping.rules:GAME\n")
    solver = PigSolver(2, PIG.options(target=7))
    of = solution_id(PIG, 2, solver)
    of = type(of)("shipped", of.rules, of.seats, of.key, of.version)
    (package / "data" / "solutions" / of.file).write_bytes(packed(of, {"target": 7}, solver.solve(float)))
    return house


def test_without_numba_a_solution_that_came_with_its_game_still_plays(shipping):
    said = shipping.run("solve", "shipped", *SMALL, "--json", BLOCKED="numba")
    assert json.loads(said.stdout)["source"] == "shipped"
    assert json.loads(said.stdout)["value"] == round(pig_by_hand(7), 9)
    watched = shipping.run(
        "watch", "shipped", "--seat", "perfect,random", *SMALL, "--games", "4", "--json", BLOCKED="numba"
    )
    assert json.loads(watched.stdout)["players"][0]["player"] == "perfect"
    assert files(shipping) == []


SOLVED_FOR_TWO = sorted({game.name for game, _, _, of, _ in shipping_solutions() if of.seats == 2})
MORE_THAN_KNOBEL = "numba,llvmlite,scipy,mujoco,openskill,gymnasium,pettingzoo,pyspiel,litestar"
"""What `pip install knobel` alone does not bring."""


@pytest.mark.parametrize("game", SOLVED_FOR_TWO)
def test_with_knobel_alone_what_comes_solved_plays_and_helps(shipping, game):
    assert "numpy" in {line.partition(">")[0] for line in requires("knobel") if "extra ==" not in line}
    solved = json.loads(shipping.run("solve", game, "--json", BLOCKED=MORE_THAN_KNOBEL).stdout)
    assert (solved["source"], solved["proven"]) == ("shipped", True)
    watched = shipping.run(
        "watch", game, "--seat", "perfect,casual", "--games", "2", "--json", BLOCKED=MORE_THAN_KNOBEL
    )
    assert json.loads(watched.stdout)["players"][0]["player"] == "perfect"
    helped = shipping.run("play", game, "--seat", "Ann,perfect", typed="1\nhint\nq\n", BLOCKED=MORE_THAN_KNOBEL)
    assert "Worked out exactly" in helped.stdout
    assert files(shipping) == []


def test_a_game_that_goes_on_without_its_solution_says_that_another_bot_plays(shipping):
    begun = shipping.run("play", "pig", "--seat", "Ann,perfect", "--option", "target=20", "--seed", "a", typed="1\nq\n")
    assert "Perfect" in begun.stdout
    for language, word in (("en", "another bot plays in its place"), ("de", "ein anderer Bot")):
        left = shipping.run("resume", *shipping.records, "--language", language, typed="q\n", BLOCKED="numpy,numba")
        assert "pip install 'knobel[perfect]'" in " ".join((left.stdout + left.stderr).split())
        assert word in " ".join(left.stdout.split())
    played = shipping.run("resume", *shipping.records, typed="1\n2\n" * 100, BLOCKED="numpy,numba")
    assert played.returncode == 0
    assert "verify" in played.stdout  # it is over


@pytest.mark.parametrize(("blocked", "game"), [("numba", "shipped"), ("numpy,numba", "pig")])
@pytest.mark.parametrize(
    "command", [["solve"], ["play", "--seat", "Ann,perfect"], ["watch", "--seat", "perfect,random"]]
)
def test_without_what_it_takes_one_line_says_what_to_install(shipping, blocked, game, command):
    said = shipping.run(command[0], game, *command[1:], "--option", "target=8", BLOCKED=blocked)
    assert (said.returncode, said.stdout) == (2, "")
    name = blocked.partition(",")[0]
    assert said.stderr == f"knobel: Perfect play needs {name}, which is not installed: pip install 'knobel[perfect]'\n"
    assert files(shipping) == []
    assert shipping.records == []
