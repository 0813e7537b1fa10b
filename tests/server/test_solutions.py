"""A player that plays by a solution at a hosted table: while it is being worked out everything else goes on."""

from __future__ import annotations

import asyncio
import json
import time
from random import Random

from pig import PIG

from knobel.players.solutions import Search, search
from knobel.server.settings import Settings
from knobel.server.socket.sockets import Sockets
from knobel.server.tables.house import House
from tests.players.conftest import folder  # noqa: F401  a fixture
from tests.server.inside import listening
from tests.server.tables import may_move, over, play_on, sitting

PACE = 50
LONG = {"target": 1000}
"""It takes minutes to work out."""


async def working(options: dict[str, int]) -> Search:
    """The search for a solution, once a worker is in the midst of it."""
    searched = search(PIG, 2, PIG.options(**options))
    heard, loop = asyncio.Event(), asyncio.get_running_loop()
    searched.listen(lambda _share: loop.call_soon_threadsafe(heard.set))
    await heard.wait()
    return searched


async def until_bots_turn(player) -> None:
    """Ann plays until her turn is over."""
    await player.until(lambda: may_move(player))
    while may_move(player):
        offered = [choice["move"] for choice in player.position["moves"]]
        await player.play(0, offered[-1])
        await player.until(lambda: may_move(player) or player.position["due"]["must"] == [1])


async def pinged(sockets: Sockets, player) -> dict[str, float]:
    """Whose bots have something worked out, as the next ping says."""
    told = len(player.frames)
    await sockets.tick(time.monotonic() + 1 + sockets.house.settings.ping_s)
    await player.until(lambda: any('"ping"' in frame for frame in player.frames[told:]))
    return json.loads(next(frame for frame in player.frames[told:] if '"ping"' in frame)).get("working", {})


async def test_while_a_solution_is_worked_out_its_bot_waits_and_everybody_else_plays(folder, store):  # noqa: F811
    house = House(store, None, Settings(port=0, pace=PACE))
    sockets = Sockets(house)
    opened = listening(house, sockets)
    async with opened as url, sitting(url, "pig", ("Ann",), bots=("perfect",), options=LONG) as table:
        (ann,) = table.players
        await until_bots_turn(ann)
        searched = await working(LONG)
        seen = ann.seen
        assert list(await pinged(sockets, ann)) == ["1"]  # and everybody is told, with how far it is
        async with sitting(url, "pig", ("Bo",), bots=("random",), options={"target": 30}) as other:
            (bo,) = other.players
            await play_on(bo, Random(1))
            assert over(bo)
            assert bo.seen > 20
        assert (await ann.ask("chat", seat=0, text="Well?"))["type"] == "done"
        assert ann.seen == seen + 1
        assert not searched.found.done()
        assert ann.position["due"]["must"] == [1]
        # And when nothing comes of it, another bot plays in its place.
        assert searched._worker
        searched._worker.process.kill()
        await ann.until(lambda: may_move(ann))
        assert ann.seen > seen + 1
        assert not await pinged(sockets, ann)


async def test_many_tables_that_wait_share_one_search_and_hold_up_no_thread(folder, store):  # noqa: F811
    """More tables than there are threads for bots to think in."""
    house = House(store, None, Settings(port=0, pace=PACE, create_rate=0, request_rate=0))
    async with listening(house) as url:
        waiting = [sitting(url, "pig", (), bots=("perfect", "perfect"), options=LONG) for _ in range(40)]
        for table in waiting:
            await table.__aenter__()
        searched = await working(LONG)
        async with sitting(url, "pig", ("Bo",), bots=("random",), options={"target": 30}) as other:
            await play_on(other.players[0], Random(1))
            assert over(other.players[0])
        assert not searched.found.done()
        for table in waiting:
            await table.__aexit__(None, None, None)


async def test_once_it_is_there_the_bot_plays_a_whole_game_by_it(folder, store):  # noqa: F811
    house = House(store, None, Settings(port=0, pace=PACE))
    short = {"target": 12}
    searched = search(PIG, 2, PIG.options(**short))
    await asyncio.wrap_future(searched.found)
    async with listening(house) as url, sitting(url, "pig", ("Ann",), bots=("perfect",), options=short) as table:
        await play_on(table.players[0], Random(1))
        assert over(table.players[0])
        assert (await table.host.get(table.path("/verification"))).json()["verdict"] == "fair"
    assert search(PIG, 2, PIG.options(**short)) is searched


async def test_where_there_is_no_solution_it_is_refused_in_words(folder, store):  # noqa: F811
    house = House(store, None, Settings(port=0))
    async with listening(house) as url, sitting(url, "pig", ("Ann", "Bo"), start=False) as table:
        await table.host.done(table.path("/bots"), {"level": "perfect"})  # one of them may still go
        refused = await table.host.post(table.path("/start"))
        assert refused.status_code == 400
        assert "for 2 players, not for 3" in refused.text
