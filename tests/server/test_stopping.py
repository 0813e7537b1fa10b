from __future__ import annotations

import asyncio
import signal
from random import Random

from tests.server.client import PATIENCE_S, Api, Player
from tests.server.running import running, served
from tests.server.tables import over, play_on, sitting


async def test_a_house_that_closes_says_so_and_everything_goes_on_where_it_was(tmp_path):
    store = tmp_path / "knobel.db"
    with served(store) as house:
        async with sitting(house.url, "pig", options={"target": 30}) as table:
            ann, bo = table.players
            await asyncio.gather(play_on(ann, Random(1), seq=8), play_on(bo, Random(2), seq=8))
            await ann.until(lambda: ann.seen >= bo.seen)
            assert await asyncio.to_thread(house.stop) == 0
            await ann.socket.wait_closed()
            await ann.until(lambda: ann.bye is not None)
            assert ann.bye["code"] == "back-soon"
            assert ann.bye["again"] > 0
            assert ann.socket.close_code == 1012
        assert [line for line in house.lines if line.get("level") == "error"] == []
        seen, view, tokens = ann.seen, ann.position["view"], [api.tokens for api in table.people]
    with served(store) as house:
        people = [Player(house.url, table.table, *held, seen=seen) for held in tokens]
        async with people[0] as ann, people[1] as bo:
            assert ann.position["view"] == view
            assert ann.happened == []
            await asyncio.gather(play_on(ann, Random(3)), play_on(bo, Random(4)))
            assert over(ann)


async def test_bots_play_on_after_the_house_was_killed(tmp_path):
    store = tmp_path / "knobel.db"
    with running(store, bot_ms=5) as house:
        async with sitting(house.url, "pig", (), bots=("random", "random"), start=False) as table:
            await table.host.done(table.path("/start"))
            async with Player(house.url, table.table, seen=0) as watcher:
                await watcher.until(lambda: watcher.seen > 10)
        house.stop(signal.SIGKILL)
    with running(store, stale_ms=200, beat_s=0.1) as house:
        async with Api(house.url) as anybody, asyncio.timeout(PATIENCE_S):
            while (await anybody.get(table.path())).json()["room"]["stage"] != "over":
                await asyncio.sleep(0.05)
            assert (await anybody.get(table.path("/verification"))).json()["verdict"] == "fair"


async def test_a_table_nobody_looks_at_is_dropped_and_comes_back_from_its_log(tmp_path):
    with running(tmp_path / "knobel.db", idle_s=0.1, beat_s=0.05) as house:
        async with sitting(house.url, "pig") as table:
            await table.players[0].play(0, {"type": "Roll"})
            await table.players[1].until(lambda: table.players[1].seen == table.players[0].seen)
            view, tokens = table.players[1].position["view"], table.people[1].tokens
        async with Api(house.url) as anybody:
            async with asyncio.timeout(PATIENCE_S):
                while "knobel_tables 0.0" not in (await anybody.get("/metrics")).text:
                    await asyncio.sleep(0.05)
        async with Player(house.url, table.table, *tokens) as again:
            assert again.position["view"] == view
