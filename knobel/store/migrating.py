"""How a database grows from version to version: plain SQL, one file a version and dialect, forwards only."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from knobel.store.log import StoreTrouble

Dialect = Literal["sqlite", "postgres"]


def read_steps(dialect: Dialect, version: int) -> list[tuple[int, str]]:
    """What is still to be done on a database of this version: each new version with its SQL, in order.

    Raises `StoreTrouble` where the database is of a newer version than this program knows.
    """
    folder = files("knobel.store") / "migrations" / dialect
    scripts = {int(file.name.removesuffix(".sql")): file for file in folder.iterdir() if file.name.endswith(".sql")}
    if version > max(scripts):
        raise StoreTrouble("store-newer", version=version, known=max(scripts))
    return [(number, scripts[number].read_text("utf-8")) for number in sorted(scripts) if number > version]
