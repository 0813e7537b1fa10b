"""Refusals about settings, files, ports and options: each in the player's language, and all of it in that one."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from knobel.cli import command_line, main
from knobel.core.options import options
from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from tests.cli.test_help import fixed

REFUSED = {
    "serve --port {taken}": ["mistake.port-taken"],
    "party --port {taken}": ["mistake.port-taken"],
    "serve --port 70000": ["error.setting-value", "error.option-between"],
    "serve --bot-ms -5": ["error.setting-value", "error.option-least"],
    "serve --pace 0": ["error.setting-value", "error.option-more"],
    "serve --host 192.0.2.1": ["mistake.no-listening", "system.EADDRNOTAVAIL"],
    "serve --config missing.toml": ["error.settings-file", "system.ENOENT"],
    "serve --config folder": ["error.settings-file", "system.EISDIR"],
    "serve --config garbage": ["error.settings-file", "error.settings-line"],
    "serve --config halved": ["error.settings-file", "error.settings-end"],
    "serve --config bytes": ["error.settings-file", "error.no-text"],
    "serve --config words.toml": ["error.setting-value", "error.option-least"],
    "serve --config unknown.toml": ["error.setting-unknown"],
    "replay missing": ["mistake.record-unknown"],
    "replay folder": ["error.record-unreadable", "system.EISDIR"],
    "replay garbage": ["error.record-not"],
    "verify empty": ["error.record-empty"],
    "resume garbage": ["error.record-not"],
    "play pig --record folder/none/new.knobel": ["error.record-unwritable", "system.ENOENT"],
    "play pig --record garbage": ["error.record-exists"],
    "play pig --option target=much": ["error.option-value", "error.option-between"],
    "play pig --option colour=red": ["error.option-unknown"],
    "play pig --option target": ["mistake.option"],
    "play pig --preset none": ["error.preset"],
    "play none": ["error.game-unknown"],
    "play pig --seat Ann=none": ["error.player-unknown"],
    "watch pig --games 0": ["error.games"],
    "league pig --players 99": ["error.seats"],
    "backup missing copy": ["error.store-missing"],
    "backup garbage copy": ["error.store-not"],
    "prune garbage": ["error.store-not"],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files are that a line may name; no house is really opened."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("knobel.server.run.run", lambda *_: pytest.fail("a house was opened"))
    (tmp_path / "folder").mkdir()
    texts = {
        "empty": b"",
        "garbage": b"this is nothing that we know",
        "halved": b"port =",
        "bytes": b"port = \xff",
        "words.toml": b'bot_ms = "a while"',
        "unknown.toml": b"ports = 3",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
    return tmp_path


@pytest.fixture(scope="module")
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.create_server(("", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", REFUSED)
def test_what_cannot_be_done_is_refused_in_one_line_of_one_language(
    typed: str, language: str, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.run([*typed.format(taken=taken).split(), "--language", language]) == 2
    shown = capsys.readouterr()
    (said,) = shown.err.strip().splitlines()
    assert [part for key in REFUSED[typed] for part in fixed(key, language) if part not in said] == [], said
    assert not re.search(r"Errno|Expected|No such|invalid", said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_system_does_not_do_is_said_in_the_players_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unwritable(_words: object) -> int:
        raise NotADirectoryError(20, "Not a directory", "file/chances.svg")

    monkeypatch.setattr(command_line, "run", unwritable)
    monkeypatch.setattr("sys.argv", ["knobel", "review", "--language", language])
    with pytest.raises(SystemExit, match="2"):
        main.main()
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert "file/chances.svg" in said
    assert [part for part in fixed("system.ENOTDIR", language) if part not in said] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", all_games())
def test_no_wrong_value_of_any_option_is_refused_in_another_language(
    name: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    start = fixed("error.option-value", language)[0]
    together = fixed("error.options-together", language)[0]
    for option in options(all_games()[name].options):
        assert command_line.run(["play", name, "--option", f"{option.name}=\u2603", "--language", language]) == 2
        (said,) = capsys.readouterr().err.strip().splitlines()
        assert start in said or together in said
        assert not re.search(r"Expected|`", said), said
