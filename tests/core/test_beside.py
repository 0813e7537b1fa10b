"""What lies beside a rulebook is found by its name, and loaded when somebody asks for it and not before."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

import pytest
from pig import PIG

from knobel.core.beside import Beside
from knobel.core.game import Coaching, Game, RealTime
from knobel.core.lesson import read_lesson
from knobel.core.options import merged

RULES = "from pig import Pig\n\n\nclass {book}(Pig, frozen=True):\n    pass\n"
MADE = """
from knobel.core.game import Game
from pig import PigOptions
{more}

GAME = Game(name="own", rulebook={book}, options=PigOptions, seats=range(2, 3))
"""
ASKED = """
class Asked(tuple):
    def __getattr__(self, name):
        return None  # it has whatever is promised


def {function}(seats, options):
    return Asked(('{function}', seats, options.target))
"""
LESSON = '[[steps]]\nsay = "first"\n'
PARTS = {"solver": "solution", "numbers": "numbers", "lane": "lane"}


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Writes files where Python looks for modules, and loads the one that has the game."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(files: dict[str, str], game: str) -> ModuleType:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
            (tmp_path / name).write_text(text, "utf-8")
        invalidate_caches()
        return import_module(game)

    before = set(sys.modules)
    yield write
    for name in set(sys.modules) - before:
        del sys.modules[name]


def folder(name: str, parts: dict[str, str], rules: str = "rules") -> dict[str, str]:
    """A package with a game of its own, and these parts beside it."""
    return {
        f"{name}/__init__.py": "",
        f"{name}/{rules}.py": RULES.format(book="Own"),
        f"{name}/game.py": MADE.format(book="Own", more=f"from {name}.{rules} import Own"),
        **{f"{name}/{part}.py": text for part, text in parts.items()},
    }


def one_file(name: str, parts: dict[str, str]) -> dict[str, str]:
    """A whole game in one module, and these parts beside it."""
    own = RULES.format(book="Own") + "\n\n" + MADE.format(book="Own", more="")
    return {f"{name}.py": own, **{f"{name}_{part}.py": text for part, text in parts.items()}}


@pytest.mark.parametrize("lies", [folder, one_file])
def test_what_lies_beside_a_rulebook_is_found_and_loaded_when_it_is_called(write, lies):
    parts = {part: ASKED.format(function=function) for function, part in PARTS.items()}
    module = "owned.game" if lies is folder else "owned"
    game: Game = write(lies("owned", parts), module).GAME
    for function, part in PARTS.items():
        where = f"owned.{part}" if lies is folder else f"owned_{part}"
        assert getattr(game, function) == Beside(where, function)
        assert where not in sys.modules
        assert getattr(game, function)(2, merged(game.options, {"target": 7})) == (function, 2, 7)
        assert where in sys.modules


@pytest.mark.parametrize("lies", [folder, one_file])
def test_a_game_with_nothing_beside_it_has_nothing(write, lies):
    game = write(lies("bare", {}), "bare.game" if lies is folder else "bare").GAME
    assert (game.solver, game.numbers, game.lane, read_lesson(game)) == (None, None, None, None)


def test_what_is_given_by_hand_goes_before_what_is_found(write):
    files = folder("handed", {"numbers": ASKED.format(function="numbers")})
    files["handed/game.py"] = files["handed/game.py"].replace("seats=", "numbers=max, seats=")
    assert write(files, "handed.game").GAME.numbers is max


def test_games_that_share_a_folder_do_not_find_each_others_parts(write):
    files = folder("shared", {"numbers": ASKED.format(function="numbers")}, rules="first")
    files["shared/first_lane.py"] = ASKED.format(function="lane")
    game = write(files, "shared.game").GAME
    assert (game.numbers, game.lane) == (None, Beside("shared.first_lane", "lane"))


def test_a_module_of_that_name_without_the_function_says_so(write):
    game = write(folder("empty", {"lane": "WIDTH = 3\n"}), "empty.game").GAME
    with pytest.raises(TypeError) as caught:
        game.lane(2, merged(game.options))
    assert str(caught.value) == "empty.lane misses the function lane(seats, options) (see docs/contract.md)"


LACKING = """
class Half:
    version = key = actions = 1

    def solve(self, progress): ...

    def move(self, view, seat, number): ...


def {function}(seats, options):
    return Half()
"""


@pytest.mark.parametrize(
    ("function", "misses"),
    [
        ("solver", "Solver: it misses proven, position, judge"),
        ("numbers", "TableNumbers: it misses observed, number, legal, observe"),
    ],
)
def test_what_misses_a_part_of_its_promise_is_refused_when_it_is_made_and_says_which(write, function, misses):
    game = write(folder("half", {PARTS[function]: LACKING.format(function=function)}), "half.game").GAME
    with pytest.raises(TypeError) as caught:
        getattr(game, function)(2, merged(game.options))
    where = f"half.{PARTS[function]}.{function}"
    assert str(caught.value) == f"{where} makes no {misses} (see docs/contract.md)"


@pytest.mark.parametrize(("lies", "lesson"), [(folder, "taught/lesson.toml"), (one_file, "taught_lesson.toml")])
def test_a_lesson_lies_there_too(write, lies, lesson):
    files = {**lies("taught", {}), lesson: LESSON}
    found = read_lesson(write(files, "taught.game" if lies is folder else "taught").GAME)
    assert found
    assert [step.say for step in found.steps] == ["first"]


LOADED = """
import sys
import knobel
games = knobel.all_games().values()
assert sum(game.solver is not None for game in games) >= 2 and sum(game.lane is not None for game in games) >= 4
heavy = {"numpy", "numba", "pig_solution", "pig_numbers", "pig_lane"} & sys.modules.keys()
ours = [name for name in sys.modules if name.startswith("knobel.games.")]
print(*sorted(heavy), *(name for name in ours if {"solution", "numbers", "lane"} & {*name.split(".")}))
"""


def test_finding_every_game_loads_none_of_it():
    said = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert said.stdout.split() == []


def test_a_name_that_no_game_has_says_what_to_write_instead():
    given = {"name": "snap", "rulebook": PIG.rulebook, "options": PIG.options, "seats": range(2, 3)}
    for name, instead in {
        "live": "realtime=RealTime(live=...)",
        "reading": "rich_moves=RichMoves(parse=...)",
        "imagine": "coaching=Coaching(imagine=...)",
        "resize": "sizes=Sizes(resize=...)",
        "scenes": "scene=...",
        "laying_out": "scene=...",
    }.items():
        with pytest.raises(TypeError) as caught:
            Game(**given, **{name: print})
        assert str(caught.value) == f"the game snap has no {name}: write {instead} (all names: docs/contract.md)"
    with pytest.raises(TypeError, match=r"^the game snap has no zzz \(all names"):
        Game(**given, zzz=1)
    for name, old, instead in [
        ("card", print, "card=RulesCard(rows=...)"),
        ("sizes", {"dice": 3}, "sizes=Sizes(box=...)"),
        ("realtime", Coaching(), "realtime=RealTime(...)"),
    ]:
        with pytest.raises(TypeError) as caught:
            Game(**given, **{name: old})
        assert f": write {instead} (all names: docs/contract.md)" in str(caught.value)


def test_a_game_that_misses_what_it_needs_says_what():
    with pytest.raises(TypeError, match="rulebook"):
        Game(name="snap", options=PIG.options, seats=range(2, 3))
    assert Game(name="snap", rulebook=PIG.rulebook, options=PIG.options, seats=range(2, 3)).realtime == RealTime()
