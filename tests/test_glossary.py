"""The glossary is whole and true: what it names is there, and whatever the house says to others is in it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.inspect import StructType, type_info

from knobel.core.record import AnyEntry
from knobel.server.socket.protocol import AnyWhat, ClientMessage, HouseMessage

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "glossary.md").read_text("utf-8")
WORDS_PART, _, NOT_USED_PART = TEXT.partition("## Words that are not used\n")


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, without their headings."""
    found = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| word ", "| not "))]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in found]


LINES = rows(WORDS_PART)


HOME = ROOT / "knobel"
TREES = {path.relative_to(HOME): ast.parse(path.read_text("utf-8")) for path in sorted(HOME.rglob("*.py"))}


def public_names() -> set[str]:
    """Every class, function and constant at the top of a module, and whatever a class of them has."""
    names: set[str] = set()
    for tree in TREES.values():
        for node in tree.body:
            for name in _defined(node):
                names.add(name)
                if isinstance(node, ast.ClassDef):
                    names |= {f"{name}.{inner}" for part in node.body for inner in _defined(part)}
    return names


def _defined(node: ast.stmt) -> list[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def test_every_line_has_a_word_a_meaning_and_its_places():
    assert all(len(line) == 4 and line[0] and line[1] for line in LINES)


def test_no_word_has_two_lines():
    words = [word.strip() for line in LINES for word in line[0].split(",")]
    assert len(words) == len(set(words))


def test_the_names_in_code_are_there():
    known = public_names()
    named = {name for line in LINES for name in re.findall(r"`([\w.]+)`", line[2])}
    assert sorted(named - known) == []


def tag(kind: Any) -> str:
    info = type_info(kind)
    assert isinstance(info, StructType)
    return str(info.tag)


@pytest.mark.parametrize(
    "family", [ClientMessage, HouseMessage, AnyWhat, AnyEntry], ids=["client", "house", "what", "entry"]
)
def test_whatever_goes_over_the_wire_or_into_a_record_is_in_it(family):
    elsewhere = {name for line in LINES for name in re.findall(r"`\"?(?:do\": \")?(\w+)\"?`", line[3])}
    assert sorted({tag(kind) for kind in get_args(family)} - elsewhere) == []


# No name uses a word against the glossary ----------------------------------------------------------------------------

NOT_USED = [(not_said, said, rooms) for words, said, rooms in rows(NOT_USED_PART) for not_said in words.split(", ")]

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def public_definitions() -> list[tuple[str, Path]]:
    """Every public module, class, function, method and constant, and where it is."""
    found: list[tuple[str, Path]] = []
    for path, tree in TREES.items():
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        methods = [part for each in classes for part in each.body if isinstance(part, FUNCTIONS)]
        found += [(part, path) for part in path.with_suffix("").parts]
        found += [(name, path) for node in (*tree.body, *methods) for name in _defined(node)]
    return [(name, path) for name, path in found if not name.startswith("_")]


def types_of_the_page() -> list[tuple[str, Path]]:
    """Every type that the page is typed by, and where it is."""
    protocol = ROOT / "web" / "src" / "protocol"
    return [
        (name, path.relative_to(ROOT))
        for path in sorted(protocol.rglob("*.ts"))
        for name in re.findall(r"^export (?:type|const) (\w+) =", path.read_text("utf-8"), re.MULTILINE)
    ]


def words_of(name: str) -> set[str]:
    """The words a name is made of.

    >>> sorted(words_of("MAX_NAME") | words_of("NamedDie") | words_of("next_step"))
    ['die', 'max', 'name', 'named', 'next', 'step']
    """
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def test_no_public_name_uses_a_word_that_the_house_does_not():
    tags = [
        (tag(kind), Path("server")) for family in (ClientMessage, HouseMessage, AnyWhat) for kind in get_args(family)
    ]
    against = {
        f"{name} ({path}): {not_said}, say {said}"
        for name, path in [*public_definitions(), *types_of_the_page(), *tags]
        for not_said, said, rooms in NOT_USED
        if not_said in words_of(name) and (rooms == "everywhere" or path.parts[0] in rooms.split(", "))
    }
    assert sorted(against) == []


def test_the_words_that_are_not_used_are_no_words_of_the_glossary():
    assert NOT_USED
    words = {word.strip() for line in LINES for word in line[0].split(",")}
    assert sorted(words & {not_said for not_said, _, rooms in NOT_USED if rooms == "everywhere"}) == []


# One name, one thing --------------------------------------------------------------------------------------------------

FORMS = {"Entry", "Event", "What"}
"""What happened stands in the record, in the log and on the wire: one thing in its three forms, by one name."""


def names_for_things() -> dict[str, set[Path]]:
    """Each public class and type alias, and each constant that another module imports, with where it is defined.

    A constant of a game counts where it is itself imported: its modules need not know each other's.
    """
    imports = [
        (node.module or "", alias.name)
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    of_house = {name for module, name in imports if not module.startswith("knobel.games")}
    found: dict[str, set[Path]] = {}
    for path, tree in TREES.items():
        module = ".".join(("knobel", *path.with_suffix("").parts))
        for node in tree.body:
            for name in _defined(node):
                constant = name.isupper()
                imported = (module, name) in imports or (path.parts[0] != "games" and name in of_house)
                is_type = not constant and name[0].isupper() and not isinstance(node, FUNCTIONS)
                if len(name) > 1 and (is_type or (constant and imported)):
                    found.setdefault(name, set()).add(path)
    return found


def is_form(name: str, path: Path, bases: set[str]) -> bool:
    """Whether what a module calls so is derived from one of these."""
    classes = [node for node in TREES[path].body if isinstance(node, ast.ClassDef) and node.name == name]
    return any(isinstance(base, ast.Name) and base.id in bases for each in classes for base in each.bases)


def test_no_two_things_of_the_house_have_one_name():
    listed = re.findall(r"`(\w+)`", " ".join(line[2] for line in LINES))
    doubles: dict[str, list[str]] = {}
    for name, paths in names_for_things().items():
        ours = [path for path in paths if path.parts[0] != "games"]
        forms = {path for path in ours if is_form(name, path, FORMS)}
        if len(ours) - max(0, len(forms) - 1) > 1 or (len(forms) > 1 and listed.count(name) != 1):
            doubles[name] = sorted(map(str, ours))
    assert doubles == {}


def test_no_two_things_of_a_game_have_one_name_nor_that_of_a_thing_of_the_house():
    doubles: dict[str, list[str]] = {}
    for name, paths in names_for_things().items():
        house = [path for path in paths if path.parts[0] != "games"]
        for game in {path.parts[1] for path in paths if path.parts[0] == "games" and len(path.parts) > 2}:
            ours = [path for path in paths if path.parts[:2] == ("games", game)]
            own = [path for path in ours if not is_form(name, path, {"Move"})]  # moves are named by their sheet
            if len(ours) > 1 or (own and house):
                doubles[f"{name} of {game}"] = sorted(map(str, [*ours, *house]))
    assert doubles == {}


def test_no_two_types_of_the_page_have_one_name():
    names = [name for name, path in types_of_the_page() if "views" not in path.parts]
    assert sorted({name for name in names if names.count(name) > 1}) == []
