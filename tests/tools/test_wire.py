"""The types that the page is written against are those of the house."""

from __future__ import annotations

import re

import pytest

from knobel.core.registry import all_games
from tools import wire


def fields(module: str, name: str) -> dict[str, str]:
    """The fields of a type: what each is, by its name with a question mark where it may be left out."""
    found = re.search(rf"export type {name} = {{\n(.*?)\n}};", module, re.DOTALL)
    assert found, name
    return dict(re.findall(r"^  readonly (\w+\??): (.*);$", found[1], re.MULTILINE))


def test_the_house_leaves_nothing_out_and_a_client_may():
    modules = wire.wire_modules()
    module = modules["socket.ts"]
    assert fields(module, "Hello")["seen?"] == "number | null"
    assert fields(modules["shared.ts"], "SceneGroup")["count"] == "number | null"
    assert fields(modules["shared.ts"], "Moved")["dice"] == "readonly (string)[]"
    assert "room?" in fields(module, "News")
    bodies = modules["http.ts"]
    assert fields(bodies, "NewTable")["move_seconds?"] == "number | null"
    assert fields(bodies, "Verification")["entry"] == "number | null"


def test_no_type_is_written_twice_and_both_sides_hand_on_what_they_share():
    modules = wire.wire_modules()
    types = {
        name: re.findall(r"^export type (\w+) = (?:.|\n)*?;$", text, re.MULTILINE) for name, text in modules.items()
    }
    assert {"RoomView", "SceneView", "NamedDie"} <= set(types["shared.ts"])
    for side in ("socket.ts", "http.ts"):
        assert f"export type {{ {', '.join(types['shared.ts'])} }};" in modules[side]
        assert not set(types[side]) & set(types["shared.ts"])


def test_a_view_is_typed_as_its_rulebook_writes_it():
    for name in all_games():
        module = wire.view_types(name)
        rulebook = all_games()[name].rulebook
        assert tuple(fields(module, rulebook.__name__)) == rulebook.__struct_encode_fields__
        assert f"export type View = {rulebook.__name__};" in module


def test_whatever_is_not_as_it_would_be_made_is_named(tmp_path, monkeypatch, capsys):
    for name, folder in (("ROOT", ""), ("DOCS", "docs"), ("PROTOCOL_TYPES", "protocol")):
        monkeypatch.setattr(wire, name, tmp_path / folder)
    (tmp_path / "docs").mkdir()

    def ran(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["wire.py", *arguments])
        return wire.main(), capsys.readouterr().out

    assert ran("--check")[0] == 1
    assert ran() == (0, "")
    assert ran("--check") == (0, "")
    socket, forgotten = tmp_path / "protocol" / "socket.ts", tmp_path / "protocol" / "views" / "chess.ts"
    socket.write_text("export type Hello = unknown;\n")
    forgotten.write_text("")
    code, said = ran("--check")
    assert code == 1
    assert "protocol/socket.ts is out of date" in said
    assert "protocol/views/chess.ts is out of date" in said
    ran()
    assert not forgotten.exists()
    assert "PROTOCOL" in socket.read_text()


@pytest.mark.parametrize("name", sorted(path.name for path in wire.GAMES.iterdir() if path.is_dir()))
def test_every_game_that_the_page_draws_has_its_view(name):
    assert wire.PROTOCOL_TYPES / "views" / f"{name}.ts" in wire.pages()
