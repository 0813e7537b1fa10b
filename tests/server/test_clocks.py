from __future__ import annotations

import asyncio
from random import Random

import pytest

from knobel.core.registry import game
from tests.server.client import PATIENCE_S, Player
from tests.server.running import running
from tests.server.tables import play_on, sitting


async def test_when_the_time_for_a_move_is_up_the_house_plays_a_sensible_move(url):
    async with sitting(url, "shizzle", move_seconds=60) as table:
        ann, bo = table.players
        first = ann.position["due"]["must"][0]
        assert str(first) in ann.position["clock"]["until"]
        before = ann.seen
        await ann.until(lambda: any(found["what"].get("by") == first for found in ann.happened[before:]))
        await bo.until(lambda: bo.position["clock"]["now"] >= 60_000)
        mover = next(player for player in (ann, bo) if player.yours[0] == player.position["due"]["must"][0])
        assert await play_on(mover, Random(1), moves=1) == 1, "whoever was away plays on"


async def test_a_game_with_nobody_awake_goes_on_to_its_end(url):
    async with sitting(url, "pig", move_seconds=0.5, options={"target": 10}) as table:
        await table.players[0].until(lambda: table.players[0].room["stage"] == "over")


async def test_the_clock_of_the_rules_rings_by_itself(url):
    async with sitting(url, "word-shout", options={"lookup": "at_once", "round_seconds": 5}, start=False) as table:
        await table.host.done(table.path("/start"))
        ann, bo = table.players

        def bell() -> bool:
            return any(found["what"].get("by") == "clock" for found in ann.happened)

        async def rolled(player: Player) -> None:
            while not (player.position and player.position["live"]) and not bell():
                await player.until(lambda: bool(player.position and player.position["moves"]) or bell())
                if not player.position["live"] and player.position["moves"]:
                    await player.play(player.yours[0], player.position["moves"][0]["move"])
                    await asyncio.sleep(0.01)
                    if player.position["live"]:
                        return

        await asyncio.wait_for(asyncio.gather(rolled(ann), rolled(bo)), PATIENCE_S)
        await ann.until(bell)


async def test_bots_take_human_time(tmp_path):
    with running(tmp_path / "knobel.db", bot_ms=300) as house:
        async with sitting(house.url, "pig", ("Ann",), bots=("random",)) as table:
            ann = table.players[0]
            while True:
                await play_on(ann, Random(3), moves=1)
                if ann.position["due"]["must"] == [1]:
                    break
            now = ann.position["clock"]["now"]
            before = ann.seen
            await ann.until(lambda: ann.seen > before)
            moved = next(found["what"] for found in ann.happened if found["seq"] == before + 1)
            assert moved["at"] - now >= 290


@pytest.mark.parametrize("claim", [0, 10**9])
async def test_an_invented_time_gains_no_more_than_the_way_explains(url, claim):
    async with sitting(url, "word-shout", start=False) as table:
        await table.host.done(table.path("/start"))
        ann = table.players[0]
        people = [asyncio.create_task(ready(player)) for player in table.players]
        await ann.until(lambda: bool(ann.position and ann.position["live"]))
        for person in people:
            person.cancel()
        before = ann.position["clock"]["now"]
        answer = await ann.play(0, {"type": "Pass"}, at=claim)
        assert answer["type"] == "done", answer
        passed = next(f["what"] for f in ann.happened if f["what"].get("move") == {"type": "Pass"})
        assert passed["at"] >= before - game("word-shout").realtime.grace
        assert passed["at"] <= ann.position["clock"]["now"]


async def ready(player: Player) -> None:
    while True:
        await player.until(lambda: bool(player.position and player.position["moves"]) and not player.position["live"])
        await player.play(player.yours[0], player.position["moves"][0]["move"])
        await asyncio.sleep(0.01)
