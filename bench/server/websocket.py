"""The client's end of a WebSocket: what RFC 6455 asks for whole text frames, and nothing that costs time."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable, Mapping
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)
"""Masking keeps scripts of a browser from talking past proxies. Between two processes of a benchmark a key of zeros is
as good, costs the server the same, and spares the generator the work."""


class Broken(Exception):
    """The server hung up, or said something that this client does not understand."""


class WebSocket(asyncio.Protocol):
    """One socket: `heard` is called with each text that comes; `opened` is done once the server has agreed to talk."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        self.request, self.heard = request, heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.trouble: Exception | None = None
        """Why there is nothing more to hear, where that was not this side's wish."""
        self.leaving = False
        self.waiting = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        data = self.waiting + data if self.waiting else data
        try:
            start = 0 if self.opened.done() else self.agreed(data)
            self.waiting = self.unpacked(data, start)
        except Exception as error:
            self.trouble = error
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(Broken("the server hung up before it agreed to talk"))
        if self.trouble is None and not self.leaving:
            self.trouble = Broken("the server hung up")
        if not self.closed.done():
            self.closed.set_result(None)

    def agreed(self, data: bytes) -> int:
        """Where the frames begin, once the whole answer to the handshake is there."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        status = data.split(b"\r\n", 1)[0]
        if b" 101 " not in status + b" ":
            self.opened.set_exception(Broken(data.decode(errors="replace")))
            self.transport.abort()
            return len(data)
        self.opened.set_result(None)
        return end + 4

    def unpacked(self, data: bytes, start: int) -> bytes:
        """Hears every whole frame, and gives back the rest."""
        size = len(data)
        while self.opened.done() and size - start >= 2:
            length, body = data[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(data[body : body + 2]), body + 2
            elif length == 127:
                length, body = int.from_bytes(data[body : body + 8]), body + 8
            if size < body + length:
                break
            self.frame(data[start], data[body : body + length])
            start = body + length
        return data[start:]

    def frame(self, first: int, body: bytes) -> None:
        """One frame of the server."""
        match first:
            case 0x81:
                self.heard(body)
            case 0x89:
                self.transport.write(packed(PONG, body))
            case 0x88:
                self.transport.close()
            case 0x8A:
                pass
            case _:
                raise Broken(f"a frame that begins with {first:#x}")

    def say(self, text: bytes) -> None:
        """Sends one text."""
        self.transport.write(packed(TEXT, text))

    async def hang_up(self) -> None:
        """Closes the socket and waits until it is closed."""
        self.leaving = True
        if not self.closed.done():
            self.transport.write(packed(CLOSE, b"\x03\xe8"))
            self.transport.close()
        await self.closed


def packed(kind: int, body: bytes) -> bytes:
    """A client's frame."""
    length = len(body)
    if length < 126:
        head = bytes((FINAL | kind, MASKED | length))
    elif length < 1 << 16:
        head = bytes((FINAL | kind, MASKED | 126)) + length.to_bytes(2)
    else:
        head = bytes((FINAL | kind, MASKED | 127)) + length.to_bytes(8)
    return head + NO_MASK + body


async def connect(
    port: int, path: str, headers: Mapping[str, str], heard: Callable[[bytes], None], home: str | None = None
) -> WebSocket:
    """A socket that has shaken hands with the server on this machine; `home` is the address that it comes from."""
    key = base64.b64encode(os.urandom(16)).decode()
    asked = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
        **headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in asked.items()), "", ""]
    request = "\r\n".join(lines).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: WebSocket(request, heard), "127.0.0.1", port, local_addr=home and (home, 0)
    )
    await socket.opened
    return socket
