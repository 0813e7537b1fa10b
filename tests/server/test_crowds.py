"""Many at once: lines, uploads, messages and writing are shared out, and whoever plays comes first."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from knobel.coach import worker
from knobel.core import record as record_file
from knobel.core.errors import Malformed
from knobel.core.registry import all_games
from knobel.core.timeline import Timeline
from knobel.server import asgi, run
from knobel.server.http import house_routes
from knobel.server.http.litestar import MAX_UPLOADS
from knobel.server.limits import COMING_AT_ONCE, SPARE_CONNECTIONS, OpenConnections, Rate
from knobel.server.settings import Settings
from knobel.server.socket.sockets import Sockets
from knobel.server.tables import draft, game_actions, room_actions
from knobel.server.tables.draft import Draft
from knobel.server.tables.house import SLOW_RATE, House
from knobel.server.tables.rematch import play_again
from knobel.server.tables.state import Rights, hashed
from knobel.server.words import Denied
from knobel.store.opening import open_store
from tests.nursery import PATIENCE_S
from tests.server.client import Api, Player
from tests.server.inside import listening
from tests.server.test_house import ROLL, a_table, roll
from tests.server.test_one_address import FREE, NEIGHBOUR, Seconds, hung_up, opened

GUESTS = 60
GOLDEN = Path(__file__).parents[1] / "golden"


# Connections --------------------------------------------------------------------------------------------------------


class Wire:
    """A connection that notes whether it was closed."""

    def __init__(self) -> None:
        self.closed = False

    def hang_up(self) -> None:
        self.closed = True


def came(connections: OpenConnections, address: str, silent: bool = True) -> Wire:
    wire = Wire()
    if connections.enter(wire, address):
        connections.waits(wire, silent)
    return wire


def test_the_connection_of_an_address_that_was_silent_for_longest_makes_room_for_its_next_one():
    connections = OpenConnections(3, 0)
    first, busy, third = came(connections, "a"), came(connections, "a", silent=False), came(connections, "a")
    neighbour = came(connections, "b")
    fourth = came(connections, "a")
    assert [wire.closed for wire in (first, busy, third, neighbour, fourth)] == [True, False, False, False, False]
    assert connections.count == 4
    connections.waits(third, False)
    connections.waits(fourth, False)
    assert came(connections, "a").closed  # all of them are in use
    connections.leave(busy)
    assert not came(connections, "a").closed


def test_connections_that_come_too_fast_are_closed_before_they_are_read_and_other_addresses_come_in():
    clock = Seconds()
    connections = OpenConnections(0, 0, clock, per_second=2)
    came_and_went = [came(connections, "one") for _ in range(COMING_AT_ONCE + 5)]
    assert [wire.closed for wire in came_and_went] == [False] * COMING_AT_ONCE + [True] * 5
    assert not came(connections, "other").closed
    clock.now += 1
    assert [came(connections, "one").closed for _ in range(3)] == [False, False, True]


@pytest.mark.parametrize(("settings", "limited"), [({}, True), ({"proxies": "*"}, False), ({"request_rate": 0}, False)])
async def test_connections_of_a_proxy_are_everybodys_and_have_no_pace(store, settings, limited):
    house = House(store, None, Settings(address_sockets=0, **settings))
    connections = run.connections_for(house.settings, 0, Sockets(house))
    assert any(came(connections, "one").closed for _ in range(3 * COMING_AT_ONCE)) == limited


async def test_files_and_health_and_what_is_not_there_have_a_limit_too(store, monkeypatch):
    """Each costs little: from hundreds of connections at once they held everybody else up."""
    monkeypatch.setattr(asgi, "FILES_AT_ONCE", 20)
    monkeypatch.setattr(asgi, "MAX_WAIT_S", 0.0)
    async with opened(store, request_rate=0.01) as at, httpx.AsyncClient(base_url=at.url) as client:
        asked = [(await client.get(path)).status_code for path in ("/healthz", "/", "/nothing", "/nothing") * 6]
        assert asked[:20] == [200, 200, 404, 404] * 5
        assert asked[20:] == [429] * 4
        async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=NEIGHBOUR)) as neighbour:
            assert (await neighbour.get(at.url + "/healthz")).status_code == 200


async def test_measurements_cost_as_much_as_any_question_and_count_so(store, monkeypatch):
    """A house may show them to everybody: asked for like a file, they took seconds that others waited."""
    monkeypatch.setattr(asgi, "AT_ONCE", 2)
    monkeypatch.setattr(asgi, "MAX_WAIT_S", 0.0)
    async with opened(store, request_rate=0.01) as at, httpx.AsyncClient(base_url=at.url) as client:
        assert [(await client.get("/metrics")).status_code for _ in range(3)] == [200, 200, 429]
        assert (await client.get("/healthz")).status_code == 200


def test_where_all_connections_are_taken_the_address_with_most_silent_ones_gives_one_up_and_then_a_spectator(caplog):
    clock = Seconds()
    connections = OpenConnections(0, 4, clock)
    silent = [came(connections, "a") for _ in range(2)]
    others = [came(connections, name, silent=False) for name in "bc"]
    assert not came(connections, "d", silent=False).closed
    assert not came(connections, "e", silent=False).closed
    assert [wire.closed for wire in silent] == [True, True]
    assert came(connections, "f", silent=False).closed
    connections.make_room = lambda: True
    assert not any(came(connections, "g", silent=False).closed for _ in range(SPARE_CONNECTIONS))
    assert came(connections, "g", silent=False).closed  # whoever was sent away has yet to go
    assert not any(wire.closed for wire in others)
    (told,) = caplog.records
    assert "no connection is left" in told.message
    assert told.data == {"connections": 4, "times": 1}
    clock.now += 61
    came(connections, "h")
    assert len(caplog.records) == 2


async def test_a_thousand_silent_connections_keep_nobody_away(store):
    """Over real sockets: of one address' silent connections only the last stay, and its neighbours get in."""
    house = House(store, None, Settings(port=0, **FREE, address_sockets=5))
    sockets = Sockets(house)
    connections = OpenConnections(20, 60)
    with ExitStack() as stack:
        async with listening(house, sockets, connections) as url:
            where = urlsplit(url)
            table = await a_table(house)
            silent = []
            for _ in range(200):
                silent.append(stack.enter_context(socket.create_connection((where.hostname, where.port))))
                await asyncio.sleep(0)
            async with httpx.AsyncClient() as same, Player(url, table, "a") as ann:
                assert (await same.get(url + "/healthz")).text == "ok\n"
                assert (await ann.play(0, {"type": "Roll"}))["type"] == "done"
                assert connections.count <= 20
                assert sum(not hung_up(line) for line in silent) <= 20
            async with Player(url, table, "b", home=NEIGHBOUR) as bo:
                assert bo.yours == [1]
        assert connections.count == 0


async def test_a_player_gets_in_where_spectators_have_all_connections(store):
    house = House(store, None, Settings(port=0, **FREE))
    sockets = Sockets(house)
    connections = OpenConnections(0, 6)
    connections.make_room = sockets.send_watcher_away
    async with listening(house, sockets, connections) as url, AsyncExitStack() as stack:
        table = await a_table(house)
        watching = [await stack.enter_async_context(Player(url, table)) for _ in range(6)]
        async with Player(url, table, "a") as ann:
            assert ann.yours == [0]
            await watching[-1].until(lambda: watching[-1].bye is not None)
        assert [one.bye for one in watching[:5]] == [None] * 5


def test_a_house_takes_as_many_open_files_as_it_may_and_tells_how_many_connections_that_makes(monkeypatch, caplog):
    resource = pytest.importorskip("resource")
    allowed = {"now": (1024, 4096)}
    monkeypatch.setattr(resource, "getrlimit", lambda _: allowed["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: allowed.update(now=limit))
    with caplog.at_level("INFO"):
        assert run.room_for_connections() == 4096 - run.OWN_FILES
    assert allowed["now"] == (4096, 4096)
    assert caplog.records[-1].data == {"connections": 4096 - run.OWN_FILES, "open_files": 4096}


# Uploads ------------------------------------------------------------------------------------------------------------


async def test_records_that_are_sent_are_counted_before_they_are_read(store):
    """All but one byte of them: an address has two on their way, a neighbour may send theirs, and memory is spared."""
    async with opened(store) as at:
        where, whole = urlsplit(at.url), 1000
        head = f"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: {whole}\r\n\r\n".encode()
        sending = []
        for _ in range(5):
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(head + b"x" * (whole - 1))
            sending.append((reader, writer))
        statuses = asyncio.Queue()

        async def told(reader: asyncio.StreamReader) -> None:
            await statuses.put(int((await reader.readline()).split()[1]))

        tasks = [asyncio.create_task(told(reader)) for reader, _ in sending]
        assert [await statuses.get() for _ in range(5 - MAX_UPLOADS)] == [429] * 3
        async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=NEIGHBOUR)) as neighbour:
            assert (await neighbour.post(at.url + "/api/verify", content=b"{}")).status_code == 400
        for _, writer in sending:
            writer.write(b"x")
        assert [await statuses.get() for _ in range(MAX_UPLOADS)] == [400] * MAX_UPLOADS
        await asyncio.gather(*tasks)
        for _, writer in sending:
            writer.close()


async def test_what_is_sent_to_be_checked_is_not_even_read_by_the_house_itself(store, monkeypatch):
    """Whatever a stranger has sent: to take it apart may take long, and nobody else waits for it."""

    def read_here(*_):
        raise AssertionError("the house reads it")

    record = (GOLDEN / "machz-hundred.knobel").read_bytes()
    for module in (record_file, worker):
        monkeypatch.setattr(module, "read_record", read_here)
    async with opened(store) as at, httpx.AsyncClient(timeout=PATIENCE_S) as client:
        answer = await client.post(at.url + "/api/verify", content=record)
        assert (answer.status_code, answer.json()["verdict"]) == (200, "repeatable")
        answer = await client.post(at.url + "/api/verify", content=b'{"knobel":1,"x":[' + b"[]," * 100_000 + b"[]]}\n")
        assert (answer.status_code, answer.json()["code"]) == (400, "record-damaged")


# Messages and requests ----------------------------------------------------------------------------------------------


async def test_all_sockets_of_an_address_together_have_a_share_of_messages_and_spectators_use_up_no_players(store):
    rate, burst = 10, 50
    async with opened(store, crowd_rate=rate) as at, AsyncExitStack() as stack:
        table, _ = await at.chatted(0)
        crowd = [await stack.enter_async_context(Player(at.url, table)) for _ in range(10)]
        answers = [await one.ask("look", seat=None) for one in crowd for _ in range(8)]
        refused = [answer for answer in answers if answer.get("code") == "too-fast"]
        assert len(answers) - len(refused) == burst
        ann = await stack.enter_async_context(Player(at.url, table, "a", home=NEIGHBOUR))
        assert (await ann.play(0, {"type": "Roll"}))["type"] == "done"
        bo = await stack.enter_async_context(Player(at.url, table, "b"))  # behind the same address as the crowd
        said = [await bo.ask("chat", seat=1, text=f"{n}") for n in range(burst + 5)]
        assert said[0]["type"] == "done"
        assert said[-1]["code"] == "too-fast"


def test_requests_take_turns_before_anybody_is_refused():
    clock = Seconds()
    rate = Rate(10, clock, burst=3)
    waits = [rate.delay("a", 0.5) for _ in range(10)]
    assert waits[:3] == [0, 0, 0]
    assert waits[3:8] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])
    assert waits[8:] == [None, None]
    assert rate.delay("b", 0.5) == 0
    clock.now += 0.2
    assert rate.delay("a", 0.5) == pytest.approx(0.4)


@pytest.mark.long
async def test_sixty_guests_behind_one_address_open_sit_down_start_and_play_all_at_once(tmp_path):
    """At true default settings, over real sockets: a pub, a school, a /64."""
    store = await open_store(str(tmp_path / "sixty.db"))
    house = House(store, None, Settings(port=0, store=str(tmp_path / "sixty.db")))
    async with listening(house) as url:

        async def guest(number: int) -> list[str]:
            async with Api(url) as api:
                table = await api.open("pig", options={"target": 1000})
                await api.sit(table, f"Guest {number}")
                await api.done(f"/api/tables/{table}/bots", {"level": "random"})
                await api.done(f"/api/tables/{table}/start")
                async with Player(url, table, *api.tokens) as player:
                    await player.until(lambda: player.position["due"]["must"] == [0])
                    told = [(await player.play(0, {"type": "Roll"}))["type"]]
                    return [*told, (await player.ask("chat", seat=0, text="so"))["type"]]

        assert await asyncio.gather(*map(guest, range(GUESTS))) == [["done", "done"]] * GUESTS
    await store.close()


async def test_what_everybody_asks_for_is_worked_out_once(store, monkeypatch):
    told: list[str] = []
    real = house_routes.game_info
    monkeypatch.setattr(house_routes, "game_info", lambda game, language: told.append(language) or real(game, language))
    house_routes._games_in.cache_clear()
    async with opened(store) as at, Api(at.url, language="de") as api:
        answers = [(await api.get("/api/games")).json() for _ in range(3)]
    house_routes._games_in.cache_clear()
    assert answers[0] == answers[2]
    assert told == ["de"] * len(all_games())


# Writing ------------------------------------------------------------------------------------------------------------


async def test_what_an_address_has_written_in_a_day_has_an_end_but_games_go_on(store):
    """Tables first, then chat and whatever can be done over and over; moves always fit, at a pace."""
    clock = Seconds()
    house = House(store, None, Settings(day_mib=1), steady=clock)
    table = await a_table(house)
    ann = Rights(seats=frozenset({0, 1}), host=True)

    async def chat(address: str) -> str:
        try:
            await house.act(table, lambda draft: room_actions.chat(draft, ann, 0, "x" * 300), address)
        except Denied as denied:
            return denied.code
        return "done"

    house._written.spend("one", 1024 * 1024 - 20_000)
    lines = 0
    while (told := await chat("one")) == "done":
        lines += 1
        house.check_room("other")
    assert told == "day-full"
    assert 20_000 / 500 < lines < 20_000 / 300
    with pytest.raises(Denied, match="written"):
        house.check_room("one")
    assert await chat("other") == "done"
    clock.now += 1

    async def play(address: str) -> None:
        (seat,) = (await house.load(table)).hosted.timeline.due.must
        await house.act(table, lambda draft: game_actions.play(draft, ann, seat, ROLL, None), address)

    made = 0
    with suppress(Denied):
        while made < 1000:
            await play("one")
            made += 1
    assert made == SLOW_RATE * 5
    await play("other")
    clock.now += 3600
    assert await chat("one") == "done"
    await house.close()


async def test_sending_the_same_seat_away_again_and_again_fills_no_log(store, monkeypatch):
    monkeypatch.setattr(draft, "MAX_LOG", 20)
    house = House(store, None, Settings())
    table = await a_table(house)

    def send_away(draft: Draft) -> None:
        room_actions.remove(draft, draft.room.rights([hashed("h")]), 1, True)

    while (await house.load(table)).hosted.seq < 20:
        await house.act(table, send_away)
    with pytest.raises(Denied, match="only the game itself"):
        await house.act(table, send_away)
    await house.act(table, roll("a"))
    await house.close()


# House rules of old -------------------------------------------------------------------------------------------------

LARGE = {
    "stack-attack": {"steadied": [1, 2] * 10_000},
    "word-shout": {"dice": ["AAEEIO" + " " * 60_000, *["AAEEIO"] * 9]},
}
"""What could be agreed on before house rules had a size."""


@pytest.mark.parametrize("name", sorted(all_games()))
async def test_tables_and_records_of_old_with_larger_house_rules_still_open_and_none_is_opened_anew(store, name):
    game = all_games()[name]
    options = next((large for known, large in LARGE.items() if known == name), None)
    if options is None:
        pytest.skip("none of its house rules could ever be large")
    house = House(store, None, Settings())
    with pytest.raises(Malformed):
        game.start(2, **options)
    table = await a_table(house, game=name, options=options)
    again = House(store, None, Settings())
    timeline = (await again.load(table)).hosted.timeline
    assert timeline is not None
    header = timeline.header
    assert len(json.dumps(msgspec.to_builtins(header.options))) > 20_000
    assert Timeline(game, header).state == timeline.first
    await again.act(table, lambda draft: room_actions.end(draft, draft.room.rights([hashed("h")])))
    with pytest.raises(Malformed):
        await play_again(again, table, [hashed("h")], lambda: None)
    await again.close()
    await house.close()
