"""What the first version kept, this one opens: a file of SQLite's, and what a dump of PostgreSQL's makes."""

from __future__ import annotations

import shutil

import pytest

from knobel.store.opening import open_store
from tests.store.fixtures.make_first import DUMP, FILE, SCHEMA
from tests.store.logs import SEED, listing


@pytest.fixture(params=["sqlite", "postgres"])
async def first(request, tmp_path) -> str:
    """Where a database of the first version is."""
    if request.param == "sqlite":
        return shutil.copy(FILE, tmp_path / "house.sqlite")
    postgres = request.getfixturevalue("postgres")
    return await postgres.restored(DUMP.read_text("utf-8"), SCHEMA)


async def test_the_first_database_ever_written_opens_and_goes_on(first):
    store = await open_store(str(first))
    assert await store.list_tables() == [listing("elm", stage="gathering", public=False, changed=2000), listing()]
    assert await store.read("oak") == [b"one", b"two", b"\x00\xff"]
    assert await store.read_seed("oak") == SEED
    assert not await store.claim("oak", "bo", stale_ms=10**13)
    await store.append("oak", 4, [b"four", b"five"])
    await store.create(listing("ash"), [b"new"], SEED)
    await store.close()
    again = await open_store(str(first))
    assert (await again.read("oak", after=2), await again.read("ash")) == ([b"\x00\xff", b"four", b"five"], [b"new"])
    assert await again.read("oak", after=1, limit=3) == [b"two", b"\x00\xff", b"four"]
    await again.close()
