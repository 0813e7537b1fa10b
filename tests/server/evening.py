"""An evening at a house that is killed again and again, and everybody who plays there."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from knobel.core.registry import all_games
from knobel.store.log import Store
from tests.server.forked import Forked
from tests.server.survivors import Survivor, accounted, seated

TABLES = 3
MOST_MOVES = 8
"""So many moves are tried at most, all over the house, before a process is killed again."""
PATIENCE_S = 5
HANGING_S = 120
"""After so long a kill, and nothing that goes on, it hangs: on a machine where much else runs it takes its time."""


class Evening:
    """A house of one or several processes, which are killed, and everybody who plays there."""

    def __init__(self, houses: Sequence[Forked], seed: int) -> None:
        self.houses = houses
        self.chance = Random(seed)
        self.tables: list[list[Survivor]] = []
        self.phases: Counter[str] = Counter()
        """What was going on, anywhere in the house, when it was killed."""
        self._gathering = 0
        self._played: Counter[str] = Counter()
        self._killed = False

    async def run(self, kills: int) -> None:
        """So many kills, while people play; then every table is played to its end."""
        async with asyncio.timeout(HANGING_S * (1 + kills)):
            await asyncio.gather(self._kill(kills), *(self._play() for _ in range(TABLES)))

    def tried(self) -> int:
        """How many moves anybody has sent."""
        return sum(len(person.attempts) for people in self.tables for person in people)

    async def _kill(self, times: int) -> None:
        """Kills a process somewhere within the next few moves, or sometimes before it has even opened."""
        for _ in range(times):
            opening = self.chance.random() >= 0.9
            if not opening:
                await self._wait_few_moves()
            await asyncio.sleep(self.chance.uniform(0, 0.03))
            house = self.chance.choice(self.houses)
            self._note_phases(opening)
            await asyncio.to_thread(house.kill)
            house.open()
        self._killed = True

    async def _wait_few_moves(self) -> None:
        enough = self.tried() + self.chance.randint(1, MOST_MOVES)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while self.tried() < enough:
                    await asyncio.sleep(0.002)

    def _note_phases(self, opening: bool) -> None:
        self.phases["killed while opening"] += opening
        self.phases["killed while people sat down"] += bool(self._gathering)
        for game in +self._played:
            self.phases[f"killed during {game}"] += 1
        asked = [attempt for people in self.tables for person in people for attempt in person.attempts[-1:]]
        self.phases["killed with a move on its way"] += any(one.done is None and not one.refused for one in asked)

    async def _play(self) -> None:
        """One table after the other, until there are no more kills; the last one is played to its end as well."""
        chance = Random(self.chance.random())
        while not self._killed:
            bots = ["random"] if chance.random() < 0.5 else []
            urls = [house.url for house in self.houses]
            chance.shuffle(urls)
            self._gathering += 1
            game = chance.choice(list(all_games()))
            people = await seated(urls, game, chance, bots=bots)
            self._gathering -= 1
            self._played[game] += 1
            for person in people[1:]:
                person.urls.reverse()  # where there are two processes, people play at both
            self.tables.append(people)
            await asyncio.gather(*(person.play() for person in people))
            self._played[game] -= 1


async def check_evening(evening: Evening, store: Store) -> Counter[str]:
    """Nothing that anybody saw is lost or doubled, and every table went on to its end. Raises `AssertionError`."""
    for people in evening.tables:
        hosted = await accounted(store, evening.houses[0].url, people)
        assert hosted.stage == "over", "a table did not go on"
        assert all(person.seen == hosted.seq for person in people), "somebody did not see the end"
    wrong = [line for house in evening.houses for line in house.logged() if line["level"] == "error"]
    assert wrong == [], wrong
    return evening.phases + Counter({"tables": len(evening.tables), "moves": evening.tried()})
