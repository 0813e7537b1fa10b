"""The load: tables for two at which each side moves as soon as it may, or thinks before; and sockets that only wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from random import uniform
from time import perf_counter

from bench.server.contender import Running, Talk
from bench.server.websocket import WebSocket, connect

PATIENCE_S = 60
"""So long a server may keep everybody waiting before it is given up."""
AT_ONCE = 16
"""So many tables, or sockets, are opened at a time."""


class Flight:
    """A move on its way: when it was said, after which position, and who has not yet heard what became of it."""

    __slots__ = ("after", "said", "waiting")

    def __init__(self, after: int, said: float, waiting: set[Listener]) -> None:
        self.after, self.said, self.waiting = after, said, waiting


class LoadTable:
    """One table: its two players, the moves on their way, and how long each took to reach everyone."""

    def __init__(self) -> None:
        self.players: list[Listener] = []
        self.flying: list[Flight] = []
        self.arrived: list[tuple[float, float]] = []
        """Of each move: when the last of the players heard of it, and how long that took."""
        self.playing = False
        self.thinks_s = 0.0
        """For how long at most a player thinks before a move: any time up to that, each as likely."""

    @property
    def over(self) -> bool:
        """Whether, after play was stopped, nobody has a move to make: the game has ended."""
        return all(player.move is None for player in self.players)

    def check(self) -> None:
        """Raises whatever ended a player's talk."""
        for player in self.players:
            player.check()

    def caller(self, player: Listener, step: int) -> None:
        """A player knows a position: that is news of every move said before it."""
        for flight in tuple(self.flying):
            if flight.after < step:
                flight.waiting.discard(player)
                if not flight.waiting:
                    now = perf_counter()
                    self.arrived.append((now, now - flight.said))
                    self.flying.remove(flight)

    def asks(self, player: Listener) -> None:
        """The player has a position before it: it moves at once, or when it has thought."""
        if self.thinks_s and self.playing and player.move is not None:
            asyncio.get_running_loop().call_later(uniform(0, self.thinks_s), self.moves, player)
        else:
            self.moves(player)

    def moves(self, player: Listener) -> None:
        """The player makes its move, if it has one and play is on."""
        if self.playing and player.move is not None:
            self.flying.append(Flight(player.step, perf_counter(), set(self.players)))
            move, player.move = player.move, None
            player.socket.say(move)


class Listener:
    """One socket that hears of one table."""

    def __init__(self, talk: Talk, table: LoadTable, home: str | None = None) -> None:
        self.talk, self.table, self.home = talk, table, home
        self.step = -1
        self.move: bytes | None = None
        self.knows = False
        """Whether the first position is known."""
        self.socket: WebSocket

    async def sit(self, port: int) -> None:
        """Opens the socket and waits for the first position."""
        early: list[bytes] = []
        self.socket = await connect(port, self.talk.path, self.talk.headers, lambda text: early.append(text), self.home)
        self.socket.heard = self.hear
        if greeting := self.talk.greeting():
            self.socket.say(greeting)
        for text in early:
            self.hear(text)
        async with asyncio.timeout(PATIENCE_S):
            while not self.knows:
                self.check()
                await asyncio.sleep(0.001)

    def check(self) -> None:
        """Raises whatever ended the talk."""
        if self.socket.trouble:
            raise self.socket.trouble

    def hear(self, text: bytes) -> None:
        """What the server says; a move follows at once, when there is one to make."""
        reply, step, move = self.talk.heard(text)
        if reply is not None:
            self.socket.say(reply)
        if step is not None and step > self.step:
            self.step, self.move = step, move
            self.table.caller(self, step)
            self.table.asks(self)
            self.knows = True


async def opened(server: Running, count: int, crew: AsyncExitStack) -> list[LoadTable]:
    """So many tables with both players there, none of them moving yet; the crew hangs up for them."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> LoadTable:
        async with gate:
            seats, _ = await server.contender.open_table(server.http)
            table = LoadTable()
            table.players = [Listener(talk, table) for talk in seats]
            for player in table.players:
                await player.sit(server.port)
                crew.push_async_callback(player.socket.hang_up)
            return table

    return list(await asyncio.gather(*(one() for _ in range(count))))


async def play(tables: Sequence[LoadTable], seconds: float, thinks_s: float = 0) -> list[tuple[float, float]]:
    """Plays at all tables for so long, and gives the moves that reached everyone in that time."""
    for table in tables:
        table.playing, table.thinks_s = True, thinks_s
        table.arrived.clear()
        for player in table.players:
            table.asks(player)
    await asyncio.sleep(seconds)
    arrived = [move for table in tables for move in table.arrived]
    for table in tables:
        table.playing = False
    async with asyncio.timeout(PATIENCE_S):
        while any(table.flying for table in tables):
            for table in tables:
                table.check()
            await asyncio.sleep(0.01)
    return arrived


async def idle(server: Running, count: int, tables: int, crew: AsyncExitStack) -> None:
    """So many sockets that watch tables at which nothing happens."""
    watching = [(await server.contender.open_table(server.http))[1] for _ in range(tables)]
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(talk: Talk) -> None:
        async with gate:
            watcher = Listener(talk, LoadTable())
            await watcher.sit(server.port)
            crew.push_async_callback(watcher.socket.hang_up)

    await asyncio.gather(*(one(watching[number % tables]) for number in range(count)))
