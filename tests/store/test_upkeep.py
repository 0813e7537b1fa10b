"""Backups that hold everything, pruning that throws away only what it should."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import time
from pathlib import Path

import msgspec
import pytest

from knobel.core.errors import KnobelError
from knobel.core.record import read_record
from knobel.store import sqlite_logs, upkeep
from knobel.store.log import NoTable, StoreTrouble
from knobel.store.opening import open_store
from knobel.store.sqlite_logs import MAX_UNSORTED
from knobel.store.upkeep import DAY_MS, Pruned, back_up, prune, record_in
from tests.store.logs import SEED, listing

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.knobel"))[0]


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "house.sqlite"


@pytest.fixture(params=[0, MAX_UNSORTED], ids=["sorted", "unsorted"])
async def store(request, path, monkeypatch):
    """A store with logs of which as much as can be, or nothing, has been sorted in."""
    monkeypatch.setattr(sqlite_logs, "MAX_UNSORTED", request.param)
    opened = await open_store(str(path))
    yield opened
    await opened.close()


def game_log() -> list[bytes]:
    """A table's log around a whole game."""
    record = read_record(GOLDEN.read_bytes())
    began = {"event": "began", "at": 1, "header": record.header, "order": [0, 1]}
    entered = [{"event": "entered", "at": 2, "entry": entry} for entry in record.entries]
    talk = {"event": "said", "at": 3, "text": "entry, header"}
    return [msgspec.json.encode(event) for event in ({"event": "opened", "at": 0}, began, talk, *entered, talk)]


async def old_and_new(store) -> dict[str, list[bytes]]:
    """Tables of every stage and age."""
    now = time.time_ns() // 1_000_000
    logs = {"old": game_log(), "empty": [b'{"event":"opened"}'], "young": game_log(), "long": game_log()}
    ages = {"old": 31, "empty": 100, "young": 29, "long": 100}
    for table, log in logs.items():
        stage = "playing" if table == "long" else "over"
        await store.create(listing(table, stage=stage, changed=now - ages[table] * DAY_MS), log, SEED)
    return logs


async def test_a_backup_made_while_the_house_is_busy_holds_one_instant_of_every_table(store, path, tmp_path):
    tables = [f"t{number}" for number in range(20)]
    for table in tables:
        await store.create(listing(table), [b"1" * 500] * 20, SEED)
    copied = asyncio.Event()

    async def play(table: str) -> int:
        seq = 21
        while not copied.is_set():
            await store.append(table, seq, [b"%d" % seq] * 2)
            seq += 2
        return seq

    playing = asyncio.gather(*map(play, tables))
    made = await asyncio.to_thread(back_up, path, tmp_path / "copy.sqlite")
    copied.set()
    lengths = await playing
    copy = await open_store(made.path)
    logs = [await copy.read(table) for table in tables]
    assert (made.tables, made.events) == (20, sum(map(len, logs)))
    for table, log, length in zip(tables, logs, lengths, strict=True):
        assert len(log) % 2 == 0
        assert len(log) < length
        assert log == (await store.read(table))[: len(log)]
    assert await copy.read_seed("t0") == SEED
    await copy.append("t0", len(logs[0]) + 1, [b"goes on"])
    await copy.close()


async def test_a_backup_is_one_file_that_only_its_owner_may_read(store, path, tmp_path):
    await store.create(listing(), [b"1"], SEED)
    (tmp_path / "backups").mkdir()
    back_up(path, tmp_path / "backups" / "copy.sqlite")
    (copy,) = (tmp_path / "backups").iterdir()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


async def test_a_backup_overwrites_nothing(store, path, tmp_path):
    target = tmp_path / "copy.sqlite"
    target.write_text("dear")
    with pytest.raises(StoreTrouble, match="already there"):
        back_up(path, target)
    assert target.read_text() == "dear"


async def test_a_backup_that_is_not_whole_is_thrown_away(store, path, tmp_path, monkeypatch):
    await store.create(listing(), [b"1"], SEED)
    monkeypatch.setattr(upkeep, "COUNTS", "SELECT abs(random())")
    with pytest.raises(StoreTrouble, match="thrown away"):
        back_up(path, tmp_path / "copy.sqlite")
    assert not (tmp_path / "copy.sqlite").exists()


@pytest.mark.parametrize("do", [lambda path: back_up(path, path.with_name("copy")), lambda path: prune(path, 1)])
def test_what_is_not_there_is_not_looked_after(tmp_path, do):
    with pytest.raises(StoreTrouble, match="no database"):
        do(tmp_path / "missing.sqlite")
    (tmp_path / "other.sqlite").write_text("no database at all, really" * 100)
    with pytest.raises(StoreTrouble, match="not a database of Knobel"):
        do(tmp_path / "other.sqlite")
    assert [file.name for file in tmp_path.iterdir()] == ["other.sqlite"]


async def test_pruning_throws_away_what_was_over_long_ago_and_nothing_else(store, path):
    logs = await old_and_new(store)
    gone = prune(path, 30)
    assert gone == Pruned(tables=2, events=len(logs["old"]) + 1)
    for table in ("old", "empty"):
        for asking in (store.read(table), store.read_seed(table)):
            with pytest.raises(NoTable):
                await asking
    for table in ("young", "long"):
        assert await store.read(table) == logs[table]
        assert await store.read_seed(table) == SEED
    assert prune(path, 30) == Pruned()


async def left_alone(store, days: dict[str, tuple[str, int, int]]) -> None:
    """Tables by name: their stage, how many days ago the list last showed something new, and something happened."""
    now = time.time_ns() // 1_000_000
    for table, (stage, changed, happened) in days.items():
        log = [b'{"event":"opened","at":0}', b'{"event":"said","at":%d}' % (now - happened * DAY_MS)]
        await store.create(listing(table, stage=stage, changed=now - changed * DAY_MS), log, SEED)


async def test_tables_left_alone_for_long_go_where_that_is_asked_for_and_those_played_at_stay(store, path):
    await left_alone(
        store,
        {
            "forgotten": ("gathering", 100, 91),
            "waiting": ("gathering", 89, 89),
            "broken off": ("playing", 200, 100),
            "slow": ("playing", 200, 2),
            "over": ("over", 29, 29),
        },
    )
    await store.create(listing("damaged", changed=0), [b"\xff"], SEED)
    assert prune(path, 30) == Pruned()
    assert prune(path, 30, 90, dry_run=True) == Pruned(tables=2, events=4)
    assert prune(path, 30, 90) == Pruned(tables=2, events=4)
    assert {row.table for row in await store.list_tables()} == {"waiting", "slow", "over", "damaged"}
    with pytest.raises(NoTable):  # whoever still has it in memory is told so
        await store.append("forgotten", 3, [b"{}"])


async def test_the_record_of_a_game_left_alone_is_written_out_before_it_goes(store, path, tmp_path):
    *log, _, _ = game_log()
    await store.create(listing("long", changed=0), log, SEED)
    assert prune(path, 30, 90, export=tmp_path / "records").exported == 1
    written = read_record((tmp_path / "records" / "long.knobel").read_bytes())
    assert written.entries == read_record(GOLDEN.read_bytes()).entries[:-1]


async def test_a_dry_run_counts_and_changes_nothing(store, path, tmp_path):
    logs = await old_and_new(store)
    assert prune(path, 30, dry_run=True, export=tmp_path / "records") == Pruned(tables=2, events=len(logs["old"]) + 1)
    assert [await store.read(table) for table in logs] == list(logs.values())
    assert not (tmp_path / "records").exists()


async def test_records_are_written_out_before_their_tables_go(store, path, tmp_path):
    await old_and_new(store)
    assert prune(path, 30, export=tmp_path / "records").exported == 1
    (record,) = (tmp_path / "records").iterdir()
    assert record.name == "old.knobel"
    assert record.read_bytes() == GOLDEN.read_bytes()


def wordless(game: str = "") -> list[bytes]:
    """The same log as a house keeps it: without words; of another game, if that is asked for."""
    kept: list[bytes] = []
    for body in game_log():
        event = msgspec.json.decode(body)
        event.get("entry", {}).pop("words", None)
        if game and "header" in event:
            event["header"]["game"] = game
        kept.append(msgspec.json.encode(event))
    return kept


async def test_an_exported_record_is_the_one_that_would_be_downloaded(store, path, tmp_path):
    await store.create(listing("old", stage="over", changed=0), wordless(), SEED)
    assert prune(path, 30, export=tmp_path / "records").exported == 1
    assert (tmp_path / "records" / "old.knobel").read_bytes() == GOLDEN.read_bytes()


async def test_the_record_of_a_game_that_is_not_installed_any_more_is_still_written_out(store, path, tmp_path):
    await store.create(listing("old", stage="over", changed=0), wordless("gone"), SEED)
    assert prune(path, 30, export=tmp_path / "records").exported == 1
    written = read_record((tmp_path / "records" / "old.knobel").read_bytes())
    assert written.header.game == "gone"
    assert len(written.entries) == len(read_record(GOLDEN.read_bytes()).entries)


async def test_what_cannot_be_exported_is_not_thrown_away(store, path, tmp_path):
    logs = await old_and_new(store)
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "old.knobel").write_text("another evening")
    with pytest.raises(KnobelError, match="already there"):
        prune(path, 30, export=tmp_path / "records")
    assert await store.read("old") == logs["old"]
    (tmp_path / "records" / "old.knobel").write_bytes(record_in(logs["old"]))
    assert prune(path, 30, export=tmp_path / "records").tables == 2


async def test_pruning_gives_the_room_back(path):
    store = await open_store(str(path))
    await store.create(listing(stage="over", changed=0), [bytes(1000)] * 10_000, SEED)
    await store.close()
    before = path.stat().st_size
    prune(path, 1)
    assert path.stat().st_size < before / 10
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
