"""The house and its rooms: nothing outside the games names a game, and everything that lists the rooms agrees."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import knobel
from knobel.core.registry import all_games

HOME = Path(knobel.__file__).parent
ROOT = HOME.parent
ROOMS = {path.name for path in HOME.iterdir() if (path / "__init__.py").is_file()}
FOLDERS = {path.name for path in (HOME / "games").iterdir() if (path / "__init__.py").is_file()}
OURS = {name: game for name, game in all_games().items() if game.rulebook.__module__.startswith("knobel.games.")}
NAMES = FOLDERS | set(OURS) | {game.title().lower() for game in OURS.values()}

OUTSIDE = sorted(
    path
    for folder in (HOME, ROOT / "tools", ROOT / "bench")
    for path in folder.rglob("*")
    if path.suffix in (".py", ".toml", ".json") and HOME / "games" not in path.parents
)


def test_every_game_of_the_house_is_registered_and_has_a_folder_of_its_name():
    assert {name.replace("-", "_") for name in OURS} == FOLDERS


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_outside_the_games_names_a_game_or_one_of_its_rules(path):
    text = path.read_text("utf-8").lower()
    rules = {rule.lower() for game in OURS.values() for rule in game.ledger()}
    assert [name for name in NAMES | rules if re.search(rf"\b{re.escape(name)}\b", text)] == []


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
