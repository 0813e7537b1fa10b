"""Messages of one socket: one after the other, and no more read than can be seen to."""

from __future__ import annotations

import asyncio
import logging

import pytest

from knobel.server.socket.transport import MAX_WAITING, Inbox


class Desk:
    """Sees to messages when it is told to go on, and keeps what happened."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []
        self.reading: list[bool] = []
        self.gate = asyncio.Event()
        self.inbox = Inbox(self.take, self.reading.append)

    async def take(self, text: bytes) -> None:
        await self.gate.wait()
        self.seen.append(text)


async def test_messages_are_seen_to_in_order_and_reading_stops_while_too_many_wait():
    desk = Desk()
    texts = [b"%d" % n for n in range(MAX_WAITING + 1)]
    for text in texts[:-1]:
        desk.inbox.put(text)
        await asyncio.sleep(0)  # the first is being seen to, and waits no more
    assert (desk.seen, desk.reading) == ([], [])
    desk.inbox.put(texts[-1])
    assert desk.reading == [False]
    desk.gate.set()
    await desk.inbox.wait_idle()
    assert desk.seen == texts
    assert desk.reading == [False, True]


async def test_one_that_fails_is_logged_and_the_next_are_seen_to(caplog: pytest.LogCaptureFixture):
    seen: list[bytes] = []

    async def take(text: bytes) -> None:
        if text == b"bad":
            raise ValueError("no")
        seen.append(text)

    with caplog.at_level(logging.ERROR):
        inbox = Inbox(take, lambda _: None)
        inbox.put(b"bad")
        inbox.put(b"good")
        await inbox.wait_idle()
    assert seen == [b"good"]
    assert "got no answer" in caplog.text
