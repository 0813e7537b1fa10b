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
LINES = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in TEXT.splitlines()
    if line.startswith("| ") and not line.startswith("| word ")
]


def public_names() -> set[str]:
    """Every class, function and constant at the top of a module, and whatever a class of them has."""
    names: set[str] = set()
    for path in (ROOT / "knobel").rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
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
            return [target.id for target in targets if isinstance(target, ast.Name)]
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
