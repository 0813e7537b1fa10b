"""Which store an address means."""

from __future__ import annotations

from pathlib import Path

from knobel.store.log import Store, StoreTrouble, without_secrets
from knobel.store.sqlite import SqliteStore


async def open_store(url: str) -> Store:
    """The store at an address: the path of a file, `sqlite:///path` or `postgresql://…`.

    It is made or brought up to date where that is needed. Raises `StoreTrouble` in words where it cannot be used.
    """
    scheme, divider, rest = url.partition("://")
    match scheme:
        case _ if not divider:
            return await SqliteStore.open(Path(url).expanduser())
        case "sqlite" if rest.startswith("/") and rest != "/":
            return await SqliteStore.open(Path(rest[1:]).expanduser())
        case "postgresql" | "postgres":
            return await _open_postgres(url)
        case _:
            raise StoreTrouble("store-url", url=without_secrets(url))


async def _open_postgres(url: str) -> Store:
    try:
        from knobel.store.postgres import PostgresStore  # its driver is an extra
    except ImportError as error:
        raise StoreTrouble("store-driver") from error
    return await PostgresStore.open(url)
