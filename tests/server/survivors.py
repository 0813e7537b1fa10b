"""People who play on, whatever happens to the house: they come back, say what they have seen, and keep a diary."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

import httpx
import msgspec
from websockets.exceptions import WebSocketException

from knobel.core.record import Moved
from knobel.core.registry import game as game_called
from knobel.server.socket.projection import Looker, happening
from knobel.server.tables.events import Entered, event_of
from knobel.server.tables.state import TableState
from knobel.store.log import Store
from knobel.table.table import Sight
from tests.server.client import Api, Json, Player
from tests.server.tables import choice, may_move, over

GONE = (OSError, WebSocketException, httpx.TransportError, TimeoutError)
"""What it is like when a house dies."""
UNSURE = "store-unsure"
"""A refusal that leaves open whether it was written."""
BRIEF_S = 5


class Attempt(msgspec.Struct):
    """A move that was sent, what had been seen until then, and the answer, if there was one."""

    move: Json
    after: int
    done: int | None = None
    refused: bool = False


class Survivor:
    """One seat of a table, played to the end through every trouble. `urls` are tried in turn."""

    def __init__(self, urls: Sequence[str], table: str, token: str, chance: Random) -> None:
        self.urls = list(urls)
        self.table = table
        self.token = token
        self.diary: list[Json] = []
        """Every happening that was shown, in the order it came."""
        self.attempts: list[Attempt] = []
        self.troubles: list[Json] = []
        """Refusals that no rule was the reason of."""
        self.looking: int | None = None
        self.comings = 0
        self.pause = 0.0
        """How many seconds they think over every move, so that a game does not end too soon."""
        self._chance = chance

    @property
    def seen(self) -> int:
        return self.diary[-1]["seq"] if self.diary else 0

    async def play(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Plays until the game is over, or it is enough."""
        while not enough():
            with suppress(*GONE):
                if await self._visit(enough):
                    return
            self.urls = [*self.urls[1:], self.urls[0]]
            await asyncio.sleep(0.02)

    async def _visit(self, enough: Callable[[], bool]) -> bool:
        """One connection, as long as it lasts. True when there is nothing more to do."""
        player = Player(self.urls[0], self.table, self.token, seen=self.seen)
        try:
            async with player:
                self.comings += 1
                while player.welcomes and player.open:
                    self.looking = player.welcomes[-1]["looking"]
                    if over(player) or enough():
                        return True
                    await self._act(player)
        finally:
            self.diary += player.happened
        return False

    async def _act(self, player: Player) -> None:
        with suppress(TimeoutError):
            await player.until(lambda: over(player) or may_move(player) or not player.open, BRIEF_S)
        if over(player) or not player.open or not may_move(player) or self.looking is None:
            return
        move = choice(game_called(player.room["game"]), player, self.looking, self._chance)
        if move is None:
            await asyncio.sleep(0.01)
            return
        await asyncio.sleep(self.pause)
        attempt = Attempt(move, player.seen or 0)
        self.attempts.append(attempt)
        answer = await player.play(self.looking, move)
        if answer["type"] == "done":
            attempt.done = answer["seq"]
            return
        attempt.refused = answer["code"] != UNSURE
        if answer["code"] not in ("rule", "over"):
            self.troubles.append(answer)
            await asyncio.sleep(0.2)
        await asyncio.sleep(0.002)


async def seated(
    urls: Sequence[str], game: str, chance: Random, people: int = 2, bots: Sequence[str] = (), **setup: object
) -> list[Survivor]:
    """A table that has begun, with people at it who will survive. It is tried again until that is done."""
    while True:
        with suppress(*GONE, AssertionError):  # half a table is left alone: nobody was promised anything
            async with Api(urls[0]) as host:
                table = await host.open(game, **setup)
                tokens = [(await host.sit(table, f"Player {number}"))[1] for number in range(people)]
                for level in bots:
                    await host.done(f"/api/tables/{table}/bots", {"level": level})
                await host.done(f"/api/tables/{table}/start")
                return [Survivor(urls, table, token, Random(chance.random())) for token in tokens]
        await asyncio.sleep(0.05)


async def accounted(store: Store, url: str, people: Sequence[Survivor]) -> TableState:
    """Holds every diary against the log, and against what the house itself says now. All must agree to the letter.

    A game that goes on has gone on since.
    """
    table = people[0].table
    bodies = await store.read(table)
    events = [event_of(body) for body in bodies]
    hosted = TableState.folded(table, events, whole=True)
    for person in people:
        looker = Looker(person.looking, hosted.room.setup.language)
        sight = Sight(hosted.game, looker.seat)
        written = [json.loads(msgspec.json.encode(happening(logged, looker, sight))) for logged in hosted.events]
        assert person.diary == written[: len(person.diary)], "somebody saw what is not so"
        async with Player(url, table, person.token, seen=0) as again:
            await again.until(lambda: (again.seen or 0) >= len(written))  # noqa: B023
            assert again.happened[: len(written)] == written
        _all_moves_once(person, events)
    return hosted


def _all_moves_once(person: Survivor, events: Sequence[object]) -> None:
    """Every acknowledged move stands once, every refused one not at all, and one without an answer once or not at all.

    Nothing else stands: `matched` is how many of the moves that stand can be accounted for so far, in all ways.
    """
    stand = [
        (seq, json.loads(bytes(event.entry.move)))
        for seq, event in enumerate(events, 1)
        if isinstance(event, Entered) and isinstance(event.entry, Moved) and event.entry.by == person.looking
    ]
    matched = {0}
    for attempt in person.attempts:
        found = {
            n + 1
            for n in matched
            if n < len(stand)
            and stand[n][1] == attempt.move
            and attempt.after < stand[n][0]
            and (attempt.done is None or stand[n][0] <= attempt.done)
        }
        if attempt.refused:
            continue
        matched = found if attempt.done is not None else matched | found
        assert matched, f"an acknowledged move is lost, or a refused one stands: {attempt}"
    assert len(stand) in matched, "a move stands that nobody made, or one stands twice"
