from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from knobel.server.settings import PREFIX, RENAMED, BadSettings, Settings, settings_from

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path):
    file = tmp_path / "knobel.toml"
    file.write_text('port = 1\nbot_ms = 1\nstore = "file.db"\n')
    found = settings_from({"port": 3, "log": None}, {"KNOBEL_PORT": "2", "KNOBEL_BOT_MS": "2"}, file)
    assert (found.port, found.bot_ms, found.store, found.log) == (3, 2, "file.db", "info")


@pytest.mark.parametrize(
    ("flags", "environment", "file", "why"),
    [
        ({}, {"KNOBEL_PORT": "many"}, None, "port"),
        ({"log": "loud"}, {}, None, "log"),
        ({}, {}, "colour = 1", "colour"),
        ({}, {}, "port = ", "knobel.toml"),
    ],
)
def test_a_setting_that_cannot_be_is_named(tmp_path, flags, environment, file, why):
    path = None
    if file is not None:
        path = tmp_path / "knobel.toml"
        path.write_text(file)
    with pytest.raises(BadSettings, match=why):
        settings_from(flags, environment, path)


def test_the_page_about_the_server_names_every_setting_with_its_default_and_meaning():
    text = DOCS.read_text("utf-8").split("\n## Settings\n")[1].split("\n## ")[0]
    for setting in fields(Settings):
        default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        assert f"| `{setting.name}` | `{default}` | {setting.metadata['help']} |" in text, setting.name
    assert text.count("\n| `") == len(fields(Settings))


def served(folder: Path, *flags: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as it is started, where it does not get as far as to serve."""
    command = [sys.executable, "-m", "knobel", "serve", *flags]
    return subprocess.run(
        command, env=os.environ | environment, cwd=folder, capture_output=True, text=True, check=False
    )


def test_a_wrong_setting_is_one_clear_line(tmp_path):
    failed = served(tmp_path, **{f"{PREFIX}PORT": "many"})
    assert failed.returncode == 2
    assert failed.stderr.count("\n") == 1
    assert "port" in failed.stderr


@pytest.mark.parametrize("address", ["http://localhost", "redis://localhost:many"])
def test_a_bus_at_an_address_that_is_none_of_redis_is_one_clear_line_and_nothing_is_opened(tmp_path, address):
    failed = served(tmp_path, "--bus", address, "--port", "0")
    assert failed.returncode == 2
    assert (
        failed.stderr == f"knobel: “{address}” is no address of Redis: it begins with redis://, rediss:// or unix://\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_setting_is_still_read_by_its_old_name_and_the_new_one_counts_where_both_are_given(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("most_tables = 7\n")
    assert settings_from({}, {}, file).max_tables == 7
    assert settings_from({}, {f"{PREFIX}MOST_TABLES": "8"}, file).max_tables == 8
    assert settings_from({}, {f"{PREFIX}MOST_TABLES": "8", f"{PREFIX}MAX_TABLES": "9"}, file).max_tables == 9
    file.write_text("most_tables = 7\nmax_tables = 6\n")
    assert settings_from({}, {}, file).max_tables == 6
    assert set(RENAMED.values()) <= {setting.name for setting in fields(Settings)}
    assert not set(RENAMED) & {setting.name for setting in fields(Settings)}
