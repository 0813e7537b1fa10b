"""What goes wrong with PostgreSQL: nothing is lost, nothing doubled, and it goes on by itself when it is back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncpg
import pytest

from knobel.store.log import StoreTrouble, Taken, Unsure
from knobel.store.opening import open_store
from knobel.store.postgres import PostgresStore
from tests.store.cutting import Cutter
from tests.store.logs import SEED, listing
from tools.services import new_place


@pytest.fixture
async def url(postgres) -> str:
    return await postgres.fresh()


@pytest.fixture
async def cutter(postgres, service_folder):
    async with Cutter(new_place(service_folder), postgres.sockets) as between:
        yield between


def through(url: str, cutter: Cutter, postgres) -> str:
    return url.replace(f"host={postgres.sockets}", f"host={cutter.folder}")


@pytest.mark.parametrize("lost", ["request", "answer"])
async def test_an_append_is_written_exactly_once_whatever_was_lost_on_the_way(url, cutter, postgres, lost):
    store = await open_store(through(url, cutter, postgres))
    cutter.cut = lost
    await store.create(listing(), [b"1"], SEED)
    for seq in (2, 4, 6):
        await store.read("oak")  # so that the statement is known and one round trip is all it takes
        cutter.cut = lost
        await store.append("oak", seq, [b"%d" % seq, b"more"], listing(changed=seq))
    assert cutter.cuts == 4
    assert await store.read("oak") == [b"1", b"2", b"more", b"4", b"more", b"6", b"more"]
    assert await store.list_tables() == [listing(changed=6)]
    await store.close()


async def test_a_lost_answer_is_not_mistaken_for_somebody_elses_append(url, cutter, postgres):
    other, store = await open_store(url), await open_store(through(url, cutter, postgres))
    await store.create(listing(), [b"1"], SEED)
    await other.append("oak", 2, [b"theirs"])
    cutter.cut = "answer"
    with pytest.raises(Taken):
        await store.append("oak", 2, [b"ours"])
    assert cutter.cuts == 1
    assert await other.read("oak") == [b"1", b"theirs"]
    await other.close()
    await store.close()


async def test_a_database_that_stays_away_after_a_request_leaves_it_unsure(url, cutter, postgres):
    store = await PostgresStore.open(through(url, cutter, postgres))
    store._connections.patience_s = 0
    await store.create(listing(), [b"1"], SEED)
    cutter.cut = "answer"
    with pytest.raises(Unsure, match="whether this was written"):
        await store.append("oak", 2, [b"2"])
    assert await store.read("oak", after=1) in ([b"2"], [])
    await store.close()


async def test_a_database_that_is_away_is_said_to_be_and_it_goes_on_when_it_is_back(own_postgres):
    url = await own_postgres.fresh()
    store = await PostgresStore.open(url)
    store._connections.patience_s = 0
    await store.create(listing(), [b"1"], SEED)
    await asyncio.to_thread(own_postgres.stop)
    try:
        for asking in (lambda: store.check_ready(), lambda: store.append("oak", 2, [b"2"]), lambda: store.read("oak")):
            with pytest.raises(StoreTrouble):
                await asking()
            with pytest.raises(StoreTrouble, match="does not answer"):
                await asking()
        with pytest.raises(StoreTrouble, match="does not answer"):
            await open_store(url)
    finally:
        await asyncio.to_thread(own_postgres.start)
    assert await store.read("oak") == [b"1"]
    await store.append("oak", 2, [b"2"])
    await store.check_ready()
    await store.close()


async def test_a_restart_in_the_middle_of_everything_loses_nothing_and_doubles_nothing(own_postgres):
    url = await own_postgres.fresh()
    store = await PostgresStore.open(url)
    store._connections.patience_s = 120  # a restart takes as long as the machine makes it
    tables = [f"t{number}" for number in range(8)]
    safe: dict[str, list[bytes]] = {}
    stop = asyncio.Event()

    async def play(table: str) -> None:
        await store.create(listing(table), [b"1"], SEED)
        log = safe[table] = [b"1"]
        while not stop.is_set():
            bodies = [b"%d" % (len(log) + 1), b"%d" % (len(log) + 2)]
            try:
                await store.append(table, len(log) + 1, bodies)
            except Unsure:
                assert await store.read(table, len(log)) in ([], bodies)
                log[:] = await store.read(table)
            else:
                log += bodies

    playing = asyncio.gather(*map(play, tables))

    async def until(all_there: Callable[[], bool]) -> None:
        while not all_there():
            if playing.done():  # nobody plays on, so nothing would ever be there
                await playing
            await asyncio.sleep(0.01)

    for _ in range(2):
        await until(lambda: len(safe) == len(tables) and min(map(len, safe.values())) >= 20)
        await asyncio.to_thread(own_postgres.restart)
        seen = {table: len(log) for table, log in safe.items()}
        await until(lambda seen=seen: all(len(log) > seen[table] + 2 for table, log in safe.items()))
    stop.set()
    await playing
    for table, log in safe.items():
        assert await store.read(table) == log == [b"%d" % seq for seq in range(1, len(log) + 1)]
    await store.close()


async def test_one_append_that_the_database_refuses_does_not_spoil_those_that_go_with_it(url):
    store = await open_store(url)
    tables = [f"t{number}" for number in range(5)]
    for table in tables:
        await store.create(listing(table), [b"1"], SEED)
    db = await asyncpg.connect(url)
    await db.execute("ALTER TABLE events ADD CHECK (body <> 'bad')")
    bodies = [b"bad" if table == "t2" else b"2" for table in tables]
    asked = [store.append(table, 2, [body], listing(table)) for table, body in zip(tables, bodies, strict=True)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [answer is None for answer in answers] == [True, True, False, True, True]
    assert isinstance(answers[2], StoreTrouble)
    assert [len(await store.read(table)) for table in tables] == [2, 2, 1, 2, 2]
    await db.close()
    await store.close()


@pytest.mark.parametrize("lost", ["request", "answer"])
async def test_a_whole_group_is_written_exactly_once_whatever_was_lost_on_the_way(url, cutter, postgres, lost):
    store = await open_store(through(url, cutter, postgres))
    tables = [f"t{number}" for number in range(5)]
    for table in tables:
        await store.create(listing(table), [b"1"], SEED)
    for seq in (2, 3, 4):
        cutter.cut = lost
        await asyncio.gather(*(store.append(table, seq, [b"%d" % seq]) for table in tables))
    assert cutter.cuts == 3
    assert [await store.read(table) for table in tables] == [[b"1", b"2", b"3", b"4"]] * 5
    await store.close()


async def test_a_database_that_may_not_be_written_to_is_said_to_be_so(url):
    with pytest.raises(StoreTrouble, match="cannot be written to"):
        await open_store(f"{url}&default_transaction_read_only=on")


async def test_a_database_of_a_newer_version_is_refused(url):
    await (await open_store(url)).close()
    db = await asyncpg.connect(url)
    await db.execute("INSERT INTO knobel (version) VALUES (99)")
    await db.close()
    with pytest.raises(StoreTrouble, match=r"newer version \(99\).*update"):
        await open_store(url)


async def test_many_processes_may_open_a_new_database_at_once(url):
    stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
    await stores[0].create(listing(), [b"1"], SEED)
    assert await stores[3].read("oak") == [b"1"]
    for store in stores:
        await store.close()


@pytest.mark.parametrize("address", ["postgresql://localhost:1/nowhere", "postgresql://[", "postgresql://x:y@/?port=z"])
async def test_an_address_where_no_database_is_is_refused_in_words(address):
    with pytest.raises(StoreTrouble) as told:
        await open_store(address)
    assert "y@" not in str(told.value)
