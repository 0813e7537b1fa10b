"""Hints at a hosted table: where it was agreed on, from a seat's view, beside everything else, and paid for."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from knobel.coach import worker
from knobel.coach.advice import NoAdvice, advise
from knobel.core.registry import all_games
from knobel.server.settings import Settings
from knobel.server.tables.events import Setup, body, event_of
from knobel.server.tables.house import House
from knobel.store.opening import open_store
from tests.server.client import Player
from tests.server.inside import listening
from tests.server.tables import Sitting, may_move, sitting

QUICK = {"target": 20}
GAMES = all_games()


@pytest.mark.parametrize(
    ("people", "agreed", "given"),
    [
        (("Ann",), {}, True),
        (("Ann", "Bo"), {}, False),
        (("Ann", "Bo"), {"hints": "on"}, True),
        (("Ann",), {"hints": "off"}, False),
    ],
)
async def test_whether_there_are_hints_is_agreed_and_everybody_sees_it(url, people, agreed, given):
    async with sitting(url, "pig", people, bots=["random"], options=QUICK, **agreed) as table:
        ann = table.players[0]
        assert [player.room["hints"] for player in table.players] == [given] * len(people)
        assert (await table.host.get(table.path())).json()["room"]["hints"] is given
        await ann.until(lambda: may_move(ann))
        answer = await ann.ask("hint", seat=0)
        if not given:
            assert (answer["type"], answer["code"]) == ("refused", "no-hints")
            assert "hints" in answer["why"]
            return
        assert (answer["type"], answer["seat"], answer["seq"]) == ("advice", 0, ann.seen)
        assert [each["move"] for each in answer["moves"]] == [choice["move"] for choice in ann.position["moves"]]
        assert all(each["low"] <= each["chance"] <= each["high"] for each in answer["moves"])
        assert "%" in answer["words"][0]


@pytest.mark.parametrize(("game", "offered"), [("shizzle", True), ("schocken", True), ("word-shout", True)])
async def test_hints_are_offered_only_where_there_is_something_to_say(url, game, offered):
    async with sitting(url, game, ["Ann"], start=False, hints="on") as table:
        assert (await table.host.get(table.path())).json()["room"]["hints"] is offered


async def test_alone_ends_when_a_second_person_sits_down(url):
    async with sitting(url, "pig", ["Ann"], start=False) as table:
        assert (await table.host.get(table.path())).json()["room"]["hints"] is True
        await table.host.sit(table.table, "Bo")
        assert (await table.host.get(table.path())).json()["room"]["hints"] is False


async def test_it_is_refused_to_whoever_has_nothing_to_decide_or_no_seat(url):
    async with sitting(url, "pig", ["Ann", "Bo"], options=QUICK, hints="on") as table:
        ann, bo = table.players
        await ann.until(lambda: may_move(ann))
        assert (await bo.ask("hint", seat=1))["code"] == "no-advice-turn"
        assert (await bo.ask("hint", seat=0))["code"] == "not-yours"
    async with sitting(url, "pig", ["Ann"], start=False) as table:
        assert (await table.players[0].ask("hint", seat=0))["code"] == "not-begun"


@pytest.fixture
async def alone(tmp_path, monkeypatch):
    """A house in this process, whose coach works only when it is let."""
    monkeypatch.setattr(worker, "ADVICE", worker.Pool(at_once=0, waiting=32))
    store = await open_store(str(tmp_path / "knobel.db"))
    house = House(store, None, Settings(port=0, pace=50, hint_rate=0.001))
    async with listening(house) as url:
        yield url
    await store.close()


async def test_while_it_is_worked_out_the_game_goes_on_and_another_one_is_too_much(alone):
    async with sitting(alone, "pig", ["Ann"], bots=["random"], options={"target": 1000}) as table:
        ann = table.players[0]
        await ann.until(lambda: may_move(ann))
        first = asyncio.create_task(ann.ask("hint", seat=0))
        await asyncio.sleep(0)
        assert (await ann.ask("hint", seat=0))["code"] == "too-fast"
        assert (await ann.play(0, ann.position["moves"][0]["move"]))["type"] == "done"
        wanted = worker.ADVICE.waiting.get_nowait()
        wanted.answered.set_exception(NoAdvice("no-advice-died"))
        assert (await first)["code"] == "no-advice-died"


async def asked_for_a_hint(url: str, table: Sitting, home: str) -> str:
    """What becomes of a hint that Ann asks for from an address; its working out fails, so that it costs no time."""
    async with Player(url, table.table, *table.people[0].tokens, home=home, seen=0) as ann:
        await ann.until(lambda: may_move(ann))
        asked = asyncio.create_task(ann.ask("hint", seat=0))
        while not asked.done() and not worker.ADVICE.waiting.qsize():
            await asyncio.sleep(0.01)
        if not asked.done():
            worker.ADVICE.waiting.get_nowait().answered.set_exception(NoAdvice("no-advice-died"))
        return (await asked)["code"]


async def test_a_table_pays_for_its_hints_from_whatever_address_they_are_asked(alone):
    async with sitting(alone, "pig", ["Ann"], bots=["random"], options={"target": 1000}) as table:
        codes = [await asked_for_a_hint(alone, table, f"127.0.0.{number + 2}") for number in range(5)]
    assert codes == ["no-advice-died"] * 3 + ["too-fast"] * 2


async def test_an_address_pays_for_its_hints_at_whatever_table_it_asks(alone):
    """Neither table has given more than it may."""
    async with (
        sitting(alone, "pig", ["Ann"], bots=["random"], options={"target": 1000}) as one,
        sitting(alone, "pig", ["Ann"], bots=["random"], options={"target": 1000}) as other,
    ):
        codes = [await asked_for_a_hint(alone, table, "127.0.0.2") for table in (one, other, one, other, one)]
    assert codes == ["no-advice-died"] * 3 + ["too-fast"] * 2


async def gathered(table) -> None:
    """Everybody is ready, and the first has rolled: all search."""
    for seat, player in enumerate(table.players):
        await player.play(seat, {"type": "Ready"})
    ann = table.players[0]
    await ann.until(lambda: may_move(ann))
    await ann.play(0, {"type": "Roll"})
    for player in table.players:
        await player.until(lambda player=player: player.position["live"])


async def test_where_everybody_searches_it_names_words_in_words_and_they_can_be_said(url):
    async with sitting(url, "word-shout", hints="on", options={"starter": 1}) as table:
        ann = table.players[0]
        await gathered(table)
        answer = await ann.ask("hint", seat=0)
        assert answer["type"] == "advice"
        assert not answer["exact"]
        words = [each for each in answer["moves"] if each["move"]["type"] == "Shout"]
        assert [each["label"] for each in words] == [f"Shout {each['move']['word'].upper()}" for each in words]
        assert [each["move"]["type"] for each in answer["moves"] if "label" not in each] == ["Pass"]
        assert words[0]["move"]["word"].upper() in answer["words"][0]
        assert (await ann.play(0, words[0]["move"]))["type"] == "done"


async def test_a_hint_tells_nobody_that_somebody_else_has_just_shouted(tmp_path, monkeypatch):
    """Its number counts the shout: so it comes with the news of it, and not before."""
    monkeypatch.setattr(worker, "ADVICE", worker.Pool(at_once=0, waiting=32))
    store = await open_store(str(tmp_path / "knobel.db"))
    house = House(store, None, Settings(port=0, hint_rate=0, bot_ms=0))
    async with (
        listening(house) as url,
        sitting(url, "word-shout", hints="on", options={"starter": 1}) as table,
    ):
        ann, bo = table.players
        await gathered(table)
        before = ann.seen
        view = msgspec.convert(bo.position["view"], type=GAMES["word-shout"].rulebook)
        shouted = asyncio.create_task(bo.play(1, {"type": "Shout", "word": view.table().lower()[:4]}))
        hosted = house.tables[table.table].hosted
        while hosted.seq == before:
            await asyncio.sleep(0.001)
        asked = asyncio.create_task(ann.ask("hint", seat=0))
        while not worker.ADVICE.waiting.qsize():
            await asyncio.sleep(0.001)
        told = advise(GAMES["word-shout"], view, 0)
        worker.ADVICE.waiting.get_nowait().answered.set_result(told)
        answer = await asked
        assert answer["type"] == "advice"
        assert answer["seq"] > before
        kinds = [frame["type"] for frame in map(json.loads, ann.frames)]
        assert kinds[kinds.index("advice") - 1] == "news"
        assert ann.seen >= answer["seq"]
        await shouted
    await store.close()


def test_a_table_stored_before_hints_were_agreed_on_has_none():
    stored = b'{"event":"opened","at":1,"setup":{"game":"pig","options":{"target":100}},"promise":"","host":""}'
    opened = event_of(stored)
    assert opened.setup == Setup(game="pig", options={"target": 100}, hints="off")
    assert event_of(body(opened)) == opened
