"""The door of the house: who comes in, with what, and what every answer carries."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from knobel.core.words import Voice
from knobel.server.caller import Caller, counted_as
from knobel.server.http.litestar import http_api
from knobel.server.http.schemas import Problem
from knobel.server.http.static import Page, send_file
from knobel.server.limits import Rate
from knobel.server.refusals import Why
from knobel.server.socket.sockets import Receive, Scope, Sockets, deny
from knobel.server.socket.transport import Send
from knobel.server.tables.house import House
from knobel.server.words import Denied

Application = Callable[[Scope, Receive, Send], Awaitable[None]]

COUNTED = ("/api/", "/readyz", "/metrics")
"""Paths whose answers cost something."""
CHEAPER = 10
"""All other paths may be asked for so many times as often."""
FILES_AT_ONCE = 1000
"""A page is many files, and a school may open it at once."""
AT_ONCE = 50
"""So many requests of one address are answered at once; those that come then take their turns."""
MAX_WAIT_S = 5.0
"""Whoever would have to wait for longer than this is told to come again."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_TABLE_SOCKET = re.compile(r"/api/tables/([\w-]{1,100})/play")


class Door:
    """An ASGI application around the others: sockets here, HTTP there."""

    def __init__(self, house: House, sockets: Sockets, http: Application, clock: Callable[[], float]) -> None:
        self._house = house
        self._sockets = sockets
        self._http = http
        self._page = Page()
        self._requests = Rate(house.settings.request_rate, clock, burst=AT_ONCE)
        self._files = Rate(CHEAPER * house.settings.request_rate, clock, burst=FILES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Leads whoever comes to where they want to go."""
        if scope["type"] in ("http", "websocket") and self._house.away.left(counted_as(scope.get("client"))):
            await _send_away(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer_request(scope, receive, self._stamped(scope, send))

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if found := _TABLE_SOCKET.fullmatch(scope["path"]):
            await self._sockets.serve(scope, receive, send, found[1])
        else:
            await send({"type": "websocket.close"})

    async def _answer_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller = Caller(scope)
        refused, wait = None, 0.0
        if scope["method"] not in SAFE_METHODS and not caller.may(self._house.settings):
            refused = Denied("origin", 403)
        else:
            rate = self._requests if scope["path"].startswith(COUNTED) else self._files
            delay = rate.delay(caller.address, MAX_WAIT_S)
            refused, wait = (Denied("too-fast", 429), 0.0) if delay is None else (None, delay)
        if wait:
            await asyncio.sleep(wait)
        if refused is not None:
            await _answer(send, refused, caller)
        elif scope["method"] in ("GET", "HEAD") and (file := self._page.find(scope["path"])):
            await send_file(file, scope, send)
        else:
            await self._http(scope, receive, send)

    def _stamped(self, scope: Scope, send: Send) -> Send:
        """Sends on, with the headers that every answer carries."""

        async def send_stamped(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self._house.metrics.requests.labels(message["status"]).inc()
                message["headers"] = [*message["headers"], *_RAW_HEADERS]
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        return send_stamped


async def _send_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Takes nothing from whoever was sent away for a while."""
    if scope["type"] == "websocket":
        await receive()
        await deny(receive, send, 403)
    else:
        await _answer(send, Denied("sent-away", 403), Caller(scope))


async def _answer(send: Send, refused: Denied, caller: Caller) -> None:
    why = Why(refused, Voice(language=caller.language))
    body = msgspec.json.encode(Problem(code=why.code, why=why.text))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if refused.status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def application(house: House, sockets: Sockets, clock: Callable[[], float] = time.monotonic) -> Door:
    """The ASGI application of a house; its limits go by a clock."""
    http: Any = http_api(house, clock)
    return Door(house, sockets, http, clock)
