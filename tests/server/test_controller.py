"""What whoever runs a house may do while it is open, by command and by signal."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import stat
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from knobel.server import control_protocol
from knobel.server.control_protocol import (
    AnyCommand,
    Carried,
    ChangeDrain,
    ChangeReadOnly,
    EndTable,
    ListAddresses,
    NoHouse,
    TurnAway,
)
from knobel.server.run import Keeper
from knobel.server.settings import Settings
from knobel.server.socket.sockets import Sockets
from knobel.server.tables.events import Adopted
from knobel.server.tables.house import House
from knobel.store.opening import open_store
from tests.server.client import PATIENCE_S, Api, Player
from tests.server.running import House as Running
from tests.server.running import running
from tests.server.tables import sitting
from tests.server.test_house import a_table, roll
from tests.server.test_one_address import NEIGHBOUR, Milliseconds

HERE = "127.0.0.1"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "knobel.db"


async def tell(store: Path, command: AnyCommand) -> Carried:
    """What whoever runs the house at a store is answered."""
    found = control_protocol.control_place(Settings(store=str(store)))
    assert found
    return await asyncio.to_thread(control_protocol.give, found, command)


async def ready(house: Running) -> tuple[int, str]:
    async with Api(house.url) as anybody:
        answer = await anybody.get("/readyz")
    return answer.status_code, answer.text.strip()


async def until_ready(house: Running, *expected: object) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await ready(house) != expected:
            await asyncio.sleep(0.02)


async def test_a_table_is_ended_by_its_link_and_everybody_is_told_by_whom(place):
    with running(place) as house:
        async with sitting(house.url, "pig") as table:
            ann = table.players[0]
            link = f"https://example.org/table/{table.table}?more"
            assert await tell(place, EndTable(table=link)) == Carried()
            await ann.until(lambda: ann.room["stage"] == "over")
            (ended,) = [told for told in ann.happened if told["what"]["type"] == "ended"]
            assert ended["words"] == ["The house has ended the table."]
            assert (await table.host.get(table.path("/record"))).is_success
            refused = await tell(place, EndTable(table=table.table, language="de"))
            assert refused.refused == "Dieser Tisch ist zu Ende"
            assert "There is no table" in (await tell(place, EndTable(table="nowhere"))).refused


async def test_an_address_is_sent_away_for_a_while_and_all_others_play_on(place):
    with running(place, grace_s=0.1) as house:
        async with sitting(house.url, "pig") as table:
            ann, bo = table.players
            async with Player(house.url, table.table, home=NEIGHBOUR) as neighbour:
                idle = socket.create_connection((HERE, house.port), source_address=(NEIGHBOUR, 0))
                assert (await tell(place, TurnAway(address=NEIGHBOUR, minutes=5))).count == 1
                await neighbour.socket.wait_closed()
                assert neighbour.bye
                assert (neighbour.bye["code"], neighbour.bye["again"]) == ("sent-away", 300_000)
                assert neighbour.socket.close_code == 4013
                with suppress(ConnectionResetError), idle:
                    idle.settimeout(PATIENCE_S)
                    assert await asyncio.to_thread(idle.recv, 1) == b""
            with pytest.raises(InvalidStatus, match="403"):
                await connect(neighbour.address, local_addr=(NEIGHBOUR, 0))
            async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=NEIGHBOUR)) as there:
                for path in ("/", "/api/games", "/healthz"):
                    answer = await there.get(house.url + path)
                    assert (answer.status_code, answer.json()["code"]) == (403, "sent-away")
                assert (await ann.ask("chat", seat=0, text="still here"))["type"] == "done"
                assert bo.bye is None
                (use,) = [use for use in (await tell(place, ListAddresses())).addresses if use.address == NEIGHBOUR]
                assert 200 < use.away_s <= 300
                await tell(place, TurnAway(address=NEIGHBOUR, minutes=0))
                assert (await there.get(house.url + "/api/games")).status_code == 200
            assert "is not an address" in (await tell(place, TurnAway(address="next door", minutes=5))).refused


async def test_whoever_runs_it_sees_by_address_who_is_there(place):
    with running(place, day_mib=1) as house:  # what was written fills up again, by twelve bytes a second
        async with sitting(house.url, "pig") as table, Player(house.url, table.table, home=NEIGHBOUR):
            found = {use.address: use for use in (await tell(place, ListAddresses())).addresses}
            here, there = found[HERE], found[NEIGHBOUR]
            assert (here.sockets, here.seats, here.tables) == (2, 2, 1)
            assert here.connections >= 2
            assert here.mib > 0
            assert (there.sockets, there.seats, there.connections, there.tables, there.mib) == (1, 0, 1, 0, 0)


async def test_while_nothing_is_written_games_are_watched_and_nobody_moves(place):
    with running(place, bot_ms=20) as house:
        async with sitting(house.url, "pig", ("Ann",), bots=("random",), options={"target": 1000}) as table:
            ann = table.players[0]
            await tell(place, ChangeReadOnly(on=True))
            assert await ready(house) == (200, "read-only")
            before = ann.seen
            refused = await ann.ask("chat", seat=0, text="hello?")
            assert (refused["type"], refused["code"]) == ("refused", "read-only")
            assert (await table.host.post("/api/tables", {"game": "pig"})).json()["code"] == "read-only"
            async with Player(house.url, table.table, seen=0) as watcher:
                assert watcher.position
                await asyncio.sleep(0.2)  # a bot would have moved by now
                assert watcher.seen == ann.seen == before
            await tell(place, ChangeReadOnly(on=False))
            assert await ready(house) == (200, "ready")
            assert (await ann.ask("chat", seat=0, text="hello!"))["type"] == "done"


async def test_the_time_in_which_nothing_was_written_costs_nobody_anything(tmp_path):
    store, clock = await open_store(str(tmp_path / "knobel.db")), Milliseconds()
    house = House(store, None, Settings(), clock)
    await store.beat(house.process)
    keeper = Keeper(house, Sockets(house))
    table = await a_table(house, move_ms=60_000)
    loaded = await house.load(table)
    while loaded.alarm is None:
        await asyncio.sleep(0.01)
    left = min(loaded.hosted.deadlines().values()) - house.time_at(loaded.hosted)
    house.change_read_only(True)
    seq = loaded.hosted.seq
    clock.now += 3_600_000
    await keeper._beat()
    await asyncio.sleep(0.05)
    assert loaded.hosted.seq == seq
    assert loaded.driver is None
    house.change_read_only(False)
    async with asyncio.timeout(PATIENCE_S):
        while loaded.alarm is None:
            await asyncio.sleep(0.01)
    assert min(loaded.hosted.deadlines().values()) - house.time_at(loaded.hosted) == left
    assert [type(logged.event) for logged in loaded.hosted.events[seq:]] == [Adopted], "nobody was moved for"
    await house.act(table, roll("a"))
    await house.close()
    await store.close()


async def test_a_house_that_is_drained_begins_nothing_new_and_closes_when_nobody_plays(place):
    with running(place) as house:
        async with sitting(house.url, "pig", options={"target": 1000}) as table:
            ann = table.players[0]
            assert (await tell(place, ChangeDrain(on=True))).count == 1
            refused = await table.host.post("/api/tables", {"game": "pig"})
            assert (refused.status_code, refused.json()["code"]) == (503, "draining")
            assert (await ready(house))[0] == 503
            assert (await ann.ask("chat", seat=0, text="still playing"))["type"] == "done"
            async with Player(house.url, table.table) as watcher:
                assert watcher.bye is None
            assert house.process.poll() is None
        assert await asyncio.to_thread(house.process.wait, PATIENCE_S) == 0
    with running(place) as house:
        async with Api(house.url) as anybody:
            assert (await anybody.get(table.path())).json()["room"]["stage"] == "playing"


async def test_a_drain_ends_with_its_time_or_is_called_off(place):
    with running(place) as house:
        async with sitting(house.url, "pig") as table:
            ann = table.players[0]
            await tell(place, ChangeDrain(on=True, minutes=0.01))
            await tell(place, ChangeDrain(on=False))
            assert await ready(house) == (200, "ready")
            await asyncio.sleep(0.8)
            assert house.process.poll() is None
            await tell(place, ChangeDrain(on=True, minutes=0))
            await ann.until(lambda: ann.bye is not None)
            assert ann.bye
            assert ann.bye["code"] == "back-soon"
        assert await asyncio.to_thread(house.process.wait, PATIENCE_S) == 0


async def test_signals_do_the_same_and_undo_it_when_they_come_again(place):
    with running(place) as house:
        house.process.send_signal(signal.SIGUSR1)
        await until_ready(house, 200, "read-only")
        house.process.send_signal(signal.SIGUSR1)
        await until_ready(house, 200, "ready")
        async with sitting(house.url, "pig"):
            house.process.send_signal(signal.SIGUSR2)
            async with asyncio.timeout(PATIENCE_S):
                while (await ready(house))[0] != 503:
                    await asyncio.sleep(0.02)
            house.process.send_signal(signal.SIGUSR2)
            await until_ready(house, 200, "ready")
            house.process.send_signal(signal.SIGUSR2)
        assert await asyncio.to_thread(house.process.wait, PATIENCE_S) == 0


async def test_only_the_owner_gets_in_and_nobody_finds_a_house_that_is_closed_or_killed(place):
    found = control_protocol.control_place(Settings(store=str(place)))
    assert found
    with running(place) as house:
        assert stat.S_IMODE(found.stat().st_mode) == 0o600
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(found))
            line.sendall(b'{"do":"dance"}\n')
            assert "cannot be understood" in json.loads(line.recv(4096))["refused"]
        await tell(place, ListAddresses())
        house.stop(signal.SIGKILL)
    with pytest.raises(NoHouse):
        await tell(place, ListAddresses())
    with running(place):
        assert await tell(place, ListAddresses())
    assert not found.exists()


async def test_where_commands_cannot_come_in_the_house_opens_all_the_same_and_says_so(place, tmp_path):
    (tmp_path / "mine").write_text("mine")
    with running(place, control=str(tmp_path / "mine")) as house:
        assert await ready(house) == (200, "ready")
        assert any("cannot come in" in str(line["message"]) for line in house.lines)
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_house_on_postgres_takes_commands_where_it_is_told_to():
    assert control_protocol.control_place(Settings(store="postgresql://here/knobel")) is None
    settings = Settings(store="postgresql://here/knobel", control="/run/knobel/first")
    assert control_protocol.control_place(settings) == Path("/run/knobel/first")
