"""Which store an address means."""

from __future__ import annotations

import re
from pathlib import Path

from knobel.store.log import Store, StoreTrouble, without_secrets
from knobel.store.sqlite import SqliteStore

ADDRESS = re.compile(r"\s*(postgres(ql)?|sqlite)(\+\w*)?(:|//)", re.IGNORECASE)
"""What begins like this is meant as an address, however it goes on: taken for a file, its password became a name."""


async def open_store(url: str) -> Store:
    """The store at an address: the path of a file, `sqlite:///path` or `postgresql://…`.

    It is made or brought up to date where that is needed. Raises `StoreTrouble` in words where it cannot be used.
    """
    if file := file_of(url):
        return await SqliteStore.open(file)
    if url.startswith(("postgresql://", "postgres://")):
        return await _open_postgres(url)
    raise StoreTrouble("store-url", url=without_secrets(url))


def file_of(url: str) -> Path | None:
    """The file that an address means; None: it means no file.

    >>> file_of("knobel.db"), file_of("sqlite:///knobel.db"), file_of("postgresql://here/knobel")
    (PosixPath('knobel.db'), PosixPath('knobel.db'), None)
    >>> file_of("postgresql:/here/knobel"), file_of("postgres/knobel.db")
    (None, PosixPath('postgres/knobel.db'))
    """
    scheme, divider, rest = url.partition("://")
    if not divider and not ADDRESS.match(url):
        return Path(url).expanduser()
    return Path(rest[1:]).expanduser() if scheme == "sqlite" and rest.startswith("/") and rest != "/" else None


async def _open_postgres(url: str) -> Store:
    try:
        from knobel.store.postgres import PostgresStore  # its driver is an extra
    except ImportError as error:
        raise StoreTrouble("store-driver") from error
    return await PostgresStore.open(url)
