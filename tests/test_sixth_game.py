"""A sixth game of the house touches its own folder, its own tests and its entry point: then everything has it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from knobel.core.registry import GROUP, all_games

ROOT = Path(__file__).parents[1]
SIXTH = ROOT / "tests" / "sixth"
CONTRACT = "test_a_game_keeps_the_contract_over_all_seats_presets_and_options"
NAME, FOLDER = "high-die", "high_die"
GROWN = ("knobel", "tests", "docs", "README.md", "pyproject.toml")
"""What a house with one more game has to write; the rest of it is as it is."""
NOT_COPIED = {"__pycache__", "sixth", "test_sixth_game.py", "fixtures", "pictures"}


def not_copied(folder: str, names: list[str]) -> set[str]:
    """What the house need not have: nor the built page, which is large."""
    return NOT_COPIED & set(names) | ({"page"} if Path(folder) == ROOT / "knobel" / "server" else set())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house of its own, with the sixth game in it."""
    home = tmp_path_factory.mktemp("house")
    for path in ROOT.iterdir():
        if path.name == "README.md":
            shutil.copy(path, home / path.name)
        elif path.name in GROWN and path.is_dir():
            shutil.copytree(path, home / path.name, ignore=not_copied)
        elif path.name not in GROWN and not path.name.startswith("."):
            (home / path.name).symlink_to(path)
    shutil.copytree(SIXTH / "game", home / "knobel" / "games" / FOLDER)
    (home / "tests" / "games" / FOLDER).mkdir()
    shutil.copy(SIXTH / "tests" / "own_tests.py", home / "tests" / "games" / FOLDER / "test_rules.py")
    entry = f'{NAME} = "knobel.games.{FOLDER}.game:GAME"\n'
    settings, group = (ROOT / "pyproject.toml").read_text("utf-8"), f'[project.entry-points."{GROUP}"]\n'
    assert group in settings
    (home / "pyproject.toml").write_text(settings.replace(group, group + entry), "utf-8")
    installed(home)
    return home


def installed(home: Path) -> None:
    """What pip would write down of it."""
    groups = tomllib.loads((home / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    kept = home / f"knobel-{version('knobel')}.dist-info"
    kept.mkdir()
    (kept / "METADATA").write_text(f"Metadata-Version: 2.1\nName: knobel\nVersion: {version('knobel')}\n", "utf-8")
    with (kept / "entry_points.txt").open("w") as file:
        for group, entries in groups.items():
            print(f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()), sep="\n", file=file)


def told(house: Path, *words: str) -> str:
    """What a Python program says in that house."""
    environment = {**os.environ, "PYTHONPATH": str(house), "XDG_DATA_HOME": str(house / "kept")}
    done = subprocess.run([sys.executable, *words], cwd=house, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_house_has_the_sixth_game_beside_all_others(house: Path):
    games = json.loads(told(house, "-m", "knobel", "games", "--json"))
    assert {game["name"] for game in games} == {*all_games(), NAME}


def test_the_sixth_game_is_played_to_its_end(house: Path):
    said = told(house, "-m", "knobel", "play", NAME, "--seat", "eager", "--seat", "random", "--seed", "6")
    assert "shows" in said
    assert "game is over" in said


ASK = """
import sys, httpx
from tests.server.running import served
with served(sys.argv[1]) as house:
    print(httpx.get(house.url + "/api/games").text)
"""


def test_the_page_hears_of_the_sixth_game(house: Path):
    (sixth,) = (game for game in json.loads(told(house, "-c", ASK, "memory.sqlite")) if game["name"] == NAME)
    assert sixth["title"] == "High Die"
    assert [option["option"]["name"] for option in sixth["options"]] == ["rounds"]


def test_the_docs_are_written_by_a_command_and_have_the_sixth_game_then(house: Path):
    told(house, "tools/rulebooks.py")
    assert f"| [High Die](docs/games/{NAME}.md) |" in (house / "README.md").read_text("utf-8")
    assert (house / "docs" / "games" / f"{NAME}.md").is_file()
    assert told(house, "tools/rulebooks.py", "--check") == ""


LOAD_PAGE_TESTS = f"""
from importlib import import_module
from pkgutil import iter_modules
from tests.about import tests_of
from tests.page import positions
print([import_module("tests.page." + module.name) and module.name for module in iter_modules(["tests/page"])])
print(tests_of("{NAME}").parts[-2:], positions.recorded_turns("{NAME}"))
"""


def test_the_tests_of_the_page_look_for_what_is_the_sixth_game_s_among_its_own_tests(house: Path):
    loaded, found = told(house, "-c", LOAD_PAGE_TESTS).splitlines()
    assert "test_turns" in loaded
    assert found == f"('games', '{FOLDER}') []"


def test_the_checks_of_the_house_hold_with_the_sixth_game(house: Path):
    """Nothing outside names it, it has the shape of all games, its own tests are found, and it keeps the contract."""
    checks = ("tests/core/test_rooms.py", f"tests/games/{FOLDER}", f"tests/test_properties.py::{CONTRACT}[{NAME}]")
    said = told(house, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *checks)
    assert " passed" in said
