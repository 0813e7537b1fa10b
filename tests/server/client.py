"""A small client of the wire: it can do everything a page can, and checks what it is sent as it goes."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from knobel.server.socket.protocol import PROTOCOL, HouseMessage
from tests.nursery import PATIENCE_S

Json = dict[str, Any]

ANSWERS = ("done", "refused", "welcome", "advice")
"""What answers something that a client asked."""


class Api:
    """The HTTP side, as one person with their tokens."""

    def __init__(self, url: str, *tokens: str, language: str = "en") -> None:
        self.url = url
        self.tokens = list(tokens)
        self._http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_S, headers={"Accept-Language": language})

    async def __aenter__(self) -> Api:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self._http.get(path, headers=self._holding(), **options)

    async def post(self, path: str, body: Json | None = None, **options: Any) -> httpx.Response:
        self._http.cookies.clear()  # tokens are shown openly here, so that every test says which it uses
        return await self._http.post(path, json=body, headers=self._holding(), **options)

    async def done(self, path: str, body: Json | None = None) -> Any:
        """Posts something that must be done, and hands back what came of it."""
        answer = await self.post(path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def open(self, game: str, **setup: Any) -> str:
        """Opens a table as its host."""
        opened = await self.done("/api/tables", {"game": game, **setup})
        self.tokens.append(opened["token"])
        return opened["table"]

    async def sit(self, table: str, name: str, seat: int | None = None) -> tuple[int, str]:
        """Takes a seat, and keeps its token."""
        taken = await self.done(f"/api/tables/{table}/seats", {"name": name, "seat": seat})
        self.tokens.append(taken["token"])
        return taken["seat"], taken["token"]

    def _holding(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {', '.join(self.tokens)}"} if self.tokens else {}


class Player:
    """A socket at a table. It keeps the latest position and room, and sees to it that no happening is missed."""

    def __init__(self, url: str, table: str, *tokens: str, home: str | None = None, **hello: Any) -> None:
        self.home = home
        """The address that they come from, where it is not the usual one."""
        self.address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/play"
        self.hello = {"type": "hello", "protocol": PROTOCOL, "tokens": tokens, **hello}
        self.welcomes: list[Json] = []
        self.happened: list[Json] = []
        self.position: Json | None = None
        self.room: Json = {}
        self.bye: Json | None = None
        self.frames: list[str] = []
        self.seen: int | None = hello.get("seen")
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._news = asyncio.Condition()
        self.socket: ClientConnection
        self._reader: asyncio.Task[None]

    async def __aenter__(self) -> Player:
        self.socket = await connect(
            self.address, max_size=None, compression=None, local_addr=self.home and (self.home, 0)
        )
        self._reader = asyncio.create_task(self._read())
        await self.socket.send(json.dumps(self.hello))
        await self.until(lambda: bool(self.welcomes) or self.bye is not None or self._reader.done())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()
        await self._reader

    @property
    def open(self) -> bool:
        """Whether anything can still come."""
        return not self._reader.done()

    @property
    def yours(self) -> list[int]:
        return self.welcomes[-1]["yours"]

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Sends a message and waits for its answer."""
        number = next(self._ids)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"type": kind, "id": number, **fields}))
        return await asyncio.wait_for(answer, PATIENCE_S)

    async def play(self, seat: int, move: Json, **fields: Any) -> Json:
        return await self.ask("play", seat=seat, move=move, **fields)

    async def until(self, condition: Any, seconds: float = PATIENCE_S) -> None:
        """Waits until something is so; it is looked at again after every message."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(condition)

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                self.frames.append(str(text))
                msgspec.json.decode(text, type=HouseMessage)  # it is a message of the wire
                await self._take(json.loads(text))
        except ConnectionClosed:
            pass
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the socket was closed before there was an answer"))
                answer.exception()  # whoever asked may be gone too: then nobody is left to hear it
        async with self._news:
            self._news.notify_all()

    async def _take(self, message: Json) -> None:
        match message["type"]:
            case "welcome":
                self.welcomes.append(message)
                self.room, self.position = message["room"], message["position"]
                self._happenings(message["missed"], message["seq"])
            case "news":
                self.room = message.get("room", self.room)
                self.position = message["position"]
                self._happenings(message["happenings"], message["happenings"][-1]["seq"])
            case "ping":
                await self.socket.send(json.dumps({"type": "pong", "id": message["id"]}))
            case "bye":
                self.bye = message
            case _:
                pass
        if (number := message.get("id")) in self._answers and message["type"] in ANSWERS:
            answer = self._answers.pop(number)
            if not answer.done():
                answer.set_result(message)
        async with self._news:
            self._news.notify_all()

    def _happenings(self, happenings: list[Json], last: int) -> None:
        for happening in happenings:
            assert self.seen is None or happening["seq"] == self.seen + 1, "a happening is missing or doubled"
            self.seen = happening["seq"]
            self.happened.append(happening)
        assert self.seen is None or self.seen == last
        self.seen = last
