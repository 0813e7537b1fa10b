"""What the first version wrote, this one opens: its tables go on, its records replay."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from random import Random

import asyncpg
import msgspec
import pytest

from knobel.core.record import read_record
from knobel.core.registry import game
from knobel.core.verify import checked
from tests.server.client import Api, Player
from tests.server.fixtures.make_first import ABOUT, DATABASE, record_of
from tests.server.running import running
from tests.server.tables import may_move, over, play_on
from tests.store.fixtures.make_first import DUMP, SCHEMA
from tools.services import Postgres

FIRST = json.loads(ABOUT.read_text())
ROWS = {"tables": "$1, $2, $3::int::boolean, $4, $5, $6, $7", "events": "$1, $2, $3", "seeds": "$1, $2"}
"""What is kept of tables; that one is public is a number in a file."""


async def in_postgres(postgres: Postgres) -> str:
    """A database of PostgreSQL's that the first version made, with the same tables in it."""
    url = await postgres.restored(DUMP.read_text("utf-8"), SCHEMA)
    db = await asyncpg.connect(url)
    await db.execute("TRUNCATE tables, events, seeds, processes")
    with closing(sqlite3.connect(DATABASE)) as first:
        for table, values in ROWS.items():
            rows = first.execute(f"SELECT * FROM {table}").fetchall()
            await db.executemany(f"INSERT INTO {table} VALUES ({values})", rows)
    await db.close()
    return url


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
async def old_house(request, tmp_path_factory: pytest.TempPathFactory):
    if request.param == "sqlite":
        place = tmp_path_factory.mktemp("first") / "first.sqlite"
        shutil.copy(DATABASE, place)
    else:
        place = await in_postgres(request.getfixturevalue("postgres"))
    with running(place, pace=50) as house:
        yield house.url
        assert [line for line in house.lines if line.get("level") == "error"] == []


def tables(stage: str):
    return [pytest.param(about, id=about["game"]) for about in FIRST if about["stage"] == stage]


@pytest.mark.parametrize("about", tables("over"))
async def test_a_game_that_was_over_is_over_and_its_record_is_the_same(old_house, about):
    async with Api(old_house) as anybody, Player(old_house, about["table"], seen=0) as watcher:
        await watcher.until(lambda: watcher.seen == about["seq"])
        assert watcher.position["places"] == about["places"]
        record = (await anybody.get(f"/api/tables/{about['table']}/record")).content
        assert record == record_of(about["game"]).read_bytes()


@pytest.mark.parametrize("about", tables("over"))
def test_a_record_of_the_first_version_replays_and_is_fair(about):
    timeline, verdict = checked(read_record(record_of(about["game"]).read_bytes()))
    assert list(timeline.state.outcome()) == about["places"]
    assert verdict.verdict == "fair"


@pytest.mark.parametrize("about", tables("playing"))
async def test_a_game_that_was_on_is_where_it_was_and_goes_on(old_house, about):
    table, token = about["table"], about["token"]
    async with Api(old_house, about["host"]) as host, Player(old_house, table, token, seen=0) as ann:
        await ann.until(lambda: ann.seen == about["seq"])
        assert ann.yours == [about["seat"]]
        assert holds(ann.position["view"], about["view"])
        await host.done(f"/api/tables/{table}/continue")
        await ann.until(lambda: over(ann) or may_move(ann))
        await play_on(ann, Random(2), 3)
        assert ann.seen > about["seq"]


def holds(now: object, then: object) -> bool:
    """Whether all that was there then is there now; rules may have learnt to say more since."""
    if isinstance(now, dict) and isinstance(then, dict):
        return all(key in now and holds(now[key], value) for key, value in then.items())
    return now == then


@pytest.mark.rule("SHZ-R3")
async def test_a_table_keeps_the_house_rules_it_was_opened_with_though_a_default_has_changed(old_house):
    waiting = next(about["table"] for about in FIRST if (about["game"], about["stage"]) == ("shizzle", "gathering"))
    async with Api(old_house) as host:
        new = await host.open("shizzle")
        then, now = [(await host.get(f"/api/tables/{table}")).json()["room"]["options"] for table in (waiting, new)]
    assert now == json.loads(msgspec.json.encode(game("shizzle").options()))  # every option is named
    assert (then["returns"], now["returns"]) == ("at_end", "at_once")


@pytest.mark.parametrize("about", tables("gathering"))
async def test_people_who_were_waiting_still_wait_with_their_seat(old_house, about):
    path = f"/api/tables/{about['table']}"
    async with Api(old_house, about["token"]) as bo, Api(old_house) as other:
        looked = (await bo.get(path)).json()
        assert looked["yours"] == [about["seat"]]
        assert looked["room"]["deal"]["committed"] == [about["seat"]]
        await other.sit(about["table"], "Cy")
        listed = (await other.get("/api/tables", params={"stage": "gathering"})).json()["tables"]
        assert about["table"] in {found["table"] for found in listed}


async def test_a_table_where_somebody_has_a_name_that_would_be_refused_today_still_opens(tmp_path):
    place, odd = tmp_path / "odd.sqlite", "Ann\u202eEvil"
    shutil.copy(DATABASE, place)
    about = next(about for about in FIRST if about["stage"] == "playing")
    with closing(sqlite3.connect(place)) as db:
        for seq, body in db.execute("SELECT seq, body FROM events WHERE name = ?", (about["table"],)).fetchall():
            named = body.replace(b'"name":"Ann"', msgspec.json.encode({"name": odd})[1:-1])
            db.execute("UPDATE events SET body = ? WHERE name = ? AND seq = ?", (named, about["table"], seq))
        db.commit()
    with running(place) as house:
        path = f"/api/tables/{about['table']}"
        async with Api(house.url, about["host"]) as host:
            seats = (await host.get(path)).json()["room"]["seats"]
            assert odd in [seat["name"] for seat in seats]
            await host.done(f"{path}/end")
            record = read_record((await host.get(f"{path}/record")).content)
    assert odd in [sitter.name for sitter in record.header.seats]
