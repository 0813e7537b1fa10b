"""The glossary is whole and true: what it names is there, and whatever the house says to others is in it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.inspect import StructType, type_info

from knobel.core.record import AnyEntry
from knobel.server.socket.protocol import AnyWhat, ClientMessage, HouseMessage

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "glossary.md").read_text("utf-8")
WORDS_PART, _, REST = TEXT.partition("## Verbs\n")
VERBS_PART, _, REST = REST.partition("## Words that are not used\n")
NOT_USED_PART, _, KEPT_PART = REST.partition("Some names keep such a word")


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, without their headings."""
    headings = ("| word ", "| not ", "| stays ", "| name ")
    found = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(headings)]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in found]


LINES = rows(WORDS_PART)


HOME = ROOT / "knobel"


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module of the house, by its path."""
    return {path.relative_to(HOME): ast.parse(path.read_text("utf-8")) for path in sorted(HOME.rglob("*.py"))}


def public_names() -> set[str]:
    """Every class, function and constant at the top of a module, and whatever a class of them has."""
    names: set[str] = set()
    for tree in trees().values():
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
    for path, tree in trees().items():
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        methods = [part for each in classes for part in each.body if isinstance(part, FUNCTIONS)]
        found += [(part, path) for part in path.with_suffix("").parts]
        found += [(name, path) for node in (*tree.body, *methods) for name in _defined(node)]
    return [(name, path) for name, path in found if not name.startswith("_")]


def public_fields_and_parameters() -> list[tuple[str, Path]]:
    """Every field of a public class, and every parameter of a public function or method, and where it is."""
    found: list[tuple[str, Path]] = []
    for path, tree in trees().items():
        if path.parts[0] == "games":
            continue  # a game has words of its own
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
        inside = [part for each in classes for part in each.body]
        found += [(name, path) for part in inside if isinstance(part, ast.AnnAssign) for name in _defined(part)]
        for node in (*tree.body, *inside):
            if isinstance(node, FUNCTIONS) and (not node.name.startswith("_") or node.name == "__init__"):
                taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                found += [(each.arg, path) for each in taken]
    return [(name, path) for name, path in found if not name.startswith("_")]


def types_of_the_page() -> list[tuple[str, Path]]:
    """Every type that the page is typed by, and where it is."""
    protocol = ROOT / "web" / "src" / "protocol"
    return [
        (name, path.relative_to(ROOT))
        for path in sorted(protocol.rglob("*.ts"))
        for name in re.findall(r"^export (?:type|const) (\w+) =", path.read_text("utf-8"), re.MULTILINE)
    ]


def own_types_of_the_page() -> list[tuple[str, Path]]:
    """Every type and class that a module of the page offers to others, and every module itself, and where it is."""
    source = ROOT / "web" / "src"
    found: list[tuple[str, Path]] = []
    for path in sorted(source.rglob("*")):
        if path.suffix in (".ts", ".svelte") and source / "protocol" not in path.parents:
            offered = re.findall(r"^ *export (?:type|interface|class) (\w+)", path.read_text("utf-8"), re.MULTILINE)
            found += [(name, path.relative_to(ROOT)) for name in (path.name.split(".")[0], *offered)]
    return found


def words_of(name: str) -> set[str]:
    """The words a name is made of, each for one and for many.

    >>> sorted(words_of("MAX_NAME") | words_of("NamedDie") | words_of("next_steps"))
    ['die', 'max', 'name', 'named', 'next', 'step', 'steps']
    """
    words = {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}
    return words | {word.removesuffix("s") for word in words}


def test_no_public_name_uses_a_word_that_the_house_does_not():
    tags = [
        (tag(kind), Path("server")) for family in (ClientMessage, HouseMessage, AnyWhat) for kind in get_args(family)
    ]
    against = {
        f"{name} ({path}): {not_said}, say {said}"
        for name, path in [*public_definitions(), *types_of_the_page(), *own_types_of_the_page(), *tags]
        for not_said, said, rooms in NOT_USED
        if not_said in words_of(name) and (rooms == "everywhere" or path.parts[0] in rooms.split(", "))
        if not is_kept(name, path, KEPT)
    }
    assert sorted(against) == []


def test_the_words_that_are_not_used_are_no_words_of_the_glossary():
    assert NOT_USED
    words = {word.strip() for line in LINES for word in line[0].split(",")}
    assert sorted(words & {not_said for not_said, _, rooms in NOT_USED if rooms == "everywhere"}) == []


KEPT = {(name.strip("`"), where.strip("`")) for name, where, _ in rows(KEPT_PART)}


def is_kept(name: str, path: Path, kept: set[tuple[str, str]]) -> bool:
    return any(name == one and (str(path) == where or Path(where) in path.parents) for one, where in kept)


def test_no_public_field_or_parameter_uses_such_a_word_unless_others_rely_on_it():
    used = {
        (name, path, said)
        for name, path in public_fields_and_parameters()
        for not_said, said, rooms in NOT_USED
        if not_said in words_of(name) and (rooms == "everywhere" or path.parts[0] in rooms.split(", "))
    }
    against = {f"{name} ({path}): say {said}" for name, path, said in used if not is_kept(name, path, KEPT)}
    assert sorted(against) == []
    everywhere = [*((name, path) for name, path, _ in used), *public_definitions()]
    assert [one for one in KEPT if not any(is_kept(name, path, {one}) for name, path in everywhere)] == []


# What waits, reads or writes is a verb -------------------------------------------------------------------------------

LISTED = VERBS_PART.strip().split("\n\n")[1].replace("\n", " ")
VERBS = {verb.split()[0] for verb in LISTED.split(",")}
STAYS = {(name.strip("`"), where.strip("`")) for name, where, _ in rows(VERBS_PART)}
DOES_IO = {"print", "input", "read_text", "write_text", "read_bytes", "write_bytes", "unlink", "mkdir", "rmtree"}
DOES_IO |= {"fsync", "flock", "execute", "executemany", "executescript", "fetch", "fetchrow", "connect"}
OF_VALUES = {"property", "cached_property"}
"""What is asked for as a value is named as one, also where it is read from a file the first time."""


def waits_reads_or_writes(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function does so itself: what is defined inside it is looked at on its own."""
    if isinstance(node, ast.AsyncFunctionDef):
        return True
    parts: list[ast.AST] = [*node.body]
    while parts:
        part = parts.pop()
        if isinstance(part, FUNCTIONS | ast.Lambda):
            continue
        match part:
            case ast.Call(func=ast.Attribute(attr=called)) if called in DOES_IO:
                return True
            case ast.Call(func=ast.Name(id=called)) if called in DOES_IO or called == "open":
                return True
            case _:
                parts += ast.iter_child_nodes(part)
    return False


def test_whatever_waits_reads_or_writes_begins_with_a_verb():
    nouns = {
        (node.name, path)
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and waits_reads_or_writes(node) and not node.name.startswith("__")
        if not OF_VALUES & {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
        if node.name.strip("_").split("_")[0] not in VERBS and not node.name.endswith("_command")
    }
    unnamed = {f"{name} ({path})" for name, path in nouns if not is_kept(name, path, STAYS)}
    assert sorted(unnamed) == [], "name it by a verb of docs/glossary.md, or add the verb there"
    assert [one for one in STAYS if not any(is_kept(name, path, {one}) for name, path in nouns)] == []


@pytest.mark.parametrize(
    ("code", "does"),
    [
        ("async def table(): ...", True),
        ("def table(path): return path.read_text()", True),
        ("def rows(db): return db.execute('')", True),
        ("def seats(n): return range(n)", False),
        ("def later(path):\n    def read(): return path.read_text()\n    return read", False),
    ],
)
def test_it_is_seen_what_waits_reads_or_writes(code, does):
    (node,) = ast.parse(code).body
    assert isinstance(node, FUNCTIONS)
    assert waits_reads_or_writes(node) is does


# One name, one thing --------------------------------------------------------------------------------------------------

FORMS = {"Entry", "Event", "What"}
"""What happened stands in the record, in the log and on the wire: one thing in its three forms, by one name."""


def names_for_things() -> dict[str, set[Path]]:
    """Each public class and type alias, and each constant that another module imports, with where it is defined.

    A constant of a game counts where it is itself imported: its modules need not know each other's.
    """
    imports = [
        (node.module or "", alias.name)
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    of_house = {name for module, name in imports if not module.startswith("knobel.games")}
    found: dict[str, set[Path]] = {}
    for path, tree in trees().items():
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
    classes = [node for node in trees()[path].body if isinstance(node, ast.ClassDef) and node.name == name]
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
    wire = [(name, path) for name, path in types_of_the_page() if "views" not in path.parts]
    own = [(name, path) for name, path in own_types_of_the_page() if path.name.split(".")[0] != name]
    names = [name for name, path in (*wire, *own)]
    assert len(own) > 50
    assert sorted({name for name in names if names.count(name) > 1}) == []
