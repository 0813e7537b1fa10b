"""The way of a move: which functions of the house a throw passes, from the frame that comes in to those that go out.

    python -m bench.way             the way of a throw under a cup that two people see, function by function
    python -m bench.way --json      the same as data

A house with real sockets and a real disk, two people at their pages, and throws like those before: whatever is made
once has been made. Every call of a Python function under `knobel/` counts, in any thread, from the frame that comes in
to the frames that go out to both. Of several throws the one in the middle is told, since a sentence that was never said
before takes longer.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from inspect import getsourcelines
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

import knobel
from knobel.core.contract import Draw, Move, State
from knobel.core.game import Game
from knobel.core.registry import all_games
from knobel.server.run import run
from knobel.server.settings import Settings
from knobel.server.socket.protocol import PROTOCOL
from knobel.table.real_dice import drawn_by_house

ROOT = str(Path(knobel.__file__).parent)
NEVER = 3600.0
"""What the house does by itself now and then is no part of the way."""
SOON = 20
"""Within so many moves it is seen whether a game covers its dice."""
WARM_UP, COUNTED = 300, 11
"""So many throws are made before any is counted, and so many are counted."""

Json = dict[str, Any]


class Passed(msgspec.Struct, frozen=True):
    """A function on the way: where it stands, how long it is, how often it was called."""

    file: str
    function: str
    lines: int
    calls: int


class Way(msgspec.Struct, frozen=True):
    """The functions on the way, in the order in which they were first called."""

    passed: tuple[Passed, ...]

    @property
    def calls(self) -> int:
        """How many calls it takes."""
        return sum(function.calls for function in self.passed)

    @property
    def files(self) -> int:
        """Through how many files it leads."""
        return len({function.file for function in self.passed})

    def asked(self, question: str, rooms: tuple[str, ...] = ("games/",)) -> int:
        """How often the rulebook is asked something, or another room."""
        return sum(
            passed.calls
            for passed in self.passed
            if passed.function.split(".")[-1] == question and passed.file.startswith(rooms)
        )

    @property
    def longest(self) -> Passed:
        """The longest function on it."""
        return max(self.passed, key=lambda function: function.lines)


class Count:
    """Counts the calls of the house's functions, in this thread and in all that are started after it.

    This thread listens only while it counts: warming up would take several times as long.
    """

    def __init__(self) -> None:
        self.calls: Counter[CodeType] = Counter()
        self.counting = False

    def __enter__(self) -> Count:
        threading.setprofile(self._happened)
        return self

    def __exit__(self, *_: object) -> None:
        threading.setprofile(None)
        sys.setprofile(None)

    def begin(self) -> None:
        """From here on calls count."""
        self.counting = True
        sys.setprofile(self._happened)

    def end(self) -> Way:
        """From here on they do not: what was counted."""
        sys.setprofile(None)
        self.counting = False
        way = Way(tuple(_passed(code, calls) for code, calls in self.calls.items()))
        self.calls.clear()
        return way

    def _happened(self, frame: FrameType, event: str, _: Any) -> None:
        if self.counting and event == "call" and frame.f_code.co_filename.startswith(ROOT):
            self.calls[frame.f_code] += 1


def _passed(code: CodeType, calls: int) -> Passed:
    lines = len(getsourcelines(code)[0])
    return Passed(str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname, lines, calls)


class Person:
    """Somebody at a page: what they may do now, as they were last told."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.seat = 0
        self.moves: list[Json] = []

    async def greet(self, token: str) -> None:
        hello = {"type": "hello", "protocol": PROTOCOL, "tokens": [token], "seen": 0, "language": "en", "marks": True}
        await self._say(hello)
        welcome = await self._heard("welcome")
        self.seat = welcome["yours"][0]

    async def play(self, move: Json) -> None:
        await self._say({"type": "play", "id": 1, "seat": self.seat, "move": move})

    async def hear_news(self) -> None:
        """Hears what became of the game; whoever only sat down meanwhile changes nothing."""
        while (await self._heard("news"))["position"] is None:
            pass

    async def _say(self, message: Json) -> None:
        await self.line.send(msgspec.json.encode(message).decode())

    async def _heard(self, kind: str) -> Json:
        while True:
            message = msgspec.json.decode(await self.line.recv())
            if message["type"] == "ping":
                await self._say({"type": "pong", "id": message["id"]})
            if message["type"] == kind:
                self.moves = [choice["move"] for choice in (message["position"] or {"moves": []})["moves"]]
                return message


@asynccontextmanager
async def open_house(folder: Path) -> AsyncIterator[str]:
    """Where a house listens that keeps its tables in a folder."""
    opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    house = asyncio.create_task(
        run(Settings(port=0, store=str(folder / "way.db"), log="error", beat_s=NEVER, ping_s=NEVER), opened.set_result)
    )
    await asyncio.wait([house, opened], return_when=asyncio.FIRST_COMPLETED)
    try:
        yield f"127.0.0.1:{await opened}"
    finally:
        house.cancel()
        await asyncio.wait([house])


async def walk(folder: Path) -> Way:
    """The way of one throw, counted."""
    with Count() as count:
        async with open_house(folder) as address, httpx.AsyncClient(base_url=f"http://{address}/api/tables") as http:
            ways: list[Way] = []
            made = 0
            while len(ways) < COUNTED:
                people = await _table(address, http)
                while len(ways) < COUNTED and (person := next((each for each in people if each.moves), None)):
                    made += 1
                    ways += await _throw(person, people, count if made > WARM_UP else None)
                for each in people:  # the game is over, maybe before it was thrown so often
                    await each.line.close()
    least = min(way.files for way in ways)  # what a house does by itself now and then is no part of the way
    alone = sorted([way for way in ways if way.files == least], key=lambda way: way.calls)
    return alone[len(alone) // 2]


async def _table(address: str, http: httpx.AsyncClient) -> list[Person]:
    """Two people at a table where the game has begun."""
    opened = (await http.post("/", json={"game": covered_game().name})).raise_for_status().json()
    table, host = opened["table"], {"Authorization": f"Bearer {opened['token']}"}
    people: list[Person] = []
    for name in ("Ann", "Ben"):
        seat = (await http.post(f"/{table}/seats", json={"name": name})).raise_for_status().json()
        person = Person(await connect(f"ws://{address}/api/tables/{table}/play", compression=None))
        await person.greet(seat["token"])
        people.append(person)
    (await http.post(f"/{table}/start", headers=host)).raise_for_status()
    for person in people:
        await person.hear_news()
    return people


async def _throw(person: Person, people: list[Person], count: Count | None) -> list[Way]:
    """Somebody throws once and stands: the way of the throw, if it is counted."""
    throw = person.moves[0]
    if count:
        count.begin()
    await _move(person, throw, people)
    ways = [count.end()] if count else []
    await _move(person, next(move for move in person.moves if move["type"] != throw["type"]), people)
    return ways


async def _move(person: Person, move: Json, people: list[Person]) -> None:
    """A move, from saying it until everybody has heard of it."""
    await person.play(move)
    for each in people:
        await each.hear_news()


def covered_game() -> Game:
    """A game of the house in which dice fall that nobody but their thrower may see: there is most to do."""
    ours = [game for game in all_games().values() if game.rulebook.__module__.startswith("knobel.")]
    return next(game for game in ours if _covers(game.start(2)))


def _covers(state: State) -> bool:
    chance = Random(0)
    for _ in range(SOON):
        due = state.due()
        if due.nature:
            chances = state.chances()
            if isinstance(chances, Draw):
                return False
            if drawn_by_house(state, ()):
                return True
            state = state.play("nature", chances.outcome(chance.randrange(chances.total)))
        elif due.must:
            seat = min(due.must)
            state = state.play(seat, next(move for move in state.moves(seat) if isinstance(move, Move)))
    return False


def count_way() -> Way:
    """The way of a throw in a house of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(walk(Path(folder)))


def main() -> int:
    """Counts and prints."""
    parser = argparse.ArgumentParser(prog="python -m bench.way", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print the way as JSON")
    asked = parser.parse_args()
    way = count_way()
    if asked.json:
        print(msgspec.json.encode({"calls": way.calls, "files": way.files, "way": way.passed}).decode())
        return 0
    file = ""
    for passed in way.passed:
        if passed.file != file:
            file = passed.file
            print(file)
        print(f"  {passed.calls:>4} × {passed.function}")
    print(
        f"{way.calls} calls, {way.files} files; the longest function: {way.longest.function}, {way.longest.lines} lines"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
