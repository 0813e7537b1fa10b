"""What comes over a socket, byte by byte: understood however it is cut; what breaks the protocol ends it."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from random import Random
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from knobel.server.socket.protocol import PROTOCOL
from tests.server.client import PATIENCE_S, Api

HELLO = {"type": "hello", "protocol": PROTOCOL, "tokens": []}
LOOK = {"type": "look", "id": 7, "seat": None}


class RawSocket:
    """A WebSocket of which every byte is ours."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes, *cuts: int) -> None:
        """Sends bytes in pieces that reach the server one by one."""
        for start, end in zip((0, *cuts), (*cuts, len(data)), strict=True):
            self.writer.write(data[start:end])
            await self.writer.drain()
            await asyncio.sleep(0.002)

    async def frame(self) -> tuple[Opcode, bytes]:
        async with asyncio.timeout(PATIENCE_S):
            first, length = await self.reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self.reader.readexactly(2))
            elif length == 127:
                length = int.from_bytes(await self.reader.readexactly(8))
            return Opcode(first & 0x0F), await self.reader.readexactly(length)

    async def heard(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            opcode, body = await self.frame()
            assert opcode is Opcode.TEXT, (opcode, body)
            message = json.loads(body)
            if message["type"] == kind:
                return message

    async def closed(self) -> int:
        """The code that the server closes with."""
        while True:
            opcode, body = await self.frame()
            if opcode is Opcode.CLOSE:
                return int.from_bytes(body[:2])


async def opened(url: str) -> RawSocket:
    """A socket at a new table."""
    async with Api(url) as host:
        table = await host.open("pig")
    address = url.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*address.split(":"))
    key = b64encode(bytes(16)).decode()
    writer.write(
        f"GET /api/tables/{table}/play HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return RawSocket(reader, writer)


def text(message: object) -> bytes:
    return framed(Opcode.TEXT, json.dumps(message).encode())


def framed(opcode: Opcode, body: bytes, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, body, fin).serialize(mask=mask)


async def test_messages_are_understood_however_they_are_cut(url):
    said = [text(HELLO), *(text(LOOK | {"id": n}) for n in range(1, 6))]
    data = b"".join(said)
    for seed in range(5):
        socket = await opened(url)
        await socket.send(data, *sorted(Random(seed).sample(range(1, len(data)), 9)))
        assert [(await socket.heard("welcome"))["id"] for _ in said] == [None, 1, 2, 3, 4, 5]


async def test_long_messages_have_longer_heads(url):
    socket = await opened(url)
    await socket.send(text(HELLO))
    await socket.heard("welcome")
    await socket.send(text(LOOK | {"id": 8, "padding": "x" * 200}), 3, 5, 100)
    refused = await socket.heard("refused")
    assert (refused["id"], refused["code"]) == (8, "malformed")


async def test_a_message_in_pieces_is_put_together_and_so_are_those_after_it(url):
    socket = await opened(url)
    await socket.send(text(HELLO))
    await socket.heard("welcome")
    body = json.dumps(LOOK).encode()
    await socket.send(framed(Opcode.TEXT, body[:5], fin=False) + framed(Opcode.CONT, body[5:]))
    assert (await socket.heard("welcome"))["id"] == 7
    await socket.send(text(LOOK | {"id": 9}), 4)
    assert (await socket.heard("welcome"))["id"] == 9


async def test_order_is_kept_between_whole_messages_and_those_in_pieces(url):
    socket = await opened(url)
    body = json.dumps(LOOK | {"id": 2}).encode()
    await socket.send(
        text(HELLO)
        + text(LOOK | {"id": 1})
        + framed(Opcode.TEXT, body[:9], fin=False)
        + framed(Opcode.CONT, body[9:])
        + text(LOOK | {"id": 3})
    )
    assert [(await socket.heard("welcome"))["id"] for _ in range(4)] == [None, 1, 2, 3]


async def test_a_ping_is_answered_between_messages(url):
    socket = await opened(url)
    await socket.send(text(HELLO))
    await socket.heard("ping")
    await socket.send(framed(Opcode.PING, b"there?") + text(LOOK))
    assert await socket.frame() == (Opcode.PONG, b"there?")
    assert (await socket.heard("welcome"))["id"] == 7


async def test_a_text_that_is_no_text_is_refused_and_costs_nothing_else(url):
    socket = await opened(url)
    await socket.send(text(HELLO))
    await socket.heard("welcome")
    await socket.send(framed(Opcode.TEXT, b'{"type":"\xff"}'))
    assert (await socket.heard("refused"))["code"] == "malformed"
    await socket.send(text(LOOK))
    assert (await socket.heard("welcome"))["id"] == 7


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (framed(Opcode.TEXT, b"{}", mask=False), 1002),
        (bytes((0xC1, 0x82)) + bytes(6), 1002),
        (framed(Opcode.CONT, b"{}"), 1002),
        (bytes((0x81, 0xFF)) + (1 << 40).to_bytes(8) + bytes(4), 1009),
    ],
    ids=["unmasked", "reserved bits", "a continuation of nothing", "a terabyte"],
)
@pytest.mark.parametrize("greeted", [True, False], ids=["after hello", "before hello"])
async def test_what_breaks_the_protocol_closes_the_socket(url, wrong, code, greeted):
    socket = await opened(url)
    if greeted:
        await socket.send(text(HELLO))
        await socket.heard("ping")
    await socket.send(wrong)
    assert await socket.closed() == code
