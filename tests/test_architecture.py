"""The page that draws the house names every module of the rooms it draws, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DRAWN = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def drawn(room: str) -> set[str]:
    """The modules and folders that the drawing of a room names: of each line, what stands before three blanks."""
    (block,) = re.findall(rf"```\n{re.escape(room)}/\n(.*?)```", DRAWN, re.DOTALL)
    named: set[str] = set()
    for line in block.splitlines():
        folder, slash, rest = line.strip().partition("/")
        lead = f"{folder}/" if slash and " " not in folder else ""
        modules = re.split(" {3,}", rest.strip() if lead else line.strip())[0].split()
        named |= {lead + module for module in modules} if (ROOT / room / lead / f"{modules[0]}.py").exists() else {lead}
    return named


LONG, SHORT = 400, 300
REASONS = dict(re.findall(r"^\| `([\w/*]+\.py)` \| (.+) \|$", DRAWN.split("## Long modules")[1], re.MULTILINE))


def test_a_long_module_says_what_its_one_idea_is():
    lengths = {path.relative_to(ROOT / "knobel"): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    unexplained = [str(path) for path, lines in lengths.items() if lines > LONG and not explained(path)]
    assert unexplained == [], "split it, or say in docs/architecture.md what its one idea is"
    for pattern in REASONS:
        assert any(lines > SHORT and path.match(pattern) for path, lines in lengths.items()), f"{pattern} is not long"


MODULES = sorted((ROOT / "knobel").rglob("*.py"))


def explained(path: Path) -> bool:
    return any(path.match(pattern) for pattern in REASONS)


def there(folder: Path) -> set[str]:
    """The modules of a folder."""
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("room", ["knobel/server", "knobel/cli"])
def test_the_drawing_names_every_module_of_a_room(room: str):
    named = drawn(room)
    assert {name for name in named if "/" not in name} == there(ROOT / room)


@pytest.mark.parametrize("folder", ["tables", "socket", "http", "cluster"])
def test_the_drawing_names_every_module_of_the_server_folders(folder: str):
    named = {name.partition("/")[2] for name in drawn("knobel/server") if name.startswith(f"{folder}/")}
    assert named == there(ROOT / "knobel" / "server" / folder)
