"""Word between processes: heard by everybody who listens, and never missed without a gap being told."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable

import pytest
import redis.asyncio
from msgspec import msgpack
from msgspec.structs import replace

from knobel.server.cluster.bus import Appended, BusTrouble, Gap, Heard, Here, open_bus
from knobel.server.cluster.redis import RedisBus
from tests.nursery import PATIENCE_S


class Listener:
    """What was heard, in order."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self._news = asyncio.Event()

    def __call__(self, heard: Heard) -> None:
        self.heard.append(replace(heard, writer="") if isinstance(heard, Appended) else heard)
        self._news.set()

    @property
    def appended(self) -> list[Appended]:
        return [heard for heard in self.heard if isinstance(heard, Appended)]

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not true():
                await self._news.wait()
                self._news.clear()


@pytest.fixture
async def pair(own_redis):
    """The bus as two processes see it."""
    buses = open_bus(own_redis.url), open_bus(own_redis.url)
    yield buses
    for bus in buses:
        await bus.close()


@pytest.fixture
async def two(own_redis):
    buses = RedisBus(own_redis.url), RedisBus(own_redis.url)
    yield buses
    for bus in buses:
        await bus.close()


async def test_whoever_listens_hears_everything_in_order_and_the_writer_nothing_of_its_own(pair):
    here, there = pair
    ann, bo = Listener(), Listener()
    await here.subscribe("oak", ann)
    await there.subscribe("oak", bo)
    await here.check_ready()
    for seq in range(1, 2001):
        here.publish("oak", seq, [b"%d" % seq, b"\x00\xff"])
    await bo.until(lambda: len(bo.appended) == 2000)
    assert bo.appended == [Appended("oak", seq, (b"%d" % seq, b"\x00\xff")) for seq in range(1, 2001)]
    there.publish("oak", 2001, [b"2001"])  # after all of them: what came before it would have been heard by now
    await ann.until(lambda: bool(ann.appended))
    assert ann.appended == [Appended("oak", 2001, (b"2001",))]


async def test_word_of_an_earlier_version_is_heard(two, own_redis):
    _, there = two
    bo = Listener()
    await there.subscribe("oak", bo)
    async with redis.asyncio.Redis.from_url(own_redis.url) as earlier:
        await earlier.publish("knobel:oak", msgpack.encode(["Appended", "oak", 1, [b"1"]]))
    await bo.until(lambda: bo.appended == [Appended("oak", 1, (b"1",))])


async def test_one_hears_only_of_the_tables_one_listens_to(pair):
    here, there = pair
    ann, bo, cleo = Listener(), Listener(), Listener()
    await there.subscribe("oak", ann)
    await there.subscribe("elm", bo)
    await there.subscribe("elm", cleo)
    await there.unsubscribe("oak", ann)
    await there.unsubscribe("elm", cleo)
    await there.unsubscribe("elm", cleo)
    here.publish("oak", 1, [b"1"])
    here.publish("elm", 1, [b"1"])
    await bo.until(lambda: len(bo.appended) == 1)
    assert (ann.appended, bo.appended, cleo.appended) == ([], [Appended("elm", 1, (b"1",))], [])
    await there.subscribe("oak", ann)
    here.publish("oak", 2, [b"2"])
    await ann.until(lambda: len(ann.appended) == 1)


async def test_after_redis_was_restarted_a_gap_is_told_and_word_comes_again(two, own_redis):
    here, there = two
    ann = Listener()
    await there.subscribe("oak", ann)
    ann.heard.clear()
    await asyncio.to_thread(own_redis.restart)
    await ann.until(lambda: Gap("oak") in ann.heard)
    here.publish("oak", 7, [b"7"])
    await ann.until(lambda: ann.heard.count(Gap("oak")) >= 2 or bool(ann.appended))
    here.publish("oak", 8, [b"8"])
    await ann.until(lambda: Appended("oak", 8, (b"8",)) in ann.heard)


async def test_whatever_is_published_while_redis_is_away_is_told_as_a_gap_when_it_is_back(two, own_redis):
    here, there = two
    ann = Listener()
    await there.subscribe("oak", ann)
    await asyncio.to_thread(own_redis.stop)
    try:
        for seq in range(1, 5001):
            here.publish("oak", seq, [b"x" * 1000])
        with pytest.raises(BusTrouble, match="Redis does not answer"):
            await here.check_ready()
        async with asyncio.timeout(PATIENCE_S):
            while here._outbox != [Gap("oak")]:
                await asyncio.sleep(0.01)
    finally:
        await asyncio.to_thread(own_redis.start)
    ann.heard.clear()
    await ann.until(lambda: Gap("oak") in ann.heard)
    await here.check_ready()


async def test_a_subscription_made_while_redis_is_away_comes_about_later(two, own_redis):
    here, there = two
    await here.check_ready()
    ann = Listener()
    await asyncio.to_thread(own_redis.stop)
    try:
        await there.subscribe("oak", ann)
    finally:
        await asyncio.to_thread(own_redis.start)
    await ann.until(lambda: Gap("oak") in ann.heard)
    here.publish("oak", 1, [b"1"])
    await ann.until(lambda: len(ann.heard) > 1)


async def test_nonsense_on_the_channel_harms_nobody(two, own_redis):
    here, there = two
    ann = Listener()
    await there.subscribe("oak", ann)
    async with redis.asyncio.Redis.from_url(own_redis.url) as stranger:
        await stranger.publish("knobel:oak", b"\xff\x00 nonsense")
    here.publish("oak", 1, [b"1"])
    await ann.until(lambda: len(ann.appended) == 1)


async def test_hanging_up_ends_although_a_cancellation_gets_lost(own_redis, monkeypatch):
    """As it does in the driver where its own wait ends at the same moment."""
    bus, ann = RedisBus(own_redis.url), Listener()
    get_message = redis.asyncio.client.PubSub.get_message

    async def deaf(*asked, **named):
        try:
            return await get_message(*asked, **named)
        except asyncio.CancelledError:
            return None

    monkeypatch.setattr(redis.asyncio.client.PubSub, "get_message", deaf)
    await bus.subscribe("oak", ann)
    bus.publish_here(Here("oak", "process", ()))
    await ann.until(lambda: any(isinstance(heard, Here) for heard in ann.heard))
    async with asyncio.timeout(PATIENCE_S):
        await bus.close()


async def test_an_address_that_is_not_of_redis_is_refused_in_words():
    assert open_bus() is None
    with pytest.raises(BusTrouble, match="no address of Redis"):
        open_bus("http://localhost")


@pytest.mark.parametrize(
    "url", ["amqp://ann:hunter@bus/0", "redis://ann:hunter@bus:port/0", "redis://:hunter@bus:99999999/0"]
)
async def test_an_address_that_is_none_is_told_without_its_password(url):
    with pytest.raises(BusTrouble) as trouble:
        open_bus(url)
    told = "".join(traceback.format_exception(trouble.value))
    assert "bus" in str(trouble.value)
    assert "hunter" not in told


async def test_a_bus_that_is_away_is_told_without_its_password():
    bus = open_bus("redis://ann:hunter@127.0.0.1:1/0")
    assert bus
    with pytest.raises(BusTrouble) as trouble:
        await bus.check_ready()
    assert "hunter" not in str(trouble.value)
    await bus.close()
