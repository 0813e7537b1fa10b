"""What others feel of an attack on a house as it runs by default: `python -m bench.attacks`, over real sockets.

People play Pig at tables of their own, from addresses of their own, each thinking for up to a second. How long a move
takes to reach both of them is measured in a quiet house; then while one address asks for the whole past of tables where
much has happened, as often as it may:
- many sockets at a game of 600 events, each saying hello four times a second and having seen nothing;
- sixty hellos at once at a table of 22,000 events.
All of it is one run of one house. It ends with an error where others' p99 is above 100 ms, and above twice the quiet
one.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

import httpx
import msgspec

from bench.server.contender import Running
from bench.server.knobel_house import KnobelHouse
from bench.server.load import Listener, LoadTable, play
from bench.server.websocket import WebSocket, connect
from knobel.core.fair import commitment, new_seed
from knobel.server.tables import game_actions, room_actions
from knobel.server.tables.draft import Draft, Vault
from knobel.server.tables.events import Opened, Setup, body
from knobel.server.tables.listing import listing_of
from knobel.server.tables.state import Rights, TableState, hashed
from knobel.store.opening import open_store

WHERE = Path("build/bench")
MOST_P99_MS, MOST_RATIO = 100.0, 2.0
LONG, LONGEST = 601, 22_916
"""Events at the tables whose past is asked for."""
SOCKETS, HELLOS_A_SECOND, HELLOS_AT_ONCE = 190, 3.9, 60
HELLO = b'{"type":"hello","protocol":2,"seen":0}'
PEOPLE = "127.0.0.%d"
"""Where those come from who play; whoever attacks has the first address."""
THINKS_S = 1.0


class HouseByDefault(KnobelHouse):
    """A house with all its limits."""

    @property
    def environment(self) -> Mapping[str, str]:
        return {"KNOBEL_LOG": "warning"}


class Felt(msgspec.Struct):
    """What others felt in one part of the run."""

    part: str
    moves: int
    p50_ms: float
    p99_ms: float
    asked: int = 0
    """Messages of the attack."""
    answered_kib: float = 0
    """What the house sent as an answer."""


def long_past(events: int) -> tuple[TableState, list[bytes], bytes]:
    """A table of two where so much has happened, its log and its secret: whoever never holds plays on and on."""
    secret = new_seed()
    vault, ann = Vault(secret), Rights(seats=frozenset({0, 1}), host=True)
    setup = Setup(game="pig", options={"target": 1000})
    opened = Opened(at=1, setup=setup, promise=commitment(vault.seed(0)), host=hashed("host"))
    hosted, bodies = TableState(f"long-{events}", opened), [body(opened)]

    def happens(action) -> None:
        draft = Draft(hosted, vault, hosted.seq, hosted.seq)
        action(draft)
        bodies.extend(body(event) for event in draft.finish())
        hosted.adopt(draft.timeline, draft.stage, draft.events, draft.rooms)

    for name in ("Ann", "Bo"):
        happens(lambda draft, name=name: room_actions.sit(draft, name, None, hashed(name)))
    happens(lambda draft: room_actions.start(draft, ann))
    while hosted.seq < events:
        happens(_rolls(hosted, ann))
    return hosted, bodies, secret


def _rolls(hosted: TableState, rights: Rights):
    (seat,) = hosted.timeline.due.must if hosted.timeline else (0,)
    return lambda draft: game_actions.play(draft, rights, seat, b'{"type":"Roll"}', None)


async def prepare(path: Path, lengths: Sequence[int]) -> list[str]:
    """Writes such tables into a store, and says their names."""
    store = await open_store(str(path))
    names: list[str] = []
    for events in lengths:
        hosted, bodies, secret = long_past(events)
        listing = listing_of(hosted.table, hosted.game, hosted.room, hosted.stage, 1)
        await store.create(listing, bodies, secret)
        names.append(hosted.table)
    await store.close()
    return names


class Attackers:
    """Sockets of one address that ask for the past of a table."""

    def __init__(self, crew: AsyncExitStack) -> None:
        self.asked = self.answered = 0
        self._crew = crew
        self._sockets: list[WebSocket] = []

    async def come(self, port: int, table: str, count: int) -> None:
        """So many sockets at a table."""
        for _ in range(count):
            socket = await connect(port, f"/api/tables/{table}/play", {}, self._hear)
            self._crew.push_async_callback(socket.hang_up)
            self._sockets.append(socket)

    def hello(self) -> None:
        """Every socket that is still open asks for everything."""
        for socket in self._sockets:
            if socket.trouble is None:
                socket.say(HELLO)
                self.asked += 1

    async def go_on(self, a_second: float) -> None:
        """They ask so often, until this is cancelled."""
        while True:
            self.hello()
            await asyncio.sleep(1 / a_second)

    def _hear(self, text: bytes) -> None:
        self.answered += len(text)


async def people(server: Running, count: int, crew: AsyncExitStack) -> list[LoadTable]:
    """Tables of people, each with an address of its own."""
    tables: list[LoadTable] = []
    for number in range(2, count + 2):
        home = PEOPLE % number
        asking = httpx.AsyncHTTPTransport(local_address=home)
        async with httpx.AsyncClient(base_url=server.http.base_url, transport=asking, timeout=30) as http:
            seats, _ = await server.contender.open_table(http)
        table = LoadTable()
        table.players = [Listener(talk, table, home) for talk in seats]
        for player in table.players:
            await player.sit(server.port)
            crew.push_async_callback(player.socket.hang_up)
        tables.append(table)
    return tables


async def felt(part: str, tables: list[LoadTable], seconds: float, attack: Attackers | None = None) -> Felt:
    """What those who play feel for so long."""
    arrived = await play(tables, seconds, THINKS_S)
    cuts = quantiles((lasted * 1000 for _, lasted in arrived), n=100)
    asked, answered = (attack.asked, attack.answered / 1024) if attack else (0, 0.0)
    return Felt(part, len(arrived), cuts[49], cuts[98], asked, answered)


async def measured(tables: int, seconds: float, sockets: int, longest: int) -> list[Felt]:
    """A quiet house, and the same one under each attack."""
    WHERE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=WHERE) as folder:
        tell(f"writing a table of {LONG} events and one of {longest:,} ...")
        long, very_long = await prepare(Path(folder) / "house.db", (LONG, longest))
        async with HouseByDefault().running(Path(folder), None) as server, AsyncExitStack() as crew:
            others = await people(server, tables, crew)
            await play(others, 2, THINKS_S)
            tell(f"quiet: {tables} tables play for {seconds:g} s ...")
            found = [await felt("quiet", others, seconds)]
            async with AsyncExitStack() as there:
                attack = Attackers(there)
                await attack.come(server.port, long, sockets)
                part = f"{sockets} sockets, {HELLOS_A_SECOND:g} hellos a second each, {LONG} events"
                tell(f"{part} ...")
                asking = asyncio.create_task(attack.go_on(HELLOS_A_SECOND))
                found.append(await felt(part, others, seconds, attack))
                asking.cancel()
            async with AsyncExitStack() as there:
                attack = Attackers(there)
                await attack.come(server.port, very_long, HELLOS_AT_ONCE)
                part = f"{HELLOS_AT_ONCE} hellos at once, {longest:,} events"
                tell(f"{part} ...")
                attack.hello()
                found.append(await felt(part, others, seconds, attack))
    return found


def shown(found: list[Felt]) -> None:
    """Prints each part beside the quiet one."""
    quiet = found[0]
    print(f"{'':62}{'moves':>8}{'p50 ms':>9}{'p99 ms':>9}{'':>9}{'asked':>8}{'MiB sent':>10}")
    for one in found:
        ratio = f"({one.p99_ms / quiet.p99_ms:.1f}×)"
        sizes = f"{one.asked:>8,}{one.answered_kib / 1024:>10,.1f}" if one.asked else ""
        print(f"{one.part:62}{one.moves:>8,}{one.p50_ms:>9.1f}{one.p99_ms:>9.1f}{ratio:>9}{sizes}")


def hurt(found: list[Felt]) -> list[str]:
    """The attacks that others felt too much of."""
    quiet, *attacks = found
    most = max(MOST_P99_MS, MOST_RATIO * quiet.p99_ms)
    return [one.part for one in attacks if one.p99_ms > most]


def tell(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m bench.attacks", description="What others feel of an attack.")
    parser.add_argument("--tables", type=int, default=20, help="tables of people who play (%(default)s; at most 200)")
    parser.add_argument("--seconds", type=float, default=15, help="how long each part is measured (%(default)s)")
    parser.add_argument("--sockets", type=int, default=SOCKETS, help="sockets of the first attack (%(default)s)")
    parser.add_argument("--events", type=int, default=LONGEST, help="events at the longest table (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args(arguments)
    try:
        found = asyncio.run(measured(min(asked.tables, 200), asked.seconds, asked.sockets, asked.events))
    except KeyboardInterrupt:
        tell("stopped")
        return 130
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        shown(found)
    for part in hurt(found):
        tell(f"not held: others' p99 under {part}: at most {MOST_P99_MS:g} ms")
    return 1 if hurt(found) else 0


if __name__ == "__main__":
    sys.exit(main())
