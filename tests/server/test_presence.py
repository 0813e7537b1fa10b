"""Who is there and who is away since when: told to everybody at the table, by a clock that the test sets."""

from __future__ import annotations

import asyncio
import gc
import json
import time

from websockets.asyncio.client import connect

from knobel.server.http.timeout import PatientProtocol
from knobel.server.settings import Settings
from knobel.server.socket import sockets
from knobel.server.socket.presence import AWAY_S, Presence, presence
from knobel.server.socket.session import Session
from knobel.server.socket.sockets import Sockets
from knobel.server.tables.events import Occupant
from knobel.server.tables.house import House
from knobel.store.opening import open_store
from tests.server.client import Player
from tests.server.inside import listening
from tests.server.running import running
from tests.server.tables import sitting

ANN, BEN, BOT = Occupant(name="Ann", key="a"), Occupant(name="Ben", key="b"), Occupant(name="Bo", player="careful")


def test_who_does_not_answer_is_away_since_they_stopped_whatever_their_seat():
    left: dict[str, int] = {}
    assert presence((ANN, BEN, BOT, None), {0, 1}, left, 10_000, True) == Presence((0, 1), {})
    assert presence((ANN, BEN, BOT, None), {0}, left, 12_000, True) == Presence((0,), {1: 0})
    assert presence((BEN, BOT, ANN), {2}, left, 15_500, True) == Presence((2,), {0: 3500})
    assert presence((BEN, BOT, ANN), {0, 2}, left, 16_000, True) == Presence((0, 2), {})
    assert presence((BEN, BOT, ANN), {2}, left, 20_000, True) == Presence((2,), {0: 0}), "a new absence counts anew"


def test_bots_are_never_away_and_who_gave_the_seat_up_is_forgotten():
    left = {"b": 1000}
    assert presence((ANN, BOT), (), left, 2000, True) == Presence((), {0: 0})
    assert left == {"a": 2000}


def test_where_others_may_be_served_unheard_nobody_is_said_to_be_away():
    assert presence((ANN, BEN), {0}, {}, 5000, False) == Presence((0,), {})


def last_ping(player: Player) -> dict[str, object]:
    return next(said for frame in reversed(player.frames) if (said := json.loads(frame))["type"] == "ping")


async def test_everybody_hears_who_left_and_who_came_back(tmp_path):
    with running(tmp_path / "knobel.db", ping_s=0.1, beat_s=0.1) as house:
        async with sitting(house.url, "pig") as table:
            ann, ben = table.players
            (gone,) = ben.yours
            await ann.until(lambda: last_ping(ann)["there"] == [0, 1])
            assert last_ping(ann)["every"] == 200
            async with Player(house.url, table.table) as spectator:
                await ben.socket.close()
                await ann.until(lambda: str(gone) in last_ping(ann)["away"])
                await spectator.until(lambda: str(gone) in last_ping(spectator)["away"])
                async with Player(house.url, table.table, *table.people[1].tokens):
                    await ann.until(lambda: last_ping(ann)["there"] == [0, 1] and not last_ping(ann)["away"])


async def test_a_line_that_is_open_but_answers_nothing_counts_as_lost_and_one_that_answers_again_does_not(tmp_path):
    store = await open_store(str(tmp_path / "knobel.db"))
    house = House(store, None, Settings(port=0))
    sockets = Sockets(house)
    async with listening(house, sockets) as url, sitting(url, "pig", start=False) as table:
        ann, (there, gone) = table.players[0], (player.yours[0] for player in table.players)
        await table.players[1].socket.close()
        async with connect(table.players[1].address) as mute:
            await mute.send(json.dumps({"type": "hello", "protocol": 2, "tokens": table.people[1].tokens}))
            while json.loads(await mute.recv())["type"] != "ping":
                pass
            hers, line = (
                next(each for each in sockets.clients if each.rights.seats == {seat}) for seat in (there, gone)
            )
            await answered(hers)
            await sockets.tick()
            await ann.until(lambda: last_ping(ann)["away"] == {})
            await answered(hers)
            line.latency.heard = time.monotonic() - AWAY_S
            await sockets.tick()
            await ann.until(lambda: str(gone) in last_ping(ann)["away"] and last_ping(ann)["there"] == [there])
            await mute.send(json.dumps({"type": "pong", "id": 1}))
            await answered(hers)
            await answered(line)
            await sockets.tick()
            await ann.until(lambda: last_ping(ann)["there"] == [there, gone] and not last_ping(ann)["away"])
    await store.close()


async def answered(line: Session) -> None:
    """The last ping was answered: nobody is told anything while an answer is on its way."""
    while line.latency.awaited:
        await asyncio.sleep(0.01)


async def test_who_acts_meanwhile_does_not_wait_until_everybody_was_asked_after(tmp_path, monkeypatch):
    monkeypatch.setattr(sockets, "TICKED_AT_ONCE", 1)
    store = await open_store(str(tmp_path / "knobel.db"))
    house = House(store, None, Settings(port=0))
    all_here, order = Sockets(house), list[str]()
    monkeypatch.setattr(all_here, "_tick_table", lambda *_: order.append("a table"))
    async with listening(house, all_here) as url, sitting(url, "pig", start=False), sitting(url, "pig", start=False):
        asyncio.get_running_loop().call_soon(order.append, "somebody else")
        await all_here.tick()
    assert order == ["a table", "somebody else", "a table"]
    await store.close()


async def test_what_led_to_a_socket_is_not_kept_as_long_as_the_socket(tmp_path):
    store = await open_store(str(tmp_path / "knobel.db"))
    async with listening(House(store, None, Settings(port=0))) as url, sitting(url, "pig", start=False):
        gc.collect()
        assert not [kept for kept in gc.get_objects() if isinstance(kept, PatientProtocol) and kept._upgraded]
    await store.close()
