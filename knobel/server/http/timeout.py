"""HTTP with a patience that ends: whoever connects and says nothing, or half of something, is hung up on."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

UNFINISHED = (h11.IDLE, h11.SEND_BODY)
"""The other side has not said all of its request."""


class PatientProtocol(H11Protocol):
    """The server's own protocol, which does not wait for a request for ever."""

    patience_s = 45.0
    _timer: asyncio.TimerHandle | None = None
    _upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(True)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait(self.conn.their_state in UNFINISHED and not self._upgraded)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait(False)

    def _wait(self, unfinished: bool) -> None:
        """A request has so long from its first byte, or from the connection's beginning, to its end."""
        if not unfinished and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        elif unfinished and self._timer is None:
            self._timer = self.loop.call_later(self.patience_s, self.transport.close)


def patient(seconds: float) -> type[PatientProtocol]:
    """The protocol of a house that waits so long for a request."""
    return type("Patient", (PatientProtocol,), {"patience_s": seconds})
