"""What goes wrong with a file: said in words, nothing half written, and it goes on once it is put right."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from knobel.store import sqlite_file, sqlite_logs
from knobel.store.log import StoreGone, StoreTrouble
from knobel.store.opening import open_store
from knobel.store.sqlite import SELDOM, Pages, SqliteStore
from tests.store.logs import SEED, listing

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "house.sqlite"


@pytest.fixture
async def store(path):
    opened = await SqliteStore.open(path)
    await opened.create(listing(), [b"1"], SEED)
    yield opened
    await opened.close()


async def pages(store: SqliteStore, more: int) -> None:
    """Leaves room for so many pages more in the file."""
    count = await store._writer.do(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await store._writer.do(lambda db: db.execute(f"PRAGMA max_page_count = {count + more}").fetchone())


async def test_a_full_disk_is_said_and_loses_nothing_and_it_goes_on_when_there_is_room(store):
    await pages(store, 0)
    with pytest.raises(StoreTrouble, match="disk is full"):
        await store.append("oak", 2, [b"small", bytes(20_000)], listing(stage="over"))
    assert await store.read("oak") == [b"1"]
    assert await store.list_tables() == [listing()]
    await pages(store, 1000)
    await store.append("oak", 2, [bytes(20_000)])
    assert await store.read("oak", after=1) == [bytes(20_000)]


async def test_one_append_too_large_for_the_disk_does_not_spoil_the_others(store):
    await store.create(listing("elm"), [b"1"], SEED)
    await pages(store, 4)
    answers = await asyncio.gather(
        store.append("oak", 2, [b"2"]),
        store.append("elm", 2, [bytes(100_000)]),
        store.append("oak", 3, [b"3"]),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), StoreTrouble, type(None)]
    assert (await store.read("oak"), await store.read("elm")) == ([b"1", b"2", b"3"], [b"1"])


async def test_work_that_fails_halfway_is_undone_alone(store):
    def half(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO events (name, seq, body) VALUES ('oak', 3, 'half')")
        raise LookupError

    answers = await asyncio.gather(
        store.append("oak", 2, [b"2"]), store._writer.do(half), store.append("oak", 3, [b"3"]), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [type(None), LookupError, type(None)]
    assert await store.read("oak") == [b"1", b"2", b"3"]


async def test_a_disk_that_takes_no_more_in_the_middle_of_a_write_loses_nothing(path):
    """The system itself refuses to let the file grow; every platform with limits can do that to a process."""
    words = [sys.executable, "-m", "tests.store.limited", str(path)]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert told[:2] == ["StoreTrouble", "store-disk"]
    written, after = map(int, told[2:])
    store = await open_store(str(path))
    assert await store.read("oak") == [b"%d" % seq + bytes(5000) for seq in range(1, written + 1)] + [b"after"] * after
    assert (written > 1, after) == (True, 1)
    await store.close()


async def test_a_database_that_may_not_be_written_to_is_said_to_be_so(store):
    store._writer._db.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreTrouble, match="cannot be written to"):
        await store.append("oak", 2, [b"2"])
    with pytest.raises(StoreTrouble, match="cannot be written to"):
        await store.check_ready()
    store._writer._db.execute("PRAGMA query_only = 0")
    await store.append("oak", 2, [b"2"])
    assert await store.read("oak") == [b"1", b"2"]


async def test_a_database_that_another_program_holds_is_said_to_be_so(path, monkeypatch):
    monkeypatch.setattr(sqlite_file, "PATIENCE_S", 0.01)
    store = await open_store(str(path))
    await store.create(listing(), [b"1"], SEED)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    asked = [store.append("oak", 2, [b"2"]), store.beat("ann"), store.check_ready()]
    for answer in await asyncio.gather(*asked, return_exceptions=True):
        assert isinstance(answer, StoreTrouble)
        assert "Another program" in str(answer)
    assert await store.read("oak") == [b"1"], "whoever only reads does not wait"
    other.close()
    await store.append("oak", 2, [b"2"])
    await store.close()


async def test_only_its_owner_may_read_a_database(store, path):
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.with_name(path.name + "-wal").stat().st_mode) == 0o600


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path):
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StoreTrouble, match="not a database of Knobel"):
        await open_store(f"sqlite:///{path}")
    assert path.read_bytes() == b"Dear diary, " * 1000


async def test_somebody_elses_database_is_refused_and_left_alone(path):
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE tables (chairs)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="not a database of Knobel"):
        await open_store(str(path))
    assert path.read_bytes() == before


async def test_a_damaged_database_is_said_to_be_damaged(path):
    store = await open_store(str(path))
    await store.create(listing(), [b"x" * 50] * 5000, SEED)
    await store.close()
    data = bytearray(path.read_bytes())
    data[8192:] = bytes(byte ^ 0x5A for byte in data[8192:])
    path.write_bytes(data)
    again = await open_store(str(path))
    with pytest.raises(StoreTrouble, match="damaged"):
        await again.read("oak")
    await again.close()


async def test_a_database_of_a_newer_version_is_refused(path):
    await (await open_store(str(path))).close()
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(StoreTrouble, match=r"newer version \(99\).*update"):
        await open_store(str(path))


async def test_a_folder_that_cannot_be_is_said_in_words(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreTrouble, match="cannot be used"):
        await open_store(str(tmp_path / "file" / "house.sqlite"))


async def test_a_half_done_migration_is_undone(path, monkeypatch):
    script = "CREATE TABLE chairs (legs);\nINSERT INTO nowhere VALUES (1);\n"
    await (await open_store(str(path))).close()
    with closing(sqlite3.connect(path)) as db:
        before = db.execute("PRAGMA user_version").fetchone()
    with monkeypatch.context() as patched:
        patched.setattr(sqlite_file, "read_steps", lambda _, version: [(99, script)] if version < 99 else [])
        with pytest.raises(StoreTrouble, match="nowhere"):
            await open_store(str(path))
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == before
    assert not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'chairs'").fetchone()
    db.close()
    await (await open_store(str(path))).close()


async def test_readiness_means_that_something_was_written(store):
    await store.check_ready()
    used = store.path.with_name(store.path.name + "-wal").stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (used, limits[1]))  # as if the disk were full now
    try:
        with pytest.raises(StoreTrouble, match="disk"):
            await store.check_ready()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    await store.check_ready()


async def test_a_damaged_page_is_found_although_nobody_asks_for_what_stands_there(store, path):
    await store.append("oak", 2, [b"x" * 900] * 40)
    await store.check_ready()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'seeds'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    store._pages._again = -1.0  # it is time to look again
    with pytest.raises(StoreTrouble, match="is damaged"):
        await store.check_ready()
    with pytest.raises(StoreTrouble, match="is damaged"):  # it stays known, though it is not looked for again yet
        await store.check_ready()


async def test_a_file_that_takes_long_is_looked_through_for_a_hundredth_of_the_time(path):
    await (await SqliteStore.open(path)).close()
    now, looks = [0.0], list[float]()

    def clock() -> float:
        """It goes on by half a second with every look, of those that are taken beside everything else."""
        if threading.current_thread() is not threading.main_thread():
            looks.append(now[0])
            now[0] += 0.25
        return now[0]

    pages = Pages(path, clock)
    for _ in range(60):
        await pages.check()
        now[0] += 10
    assert 4 <= len(looks) / 2 <= 1 + now[0] / (0.25 * SELDOM)


@pytest.mark.parametrize("instead", [None, b"", "another"])
async def test_what_went_into_a_file_that_is_gone_is_never_called_safe(store, path, instead):
    await store.append("oak", 2, [b"2"])
    path.rename(path.with_name("elsewhere"))
    if instead is not None:
        path.write_bytes(path.with_name("elsewhere").read_bytes() if instead == "another" else instead)
    for _ in range(2):
        with pytest.raises(StoreGone, match="no longer the one that was opened"):
            await store.append("oak", 3, [b"3"])
    with pytest.raises(StoreGone):
        await store.check_ready()


async def test_what_one_append_writes_is_one_row_and_many_rows_are_sorted_in_at_once(store, path, monkeypatch):
    def rows() -> tuple[int, int]:
        with closing(sqlite3.connect(path)) as db:
            return db.execute("SELECT (SELECT count(*) FROM unsorted), (SELECT count(*) FROM events)").fetchone()

    sorted_in = rows()[1]
    monkeypatch.setattr(sqlite_logs, "MAX_UNSORTED", 3)
    found = []
    for seq in range(2, 12, 2):
        await store.append("oak", seq, [b"move", b"die"])
        unsorted, in_order = rows()
        found.append((unsorted, in_order - sorted_in))
    assert found == [(2, 0), (3, 0), (1, 3), (2, 3), (3, 3)]
    assert await store.read("oak") == [b"1", *[b"move", b"die"] * 5]


async def test_a_second_house_is_told_who_has_the_file_until_that_one_closes(store, path):
    await store.hold()
    second = await SqliteStore.open(path)
    with pytest.raises(StoreTrouble, match=f"Another house has the database .*process {os.getpid()}, "):
        await second.hold()
    await second.append("oak", 2, [b"2"])  # programs that look after the file are not kept away
    await store.close()
    await second.hold()
    await second.close()


HOLDING = """
import asyncio, sys
from pathlib import Path
from knobel.store.sqlite import SELDOM, Pages, SqliteStore

async def main():
    store = await SqliteStore.open(Path(sys.argv[1]))
    await store.hold()
    print("held", flush=True)
    sys.stdin.read()

asyncio.run(main())
"""


async def test_a_house_that_was_killed_keeps_nobody_away(store, path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(StoreTrouble, match=f"process {child.pid}, "):
            await store.hold()
        child.kill()
    await store.hold()


@pytest.mark.parametrize(
    "url",
    [
        "mysql://ann:pass/word@db/knobel",
        "postgresql://ann:hun@ter:2x@db:port/knobel?password=hunter",
        "postgresql:/ann:hunter@db/knobel",
        "PostgreSQL//ann:hunter@db/knobel",
        "sqlite:ann:hunter@db",
        "mysql://ann:hun?ter@db/knobel",
        "mysql://db/knobel?password=h@hunter",
    ],
)
async def test_an_address_that_is_none_is_told_without_its_password(url, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreTrouble) as trouble:
        await open_store(url)
    assert "no place for tables" in str(trouble.value)
    for secret in ("ann", "word@", "hun", "ter:2x"):
        assert secret not in str(trouble.value)
    assert not [*tmp_path.iterdir()]
