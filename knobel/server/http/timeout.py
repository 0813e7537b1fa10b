"""HTTP with a patience that ends: whoever connects and says nothing, or half of something, is hung up on.

Connections are counted as soon as they are open, before a word has come by them.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from knobel.server.caller import counted_as
from knobel.server.limits import OpenConnections
from knobel.server.socket.transport import FastWebSocket

UNFINISHED = (h11.IDLE, h11.SEND_BODY)
"""The other side has not said all of its request."""
MAX_HEADERS = 100
"""A browser sends some twenty lines before the body of a request. To read one takes long, so they are counted first."""
WITHOUT_BODY = (b"GET ", b"HEAD")


class PatientProtocol(H11Protocol):
    """The server's own protocol, which does not wait for a request for ever."""

    patience_s = 45.0
    open_connections = OpenConnections(0, 0)
    _timer: asyncio.TimerHandle | None = None
    _upgraded = False
    _headers_read = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.open_connections.enter(self, counted_as(transport.get_extra_info("peername"))):
            self._wait(True)

    def hang_up(self) -> None:
        """Closes the connection at once, whatever was going to come."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state is h11.IDLE:
            head = data if data.startswith(WITHOUT_BODY) else data.partition(b"\r\n\r\n")[0]
            self._headers_read += head.count(b"\n")
            if self._headers_read > MAX_HEADERS:
                self.hang_up()
                return
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._headers_read = 0
        self._wait(self.conn.their_state in UNFINISHED and not self._upgraded)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        super().handle_websocket_upgrade(event)
        self._wait(False)
        socket, known = self.transport.get_protocol(), self.open_connections
        if isinstance(socket, FastWebSocket):
            known.become(self, socket)
            socket.on_closed = lambda: known.leave(socket)  # without `self`, which would be held as long as the socket

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait(False)
        self.open_connections.leave(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait(not self.transport.is_closing())

    def _wait(self, unfinished: bool) -> None:
        """A request has so long from its first byte, or from the connection's beginning, to its end."""
        self.open_connections.waits(self, unfinished)
        if not unfinished and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        elif unfinished and self._timer is None:
            self._timer = self.loop.call_later(self.patience_s, self.transport.close)


def patient(seconds: float, known: OpenConnections) -> type[PatientProtocol]:
    """The protocol of a house that waits so long for a request, and has room for so many connections."""
    return type("Patient", (PatientProtocol,), {"patience_s": seconds, "open_connections": known})
