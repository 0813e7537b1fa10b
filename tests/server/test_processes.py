"""One house in several processes, on a real PostgreSQL and a real Redis, and what happens when any of them falls."""

from __future__ import annotations

import asyncio
import re
import resource
import signal
from collections import Counter
from collections.abc import Awaitable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

import pytest

from knobel.core.record import Moved, Sat
from knobel.core.registry import all_games
from knobel.server.cluster.bus import Gap
from knobel.server.cluster.redis import RedisBus
from knobel.server.run import Keeper
from knobel.server.settings import Settings
from knobel.server.socket.sockets import Sockets
from knobel.server.tables import room_actions
from knobel.server.tables.events import Adopted, Entered, Opened, Setup, event_of
from knobel.server.tables.house import House, LoadedTable
from knobel.store.log import StoreTrouble, Unsure
from knobel.store.opening import open_store
from tests.server.client import PATIENCE_S, Api, Player
from tests.server.forked import forked
from tests.server.inside import listening
from tests.server.survivors import Survivor, accounted, seated
from tests.server.tables import over, play_on, sitting
from tools.services import Postgres, RedisServer

LONG = {"target": 1000}


@asynccontextmanager
async def two_processes(postgres: Postgres, redis_server: RedisServer, logs: Path):
    """Two processes of one house, as they are by default, but for the time that bots take."""
    store = await postgres.fresh()
    ordinary = {"beat_s": 1.0, "stale_ms": 3000, "pace": 1, "bus": redis_server.url}
    with ExitStack() as stack:
        houses = [stack.enter_context(forked(store, logs / f"log {n}", **ordinary)) for n in range(2)]
        yield store, houses
        wrong = [line for house in houses for line in house.logged() if line["level"] == "error"]
        assert wrong == []


@pytest.fixture
async def cluster(postgres, redis_server, tmp_path: Path):
    async with two_processes(postgres, redis_server, tmp_path) as found:
        yield found


@pytest.fixture
async def frail_cluster(own_postgres, own_redis, tmp_path: Path):
    """One whose database and whose bus may be stopped."""
    async with two_processes(own_postgres, own_redis, tmp_path) as found:
        yield found


@asynccontextmanager
async def opened(cluster):
    """The processes, answering, and their store."""
    url, houses = cluster
    for house in houses:
        await house.answers()
    store = await open_store(url)
    yield store, houses
    await store.close()


async def slowly(sitting_down: Awaitable[list[Survivor]]) -> list[Survivor]:
    """People who take their time, so that the game is still on when something has happened to the house."""
    people = await sitting_down
    for person in people:
        person.pause = 0.03
    return people


def tried(people: list[Survivor]) -> int:
    return sum(len(person.attempts) for person in people)


@pytest.mark.parametrize("game", all_games())
async def test_people_at_different_processes_see_the_same_in_the_same_order(cluster, game):
    async with opened(cluster) as (store, (here, there)):
        people = await seated([here.url], game, Random(1), bots=["random"])
        people[1].urls = [there.url]
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(person.play(lambda: tried(people) > 30) for person in people))
        await accounted(store, here.url, people)
        await accounted(store, there.url, people)
        assert min(person.seen for person in people) > 10


async def test_bots_and_clocks_run_once_although_everybody_looks_on_at_both_processes(cluster):
    """Each entry follows from the one before, so a doubled move would be a move too many: nobody moves out of turn."""
    async with (
        opened(cluster) as (store, (here, there)),
        sitting(here.url, "pig", (), bots=("random", "random"), start=False, options={"target": 60}) as s,
    ):
        async with Player(here.url, s.table, seen=0) as one, Player(there.url, s.table, seen=0) as two:
            await s.host.done(s.path("/start"))
            await asyncio.gather(one.until(lambda: over(one)), two.until(lambda: over(two)))
            assert one.happened == two.happened
        metrics = [(await Api(house.url).get("/metrics")).text for house in (here, there)]
        events = [event_of(body) for body in await store.read(s.table)]
        moves = [event for event in events if isinstance(event, Entered) and isinstance(event.entry, Moved)]
        made = [float(n) for n in re.findall(r"^knobel_moves_total (\S+)$", "\n".join(metrics), re.MULTILINE)]
        assert sorted(made) == [0, len(moves)], "the other process moved, too"


async def test_when_a_process_is_killed_people_bots_and_clocks_go_on_at_the_other(cluster):
    """People come back at once. Bots and clocks wait until the dead process is missed, which is soon."""
    async with opened(cluster) as (store, (here, there)):
        setup = {"options": LONG, "move_seconds": 1}
        people = await slowly(seated([here.url, there.url], "pig", Random(3), 1, ["random"], options=LONG))
        silent = await seated([here.url, there.url], "pig", Random(5), 2, (), **setup)
        watching = [Survivor([here.url, there.url], silent[0].table, "nobody's", Random(6))]
        done = asyncio.Event()
        playing = [asyncio.create_task(person.play(done.is_set)) for person in (*people, *watching)]
        async with asyncio.timeout(PATIENCE_S):
            while not await _moved(store, silent[0].table, 0, (0, 1)) or tried(people) < 20:
                await asyncio.sleep(0.05)
        here.kill()
        bots, clocks = [(table, len(await store.read(table))) for table in (people[0].table, silent[0].table)]
        async with asyncio.timeout(PATIENCE_S):
            while not (await _moved(store, *bots, (1,)) and await _moved(store, *clocks, (0, 1))):
                await asyncio.sleep(0.05)
        done.set()
        await asyncio.gather(*playing)
        await accounted(store, there.url, people)
        await accounted(store, there.url, watching)
        since = [event_of(body) for body in await store.read(*clocks)]
        assert any(isinstance(event, Adopted) for event in since), "it was taken over, and lying there cost nobody time"


async def _moved(store, table: str, after: int, seats: tuple[int, ...]) -> bool:
    """Whether since then one of these seats has moved."""
    return any(
        isinstance(event, Entered) and isinstance(event.entry, Moved) and event.entry.by in seats
        for event in map(event_of, await store.read(table, after))
    )


async def test_redis_may_fall_and_come_back_and_everybody_sees_everything(frail_cluster, own_redis):
    async with opened(frail_cluster) as (store, (here, there)):
        people = await slowly(seated([here.url], "pig", Random(7), options=LONG))
        people[1].urls = [there.url]
        done = asyncio.Event()
        playing = [asyncio.create_task(person.play(done.is_set)) for person in people]
        for _ in range(2):
            await asyncio.sleep(1)
            await asyncio.to_thread(own_redis.restart)
        moved = [len(person.attempts) for person in people]
        async with asyncio.timeout(PATIENCE_S):
            while any(len(person.attempts) < before + 5 for person, before in zip(people, moved, strict=True)):
                await asyncio.sleep(0.05)
        async with Api(there.url) as anybody, asyncio.timeout(PATIENCE_S):
            while (await anybody.get("/readyz")).status_code != 200:
                await asyncio.sleep(0.1)
        done.set()
        await asyncio.gather(*playing)
        await accounted(store, here.url, people)


async def test_postgres_may_fall_and_come_back_and_nothing_is_lost(frail_cluster, own_postgres):
    async with opened(frail_cluster) as (store, (here, there)):
        people = await slowly(seated([here.url], "pig", Random(8), options=LONG))
        people[1].urls = [there.url]
        done = asyncio.Event()
        playing = [asyncio.create_task(person.play(done.is_set)) for person in people]
        await asyncio.sleep(0.5)
        await asyncio.to_thread(own_postgres.restart)
        await asyncio.sleep(0.5)
        try:
            await asyncio.to_thread(own_postgres.stop)
            async with Api(here.url) as anybody:
                refused = await anybody.post("/api/tables", {"game": "pig"})
                assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
                assert (await anybody.get("/readyz")).status_code == 503
                assert (await anybody.get("/healthz")).status_code == 200
        finally:
            await asyncio.to_thread(own_postgres.start)
        moved = [sum(attempt.done is not None for attempt in person.attempts) for person in people]
        async with asyncio.timeout(PATIENCE_S):
            while any(
                sum(attempt.done is not None for attempt in person.attempts) < before + 3
                for person, before in zip(people, moved, strict=True)
            ):
                await asyncio.sleep(0.05)
        done.set()
        await asyncio.gather(*playing)
        assert {trouble["code"] for person in people for trouble in person.troubles} <= {
            "store-away",
            "store-unsure",
        }
        await accounted(store, there.url, people)


async def test_a_full_disk_is_refused_politely_loses_nothing_and_it_goes_on_when_there_is_room(tmp_path):
    """The system lets no file of the house grow any more, and later again."""
    with forked(tmp_path / "house.sqlite", tmp_path / "log") as house:
        await house.answers()
        async with sitting(house.url, "pig", options=LONG) as table:
            ann, bo = table.players
            pid, limit = house.process.pid, resource.RLIMIT_FSIZE
            size = max(file.stat().st_size for file in tmp_path.glob("house.sqlite*"))
            resource.prlimit(pid, limit, (size + 4096, resource.RLIM_INFINITY))
            answers = Counter()
            while not answers["refused"]:
                answer = await ann.ask("chat", seat=0, text="x" * 300)
                answers[answer["type"]] += 1
            assert answer["code"].startswith("store-")
            assert str(tmp_path) not in answer["why"]
            seen = ann.seen
            resource.prlimit(pid, limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            async with asyncio.timeout(PATIENCE_S):
                while (await ann.ask("chat", seat=0, text="room again"))["type"] != "done":
                    await asyncio.sleep(0.1)
            assert ann.happened[seen]["what"] == {"type": "said", "seat": 0, "text": "room again"}
            goal = ann.seen + 8
            await asyncio.gather(play_on(ann, Random(1), seq=goal), play_on(bo, Random(2), seq=goal))
            await bo.until(lambda: bo.seen == ann.seen)
            assert [found["seq"] for found in bo.happened] == list(range(1, ann.seen + 1))
            house.kill()
            store = await open_store(str(tmp_path / "house.sqlite"))
            assert len(await store.read(table.table)) == ann.seen
            await store.close()


async def test_a_player_who_left_a_dead_process_takes_over_at_the_other(cluster):
    async with opened(cluster) as (store, (here, there)), sitting(here.url, "pig", options=LONG) as table:
        token = table.people[0].tokens[0]
        await table.people[0].done(table.path("/seats/0/leave"))
        async with Api(there.url, token) as ann, Player(there.url, table.table, token) as again:
            await again.until(lambda: again.room["seats"][0]["player"] != "person")
            here.kill()
            await ann.done(table.path("/seats/0/return"))
            await again.until(lambda: again.room["seats"][0]["player"] == "person")
        events = [event_of(body) for body in await store.read(table.table)]
        sat = [event.entry for event in events if isinstance(event, Entered) and isinstance(event.entry, Sat)]
        assert [entry.sitter.player == "person" for entry in sat] == [False, True]


async def test_a_move_that_may_have_been_written_is_never_said_to_be_refused(tmp_path, monkeypatch):
    """The database takes a move and falls before it answers, and cannot be read for a while either."""
    store = await open_store(str(tmp_path / "house.sqlite"))
    house = House(store, None, Settings())
    setup = Setup(game="pig", options={})
    table = await house.open(lambda _: Opened(at=0, setup=setup, promise="", host=""))
    await house.load(table)
    append = store.append

    async def written_without_a_word(*args: Any) -> None:
        await append(*args)
        raise Unsure("store-unsure", why="cut")

    with monkeypatch.context() as cut:
        cut.setattr(store, "append", written_without_a_word)
        cut.setattr(store, "read", unreadable)
        with pytest.raises(Unsure):
            await house.act(table, lambda draft: room_actions.sit(draft, "Ann", 0, "key"))
    loaded = await house.load(table)
    async with asyncio.timeout(PATIENCE_S):
        while loaded.hosted.seq < 2:
            await asyncio.sleep(0.05)
    assert loaded.hosted.room.places[0].name == "Ann"
    await house.close()
    await store.close()


@asynccontextmanager
async def two_houses(path: Path, redis_server: RedisServer):
    """Two processes' worth of a house, here, at a table of which both have heard."""
    async with AsyncExitStack() as stack:
        houses: list[House] = []
        for _ in range(2):
            store, bus = await open_store(str(path)), RedisBus(redis_server.url)
            house = House(store, bus, Settings())
            stack.push_async_callback(store.close)
            stack.push_async_callback(bus.close)
            stack.push_async_callback(house.close)
            houses.append(house)
        setup = Setup(game="pig", options={})
        table = await houses[0].open(lambda _: Opened(at=0, setup=setup, promise="", host=""))
        yield [(house, await house.load(table)) for house in houses]


async def reaches(loaded: LoadedTable, seq: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while loaded.hosted.seq < seq:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("readable", [True, False])
async def test_what_was_written_without_a_word_is_told_to_other_processes_too(
    tmp_path, redis_server, monkeypatch, readable
):
    async with two_houses(tmp_path / "house.sqlite", redis_server) as ((here, loaded), (_, there)):
        append = here.store.append

        async def written_without_a_word(*args: Any) -> None:
            await append(*args)
            raise Unsure("store-unsure", why="cut")

        with monkeypatch.context() as cut:
            cut.setattr(here.store, "append", written_without_a_word)
            if not readable:
                cut.setattr(here.store, "read", unreadable)
            with nullcontext() if readable else pytest.raises(Unsure):
                await here.act(loaded.table, lambda draft: room_actions.sit(draft, "Ann", 0, "key"))
        await reaches(there, 2)


async def test_who_heard_of_something_and_cannot_read_it_tries_again(tmp_path, redis_server, monkeypatch):
    async with two_houses(tmp_path / "house.sqlite", redis_server) as ((here, loaded), (house, there)):
        with monkeypatch.context() as cut:
            cut.setattr(house.store, "read", unreadable)
            cut.setattr(here.bus, "publish", lambda *_: None)  # what was written gets lost; that something was does not
            await here.act(loaded.table, lambda draft: room_actions.sit(draft, "Ann", 0, "key"))
            house._hear(Gap(there.table))
            await asyncio.sleep(0.1)
        assert there.hosted.seq == 1
        await reaches(there, 2)


async def test_while_redis_is_away_processes_read_the_log_and_refuse_no_legal_move(tmp_path, own_redis, caplog):
    async with two_houses(tmp_path / "house.sqlite", own_redis) as ((here, loaded), (house, there)):
        following = asyncio.create_task(Keeper(house, Sockets(house)).follow())
        await asyncio.to_thread(own_redis.stop)
        try:
            await here.act(loaded.table, lambda draft: room_actions.sit(draft, "Ann", 0, "key"))
            await reaches(there, 2)
            following.cancel()
            await here.act(loaded.table, lambda draft: room_actions.leave(draft, draft.room.rights(["key"]), 0))
            assert there.hosted.seq == 2
            await house.act(loaded.table, lambda draft: room_actions.sit(draft, "Bo", 0, "other"))
            assert there.hosted.room.places[0].name == "Bo"
        finally:
            following.cancel()
            await asyncio.to_thread(own_redis.start)
    assert [record.message for record in caplog.records if "cannot be heard" in record.message]


async def test_who_only_watches_at_another_process_sees_what_happens_while_redis_hangs(
    tmp_path, own_redis, monkeypatch
):
    """It is not gone, it only does not answer: that is noticed although the line says nothing of it."""
    monkeypatch.setattr("knobel.server.cluster.redis.SILENCE_S", 10 * PATIENCE_S)
    async with two_houses(tmp_path / "house.sqlite", own_redis) as ((here, loaded), (house, there)):
        following = asyncio.create_task(Keeper(house, Sockets(house)).follow())
        own_redis._process.send_signal(signal.SIGSTOP)
        try:
            await here.act(loaded.table, lambda draft: room_actions.sit(draft, "Ann", 0, "key"))
            await reaches(there, 2)
        finally:
            own_redis._process.send_signal(signal.SIGCONT)
            following.cancel()


async def test_a_house_is_degraded_and_not_dead_while_redis_is_away(tmp_path, own_redis):
    async with (
        two_houses(tmp_path / "house.sqlite", own_redis) as ((here, _), _there),
        listening(here) as url,
        Api(url) as anybody,
    ):
        assert (await anybody.get("/readyz")).text == "ready\n"
        await asyncio.to_thread(own_redis.stop)
        try:
            answer = await anybody.get("/readyz")
            assert (answer.status_code, answer.text) == (200, "degraded\n")
        finally:
            await asyncio.to_thread(own_redis.start)


async def unreadable(*_: object) -> list[bytes]:
    raise StoreTrouble("store-away", why="cut")
