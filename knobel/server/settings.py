"""How a house is run: every setting once, with its default and what it means.

Each can be a flag (`--move-rate 5`), a variable of the environment (`KNOBEL_MOVE_RATE=5`) or a line of a TOML file
(`move_rate = 5`); flags win over the environment, and that over the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec

from knobel.core.errors import KnobelError, system_reason
from knobel.core.options import limits
from knobel.core.words import Say

PREFIX = "KNOBEL_"

LIMITS = {"port": msgspec.Meta(ge=0, le=65535), "pace": msgspec.Meta(gt=0)}
"""What these numbers may be; all others are anything but less than 0."""


def _setting(default: Any, words: str) -> Any:
    return field(default=default, metadata={"help": words})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What whoever runs a house can set."""

    host: str = _setting("127.0.0.1", "The address to listen on; 0.0.0.0 is every one this machine has.")
    port: int = _setting(8000, "The port to listen on; 0 takes any that is free.")
    store: str = _setting("knobel.db", "Where tables last: a file, or postgresql://… for several processes.")
    bus: str = _setting("", "How several processes tell each other: redis://… (nothing: there is only this one).")
    origins: str = _setting("", "Other web addresses that may use this house, with commas: https://example.org")
    proxies: str = _setting("", "Addresses of proxies whose X-Forwarded-For is believed, with commas; * is all.")
    control: str = _setting(
        "", "Where knobel house reaches this house: a socket (nothing: beside the file of its tables)."
    )
    log: Literal["debug", "info", "warning", "error"] = _setting("info", "How much is logged, as lines of JSON.")
    metrics: bool = _setting(True, "Whether /metrics answers at all.")
    metrics_open: bool = _setting(False, "Whether /metrics answers everybody, and not only this machine.")
    pace: float = _setting(1.0, "How fast the tables' clocks run, and bots with them: 1 is real time.")
    bot_ms: int = _setting(800, "How long a bot takes at least for a plain decision, in milliseconds.")
    object_ms: int = _setting(4000, "Real dice: how long bots wait after a throw, so that people can object to it.")
    idle_s: float = _setting(60.0, "After how many seconds a table that nobody looks at is dropped from memory.")
    alone_s: float = _setting(
        120.0, "After how many seconds that also happens where bots or clocks would go on: they wait for somebody."
    )
    ping_s: float = _setting(2.0, "How often each socket is pinged, in seconds.")
    silent_s: float = _setting(
        45.0, "After how many seconds without an answer, or with half a request, a socket is closed."
    )
    beat_s: float = _setting(1.0, "How often this process says that it is alive, in seconds.")
    stale_ms: int = _setting(3000, "A process that was silent for so long is taken for dead.")
    grace_s: float = _setting(5.0, "How long clients get to hear that the house closes.")
    message_rate: float = _setting(40.0, "Messages a second on one socket; 0: no limit.")
    crowd_rate: float = _setting(
        600.0, "Messages a second from all sockets of one address, or of all who play at one table; 0: no limit."
    )
    request_rate: float = _setting(
        60.0, "HTTP requests a second from one address, ten times as many for pages and health; 0: no limit."
    )
    create_rate: float = _setting(0.5, "New tables a second from one address; 0: no limit.")
    day_mib: int = _setting(
        512, "What one address may have written a day, in MiB; then only its games go on, slowly; 0: no limit."
    )
    max_tables: int = _setting(5000, "Tables in memory; while there are more, none is opened or started; 0: no limit.")
    address_tables: int = _setting(200, "Tables that one address may bring into memory at once; 0: no limit.")
    past_rate: float = _setting(
        2500.0, "Happenings of the past a second that one address, or one table, is told; 0: no limit."
    )
    hint_rate: float = _setting(0.5, "Hints a second that one address, or one table, is given; 0: no limit.")
    review_rate: float = _setting(0.05, "Games a second that are looked at again for one address; 0: no limit.")
    chat_rate: float = _setting(1.0, "Chat lines a second from one seat; 0: no limit.")
    address_sockets: int = _setting(200, "Sockets from one address; 0: no limit.")
    table_sockets: int = _setting(200, "Sockets at one table; 0: no limit.")
    queue_kib: int = _setting(1024, "How much may wait for a slow reader before its socket is closed, in KiB.")


RENAMED = {"most_tables": "max_tables"}
"""Settings by their old names, which files and environments of those who run a house may still have."""


class BadSettings(KnobelError):
    """A setting that cannot be; the words name it."""


def settings_from(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """The settings that a file, the environment and flags give. Raises `BadSettings`, naming what is wrong.

    >>> settings_from({"port": 81}, {"KNOBEL_PORT": "80", "KNOBEL_BOT_MS": "5"}).bot_ms
    5
    """
    known = {setting.name for setting in fields(Settings)}
    variables = {name: PREFIX + name.upper() for name in (*known, *RENAMED)}
    written = _by_new_names(_read_file(file)) if file else {}
    if unknown := sorted(set(written) - known):
        raise BadSettings("setting-unknown", name=unknown[0], known=", ".join(sorted(known)))
    given: dict[str, Any] = {
        **written,
        **_by_new_names({name: environment[key] for name, key in variables.items() if key in environment}),
        **{name: value for name, value in flags.items() if value is not None},
    }
    hints = get_type_hints(Settings)
    return Settings(**{name: _taken(name, value, hints[name]) for name, value in given.items()})


def _taken(name: str, value: Any, hint: Any) -> Any:
    if hint in (int, float):
        hint = Annotated[hint, LIMITS.get(name, msgspec.Meta(ge=0))]
    try:
        return msgspec.convert(value, type=hint, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings("setting-value", name=name, value=str(value), why=limits(hint)) from error


def _by_new_names(given: Mapping[str, Any]) -> dict[str, Any]:
    """Where a setting is given by both its names, the new one counts."""
    old = {RENAMED[name]: value for name, value in given.items() if name in RENAMED}
    return {**old, **{name: value for name, value in given.items() if name not in RENAMED}}


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadSettings("settings-file", path=str(file), why=_why(error)) from error


def _why(error: OSError | ValueError) -> Say:
    """What is wrong with a file of settings."""
    if isinstance(error, OSError):
        return system_reason(error)
    if isinstance(error, UnicodeError):
        return Say("error.no-text")
    line = re.search(r"at line (\d+)", str(error))
    return Say("error.settings-line", {"line": line[1]}) if line else Say("error.settings-end")
