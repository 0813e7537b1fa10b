"""The house and its rooms: nothing outside the games names a game, and everything that lists the rooms agrees."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import knobel
from knobel.core.beside import FOUND, Beside
from knobel.core.contract import Role
from knobel.core.levels import Fallible
from knobel.core.registry import all_games
from tools.rulebooks import README, TABLE, table

HOME = Path(knobel.__file__).parent
ROOT = HOME.parent
ROOMS = {path.name for path in HOME.iterdir() if (path / "__init__.py").is_file()}
FOLDERS = {path.name for path in (HOME / "games").iterdir() if (path / "__init__.py").is_file()}
OURS = {name: game for name, game in all_games().items() if game.rulebook.__module__.startswith("knobel.games.")}
NAMES = FOLDERS | set(OURS) | {game.title().lower() for game in OURS.values()}

OWN = [HOME / "games", *(ROOT / room / "games" for room in ("bench", "tools", "web/src"))]
"""Where games keep what is theirs."""
MADE = [HOME / "server" / "page", ROOT / "web" / "src" / "protocol"]
"""What the house makes by itself, from all games there are."""
OUTSIDE = sorted(
    path
    for folder in (HOME, *(ROOT / name for name in ("bench", "tools", "web/src", "web/public")))
    for path in folder.rglob("*")
    if path.suffix in (".py", ".toml", ".json", ".ts", ".svelte", ".css", ".webmanifest")
    if not {*OWN, *MADE} & {*path.parents} and not {"node_modules", "unpacked"} & {*path.parts}
)
OUTSIDE += [ROOT / "Makefile", ROOT / "web" / "index.html"]
OUTSIDE += [
    path
    for path in sorted((ROOT / "tests").rglob("*.py"))
    if not path.name.startswith("test_") and ROOT / "tests" / "games" not in path.parents
]
"""A test may try on one game what holds for all; what tests share must fit the next game too."""

ROLES = get_args(Role)

RULES = {rule.lower() for game in OURS.values() for rule in game.ledger()}
NAMED = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(NAMES | RULES)))})\b")
HOW_MANY = r"\b(five|fünf|cinco|cinq|six|sechs|seis|[56])\s+(games|tables|rulebooks|spiele|tische|juegos|mesas|jeux)\b"
"""How many games there are, in the languages of the house: the next one would make it wrong."""


def test_every_game_of_the_house_is_registered_and_has_a_folder_of_its_name():
    assert {name.replace("-", "_") for name in OURS} == FOLDERS


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_outside_the_games_names_a_game_or_one_of_its_rules_or_counts_the_games(path):
    text = path.read_text("utf-8").lower()
    assert NAMED.findall(text) == []
    assert not re.search(HOW_MANY, text)


KINDS = {kind.__name__ for game in all_games().values() for role in ROLES for kind in game.kinds(role)}
"""Every kind of move there is, in games of the house and in others."""
KIND_NAMED = re.compile(rf"""(['"`])(?:{"|".join(sorted(KINDS))})\1""")
LOOKED_INTO = re.compile(r"\bmove\??(?:\.type\b|\[)")
"""What a move is, read on the page."""
MOVE_BLIND = [path for path in OUTSIDE if HOME in path.parents or ROOT / "web" in path.parents]
"""Where a move is a thing to be passed on, and what it means is for the game to say. (Benches play one.)"""


@pytest.mark.parametrize("path", MOVE_BLIND, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_outside_the_games_knows_a_kind_of_move(path):
    text = path.read_text("utf-8")
    assert [found[0] for found in KIND_NAMED.finditer(text)] == []
    assert path.suffix == ".py" or LOOKED_INTO.findall(text) == []


def test_the_readme_lists_the_games_only_where_it_is_written_by_a_command():
    readme = README.read_text("utf-8")
    assert TABLE.findall(readme) == [table(OURS.values())]
    rows = [line for line in TABLE.sub("", readme).splitlines() if line.startswith("|") and "docs/games/" in line]
    assert rows == []
    assert not re.search(HOW_MANY, readme.lower())


def test_in_the_settings_of_the_project_a_game_is_its_entry_point_and_nothing_else():
    settings = (ROOT / "pyproject.toml").read_text("utf-8").lower()
    for name, game in OURS.items():
        folder = name.replace("-", "_")
        assert f'{name} = "knobel.games.{folder}.game:game"\n' in settings
        rest = settings.replace(f'{name} = "knobel.games.{folder}.game:game"\n', "")
        assert not any(word in rest for word in (name, folder, game.title().lower()))


# Every game has one shape ---------------------------------------------------------------------------------------------

SHAPE = ("game", "options", "moves", "rules", "telling", "players")
LONGEST = 60
"""Lines of a function: more than that is more than one rule."""


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_every_game_has_the_same_files_and_the_same_names_in_them(folder):
    home = HOME / "games" / folder
    assert {f"{name}.py" for name in SHAPE} <= {path.name for path in home.iterdir()}
    assert (home / "words" / "en.toml").is_file()
    modules = {name: import_module(f"knobel.games.{folder}.{name}") for name in SHAPE}
    game = modules["game"].GAME
    assert game is OURS[folder.replace("_", "-")]
    assert game.rulebook.__module__ == modules["rules"].__name__
    assert game.options.__module__ == modules["options"].__name__
    kinds = {kind for role in ("seat", "nature", "clock") for kind in game.kinds(role)}
    assert {kind.__module__ for kind in kinds} == {modules["moves"].__name__}
    minds = [mind() for mind in game.players.values()]
    own = [mind.better if isinstance(mind, Fallible) else mind for mind in minds]
    assert {mind.__class__.__module__ for mind in own} == {modules["players"].__name__}
    telling = modules["telling"]
    assert (game.tell, game.label, game.scene) == (telling.tell, telling.label, telling.scene)
    hooks = {"card": game.card.rows, "guide": game.guide, "landing": game.landing}
    for group in (game.rich_moves, game.realtime, game.coaching):
        hooks |= {name: getattr(group, name) for name in group.__struct_fields__ if name not in ("grace", "playout")}
    assert [name for name, hook in hooks.items() if hook is not None and hook.__name__ != name] == []
    for hook, part in FOUND.items():
        there = (home / f"{part}.py").is_file() or (home / part).is_dir()
        assert getattr(game, hook) == (Beside(f"knobel.games.{folder}.{part}", hook) if there else None)


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_no_function_of_a_game_is_long(folder):
    for path in (HOME / "games" / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < LONGEST, f"{path.name}: {node.name}"


def test_a_game_knows_no_other_game():
    for folder in FOLDERS:
        for path in (HOME / "games" / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            assert [other for other in FOLDERS - {folder} if f"games.{other}" in text] == []


def test_the_checks_know_every_room():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    listed = {
        module.removeprefix("knobel.")
        for contract in contracts
        for part in ("layers", "source_modules", "forbidden_modules")
        for line in contract.get(part, [])
        for module in re.findall(r"knobel\.\w+", line)
    }
    assert listed == ROOMS


def test_the_docs_name_only_rooms_that_are_there():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for page in pages:
        named = set(re.findall(r"\bknobel/(\w+)(?=[/`*\s])", page.read_text("utf-8")))
        assert named <= ROOMS, page.name


def test_every_room_says_what_it_is_for():
    for room in ROOMS:
        assert (HOME / room / "__init__.py").read_text("utf-8").startswith('"""'), room


@pytest.mark.parametrize("room", ["bench", "tools"])
def test_tests_use_tools_and_benches_and_not_the_other_way_round(room):
    for path in sorted((ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.split(".")[0] == "tests"], path.name
