"""`knobel backup` and `knobel prune`."""

from __future__ import annotations

import json
import time

import pytest

from knobel.store.opening import open_store
from tests.store.logs import SEED, listing


@pytest.fixture
async def database(tmp_path) -> str:
    store = await open_store(str(tmp_path / "house.sqlite"))
    await store.create(listing("old", stage="over", changed=0), [b"{}"] * 3, SEED)
    await store.create(listing("new", changed=time.time_ns() // 1_000_000), [b"{}"], SEED)
    await store.close()
    return str(tmp_path / "house.sqlite")


async def test_a_house_is_backed_up(house, database, tmp_path):
    done = house.run("backup", database, str(tmp_path / "copy.sqlite"))
    assert done.returncode == 0
    assert "2 tables with 4 events" in done.stdout
    assert str(tmp_path / "copy.sqlite") in done.stdout
    again = house.run("backup", database, str(tmp_path / "copy.sqlite"), "--language", "de")
    assert again.returncode == 2
    assert again.stderr.startswith("knobel: ")
    assert "gibt es schon" in again.stderr


async def test_what_is_over_is_pruned_after_it_was_counted(house, database):
    assert "One table would be thrown away, with 3 events" in house.run("prune", database, "--dry-run").stdout
    assert "Se ha borrado una mesa, con 3 sucesos" in house.run("prune", database, "--language", "es").stdout
    assert "No table was thrown away" in house.run("prune", database).stdout


async def test_what_was_left_alone_for_long_is_pruned_by_itself_and_kept_on_request(house, database):
    store = await open_store(database)
    await store.create(listing("alone", stage="gathering", changed=0), [b"{}"], SEED)
    await store.close()
    kept = house.run("prune", database, "--abandoned", "0", "--json")
    assert json.loads(kept.stdout)["tables"] == 1, "only the one that is over"
    gone = house.run("prune", database, "--json")
    assert json.loads(gone.stdout) == {"tables": 1, "events": 1, "exported": 0}


async def test_programs_are_told_in_json(house, database, tmp_path):
    told = house.run("backup", database, str(tmp_path / "copy.sqlite"), "--json")
    assert json.loads(told.stdout) == {"path": str(tmp_path / "copy.sqlite"), "tables": 2, "events": 4}
    told = house.run("prune", database, "--days", "7", "--json")
    assert json.loads(told.stdout) == {"tables": 1, "events": 3, "exported": 0}


def test_a_database_that_is_none_is_one_clear_line(house, tmp_path):
    for words in (
        ("backup", "nowhere.sqlite", "copy.sqlite"),
        ("prune", "nowhere.sqlite"),
        ("prune", "x", "--days", "-1"),
    ):
        told = house.run(*words)
        assert told.returncode == 2
        assert len(told.stderr.splitlines()) == 1
