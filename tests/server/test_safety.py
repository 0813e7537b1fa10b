from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from knobel.server.asgi import HEADERS
from tests.server.client import PATIENCE_S, Api, Player
from tests.server.running import running
from tests.server.tables import sitting


def test_every_answer_carries_the_strict_headers(url):
    for path in ("/healthz", "/api/games", "/api/tables/nowhere", "/nothing", "/api/schema/openapi.json"):
        answer = httpx.get(url + path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path
    assert httpx.post(url + "/api/tables", content=b"{").headers["x-frame-options"] == "DENY"


async def test_another_page_may_neither_post_nor_open_a_socket(url):
    evil = {"Origin": "https://elsewhere.example"}
    refused = httpx.post(url + "/api/tables", json={"game": "pig"}, headers=evil)
    assert (refused.status_code, refused.json()["code"]) == (403, "origin")
    assert httpx.post(url + "/api/tables", json={"game": "pig"}, headers={"Origin": url}).status_code == 201
    async with sitting(url, "pig") as table:
        address = table.players[0].address
        with pytest.raises(InvalidStatus, match="403"):
            await connect(address, origin="https://elsewhere.example")
        async with connect(address, origin=url):
            pass


def test_what_is_too_large_is_refused_politely(url):
    huge = httpx.post(url + "/api/tables", json={"game": "x" * 70_000})
    assert (huge.status_code, huge.json()["code"]) == (413, "too-large")


async def test_whoever_asks_too_fast_is_told_to_wait(tmp_path):
    with running(tmp_path / "knobel.db", request_rate=0.1) as house:
        async with Api(house.url) as anybody:
            answers = [await anybody.get("/api/tables") for _ in range(60)]
            assert {answer.status_code for answer in answers} == {200, 429}
            late = next(answer for answer in answers if answer.status_code == 429)
            assert late.json()["code"] == "too-fast"
            assert late.headers["retry-after"] == "1"
            assert (await anybody.get("/healthz")).status_code == 200


async def test_a_socket_that_babbles_is_slowed_down_and_chat_has_its_own_pace(tmp_path):
    with running(tmp_path / "knobel.db", message_rate=2, chat_rate=0.01) as house:
        async with sitting(house.url, "pig") as table:
            ann, bo = table.players
            said = [(await ann.ask("chat", seat=0, text=f"line {n}")) for n in range(6)]
            assert [answer.get("code") for answer in said] == [None] * 3 + ["too-fast"] * 3
            late = [await bo.ask("chat", seat=1, text=f"line {n}") for n in range(20)][-1]
            assert (late["code"], late["id"]) == ("too-fast", 20)
            for _ in range(100):
                await bo.socket.send('{"type": "pong", "id": 1}')
            await bo.until(lambda: bo.bye is not None)
            assert bo.bye["code"] == "abusive"
            assert (await ann.play(0, {"type": "Roll"}))["type"] == "done"


async def test_sockets_are_counted_by_address_and_table(tmp_path):
    for limit in ("address_sockets", "table_sockets"):
        with running(tmp_path / f"{limit}.db", **{limit: 2}) as house:
            async with sitting(house.url, "pig") as table:
                with pytest.raises(InvalidStatus, match="429"):
                    await connect(table.players[0].address)


async def test_a_socket_that_does_not_answer_pings_is_closed(tmp_path):
    with running(tmp_path / "knobel.db", ping_s=0.1, silent_s=3, beat_s=0.1) as house:
        async with sitting(house.url, "pig") as table:
            async with connect(table.players[0].address) as silent:
                await silent.send(json.dumps({"type": "hello", "protocol": 1}))
                heard: list[str] = []
                with suppress(ConnectionClosed):
                    while True:
                        heard.append(str(await silent.recv()))
                assert json.loads(heard[-1])["code"] == "silent"
                assert silent.close_code == 4010
            assert (await table.players[0].play(0, {"type": "Roll"}))["type"] == "done"


async def test_a_slow_reader_is_dropped_others_play_on_and_it_can_come_back(tmp_path):
    with running(tmp_path / "knobel.db", queue_kib=64, grace_s=0.5) as house:
        async with sitting(house.url, "pig", options={"target": 1000}) as table:
            ann, bo = table.players
            tokens = table.people[1].tokens
            for _ in range(50):
                await ann.ask("chat", seat=0, text="x" * 300)
            async with connect(ann.address, max_queue=1) as slow:
                hello = json.dumps({"type": "hello", "protocol": 1, "tokens": tokens, "seen": 0})
                await slow.send(hello)
                slow.transport.pause_reading()
                async with asyncio.timeout(PATIENCE_S):
                    while "knobel_slow_readers_total 0.0" in (await table.host.get("/metrics")).text:
                        await slow.send(hello)  # everything again, please
                assert (await ann.play(0, {"type": "Roll"}))["type"] == "done"
                slow.transport.abort()
            async with Player(house.url, table.table, *tokens, seen=bo.seen) as again:
                assert again.yours == [1]


async def test_nothing_secret_is_logged(tmp_path):
    with running(tmp_path / "knobel.db", log="debug") as house:
        async with sitting(house.url, "schocken") as table:
            await table.players[0].socket.send("nonsense")
            await table.players[0].play(0, {"type": "Nothing"})
            secrets = [table.table, *table.host.tokens, *(token for api in table.people for token in api.tokens)]
        house.stop()
        logged = json.dumps(house.lines)
        assert [secret for secret in secrets if secret in logged] == []
