"""Two processes of one house, on a real PostgreSQL and a real Redis."""

from __future__ import annotations

import asyncio
import signal
from contextlib import ExitStack
from random import Random

import pytest

from tests.server.client import Api, Player
from tests.server.running import House, running
from tests.server.tables import over, play_on, sitting
from tests.server.test_presence import last_ping


@pytest.fixture
async def houses(postgres, redis_server):
    store = await postgres.fresh()
    with ExitStack() as stack:
        settings = {"bus": redis_server.url, "beat_s": 0.2, "ping_s": 0.5, "stale_ms": 1000}
        yield [stack.enter_context(running(store, **settings)) for _ in range(2)]


async def test_people_at_two_processes_play_one_game(houses: list[House]):
    here, there = houses
    async with sitting(here.url, "pig", options={"target": 30}) as table:
        ann, tokens = table.players[0], table.people[1].tokens
        async with Player(there.url, table.table, *tokens, seen=0) as bo:
            await asyncio.gather(play_on(ann, Random(1)), play_on(bo, Random(2)))
            assert [found["seq"] for found in bo.happened] == list(range(1, bo.seen + 1))
            assert [found["what"] for found in ann.happened[-3:]] == [f["what"] for f in bo.happened[-3:]]
            assert over(ann)
            assert over(bo)


async def test_who_is_there_by_another_process_is_there_and_who_leaves_it_is_away(houses: list[House]):
    here, there = houses
    async with sitting(here.url, "pig") as table:
        ann, (gone,) = table.players[0], table.players[1].yours
        await table.players[1].socket.close()
        await ann.until(lambda: str(gone) in last_ping(ann)["away"])
        async with Player(there.url, table.table, *table.people[1].tokens) as bo:
            await ann.until(lambda: last_ping(ann)["there"] == [0, 1] and not last_ping(ann)["away"])
            await bo.until(lambda: last_ping(bo)["there"] == [0, 1] and not last_ping(bo)["away"])
            there.stop(signal.SIGKILL)
            await ann.until(lambda: str(gone) in last_ping(ann)["away"])


async def test_one_seat_wanted_at_both_processes_at_once_goes_to_one(houses: list[House]):
    async with Api(houses[0].url) as here, Api(houses[1].url) as there:
        table = await here.open("pig")
        path = f"/api/tables/{table}/seats"
        wanted = [api.post(path, {"name": f"Guest {n}", "seat": 0}) for n in range(20) for api in (here, there)]
        statuses = [answer.status_code for answer in await asyncio.gather(*wanted)]
        assert statuses.count(201) == 1
        assert statuses.count(409) == 39


async def test_when_one_process_is_killed_the_other_goes_on_with_its_bots(houses: list[House]):
    here, there = houses
    async with sitting(here.url, "pig", (), bots=("random", "random"), start=False, options={"target": 200}) as table:
        await table.host.done(table.path("/start"))
        async with Player(here.url, table.table, seen=0) as watcher:
            await watcher.until(lambda: watcher.seen > 15)
            here.stop(signal.SIGKILL)
            await watcher.socket.wait_closed()
        async with Player(there.url, table.table, seen=watcher.seen) as again:
            await again.until(lambda: over(again))
            assert [f["seq"] for f in again.happened] == list(range(watcher.seen + 1, again.seen + 1))
