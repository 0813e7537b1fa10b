"""The hooks of a game are typed by its rulebook and options: the type checker refuses others, before anybody plays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = ("reportArgumentType", "reportAttributeAccessIssue", "reportCallIssue")
WRITTEN = """
from pig import Pig, PigOptions

from knobel.core.contract import Actor, Seat, State
from knobel.core.game import CardRow, Coaching, Game, RealTime, RulesCard
from knobel.core.contract import Move
from knobel.core.registry import game
from knobel.core.scene import Scene
from knobel.core.words import Say


class Other(Pig, frozen=True):
    pass


class OtherOptions(PigOptions, frozen=True):
    pass


def tell(before: Pig, actor: Actor, move: Move, after: State) -> list[Say]: return []
def label(view: Other, seat: Seat, move: Move) -> Say: return Say("can")  # of another rulebook
def scene(view: Pig) -> list[Scene]: return []  # another answer
def live(state: Pig, at: int) -> bool: return True  # another question
def odds(view: Other, seat: Seat) -> list[Say]: return []  # of another rulebook
def card(options: OtherOptions) -> list[CardRow]: return []  # of another game's options


def made() -> None:
    Game(name="pig", rulebook=Pig, options=PigOptions, seats=range(2, 9), tell=tell)
    Game(name="pig", rulebook=Pig, options=PigOptions, seats=range(2, 9), label=label)
    Game(name="pig", rulebook=Pig, options=PigOptions, seats=range(2, 9), scene=scene)
    Game(name="pig", rulebook=Pig, options=PigOptions, seats=range(2, 9), realtime=RealTime(live=live))
    Game(name="pig", rulebook=Pig, options=PigOptions, seats=range(2, 9), card=RulesCard(rows=card))
    Game(name="pig", rulebook=Pig, options=PigOptions, seats=range(2, 9), coaching=Coaching(odds=odds))
    Game(name="pig", rulebook=Pig, options=PigOptions, seats=range(2, 9), hush=None)
    game("pig").start(2).gathered  # whoever plays just any game knows no more of a position than the contract says
"""


def test_a_hook_of_another_rulebook_is_refused_by_the_type_checker(tmp_path: Path):
    path = tmp_path / "own_game.py"
    path.write_text(WRITTEN, "utf-8")
    checker = Path(sys.executable).with_name("basedpyright")
    asked = [checker, "--outputjson", "--project", ROOT / "pyproject.toml", path]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    found = json.loads(done.stdout)["generalDiagnostics"]
    lines = [line.partition("  #")[0].strip() for line in WRITTEN.splitlines()]
    wrong = {lines[error["range"]["start"]["line"]] for error in found if error.get("rule") in RULES}
    assert {line.rpartition(" ")[2] for line in wrong} == {
        "label=label)",
        "scene=scene)",
        "realtime=RealTime(live=live))",
        "card=RulesCard(rows=card))",
        "coaching=Coaching(odds=odds))",
        "hush=None)",
        'game("pig").start(2).gathered',
    }
