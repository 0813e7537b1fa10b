"""Writes what is made from the structs of the wire, of HTTP and of the games' views: `make docs`.

docs/wire.schema.json and docs/openapi.json are for anybody, web/src/protocol/ is what the page is typed by. With
--check it only compares.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from knobel.core.registry import all_games
from knobel.core.verify import Verification
from knobel.server.http import schemas
from knobel.server.http.litestar import http_api
from knobel.server.socket.protocol import PROTOCOL, ClientMessage, HouseMessage
from knobel.table.game_info import GameInfo

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PROTOCOL_TYPES = ROOT / "web" / "src" / "protocol"
GAMES = ROOT / "web" / "src" / "games"
REFERENCE = "#/$defs/"

Json = dict[str, Any]


def schema() -> Json:
    """The JSON schema of every message that goes over the socket."""
    (client, house), definitions = _components([ClientMessage, HouseMessage])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Knobel's socket, protocol {PROTOCOL}",
        "$defs": {"ClientMessage": client, "HouseMessage": house, **definitions},
    }


# As TypeScript ------------------------------------------------------------------------------------------------------


def wire_modules() -> dict[str, str]:
    """The socket's messages and HTTP's bodies; what both speak of is written once, and handed on by both."""
    socket, http = _socket_types(), _http_types()
    shared = {name: text for name, text in socket.items() if http.get(name) == text}
    again = f"import type {{ {', '.join(shared)} }} from './shared';\n\nexport type {{ {', '.join(shared)} }};"

    def own(types: dict[str, str]) -> list[str]:
        return [text for name, text in types.items() if name not in shared]

    return {
        "shared.ts": _module("What the socket and HTTP share", shared.values()),
        "socket.ts": _module("The socket", [again, f"export const PROTOCOL = {PROTOCOL};", *own(socket)]),
        "http.ts": _module("HTTP", [again, *own(http)]),
    }


def _socket_types() -> dict[str, str]:
    definitions = schema()["$defs"]
    return _types(definitions, _reached(definitions["ClientMessage"], definitions))


def _http_types() -> dict[str, str]:
    structs = [each for _, each in inspect.getmembers(schemas, _is_body)]
    found, definitions = _components([*structs, Verification, GameInfo])
    asked = [schema for struct, schema in zip(structs, found, strict=False) if issubclass(struct, schemas.Body)]
    return _types(definitions, set().union(*(_reached(each, definitions) for each in asked)))


def view_types(name: str) -> str:
    """A game's position as its views are sent."""
    (view,), definitions = _components([all_games()[name].rulebook])
    return _module("The view of a game", _types({"View": view, **definitions}, set()).values())


def _is_body(thing: Any) -> bool:
    """Whether a body is written in `schemas` itself, and is no mere kind of body."""
    return inspect.isclass(thing) and thing.__module__ == schemas.__name__ and thing is not schemas.Body


def _components(structs: Sequence[Any]) -> tuple[tuple[Json, ...], Json]:
    return msgspec.json.schema_components(structs, ref_template=REFERENCE + "{name}")


def _module(title: str, parts: Iterable[str]) -> str:
    return "\n\n".join([f"// {title}, as the house describes it. Made by `make docs`: do not edit.", *parts]) + "\n"


def _types(definitions: Json, sent_to_house: Iterable[str]) -> dict[str, str]:
    """Types for TypeScript. Who asks the house may leave out what has a default; the house leaves out nothing."""
    types: dict[str, str] = {}
    for key, definition in definitions.items():
        name, words = _name(key), definition.get("description")
        about = f"/** {' '.join(words.split())} */\n" if words else ""
        types[name] = f"{about}export type {name} = {_type(definition, key in sent_to_house)};"
    return types


def _reached(root: Json, definitions: Json) -> set[str]:
    """The names of all definitions that one needs."""
    found: set[str] = set()
    open_still = [root]
    while open_still:
        for name in _references(open_still.pop()):
            if name not in found:
                found.add(name)
                open_still.append(definitions[name])
    return found


def _references(found: Any) -> Iterator[str]:
    if isinstance(found, dict):
        if "$ref" in found:
            yield found["$ref"].removeprefix(REFERENCE)
        found = list(found.values())
    if isinstance(found, list):
        for each in found:
            yield from _references(each)


def _type(found: Json, optional: bool, indent: str = "") -> str:
    if "$ref" in found:
        return _name(found["$ref"].removeprefix(REFERENCE))
    if "anyOf" in found:
        return " | ".join(dict.fromkeys(_type(part, optional, indent) for part in found["anyOf"]))
    if "enum" in found:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in found["enum"])
    match found.get("type"):
        case "object" if "properties" in found:
            return _object(found, optional, indent)
        case "object":
            values = found.get("additionalProperties")
            inside = _type(values, optional, indent) if isinstance(values, dict) else "unknown"
            return f"Readonly<Record<string, {inside}>>"
        case "array" if parts := found.get("prefixItems"):
            return f"readonly [{', '.join(_type(part, optional, indent) for part in parts)}]"
        case "array":
            items = found.get("items")
            return f"readonly ({_type(items, optional, indent) if isinstance(items, dict) else 'unknown'})[]"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return plain
        case _:
            return "unknown"


def _object(found: Json, optional: bool, indent: str) -> str:
    inner, required = indent + "  ", found.get("required", [])
    lines = ["{"]
    for name, value in found["properties"].items():
        always = name in required or name == "type" or (not optional and "default" in value)
        lines.append(f"{inner}readonly {name}{'' if always else '?'}: {_type(value, optional, inner)};")
    if found.get("additionalProperties"):
        lines.append(f"{inner}readonly [more: string]: unknown;")
    return "\n".join([*lines, f"{indent}}}"])


def _name(name: str) -> str:
    return name.replace(".", "_")


def pages() -> dict[Path, str]:
    """What belongs into which file."""
    openapi = http_api(None).openapi_schema.to_schema()
    drawn = [name for name in all_games() if (GAMES / name).is_dir()]
    return {
        DOCS / "wire.schema.json": json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
        DOCS / "openapi.json": json.dumps(openapi, indent=1, ensure_ascii=False) + "\n",
        **{PROTOCOL_TYPES / name: text for name, text in wire_modules().items()},
        **{PROTOCOL_TYPES / "views" / f"{name}.ts": view_types(name) for name in drawn},
    }


def main() -> int:
    """Writes the files, or says which are out of date."""
    wanted = pages()
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text("utf-8") != text]
    gone = [path for path in PROTOCOL_TYPES.rglob("*.ts") if path not in wanted]
    if "--check" in sys.argv:
        for path in (*stale, *gone):
            print(f"{path.relative_to(ROOT)} is out of date: make docs")
        return len(stale) + len(gone) > 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], "utf-8")
    for path in gone:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
