"""The house itself, without a network: what happens when others write too, and when the store is in trouble."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from knobel.core.contract import IllegalMove
from knobel.core.fair import commitment
from knobel.core.game import RealTime
from knobel.core.record import Sitter
from knobel.players.random import RandomPlayer
from knobel.server.settings import Settings
from knobel.server.socket.lag import SLACK, Latency, measured_ms
from knobel.server.tables import game_actions, room_actions
from knobel.server.tables.draft import Draft
from knobel.server.tables.events import Adopted, Opened, Setup, event_of
from knobel.server.tables.house import House
from knobel.server.tables.state import TableState, hashed
from knobel.store.log import StoreTrouble
from knobel.table.table import Table
from tests.kit.race import RACE, WINDOW
from tests.server.client import PATIENCE_S, Player
from tests.server.inside import listening

ROLL = b'{"type":"Roll"}'


async def a_table(house: House, **setup: object) -> str:
    """A table of two that has begun; the tokens are `a`, `b` and, for the host, `h`."""
    rules = Setup(**{"game": "pig", "options": {"target": 1000}, **setup})
    table = await house.open(
        lambda vault: Opened(at=house.now(), setup=rules, promise=commitment(vault.seed(0)), host=hashed("h"))
    )
    await house.act(table, lambda draft: room_actions.sit(draft, "Ann", None, hashed("a")))
    await house.act(table, lambda draft: room_actions.sit(draft, "Bo", None, hashed("b")))
    await house.act(table, lambda draft: room_actions.start(draft, draft.room.rights([hashed("h")])))
    return table


def roll(token: str) -> Callable[[Draft], None]:
    def action(draft: Draft) -> None:
        rights = draft.room.rights([hashed(token)])
        game_actions.play(draft, rights, min(rights.seats), ROLL, None)

    return action


async def test_two_who_do_not_hear_each_other_still_write_one_log(store):
    here, there = (House(store, None, Settings()) for _ in range(2))
    table = await a_table(here)
    await there.load(table)
    made = 0
    for n in range(40):
        house = here if n % 2 else there
        for token in "ab":
            with suppress(IllegalMove):  # it is the other's turn
                await house.act(table, roll(token))
                made += 1
    last = [(await house.act(table, lambda _: None))[1] for house in (here, there)]
    log = await store.read(table)
    assert len(log) == max(last)
    again = TableState.folded(table, map(event_of, log))
    assert made >= 10  # who has not heard of the last move is refused now and then
    assert again.timeline
    assert len(again.timeline.steps) == 2 * made
    await asyncio.gather(here.close(), there.close())


async def test_what_was_tried_leaves_nothing_for_the_collector(store):
    """With thousands of moves a second, whatever waits for the collector is most of the memory."""
    house = House(store, None, Settings())
    table = await a_table(house)
    gc.collect()
    before = drafts()
    gc.disable()
    try:
        for token in "abab":
            with suppress(IllegalMove):
                await house.act(table, roll(token))
        left = drafts()
    finally:
        gc.enable()
    assert left == before


def drafts() -> list[int]:
    """Whatever is a draft, or the game in one; another test may still hold some."""
    return [id(thing) for thing in gc.get_objects() if type(thing) in (Draft, Table)]


async def test_a_table_is_what_its_log_says(store):
    house = House(store, None, Settings())
    table = await a_table(house)
    await house.act(table, roll("a"))
    loaded = await house.load(table)
    again = TableState.folded(table, map(event_of, await store.read(table)))
    assert again.room == loaded.hosted.room
    assert again.state == loaded.hosted.state
    assert again.waiting == loaded.hosted.waiting
    assert again.events == loaded.hosted.events


async def test_when_the_store_is_in_trouble_nothing_happens_and_later_everything_does(store):
    house = House(store, None, Settings())
    table = await a_table(house)
    loaded = await house.load(table)
    before, state = loaded.hosted.seq, loaded.hosted.state
    append = store.append

    async def full(*_: object) -> None:
        raise StoreTrouble("store-url", url="full")

    store.append = full
    with pytest.raises(StoreTrouble):
        await house.act(table, roll("a"))
    assert (loaded.hosted.seq, loaded.hosted.state) == (before, state)
    store.append = append
    await house.act(table, roll("a"))
    assert loaded.hosted.seq == before + 2


async def test_what_the_log_says_of_the_store_names_no_table(store, monkeypatch, caplog):
    """Whoever knows a table's name may look at it, and logs are read by more people than tables are."""
    house = House(store, None, Settings())
    table = await a_table(house)
    append = store.append
    monkeypatch.setattr(store, "append", lambda where, seq, *rest: append(where, seq + 5, *rest))
    with pytest.raises(StoreTrouble):
        await house.act(table, roll("a"))
    assert "the one before it is missing" in caplog.text
    assert table not in caplog.text


def test_an_answer_shows_that_somebody_is_there_and_says_nothing_of_the_way():
    line = Latency()
    line.sent(1, 0.0)
    line.answered(101, 0.1)
    assert line.awaited
    line.answered(1, 1.5)
    assert (line.awaited, line.heard, line.way_ms) == (False, 1.5, 0.0)


def test_the_system_says_how_long_the_way_through_a_socket_is():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as line:
        there, _ = server.accept()
        with there:
            line.sendall(b"x")
            assert there.recv(1) == b"x"
            assert 0 < measured_ms(line) < PATIENCE_S * 1000
        with socket.socket(socket.AF_UNIX) as local:
            assert measured_ms(local) == measured_ms(None) == 0
    assert measured_ms(line) == 0, "of a line that is gone nothing is known"


async def test_a_move_is_never_set_back_by_more_than_the_games_own_clock_waits(store, monkeypatch):
    """Time stands still here, and so the way is no length at all: without the game's grace it would be the slack."""
    hasty = replace(RACE, realtime=RealTime(live=lambda _state: True, grace=7))
    monkeypatch.setattr("knobel.server.tables.state.game_called", lambda _name: hasty)
    time = [1_000_000]
    house = House(store, None, Settings(port=0), clock=lambda: time[0])
    table = await a_table(house, game=hasty.name, options={})
    time[0] += 500
    async with listening(house) as url, Player(url, table, "a", seen=0) as ann:
        assert (await ann.play(0, {"type": "Shout"}, at=0))["type"] == "done"
        assert ann.happened[-1]["what"]["at"] == 500 - 7 > 500 - SLACK


class Prompt(Random):
    """Chance that always takes the least time."""

    def uniform(self, a: float, b: float) -> float:
        return min(a, b)


async def test_what_a_bot_would_do_too_late_it_does_not_try(store, monkeypatch, caplog):
    """Its shout would fall on the very millisecond at which the rules' own clock closes the race."""
    monkeypatch.setattr("knobel.server.tables.state.game_called", lambda _name: RACE)
    time = [1_000_000]
    house = House(store, None, Settings(bot_ms=1), clock=lambda: time[0])
    house.driver.chance = Prompt()
    table = await a_table(house, game=RACE.name, options={})
    ann, bo = (house.tables[table].hosted.room.rights([hashed(token)]) for token in "ab")
    await house.act(table, lambda draft: game_actions.play(draft, ann, 0, b'{"type":"Shout"}', None))
    time[0] += WINDOW
    await house.act(table, lambda draft: room_actions.leave(draft, bo, 1))  # and a bot sits in
    async with asyncio.timeout(60):
        while house.tables[table].hosted.stage != "over":
            await asyncio.sleep(0.01)
            time[0] += 1
    await house.close()
    assert [line.message for line in caplog.records if line.levelname == "ERROR"] == []


async def test_time_that_an_owner_let_a_table_lie_costs_nobody_anything(store, monkeypatch):
    """Another process has claimed it and says nothing: when it is taken over, whoever is due has all their time."""
    monkeypatch.setattr("knobel.server.tables.driver.LET_LIE_S", 0.05)
    time = [1_000_000]
    house = House(store, None, Settings(stale_ms=60_000), clock=lambda: time[0])
    table = await a_table(house, move_ms=1000)
    await house.close()
    await store.beat("a process that hangs")
    assert await store.claim(table, "a process that hangs", 0)
    time[0] += 40_000
    later = House(store, None, Settings(stale_ms=60_000), clock=lambda: time[0])
    loaded = await later.load(table)
    async with asyncio.timeout(PATIENCE_S):
        while not any(isinstance(logged.event, Adopted) for logged in loaded.hosted.events):
            await asyncio.sleep(0.01)
    assert [logged for logged in loaded.hosted.events if logged.step] == [], "nobody was moved for"
    assert loaded.hosted.deadlines()
    assert min(loaded.hosted.deadlines().values()) > later.time_at(loaded.hosted)
    await later.close()


class Clumsy:
    """A player that breaks down whenever it is asked."""

    def decide(self, *_asked: object) -> None:
        raise ZeroDivisionError


async def test_a_player_that_breaks_down_holds_nothing_up_and_the_operator_is_told_what_to_do(
    store, monkeypatch, caplog
):
    clumsy = replace(RACE, players={"careful": Clumsy})
    monkeypatch.setattr("knobel.server.tables.state.game_called", lambda _name: clumsy)
    house = House(store, None, Settings(bot_ms=1, pace=50))
    table = await a_table(house, game=RACE.name, options={})
    for seat, token in enumerate("ab"):
        rights = house.tables[table].hosted.room.rights([hashed(token)])
        await house.act(table, lambda draft, rights=rights, seat=seat: room_actions.leave(draft, rights, seat))
    async with asyncio.timeout(60):
        while house.tables[table].hosted.stage != "over":
            await asyncio.sleep(0.01)
    await house.close()
    [told] = {(line.message, *line.data.items()) for line in caplog.records if line.levelname == "ERROR"}
    assert "moves at random" in told[0]
    assert "update the package" in told[0]
    assert told[1:] == (("game", RACE.name), ("bot", "careful"))


async def test_an_old_table_that_names_a_player_who_is_gone_plays_on(store, monkeypatch):
    now = replace(RACE, players={"casual": partial(RandomPlayer, RACE)}, former={"careful": "casual"})
    monkeypatch.setattr("knobel.server.tables.state.game_called", lambda _name: now)
    house = House(store, None, Settings(bot_ms=1, pace=50))
    table = await a_table(house, game=RACE.name, options={})
    for seat in range(2):
        sitter = Sitter(f"Careful {seat + 1}", "careful")  # as it was written when there was such a player
        await house.act(table, lambda draft, seat=seat, sitter=sitter: draft.table.sit(seat, sitter))
    await house.close()
    later = House(store, None, Settings(bot_ms=1, pace=50, stale_ms=0))
    await later.driver.adopt(table)
    async with asyncio.timeout(60):
        while (await later.load(table)).hosted.stage != "over":
            await asyncio.sleep(0.01)
    assert [sitter.player for sitter in (await later.load(table)).hosted.timeline.sitters] == ["careful"] * 2
    await later.close()


async def test_time_that_the_house_was_away_costs_nobody_anything(store):
    time = [1_000_000]
    house = House(store, None, Settings(stale_ms=1000), clock=lambda: time[0])
    table = await a_table(house, move_ms=60_000)
    time[0] += 5000
    await house.act(table, lambda draft: room_actions.chat(draft, draft.room.rights([hashed("a")]), 0, "hello"))
    await house.close()
    time[0] += 3_600_000
    later = House(store, None, Settings(stale_ms=0), clock=lambda: time[0])
    await later.driver.adopt(table)
    loaded = await later.load(table)
    assert later.time_at(loaded.hosted) == 5000
    await later.close()


# Two processes that do not hear each other ---------------------------------------------------------------------------


async def test_who_comes_from_another_process_is_never_shown_an_older_table_than_they_have_seen(store):
    here, there = (House(store, None, Settings(port=0, message_rate=0)) for _ in range(2))
    table = await a_table(here)
    await there.load(table)
    for _ in range(5):
        await here.act(table, lambda draft: room_actions.chat(draft, draft.room.rights([hashed("a")]), 0, "hello"))
    seen = here.tables[table].hosted.seq
    assert there.tables[table].hosted.seq < seen
    async with listening(there) as url, Player(url, table, "a", seen=seen) as ann:
        assert ann.welcomes[0]["seq"] == seen
        assert ann.happened == []
        assert there.tables[table].hosted.seq == seen


async def test_who_cannot_be_shown_what_they_have_seen_comes_again(store, monkeypatch):
    here, there = (House(store, None, Settings(port=0, message_rate=0)) for _ in range(2))
    table = await a_table(here)
    await there.load(table)
    await here.act(table, lambda draft: room_actions.chat(draft, draft.room.rights([hashed("a")]), 0, "hello"))

    async def unreadable(*_: object) -> list[bytes]:
        raise StoreTrouble("store-away", why="cut")

    async with listening(there) as url:
        with monkeypatch.context() as cut:
            cut.setattr(store, "read", unreadable)
            async with Player(url, table, "a", seen=here.tables[table].hosted.seq) as ann:
                await ann.until(lambda: ann.bye is not None)
                assert ann.welcomes == []
                assert ann.bye["again"] > 0
        async with Player(url, table, "a", seen=here.tables[table].hosted.seq) as ann:
            assert ann.welcomes[0]["seq"] == here.tables[table].hosted.seq


async def test_whoever_claims_to_have_seen_what_never_was_is_shown_the_table_as_it_is(store):
    house = House(store, None, Settings(port=0, message_rate=0))
    table = await a_table(house)
    async with listening(house) as url, connect(f"{url.replace('http', 'ws')}/api/tables/{table}/play") as line:
        await line.send('{"type": "hello", "protocol": 2, "seen": 10000}')
        welcome = json.loads(await line.recv())
    assert (welcome["type"], welcome["seq"], welcome["missed"]) == ("welcome", house.tables[table].hosted.seq, [])


def test_a_connection_that_is_gone_has_no_way_and_fails_nobody_elses_move():
    """The loop says so by `ValueError`: whoever moved was answered with a fault then, and others were not told."""

    class Gone:
        family = socket.AF_INET

        def getsockopt(self, *_: int) -> bytes:
            raise ValueError("negative file descriptor")

    assert measured_ms(Gone()) == 0.0
