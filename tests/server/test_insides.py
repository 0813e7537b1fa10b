"""What the house uses of others' insides is listed with a reason, exists, and is bounded from above."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import tomllib
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "decisions" / "insides.md").read_text("utf-8")
SERVER = ROOT / "knobel" / "server"
OURS = {
    "WebSocketsSansIOProtocol": (SERVER / "socket" / "transport.py", "FastWebSocket"),
    "H11Protocol": (SERVER / "http" / "timeout.py", "PatientProtocol"),
    "Server": (SERVER / "run.py", "Server"),
}
"""Where a class of somebody else's is made ours."""


def listed() -> list[tuple[str, str]]:
    """What the page lists: whose, and which name."""
    found, owner = list[tuple[str, str]](), ""
    for row in re.findall(r"^\| (?:`([\w.]+)` )?\| `(\w+)` \| .+ \|$", PAGE, re.MULTILINE):
        owner = row[0] or owner
        found.append((owner, row[1]))
    return found


@cache
def whatever(owner: str) -> object:
    """The module or class of that name."""
    module, _, name = owner.rpartition(".")
    try:
        return import_module(owner)
    except ModuleNotFoundError:
        return getattr(import_module(module), name)


@pytest.mark.parametrize(("owner", "name"), listed())
def test_what_is_listed_exists(owner, name):
    found = whatever(owner)
    if not hasattr(found, name):
        assert isinstance(found, type), f"{owner} has no {name}"
        texts = [inspect.getsource(kind) for kind in found.__mro__[:-1] if kind.__module__.startswith("uvicorn")]
        assert any(re.search(rf"self\.{name}\b[^=\n]*= ", text) for text in texts), f"{owner} sets no {name}"


def used(path: Path, name: str) -> set[str]:
    """Which names our class uses that it does not define."""
    tree = ast.parse(path.read_text("utf-8"))
    (ours,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    methods = {node.name for node in ours.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    fields = {
        node.target.id for node in ours.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    fields |= {
        each.id
        for node in ours.body
        if isinstance(node, ast.Assign)
        for each in node.targets
        if isinstance(each, ast.Name)
    }
    asked = [node for node in ast.walk(ours) if isinstance(node, ast.Attribute)]
    of_self = {node.attr for node in asked if isinstance(node.value, ast.Name) and node.value.id == "self"}
    own = {name for name in of_self if name.startswith("_")} | fields | methods
    of_super = {
        node.attr for node in asked if isinstance(node.value, ast.Call) and ast.unparse(node.value) == "super()"
    }
    return {name for name in (of_self - own) | of_super if not name.startswith("__")}


@pytest.mark.parametrize("kind", OURS)
def test_nothing_else_is_used(kind):
    known = {name for owner, name in listed() if owner.endswith(f".{kind}")}
    assert sorted(used(*OURS[kind]) - known) == []


def test_nothing_else_of_the_insides_is_imported():
    known = {owner if isinstance(whatever(owner), type(ast)) else owner.rpartition(".")[0] for owner, _ in listed()}
    imported = {
        node.module
        for path in sorted((ROOT / "knobel").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("uvicorn.", "websockets."))
    }
    assert sorted(imported - known - {"websockets.utils"}) == []  # the same in Python, where speedups were not built


def test_of_asyncio_nothing_private_is_used():
    for path in sorted((ROOT / "knobel").rglob("*.py")):
        assert not re.search(r"\basyncio(\.\w+)*\._\w+|\bloop\._(?!_)\w+", path.read_text("utf-8")), path.name


def derived_from() -> set[str]:
    """The packages of others from whose classes ours are derived; data classes of msgspec are made for just that."""
    found: set[str] = set()
    for path in (ROOT / "knobel").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        whence = {
            alias.asname or alias.name.partition(".")[0]: (getattr(node, "module", None) or alias.name).partition(".")[
                0
            ]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        names = [ast.unparse(base) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases]
        found |= {whence.get(re.split(r"[.\[]", name)[0], "knobel") for name in names}
    return found - {"knobel", "msgspec"} - set(sys.stdlib_module_names)


def test_a_new_version_is_not_let_in_by_itself():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for found in sorted({*derived_from(), "websockets"}):
        package = {"pyspiel": "open_spiel"}.get(found, found)
        bounds = re.findall(rf"'{package}>=[\d.]+,<([\d.]+)'", str(extras))
        assert bounds, package
        for bound in bounds:
            assert tuple(map(int, version(package).split(".")[:2])) < tuple(map(int, f"{bound}.0".split(".")[:2]))
