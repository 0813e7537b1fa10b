"""A house that is killed at random instants, again and again: nothing that anybody saw is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from knobel.core.registry import all_games
from knobel.store.opening import open_store
from tests.server.forked import Forked, forked
from tests.server.survivors import Survivor, accounted, seated

TABLES = 3
MOST_MOVES = 8
"""So many moves are tried at most, all over the house, before it is killed again."""
PATIENCE_S = 5
HANGING_S = 120
"""After so long a kill, and nothing that goes on, it hangs: on a machine where much else runs it takes its time."""


@pytest.fixture(params=["sqlite", "postgres"])
async def store_url(request, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return await request.getfixturevalue("postgres").fresh()


class Evening:
    """A house that is killed again and again, and everybody who plays there."""

    def __init__(self, house: Forked, seed: int) -> None:
        self.house = house
        self.chance = Random(seed)
        self.tables: list[list[Survivor]] = []
        self.killed = False

    def tried(self) -> int:
        """How many moves anybody has sent."""
        return sum(len(person.attempts) for people in self.tables for person in people)

    async def kills(self, times: int) -> None:
        """Kills the house somewhere within the next few moves, or sometimes before it has even opened."""
        for _ in range(times):
            if self.chance.random() < 0.9:
                await self._few_moves()
            await asyncio.sleep(self.chance.uniform(0, 0.03))
            await asyncio.to_thread(self.house.kill)
            self.house.open()
        self.killed = True

    async def _few_moves(self) -> None:
        enough = self.tried() + self.chance.randint(1, MOST_MOVES)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while self.tried() < enough:
                    await asyncio.sleep(0.002)

    async def plays(self) -> None:
        """One table after the other, until there are no more kills; the last one is played to its end as well."""
        chance = Random(self.chance.random())
        while not self.killed:
            bots = ["random"] if chance.random() < 0.5 else []
            people = await seated([self.house.url], chance.choice(list(all_games())), chance, bots=bots)
            self.tables.append(people)
            await asyncio.gather(*(person.play() for person in people))


@pytest.mark.long
async def test_nothing_that_anybody_saw_is_lost_or_doubled_by_kills_and_every_table_goes_on(store_url, tmp_path, sized):
    kills = sized("kills", 5, 160)
    with forked(store_url, tmp_path / "log") as house:
        evening = Evening(house, seed=kills)
        async with asyncio.timeout(HANGING_S * (1 + kills)):
            await asyncio.gather(evening.kills(kills), *(evening.plays() for _ in range(TABLES)))
        assert evening.tried() > kills, "it was killed too soon to matter"
        store = await open_store(store_url)
        for people in evening.tables:
            hosted = await accounted(store, house.url, people)
            assert hosted.stage == "over"
            assert all(person.seen == hosted.seq for person in people)
        await store.close()
        assert [line for line in house.logged() if line["level"] == "error"] == []
