"""A house that is killed at random instants, again and again: nothing that anybody saw is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from knobel.core.registry import all_games
from knobel.store.opening import open_store
from tests.server.forked import Forked, forked
from tests.server.survivors import Survivor, accounted, seated

TABLES = 3
LONGEST_LIFE_S = 0.6


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return asyncio.run(request.getfixturevalue("postgres").fresh())


async def killing(house: Forked, kills: int, chance: Random) -> None:
    """Kills the house, and opens it again each time. Sometimes it has not even opened."""
    for _ in range(kills):
        if chance.random() < 0.9:
            await house.answers()
        await asyncio.sleep(chance.uniform(0, LONGEST_LIFE_S))
        await asyncio.to_thread(house.kill)
        house.open()
    await house.answers()


async def playing(url: str, games: list[str], chance: Random, killed: asyncio.Event) -> list[list[Survivor]]:
    """One table after the other, until there are no more kills; the last one is played to its end as well."""
    tables: list[list[Survivor]] = []
    while not tables or not killed.is_set():
        people = await seated([url], chance.choice(games), chance, bots=["random"] if chance.random() < 0.5 else [])
        tables.append(people)
        await asyncio.gather(*(person.play() for person in people))
    return tables


def test_nothing_that_anybody_saw_is_lost_or_doubled_by_kills_and_every_table_goes_on(store_url, tmp_path, sized):
    kills = sized("kills", 18, 160)
    chance = Random(store_url.startswith("postgres"))

    async def evening() -> None:
        with forked(store_url, tmp_path / "log") as house:
            await house.answers()
            killed = asyncio.Event()
            tables = [
                asyncio.create_task(playing(house.url, list(all_games()), Random(chance.random()), killed))
                for _ in range(TABLES)
            ]
            await killing(house, kills, chance)
            killed.set()
            async with asyncio.timeout(300):
                played = [people for task in tables for people in await task]
            store = await open_store(store_url)
            for people in played:
                hosted = await accounted(store, house.url, people)
                assert hosted.stage == "over"
                assert all(person.seen == hosted.seq for person in people)
            await store.close()
            assert sum(person.comings for people in played for person in people) > kills
            assert [line for line in house.logged() if line["level"] == "error"] == []

    asyncio.run(evening())
