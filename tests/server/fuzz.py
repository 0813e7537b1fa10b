"""What strangers and cheats send: made from the wire's own schema, then bent; to a house in this very process.

`check_frames` and `check_bodies` count what was tried. They raise `Lost` where the house breaks a promise: a fault, a
message without an answer, a table that a stranger has moved, a log that does not fold to the table that stands.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from knobel.core.contract import Open
from knobel.core.errors import KnobelError
from knobel.core.fair import commitment
from knobel.core.game import Game
from knobel.core.registry import all_games
from knobel.server.asgi import application
from knobel.server.http.litestar import http_api
from knobel.server.http.schemas import Problem
from knobel.server.settings import Settings
from knobel.server.socket import protocol
from knobel.server.socket.session import NO_RIGHTS, Session
from knobel.server.socket.sockets import Sockets
from knobel.server.tables import room_actions
from knobel.server.tables.events import Opened, Setup, event_of
from knobel.server.tables.house import House, LoadedTable
from knobel.server.tables.state import TableState, hashed
from knobel.store.opening import open_store
from knobel.table.options import agreed_options
from knobel.testing.playing import chosen
from knobel.testing.values import unlisted_moves
from tests.server.inside import session_at

Json = Any
MEMORY = Path("/dev/shm")
"""Where files are no burden to a disk, if the system has such a place."""
FREE = Settings(
    bot_ms=0, request_rate=0, create_rate=0, message_rate=0, chat_rate=0, crowd_rate=0, past_rate=0, hint_rate=1e-9,
    day_mib=0, address_tables=0, review_rate=1e-9,
)  # fmt: skip
"""No limit hides what lies behind it; only what is worked out in other processes is not asked for again and again."""
MAX_LOG = 400
"""A table whose log is longer is left for a new one."""
LOOKED_AT = 200
"""After so many frames the table is held against its log."""
TOKENS = ("token-of-seat-0", "token-of-seat-1", "token-of-the-host")
AWKWARD: tuple[Json, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 2**64, -(2**70), 0.5, -0.0, 1e308, "", "0", "x" * 3000, "\u0000",
    "\u202e", "⟦red 3|3|red⟧", "{who}", "\ud800", "__proto__", [], {}, [[]], {"type": "Roll"}, {"type": ""}, ["hello"],
)  # fmt: skip


class Lost(AssertionError):
    """The house broke a promise."""


class Fuzz:
    """Makes values by a schema, and bends them."""

    def __init__(self, definitions: dict[str, Json], chance: Random) -> None:
        self._definitions = definitions
        self.chance = chance

    def value(self, schema: Json, depth: int = 0) -> Json:
        """Something that a schema allows."""
        chance = self.chance
        if "$ref" in schema:
            return self.value(self._definitions[schema["$ref"].rpartition("/")[2]], depth)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.value(chance.choice(schema[several]), depth)
        if "const" in schema or "enum" in schema:
            return chance.choice(schema.get("enum", [schema.get("const")]))
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = chance.choice(kind)
        match kind:
            case "object":
                return self._object(schema, depth)
            case "array":
                few, many = schema.get("minItems", 0), min(schema.get("maxItems", 4), 4)
                return [
                    self.value(schema.get("items", {}), depth + 1) for _ in range(chance.randint(few, max(few, many)))
                ]
            case "string":
                return self._text(schema)
            case "integer" | "number":
                low, high = schema.get("minimum", -(2**53)), schema.get("maximum", 2**53)
                near = [max(low, n) for n in (0, 1, 2) if n <= high]
                return chance.choice([low, high, chance.randint(int(low), int(high)), *near, *near])
            case "boolean":
                return chance.random() < 0.5
            case "null":
                return None
            case _:
                return chance.choice(AWKWARD) if depth > 3 else self._anything(depth)

    def _object(self, schema: Json, depth: int) -> Json:
        fields, needed = schema.get("properties", {}), schema.get("required", [])
        made = {
            name: self.value(field, depth + 1)
            for name, field in fields.items()
            if name in needed or self.chance.random() < 0.6
        }
        if not fields and self.chance.random() < 0.7:
            made[self._text({})] = self._anything(depth)
        return made

    def _text(self, schema: Json) -> str:
        few, many = schema.get("minLength", 0), schema.get("maxLength", 30)
        letters = 'aZ09 -_/.{}[]|⟦⟧éß漢🎲\u200d\u202e\n"\\'
        return "".join(self.chance.choices(letters, k=self.chance.choice([few, many, self.chance.randint(few, many)])))

    def _anything(self, depth: int) -> Json:
        return self.chance.choice(
            [*AWKWARD, {"type": self._text({})}, [self.chance.choice(AWKWARD)] * (4 - min(depth, 3))]
        )

    def bent(self, value: Json) -> Json:
        """The same, but somewhere in it something is left out, added, doubled or replaced."""
        chance = self.chance
        if isinstance(value, dict) and value and chance.random() < 0.9:
            made, key = dict(value), chance.choice([*value])
            match chance.randrange(6):
                case 0:
                    del made[key]
                case 1:
                    made[self._text({})] = chance.choice(AWKWARD)
                case 2:
                    made[key] = made[chance.choice([*value])]
                case _:
                    made[key] = self.bent(made[key])
            return made
        if isinstance(value, list) and value and chance.random() < 0.9:
            made, at = list(value), chance.randrange(len(value))
            match chance.randrange(4):
                case 0:
                    del made[at]
                case 1:
                    made *= chance.choice([2, 50])
                case _:
                    made[at] = self.bent(made[at])
            return made
        return chance.choice(AWKWARD)

    def written(self, value: Json) -> bytes:
        """A value as it is sent: mostly whole, sometimes cut off, with a wrong byte, or nested without end."""
        chance = self.chance
        text = json.dumps(value, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
        match chance.randrange(40):
            case 0:
                return text[: chance.randrange(len(text) + 1)]
            case 1:
                at = chance.randrange(len(text))
                return text[:at] + bytes([chance.randrange(256)]) + text[at + 1 :]
            case 2:
                return chance.choice([b"[", b'{"a":', b'{"type":"play","id":1,"seat":0,"move":']) * chance.randint(
                    1, 9000
                )
            case 3:
                return chance.randbytes(chance.randrange(200))
            case _:
                return text


class Paper:
    """What goes out on a socket, kept until it is taken."""

    waits = False

    def __init__(self) -> None:
        self.closed = False
        self.frames: list[bytes] = []

    def put(self, text: bytes) -> bool:
        self.frames.append(text)
        return True

    def close(self, _code: int, _patience: float) -> None:
        self.closed = True

    def taken(self) -> list[bytes]:
        frames, self.frames = self.frames, []
        return frames


class Faults(logging.Handler):
    """What the house logs as its own fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else ""
        self.found.append(f"{record.getMessage()}: {error!r}")


@asynccontextmanager
async def house_here() -> AsyncIterator[tuple[House, Faults]]:
    """A house without limits in this process, on a store of its own, in which nothing is told later."""
    faults, log = Faults(), logging.getLogger("knobel")
    log.addHandler(faults)
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        store = await open_store(str(Path(folder) / "knobel.db"))
        house = House(store, None, FREE)
        house.later = lambda _seconds, call: call()  # type: ignore[method-assign]
        try:
            yield house, faults
        finally:
            await house.close()
            await store.close()
            log.removeHandler(faults)


async def begun(house: House, game: Game, chance: Random) -> LoadedTable:
    """A table of a game that has begun, or sometimes one that still gathers; whose tokens are known."""
    setup = Setup(game=game.name, options=msgspec.to_builtins(agreed_options(game, game.offered, {})))
    if chance.random() < 0.2:
        with suppress(KnobelError):  # not every game can be played with real dice
            options = msgspec.to_builtins(agreed_options(game, game.offered, {}, real_dice=True))
            setup = Setup(game=game.name, options=options, dice="real")
    table = await house.open(
        lambda vault: Opened(at=house.now(), setup=setup, promise=commitment(vault.seed(0)), host=hashed(TOKENS[2]))
    )
    for seat in range(2):
        await house.act(
            table, lambda draft, seat=seat: room_actions.sit(draft, f"Player {seat}", None, hashed(TOKENS[seat]))
        )
    if chance.random() < 0.9:
        await house.act(table, lambda draft: room_actions.start(draft, draft.room.rights([hashed(TOKENS[2])])))
    return await house.load(table)


class Visit:
    """A table, and the sockets that send it whatever they like: one of each seat, the host's, a stranger's."""

    def __init__(self, house: House, loaded: LoadedTable, fuzz: Fuzz, counted: Counter[str]) -> None:
        self.house = house
        self.loaded = loaded
        self.fuzz = fuzz
        self.counted = counted
        (message,), self.definitions = msgspec.json.schema_components([protocol.ClientMessage])
        fuzz._definitions = self.definitions
        self.schema = message
        self.sockets: dict[str, Session] = {}

    def socket(self, token: str) -> Session:
        """A socket of somebody, greeted for the most part; a new one where the last was closed."""
        found = self.sockets.get(token)
        if found is None or found.outbox.closed:
            outbox: Any = Paper()
            found = self.sockets[token] = session_at(self.house, self.loaded, outbox)
            self.loaded.audience.add(found)
            if self.fuzz.chance.random() < 0.9:
                found.greet(protocol.Hello(protocol=protocol.PROTOCOL, tokens=(token,) if token else ()))
        return found

    def _due(self) -> list[str]:
        """The tokens of those whose turn it is."""
        hosted = self.loaded.hosted
        due = hosted.state.due() if hosted.state else None
        seats = {*due.must, *due.may} if due else ()
        return [token for token in TOKENS[:2] if seats & hosted.room.rights([hashed(token)]).seats] if seats else []

    async def send(self) -> None:
        """One frame from somebody, and all that must hold of what comes back."""
        token = self.fuzz.chance.choice([*self._due() * 6, *TOKENS, ""])
        client = self.socket(token)
        paper: Any = client.outbox
        paper.taken()
        raw, before, stranger = self._frame(client), self.loaded.hosted.seq, client.rights == NO_RIGHTS
        await client.take(raw)
        await asyncio.sleep(0)
        heard = [msgspec.json.decode(frame) for frame in paper.taken()]
        self._hold(raw, token, client, heard, before if stranger else self.loaded.hosted.seq)

    def _hold(self, raw: bytes, token: str, client: Session, heard: Sequence[Json], before: int) -> None:
        where = f"{self.loaded.hosted.game.name}, from {token or 'a stranger'}: {raw[:300]!r}"
        for message in heard:
            if message.get("code") == "fault":
                raise Lost(f"a fault of the house: {where}")
        if any(
            logged.step is None or isinstance(logged.step.actor, int) for logged in self.loaded.hosted.events[before:]
        ):
            raise Lost(f"a stranger changed the table: {where}")
        try:
            asked = protocol.client_message.decode(raw)
        except protocol.UNREADABLE:
            self.counted["unreadable"] += 1
            if not heard:
                raise Lost(f"no answer: {where}") from None
            return
        number = getattr(asked, "id", None)
        answers = [message["type"] for message in heard if message.get("id") == number]
        if number is not None and not isinstance(asked, protocol.Pong | protocol.Hint):
            if not answers and not client.outbox.closed:
                raise Lost(f"no answer: {where}")
            self.counted[answers[0] if answers else "closed"] += 1

    def _frame(self, client: Session) -> bytes:
        fuzz, chance = self.fuzz, self.fuzz.chance
        message = self._likely(client) if chance.random() < 0.5 else fuzz.value(self.schema)
        if message["type"] == "hello":
            message["protocol"] = chance.choice([*protocol.SPOKEN, message["protocol"]])
            message["tokens"] = chance.choice([list(TOKENS[:1]), [], message.get("tokens", [])])
        if "seat" in message and chance.random() < 0.8:
            message["seat"] = chance.choice([*client.rights.seats] * 3 + [0, 1])
        if message["type"] == "play" and chance.random() < 0.8:
            message["move"] = self._move(message["seat"])
        if chance.random() < 0.35:
            message = fuzz.bent(message)
        return fuzz.written(message)

    def _likely(self, client: Session) -> Json:
        """What a client that plays would say, so that games go on and every phase of them is fuzzed."""
        chance = self.fuzz.chance
        kind = chance.choice(["play"] * 8 + ["undo", "chat", "look"])
        seat = min(client.rights.seats, default=0)
        text = {"text": "hello"} if kind == "chat" else {"move": None} if kind == "play" else {}
        return {"type": kind, "id": chance.randrange(1000), "seat": seat, **text}

    def _move(self, seat: int) -> Json:
        """A move that is offered, one that is not, or a bent one."""
        chance, hosted = self.fuzz.chance, self.loaded.hosted
        state = hosted.state
        if state is None:
            return {"type": "Roll"}
        listed = [move for move in state.moves(seat, self.house.time_at(hosted)) if not isinstance(move, Open)]
        if chance.random() < 0.2:
            listed = [*unlisted_moves(hosted.game, seat, listed, chance, 2)]
        elif (made := chosen(hosted.game, state, seat, self.house.time_at(hosted), chance)) is not None:
            listed = [made]
        move = msgspec.to_builtins(chance.choice(listed or [None]))
        return self.fuzz.bent(move) if chance.random() < 0.2 else move

    async def hold_to_log(self) -> None:
        """The log folds to the table that stands, and whoever comes is welcomed."""
        hosted = self.loaded.hosted
        async with self.loaded.lock:  # or a clock might move between the two
            again = TableState.folded(hosted.table, map(event_of, await self.house.store.read(hosted.table)))
            if (again.seq, again.state, again.room) != (hosted.seq, hosted.state, hosted.room):
                raise Lost(f"{hosted.game.name}: the log does not fold to the table that stands")
        paper: Any = Paper()
        anybody = session_at(self.house, self.loaded, paper)
        await anybody.take(b'{"type":"hello","protocol":%d}' % protocol.PROTOCOL)
        if b'"welcome"' not in b"".join(paper.taken())[:40]:
            raise Lost(f"{hosted.game.name}: nobody can look at the table any more")


async def check_frames(frames: int, seed: int) -> Counter[str]:
    """Sends so many frames to tables of every game. Raises `Lost`."""
    chance, counted, games = Random(f"frames {seed}"), Counter[str](), [*all_games().values()]
    async with house_here() as (house, faults):
        sent = 0
        while sent < frames:
            loaded = await begun(house, chance.choice(games), chance)
            visit = Visit(house, loaded, Fuzz({}, chance), counted)
            for _ in range(min(frames - sent, 5 * LOOKED_AT)):
                await visit.send()
                sent += 1
                if not sent % LOOKED_AT:
                    await visit.hold_to_log()
                if loaded.hosted.stage == "over" or loaded.hosted.seq > MAX_LOG:
                    break
            await visit.hold_to_log()
            loaded.audience.clear()
            await house.drop(loaded)
            if faults.found:
                raise Lost(f"the house logged a fault: {faults.found[0]}")
    return counted + Counter({"frames": sent})


# Bodies over HTTP ----------------------------------------------------------------------------------------------------


async def asked(
    door: Any, path: str, query: bytes, body: bytes, headers: Sequence[tuple[bytes, bytes]]
) -> tuple[int, bytes]:
    """What a house answers to a body, without a network."""
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query, "root_path": "", "headers": [*headers],
        "client": ("192.0.2.7", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    parts, pieces, status = [body[: len(body) // 2], body[len(body) // 2 :]], list[bytes](), [0]

    async def receive() -> Json:
        if parts:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}
        return {"type": "http.disconnect"}

    async def send(message: Json) -> None:
        if message["type"] == "http.response.start":
            status[0] = message["status"]
        else:
            pieces.append(message.get("body", b""))

    await door(scope, receive, send)
    return status[0], b"".join(pieces)


class Posts:
    """Requests with bodies, by the house's own description of itself."""

    def __init__(self, fuzz: Fuzz) -> None:
        described: Json = json.loads(msgspec.json.encode(http_api(None).openapi_schema.to_schema()))
        fuzz._definitions = described["components"]["schemas"]
        self.fuzz = fuzz
        self.posts = [(path, found["post"]) for path, found in described["paths"].items() if "post" in found]

    def one(self, tables: Sequence[str]) -> tuple[str, bytes, list[tuple[bytes, bytes]]]:
        """Where to, what, and with which headers."""
        fuzz, chance = self.fuzz, self.fuzz.chance
        path, described = chance.choice(self.posts)
        schema = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        body: Json = fuzz.value(schema) if schema else chance.choice([{}, None, "x"])
        if schema and isinstance(body, dict):
            if "game" in body and chance.random() < 0.9:
                body["game"] = chance.choice([*all_games()])
                body["options"] = self._options(body["game"])
            if "seat" in body and chance.random() < 0.7:
                body["seat"] = chance.choice([0, 1, None])
        if chance.random() < 0.4:
            body = fuzz.bent(body)
        table = chance.choice([*tables, *tables, *tables, "nowhere", "a b", "..", "x" * 101, "%00"])
        where = path.replace("{table}", table).replace("{seat}", chance.choice(["0", "1", "63", "64", "-1", "x"]))
        tokens = chance.choice([TOKENS, TOKENS[:1], TOKENS[2:], ("wrong",), ()])
        headers = [(b"authorization", f"Bearer {', '.join(tokens)}".encode())] if tokens else []
        kind = (
            b"application/json"
            if chance.random() < 0.95
            else chance.choice([b"text/plain", b"multipart/form-data", b""])
        )
        return where, fuzz.written(body), [*headers, (b"content-type", kind), (b"host", b"127.0.0.1")]

    def _options(self, game: str) -> Json:
        chance, usual = self.fuzz.chance, msgspec.to_builtins(all_games()[game].options())
        chosen = {name: value for name, value in usual.items() if chance.random() < 0.5}
        return self.fuzz.bent(chosen) if chosen and chance.random() < 0.6 else chosen


async def check_bodies(bodies: int, seed: int) -> Counter[str]:
    """Posts so many bodies to a house. Raises `Lost`."""
    chance, counted, games = Random(f"bodies {seed}"), Counter[str](), [*all_games().values()]
    async with house_here() as (house, faults):
        door, posts = application(house, Sockets(house)), Posts(Fuzz({}, chance))
        for sent in range(bodies):
            if sent % 20 == 0:
                tables = [(await begun(house, chance.choice(games), chance)).table for _ in range(3)]
                for loaded in [*house.tables.values()][:-10]:
                    await house.drop(loaded)
            where, body, headers = posts.one(tables)
            status, answer = await asked(door, where, b"", body, headers)
            told = f"POST {where} {body[:300]!r}: {status} {answer[:200]!r}"
            if not 200 <= status < 500:
                raise Lost(told)
            if status >= 400:
                _check_problem(answer, told)
            counted[f"{status // 100}xx"] += 1
        if faults.found:
            raise Lost(f"the house logged a fault: {faults.found[0]}")
    return counted + Counter({"bodies": bodies})


def _check_problem(answer: bytes, told: str) -> None:
    try:
        msgspec.json.decode(answer, type=Problem)
    except msgspec.MsgspecError:
        raise Lost(f"a refusal without words: {told}") from None
