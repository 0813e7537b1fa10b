"""Writes docs/wire.schema.json, docs/wire.ts and docs/openapi.json from the structs of the wire: `make docs`.

With --check it only compares.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from knobel.server.app import http_side
from knobel.server.wire import PROTOCOL, ClientMessage, HouseMessage

DOCS = Path(__file__).resolve().parent.parent / "docs"
REFERENCE = "#/$defs/"

Json = dict[str, Any]


def schema() -> Json:
    """The JSON schema of every message that goes over the socket."""
    (client, house), definitions = msgspec.json.schema_components(
        [ClientMessage, HouseMessage], ref_template=REFERENCE + "{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Knobel's socket, protocol {PROTOCOL}",
        "$defs": {"ClientMessage": client, "HouseMessage": house, **definitions},
    }


def typescript(definitions: Json) -> str:
    """The same as TypeScript types."""
    lines = [
        f"// Knobel's socket, protocol {PROTOCOL}. Made from docs/wire.schema.json by `make docs`: do not edit.",
        "",
        f"export const PROTOCOL = {PROTOCOL};",
        "",
    ]
    for name, definition in definitions.items():
        if words := definition.get("description"):
            lines.append(f"/** {' '.join(words.split())} */")
        lines += [f"export type {_name(name)} = {_type(definition)};", ""]
    return "\n".join(lines)


def _type(found: Json, indent: str = "") -> str:
    if "$ref" in found:
        return _name(found["$ref"].removeprefix(REFERENCE))
    if "anyOf" in found:
        return " | ".join(dict.fromkeys(_type(part, indent) for part in found["anyOf"]))
    if "enum" in found:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in found["enum"])
    match found.get("type"):
        case "object" if "properties" in found:
            return _object(found, indent)
        case "object":
            values = found.get("additionalProperties")
            return f"Record<string, {_type(values, indent) if isinstance(values, dict) else 'unknown'}>"
        case "array":
            items = found.get("items")
            return f"({_type(items, indent) if isinstance(items, dict) else 'unknown'})[]"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return plain
        case _:
            return "unknown"


def _object(found: Json, indent: str) -> str:
    inner, required = indent + "  ", found.get("required", [])
    fields = [
        f"{inner}{name}{'' if name in required or name == 'type' else '?'}: {_type(value, inner)};"
        for name, value in found["properties"].items()
    ]
    return "\n".join(["{", *fields, f"{indent}}}"])


def _name(name: str) -> str:
    return name.replace(".", "_")


def pages() -> dict[Path, str]:
    """What belongs into which file."""
    wire = schema()
    openapi = http_side(None).openapi_schema.to_schema()
    return {
        DOCS / "wire.schema.json": json.dumps(wire, indent=1, ensure_ascii=False) + "\n",
        DOCS / "wire.ts": typescript(wire["$defs"]),
        DOCS / "openapi.json": json.dumps(openapi, indent=1, ensure_ascii=False) + "\n",
    }


def main() -> int:
    """Writes the files, or says which are out of date."""
    stale = [path for path, text in pages().items() if not path.is_file() or path.read_text("utf-8") != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"docs/{path.name} is out of date: make docs")
        return len(stale) > 0
    for path in stale:
        path.write_text(pages()[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
