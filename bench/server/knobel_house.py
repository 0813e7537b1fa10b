"""Knobel's own server, as `knobel serve` starts it: Pig with fair dice, each move synced to disk before it is seen."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx
import msgspec

from bench.server.contender import HOLD_AT, NOTHING, TARGET, Contender, News, Talk

NO_LIMITS = (
    "message_rate",
    "crowd_rate",
    "request_rate",
    "create_rate",
    "day_mib",
    "address_tables",
    "address_sockets",
    "table_sockets",
    "max_tables",
)
"""What keeps one stranger from taking more than their share; here one stranger is everybody."""


class View(msgspec.Struct):
    gathered: int


class Due(msgspec.Struct):
    must: tuple[int, ...]
    nature: bool


class Position(msgspec.Struct):
    """What of a position a player here looks at."""

    view: View
    due: Due


class Happening(msgspec.Struct):
    seq: int


class Welcome(msgspec.Struct, tag="welcome"):
    seq: int
    position: Position


class Told(msgspec.Struct, tag="news"):
    happenings: tuple[Happening, ...]
    position: Position


class Ping(msgspec.Struct, tag="ping"):
    id: int


class Done(msgspec.Struct, tag="done"):
    pass


class Refused(msgspec.Struct, tag="refused"):
    why: str


class Bye(msgspec.Struct, tag="bye"):
    why: str


HEARD = msgspec.json.Decoder(Welcome | Told | Ping | Done | Refused | Bye)


class Player(Talk):
    """A client of one table: with the token of a seat, or with none to watch."""

    def __init__(self, table: str, seat: int | None, token: str | None) -> None:
        self.path = f"/api/tables/{table}/play"
        self.seat = seat
        self.tokens = [token] if token else []

    def greeting(self) -> bytes:
        return msgspec.json.encode({"type": "hello", "protocol": 1, "tokens": self.tokens, "plain": True})

    def heard(self, text: bytes) -> News:
        match HEARD.decode(text):
            case Told(happenings=happenings, position=position):
                return self.at(happenings[-1].seq, position)
            case Welcome(seq=seq, position=position):
                return self.at(seq, position)
            case Ping(id=ping):
                return News(reply=b'{"type":"pong","id":%d}' % ping)
            case Done():
                return NOTHING
            case Refused(why=why) | Bye(why=why):
                raise RuntimeError(f"the house says: {why}")

    def at(self, seq: int, position: Position) -> News:
        if position.due.nature:
            return NOTHING
        return News(step=seq, move=self.move(seq, position) if self.seat in position.due.must else None)

    def move(self, seq: int, position: Position) -> bytes:
        kind = b"Hold" if position.view.gathered >= HOLD_AT else b"Roll"
        return b'{"type":"play","id":%d,"seat":%d,"move":{"type":"%b"}}' % (seq, self.seat, kind)


class KnobelHouse(Contender):
    name = "knobel"

    def command(self, port: int, folder: Path) -> Sequence[str | Path]:
        return (sys.executable, "-m", "knobel", "serve", "--port", str(port), "--store", folder / "house.db")

    @property
    def environment(self) -> Mapping[str, str]:
        return {f"KNOBEL_{name.upper()}": "0" for name in NO_LIMITS} | {"KNOBEL_LOG": "warning"}

    async def is_up(self, http: httpx.AsyncClient) -> bool:
        return (await http.get("/readyz")).status_code == 200

    async def open_table(self, http: httpx.AsyncClient) -> tuple[Sequence[Talk], Talk]:
        http.cookies.clear()  # else the table before would be opened with them too
        opened = await asked(http, "/api/tables", {"game": "pig", "options": {"target": TARGET}})
        table = opened["table"]
        seats: list[Talk] = []
        for seat in (0, 1):
            sat = await asked(http, f"/api/tables/{table}/seats", {"name": f"Player {seat}", "seat": seat})
            seats.append(Player(table, seat, sat["token"]))
        await asked(http, f"/api/tables/{table}/start", None, opened["token"])
        return seats, Player(table, None, None)


async def asked(http: httpx.AsyncClient, path: str, body: object, token: str = "") -> dict[str, str]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = await http.post(path, json=body, headers=headers)
    return answer.raise_for_status().json() if answer.content else {}
