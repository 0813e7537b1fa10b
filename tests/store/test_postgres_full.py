"""PostgreSQL on a disk that is full: it is said, nothing is lost or doubled, and it goes on when there is room."""

from __future__ import annotations

import asyncio
import os

import asyncpg
import pytest

from knobel.store.log import Store, StoreTrouble, Unsure
from knobel.store.opening import open_store
from knobel.store.postgres import PostgresStore
from tests.store.logs import SEED, listing
from tests.store.small_disks import PATIENCE_S, SmallDisks
from tools.services import new_place


@pytest.fixture(scope="module")
def disks(request, postgres, service_folder):
    """A PostgreSQL whose rows and whose log lie on a small disk each (or whose files may not grow)."""
    binaries, user = postgres.program
    small = SmallDisks(new_place(service_folder), binaries, request.param, user)
    yield small
    small.end()


@pytest.fixture
async def url(disks) -> str:
    """Where fresh tables are, with their rows on the small disk."""
    schema = f"test_{os.urandom(8).hex()}"
    db = await asyncpg.connect(disks.url)
    if not await db.fetchval("SELECT 1 FROM pg_tablespace WHERE spcname = 'small'"):
        await db.execute(f"CREATE TABLESPACE small LOCATION '{disks.rows()}'")
    await db.execute(f"CREATE SCHEMA {schema}")
    await db.close()
    return f"{disks.url}&search_path={schema}"


async def told(store: Store, log: list[bytes], bodies: int, size: int) -> StoreTrouble:
    """Appends until the disk takes no more; what it was told. What was acknowledged goes to the log."""
    for _ in range(2000):
        fresh = [os.urandom(size) for _ in range(bodies)]
        try:
            await store.append("oak", len(log) + 1, fresh, listing(changed=len(log)))
        except StoreTrouble as trouble:
            return trouble
        log += fresh
    raise AssertionError("the disk is not full at all")


@pytest.mark.parametrize("disks", ["mounted", "limited"], indirect=True)
async def test_rows_on_a_full_disk_are_refused_in_words_and_it_goes_on_by_itself_when_there_is_room(disks, url):
    store = await open_store(f"{url}&default_tablespace=small")
    log = [b"1"]
    await store.create(listing(changed=0), log, SEED)
    disks.fill("rows")
    try:
        for _ in range(3):
            trouble = await told(store, log, 1, 5000)
            assert ("disk is full" if disks.mounted else "File too large") in str(trouble)
        shown = await store.list_tables()
        assert await store.read("oak") == log
    finally:
        disks.free("rows")
    assert shown[0].changed < len(log)
    await store.append("oak", len(log) + 1, [b"room again"])
    assert await store.read("oak", after=len(log)) == [b"room again"]
    await store.close()


@pytest.mark.parametrize("disks", ["mounted"], indirect=True)
async def test_a_log_on_a_full_disk_brings_the_database_down_and_nothing_acknowledged_is_lost(disks, url):
    """PostgreSQL cannot go on without its own log, and stops at once: whether the last append was written is unsure."""
    store = await PostgresStore.open(url)
    store._connections.patience_s = 0
    log = [b"1"]
    await store.create(listing(), log, SEED)
    disks.fill("wal")
    try:
        trouble = await told(store, log, 40, 200_000)
    finally:
        disks.free("wal")
    assert isinstance(trouble, Unsure if disks.mounted else StoreTrouble)
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                found = await store.read("oak")
                await store.append("oak", len(found) + 1, [b"room again"])
                break
            except StoreTrouble:
                await asyncio.sleep(0.1)
    assert found[: len(log)] == log
    assert len(found) in (len(log), len(log) + 40), "half an append was written"
    assert await store.read("oak", after=len(found)) == [b"room again"]
    await store.close()
