"""One address must not hurt others: what it asks for costs the house a bounded share, and it alone waits for more."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from knobel.core.fair import commitment
from knobel.server.caller import Caller
from knobel.server.http import litestar, record_routes
from knobel.server.limits import Rate
from knobel.server.run import Keeper
from knobel.server.settings import Settings
from knobel.server.socket.admission import MAX_UNKNOWN
from knobel.server.socket.past import PAGE, PICTURE, Past
from knobel.server.socket.sockets import MAX_GUESSES, Sockets
from knobel.server.tables import draft, events, game_actions, room_actions
from knobel.server.tables.draft import Draft
from knobel.server.tables.events import Adopted
from knobel.server.tables.house import FOLDED_AT_ONCE, House, SteadyClock, _take_in_log
from knobel.server.tables.state import KEPT, Rights, hashed
from knobel.server.words import Denied
from tests.server.client import PATIENCE_S, Api, Json, Player
from tests.server.inside import listening
from tests.server.test_house import ROLL, a_table
from tests.server.test_rough_clients import raw_socket

NEIGHBOUR = "127.0.0.2"
"""Another address of this machine."""
HOLD = b'{"type":"Hold"}'
FREE = {"request_rate": 0, "create_rate": 0, "message_rate": 0, "chat_rate": 0}


class Seconds:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Opened:
    """A house in this process, whose limits go by a clock of the test."""

    def __init__(self, house: House, url: str, clock: Seconds, sockets: Sockets) -> None:
        self.house = house
        self.url = url
        self.clock = clock
        self.sockets = sockets

    async def chatted(self, lines: int) -> tuple[str, int]:
        """A table where much has happened, and the number of the last of it."""
        table = await a_table(self.house)
        for n in range(lines):
            await self.house.act(
                table, lambda draft, n=n: room_actions.chat(draft, Rights(seats=frozenset({0})), 0, f"{n}")
            )
        return table, (await self.house.load(table)).hosted.seq


@asynccontextmanager
async def opened(store, **settings: object) -> AsyncIterator[Opened]:
    house, clock = House(store, None, Settings(**{"port": 0, **FREE, **settings})), Seconds()
    sockets = Sockets(house, clock)
    async with listening(house, sockets) as url:
        yield Opened(house, url, clock, sockets)


class Line:
    """A socket that says hello as often as it likes, and notes what it is sent."""

    def __init__(self, url: str, table: str, home: str | None = None) -> None:
        self._address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/play"
        self._home = home
        self.heard: list[Json] = []

    async def __aenter__(self) -> Line:
        self.socket = await connect(self._address, max_size=None, local_addr=self._home and (self._home, 0))
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()
        await self._reader

    async def hello(self, *tokens: str, **fields: object) -> None:
        await self.socket.send(json.dumps({"type": "hello", "protocol": 2, "tokens": tokens, **fields}))

    async def heard_of(self, kind: str) -> Json:
        """The first message of a kind, once it is there."""
        async with asyncio.timeout(PATIENCE_S):
            while not (found := [message for message in self.heard if message["type"] == kind]):
                await asyncio.sleep(0.01)
        return found[0]

    @property
    def told(self) -> int:
        """How many happenings of the past it was sent."""
        return sum(len(message["missed"]) for message in self.heard if message["type"] == "welcome")

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                self.heard.append(json.loads(text))


async def some_told(crowd: list[Line]) -> None:
    """Waits until some of the past has been told, and then a moment in which too much of it would be."""
    async with asyncio.timeout(PATIENCE_S):
        while not any(line.told for line in crowd):
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)


async def test_a_long_past_comes_in_pages_that_leave_nothing_out(store):
    async with opened(store) as at:
        table, last = await at.chatted(3 * PAGE + 7)
        async with Player(at.url, table, "a", seen=0) as ann:
            await ann.until(lambda: ann.seen == last)
            assert [happening["seq"] for happening in ann.happened] == list(range(1, last + 1))
            assert max(len(welcome["missed"]) for welcome in ann.welcomes) <= PAGE
            assert all(welcome["position"] for welcome in ann.welcomes)


@pytest.mark.parametrize("protocol", [1, 2])
async def test_news_wait_until_the_past_is_told_and_none_is_left_out(store, protocol):
    async with opened(store, past_rate=10) as at:
        table, last = await at.chatted(2 * PAGE)
        async with Player(at.url, table, "a", seen=0, protocol=protocol) as ann:
            assert (await ann.ask("play", seat=0, move={"type": "Roll"}))["type"] == "done"
            assert ann.seen < last  # she plays although she has not read all of it
            while ann.seen < last + 2:
                at.clock.now += 1
                await asyncio.sleep(0.01)
            assert (await ann.ask("chat", seat=0, text="all read"))["type"] == "done"
            await ann.until(lambda: ann.seen == last + 3)


async def test_whoever_asks_for_everything_again_and_again_waits_and_nobody_else_does(store):
    """Cheap frames, dear answers: what is told is counted by address, over all of its sockets together."""
    rate, burst = 1000, 5000
    async with opened(store, past_rate=rate) as at, AsyncExitStack() as stack:
        table, _ = await at.chatted(3 * PAGE)
        other, last = await at.chatted(10)
        crowd = [await stack.enter_async_context(Line(at.url, table)) for _ in range(12)]
        for _ in range(5):
            for line in crowd:
                await line.hello(seen=0)
        for line in crowd:
            await line.socket.send("{}")
            await line.heard_of("refused")  # all that it said before was heard
        neighbour = await stack.enter_async_context(Player(at.url, other, "a", seen=0, home=NEIGHBOUR))
        assert neighbour.seen == last
        assert (await neighbour.play(0, {"type": "Roll"}))["type"] == "done"
        await some_told(crowd)
        assert sum(line.told for line in crowd) <= burst
        at.clock.now += 1
        await asyncio.sleep(0.2)
        assert sum(line.told for line in crowd) <= burst + rate


async def test_a_table_that_many_addresses_read_has_its_share_and_no_more(store):
    rate, burst = 100, 500
    async with opened(store, past_rate=rate) as at, AsyncExitStack() as stack:
        table, _ = await at.chatted(PAGE)
        other, last = await at.chatted(10)
        crowd = [await stack.enter_async_context(Line(at.url, table, f"127.0.1.{n}")) for n in range(1, 9)]
        for line in crowd:
            await line.hello(seen=0)
            await line.heard_of("ping")
        neighbour = await stack.enter_async_context(Player(at.url, other, "a", seen=0, home=NEIGHBOUR))
        assert neighbour.seen == last
        await some_told(crowd)
        assert sum(line.told for line in crowd) <= burst
        while not all(line.told for line in crowd):
            at.clock.now += 1
            await asyncio.sleep(0.01)


class Waiting:
    """Somebody who is told the past, as far as it is asked about them."""

    reads = has_page = True

    def __init__(self, address: str, behind: int, watches: bool) -> None:
        self.table, self.address, self.watches = "table", address, watches
        self.behind: int | None = behind
        self.pages = 0

    def tell_page(self) -> None:
        self.pages += 1
        self.behind = None


async def test_whoever_watches_takes_nothing_that_a_player_waits_for():
    """A page costs a player more than a picture costs those who watch: their share must not always be gone before."""
    clock = Seconds()
    past = Past(Rate(10, clock, PAGE + PICTURE), lambda telling: telling.close())  # the test says when it is told
    past.tell(Waiting("first", PAGE, True))  # the table's share is used up
    player = Waiting("player", PAGE, False)
    past.tell(player)
    for second in range(1, (PAGE + PICTURE) // 10 + 1):
        assert not player.pages
        clock.now += 1
        watcher = Waiting(f"{second}", 0, True)
        past.tell(watcher)
        assert not past.affords(watcher)
        past._next()
    assert player.pages == 1


async def test_sixty_guests_behind_one_address_see_a_long_game_at_once(store):
    """At default settings: a pub, a school."""
    async with opened(store) as at, AsyncExitStack() as stack:
        table, last = await at.chatted(PAGE)
        guests = [await stack.enter_async_context(Player(at.url, table, seen=0)) for _ in range(60)]
        assert all(guest.position for guest in guests)
        assert (await stack.enter_async_context(Player(at.url, table, "a"))).yours == [0]
        await guests[-1].until(lambda: guests[-1].seen == last)


SEATS_FIRST = [("address_sockets", None), ("table_sockets", NEIGHBOUR)]
"""A limit, and from where the player comes whom it must not keep away."""


@pytest.mark.parametrize(("limit", "home"), SEATS_FIRST)
async def test_whoever_has_a_seat_gets_in_however_many_watch(store, limit, home):
    async with opened(store, **{limit: 5}) as at, AsyncExitStack() as stack:
        table, _ = await at.chatted(0)
        watching = [await stack.enter_async_context(Line(at.url, table)) for _ in range(5)]
        for line in watching:
            await line.hello()
            await line.heard_of("welcome")
        for seat, token in enumerate("ab"):
            player = await stack.enter_async_context(Player(at.url, table, token, home=home))
            assert player.yours == [seat]
            assert (await watching[-1 - seat].heard_of("bye"))["code"] == "full"  # who came last goes first
        assert [line for line in watching[:3] if "bye" in [message["type"] for message in line.heard]] == []
        late = await stack.enter_async_context(Line(at.url, table))
        await late.hello()
        assert (await late.heard_of("bye"))["code"] == "full"
        assert (await player.ask("chat", seat=1, text="still here"))["type"] == "done"


@pytest.mark.parametrize(("limit", "home"), SEATS_FIRST)
async def test_whoever_has_a_seat_gets_in_however_many_say_nothing(store, limit, home):
    async with opened(store, **{limit: 5}) as at, AsyncExitStack() as stack:
        table, _ = await at.chatted(0)
        for _ in range(40):
            await stack.enter_async_context(Line(at.url, table))
        player = await stack.enter_async_context(Player(at.url, table, "a", home=home))
        assert player.yours == [0]
        assert len(at.sockets.clients) <= 5 + MAX_UNKNOWN + 1


async def test_sockets_for_a_table_that_does_not_exist_count_until_their_lines_are_closed(store):
    """They are told that there is nothing, do not answer, and hold the line: the first go when there are too many."""
    async with opened(store, address_sockets=5) as at, AsyncExitStack() as stack:
        table, _ = await at.chatted(0)
        lines = []
        for _ in range(40):
            lines.append(await asyncio.to_thread(raw_socket, at.url, f"{at.url}/api/tables/nowhere/play"))
            stack.callback(lines[-1].close)
        assert (await stack.enter_async_context(Player(at.url, table, "a"))).yours == [0]
        assert sum(not hung_up(line) for line in lines) <= 5 + MAX_UNKNOWN
        assert not hung_up(lines[-1])


def hung_up(line: socket.socket) -> bool:
    """Whether the house has closed a line."""
    line.setblocking(False)
    try:
        while line.recv(4096):
            pass
    except BlockingIOError:
        return False
    except ConnectionResetError:
        pass
    return True


async def test_many_sockets_of_one_seat_keep_no_other_seat_away(store):
    async with opened(store, table_sockets=5) as at, AsyncExitStack() as stack:
        table, _ = await at.chatted(0)
        for _ in range(5):
            await stack.enter_async_context(Player(at.url, table, "a"))
        assert (await stack.enter_async_context(Player(at.url, table, "b", home=NEIGHBOUR))).yours == [1]


async def test_whoever_opens_sockets_all_the_time_keeps_no_seat_away(store):
    """By the cookie of a seat it is known before the socket is open."""
    async with opened(store, request_rate=1, address_sockets=5) as at:
        table, _ = await at.chatted(0)
        address = f"{at.url.replace('http', 'ws', 1)}/api/tables/{table}/play"
        for _ in range(5):
            async with connect(address):
                pass
        with pytest.raises(InvalidStatus, match="429"):
            await connect(address)
        async with connect(address, additional_headers={"Cookie": "knobel_seat=a"}):
            pass


@pytest.mark.parametrize("rate", [0, 1e-6])
async def test_whoever_has_a_seat_gets_in_however_many_tables_others_of_their_address_have_brought(store, rate):
    """Also where the table has been put away, and the address opens sockets all the time."""
    async with opened(store, address_tables=2, request_rate=rate, address_sockets=3) as at, AsyncExitStack() as stack:
        (table, _), *others = [await at.chatted(0) for _ in range(3)]
        for loaded in list(at.house.tables.values()):
            await at.house.drop(loaded)
        for other, _ in others:
            await stack.enter_async_context(Line(at.url, other))
        address = f"{at.url.replace('http', 'ws', 1)}/api/tables/{table}/play"
        with pytest.raises(InvalidStatus, match="429"):
            await connect(address)
        with pytest.raises(InvalidStatus, match="429"):
            await connect(address, additional_headers={"Cookie": "knobel_seat=none"})
        await stack.enter_async_context(connect(address, additional_headers={"Cookie": "knobel_seat=b"}))
        assert at.house.tables[table].audience


async def test_whoever_guesses_seats_brings_few_tables_into_memory(store):
    async with opened(store, address_tables=1) as at, AsyncExitStack() as stack:
        first, *others = [(await at.chatted(0))[0] for _ in range(2 * MAX_GUESSES)]
        for loaded in list(at.house.tables.values()):
            await at.house.drop(loaded)
        await stack.enter_async_context(Line(at.url, first))
        for table in others:
            with pytest.raises(InvalidStatus, match="429"):
                await connect(
                    f"{at.url.replace('http', 'ws', 1)}/api/tables/{table}/play",
                    additional_headers={"Cookie": "knobel_seat=guessed"},
                )
        assert len(at.house.tables) == 1 + MAX_GUESSES


async def test_a_log_has_an_end_chat_is_refused_first_then_undo_and_moves_always_fit(store, monkeypatch):
    monkeypatch.setattr(room_actions, "MAX_CHATTED", 10)
    monkeypatch.setattr(draft, "MAX_LOG", 20)
    async with opened(store) as at:
        table = await a_table(at.house)
        ann = Rights(seats=frozenset({0, 1}), host=True)

        async def refused(deed: Callable[[Draft], object]) -> str | None:
            try:
                await at.house.act(table, deed)
            except Denied as denied:
                return denied.code
            return None

        async def until(seq: int, deed: Callable[[Draft], object]) -> None:
            while (await at.house.load(table)).hosted.seq < seq:
                assert await refused(deed) is None

        chat, pause, go_on = (
            lambda draft: room_actions.chat(draft, ann, 0, "so"),
            lambda draft: room_actions.pause(draft, ann),
            lambda draft: room_actions.go_on(draft, ann),
        )
        await until(10, chat)
        assert await refused(chat) == "log-full"
        for _ in range(5):
            assert [await refused(pause), await refused(go_on)] == [None, None]
        over_and_over = [
            pause,
            lambda draft: game_actions.undo(draft, ann, 0),
            lambda draft: room_actions.leave(draft, ann, 0),
            lambda draft: room_actions.mute(draft, ann, 0, True),
            lambda draft: room_actions.hand_on(draft, ann, 0),
            lambda draft: room_actions.rekey(draft, ann, 0, "key"),
        ]
        assert [await refused(deed) for deed in over_and_over] == ["log-full"] * len(over_and_over)
        for _ in range(3):
            due = (await at.house.load(table)).hosted.timeline.due
            (seat,) = due.must
            await at.house.act(table, lambda draft, seat=seat: game_actions.play(draft, ann, seat, ROLL, None))


async def test_before_the_game_begins_a_log_has_an_end_too(store, monkeypatch):
    """What can be done over and over while people gather; and the game can be started all the same."""
    monkeypatch.setattr(draft, "MAX_LOG", 10)
    async with opened(store) as at:
        name = await at.house.open(
            lambda vault: events.Opened(
                at=0, setup=events.Setup(game="pig", options={}), promise=commitment(vault.seed(0)), host=hashed("h")
            )
        )
        host, ann = Rights(host=True), Rights(seats=frozenset({0}))
        for player in ("Ann", "Bo"):
            await at.house.act(name, lambda draft, player=player: room_actions.sit(draft, player, None, hashed(player)))
        salted = lambda draft: room_actions.promise_salt(draft, ann, 0, "0" * 64)  # noqa: E731
        while (await at.house.load(name)).hosted.seq < 10:
            await at.house.act(name, salted)
        for deed in (
            salted,
            lambda draft: room_actions.link_device(draft, ann, 0, "key"),
            lambda draft: room_actions.take_along(draft, "key", "other"),
            lambda draft: room_actions.remove(draft, host, 1, open_seat=True),
            lambda draft: room_actions.sit(draft, "Cy", None, "cy"),
        ):
            with suppress(Denied):
                await at.house.act(name, deed)
            assert (await at.house.load(name)).hosted.seq == 10
        await at.house.act(name, lambda draft: room_actions.start(draft, host, {}, [0]))
        assert (await at.house.load(name)).hosted.stage == "playing"


async def test_a_table_keeps_what_play_needs_and_its_log_the_rest(store):
    """However much has happened, so little stays in memory; and whoever asks is told all of it."""
    async with opened(store) as at:
        table = await a_table(at.house, options={"target": 1000})
        ann = Rights(seats=frozenset({0, 1}), host=True)
        hosted = (await at.house.load(table)).hosted
        while hosted.seq < 20 * KEPT and hosted.stage == "playing":
            (seat,) = hosted.timeline.due.must
            hold = hosted.timeline.state.gathered >= 5
            await at.house.act(
                table, lambda draft, s=seat, h=hold: game_actions.play(draft, ann, s, HOLD if h else ROLL, None)
            )
        courses = hosted.events, hosted.timeline.steps, hosted.timeline.entries
        assert [len(course) - course.gone <= 2 * KEPT for course in courses] == [True] * 3
        assert len(hosted.timeline.steps) > 10 * KEPT
        again = await at.house.read_whole(table)
        assert again.events[again.seq - KEPT :] == hosted.events[hosted.seq - KEPT :]
        await at.house.act(table, lambda draft: room_actions.end(draft, ann))
        async with Player(at.url, table, seen=0) as watching, Api(at.url) as api:
            await watching.until(lambda: watching.seen == hosted.seq)
            assert [one["seq"] for one in watching.happened] == [*range(1, hosted.seq + 1)]
            moved = [one for one in watching.happened if one["what"]["type"] == "moved"]
            assert all(one["words"] for one in moved)
            steps = (await api.get(f"/api/tables/{table}/steps")).json()
            assert [step["entry"] for step in steps] == [one["what"]["entry"] for one in moved]
            assert (await api.get(f"/api/tables/{table}/verification")).json()["verdict"] == "fair"
        async with Player(at.url, table, seen=KEPT) as back:  # what they have seen is gone through, and not told again
            await back.until(lambda: back.seen == hosted.seq)
            assert back.happened == watching.happened[KEPT:]


async def test_the_past_is_read_from_the_log_a_page_at_a_time(store, monkeypatch):
    async with opened(store) as at:
        table, last = await at.chatted(3 * PAGE)
        asked: list[int] = []
        read = store.read

        async def reading(name: str, after: int = 0, limit: int = 10**9) -> list[bytes]:
            asked.append(limit)
            return await read(name, after, limit)

        monkeypatch.setattr(store, "read", reading)
        async with Player(at.url, table, "a", seen=0) as ann:
            await ann.until(lambda: ann.seen == last)
        assert len(asked) == 3
        assert max(asked) <= PAGE
        async with Player(at.url, table, "a", seen=last - 5):
            pass
        assert len(asked) == 3  # what has just happened is in memory


async def test_whoever_says_hello_again_while_the_log_is_read_begins_anew(store, monkeypatch):
    async with opened(store) as at, AsyncExitStack() as stack:
        table, last = await at.chatted(3 * PAGE)
        read, held = store.read, asyncio.Event()

        async def reading(name: str, after: int = 0, limit: int = 10**9) -> list[bytes]:
            if after:
                await held.wait()
            return await read(name, after, limit)

        line = await stack.enter_async_context(Line(at.url, table))
        monkeypatch.setattr(store, "read", reading)
        await line.hello(seen=0)
        await line.heard_of("welcome")
        await line.hello(seen=0)
        await line.socket.send("{}")
        await line.heard_of("refused")  # both hellos were heard
        held.set()
        async with asyncio.timeout(PATIENCE_S):
            while line.told < last + PAGE:
                await asyncio.sleep(0.01)
        told = [one["seq"] for message in line.heard if message["type"] == "welcome" for one in message["missed"]]
        assert told == [*range(1, PAGE + 1), *range(1, last + 1)]


async def test_a_long_log_is_taken_in_by_turns(store):
    """While a table is brought from its log, the loop goes round as often as it takes."""
    async with opened(store) as at:
        table, last = await at.chatted(5 * FOLDED_AT_ONCE)
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        bodies = await store.read(table)
        counting = asyncio.create_task(count())
        assert (await _take_in_log(table, bodies)).seq == last
        counting.cancel()
        assert turns >= 5


async def test_a_long_game_is_looked_back_at_in_pages_that_are_paid_for(store, monkeypatch):
    monkeypatch.setattr(record_routes, "STEPS_PAGE", 10)
    async with opened(store, past_rate=1) as at, Api(at.url) as api:
        table = await a_table(at.house)
        ann = Rights(seats=frozenset({0, 1}), host=True)
        for _ in range(15):
            (seat,) = (await at.house.load(table)).hosted.timeline.due.must
            await at.house.act(table, lambda draft, s=seat: game_actions.play(draft, ann, s, ROLL, None))
        await at.house.act(table, lambda draft: room_actions.end(draft, ann))
        pages = [(await api.get(f"/api/tables/{table}/steps?after={after}")).json() for after in (0, 10, 20, 30)]
        assert [len(page) for page in pages] == [10, 10, 10, 0]
        assert len({step["entry"] for page in pages for step in page}) == 30
        answers = [(await api.get(f"/api/tables/{table}/steps")).status_code for _ in range(200)]
        assert set(answers) == {200, 429}


DAY_MS = 86_400_000


class Milliseconds:
    """What time it is in the world, as the test says."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


def kept(store, clock: Milliseconds, **settings: object) -> tuple[House, Keeper]:
    house = House(store, None, Settings(**{"idle_s": 0, **settings}), clock)
    return house, Keeper(house, Sockets(house))


async def put_away(house: House, keeper: Keeper, table: str) -> None:
    """Nobody is there any more, and the house tidies up."""
    while (loaded := house.tables.get(table)) and loaded.driver and loaded.alarm is None:
        await asyncio.sleep(0.01)
    await keeper._tidy()
    assert house.tables == {}


async def test_a_table_without_anybody_leaves_memory_and_its_alarm_brings_it_back(store):
    clock = Milliseconds()
    house, keeper = kept(store, clock)
    await store.beat(house.process)
    table = await a_table(house, move_ms=DAY_MS)
    seq = (await house.load(table)).hosted.seq
    await put_away(house, keeper, table)
    await keeper._beat()
    assert house.tables == {}
    clock.now += DAY_MS
    await keeper._beat()
    async with asyncio.timeout(PATIENCE_S):
        while (await house.load(table)).hosted.seq == seq:  # the house moves for whoever thought for a day
            await asyncio.sleep(0.01)
    assert not any(isinstance(logged.event, Adopted) for logged in house.tables[table].hosted.events)
    await house.close()


async def test_a_table_that_was_put_away_is_as_it_was_when_somebody_looks_and_no_restart_fills_the_house(store):
    clock = Milliseconds()
    house, keeper = kept(store, clock)
    await store.beat(house.process)
    tables = [await a_table(house, move_ms=limit) for limit in (DAY_MS, None)]
    await keeper._beat()
    until = (await house.load(tables[0])).hosted.deadlines()
    for table in tables:
        await put_away(house, keeper, table)
    await house.close()
    again, keeper = kept(store, clock)
    await store.beat(again.process)
    await keeper._beat()
    assert again.tables == {}
    loaded = await again.load(tables[0])
    assert loaded.hosted.deadlines() == until
    async with asyncio.timeout(PATIENCE_S):
        while loaded.alarm is None:
            await asyncio.sleep(0.01)
    assert loaded.owned
    assert loaded.alarm == clock.now + DAY_MS
    await again.close()


async def test_where_the_house_was_away_when_an_alarm_should_have_rung_everybody_gets_their_time_anew(store):
    clock = Milliseconds()
    house, keeper = kept(store, clock)
    await store.beat(house.process)
    table = await a_table(house, move_ms=DAY_MS)
    await put_away(house, keeper, table)
    await house.close()
    clock.now += 3 * DAY_MS
    again, keeper = kept(store, clock)
    await store.beat(again.process)
    await keeper._beat()
    hosted = (await again.load(table)).hosted
    assert isinstance(hosted.events[-1].event, Adopted)
    assert set(hosted.deadlines().values()) == {again.time_at(hosted) + DAY_MS}
    await again.close()


async def bots_alone(house: House) -> str:
    """A table where bots play on and on."""
    table = await a_table(house)
    for seat in (0, 1):
        await house.act(
            table, lambda draft, seat=seat: room_actions.leave(draft, Rights(seats=frozenset({seat})), seat)
        )
    return table


async def test_bots_that_nobody_watches_wait_until_somebody_looks(store):
    """Whatever would happen there by itself in a moment: the table leaves memory, and nothing of it is lost."""
    clock = Milliseconds()
    house, keeper = kept(store, clock, idle_s=60, alone_s=0, bot_ms=25_000)
    await store.beat(house.process)
    table = await bots_alone(house)
    house.tables[table].used -= 61
    while house.tables[table].alarm is None:
        await asyncio.sleep(0.01)
    seq = house.tables[table].hosted.seq
    assert house.tables[table].alarm < clock.now + 60_000  # a bot is about to move
    await keeper._tidy()
    assert house.tables == {}
    clock.now += DAY_MS
    await keeper._beat()
    assert house.tables == {}
    loaded = await house.load(table)
    async with asyncio.timeout(PATIENCE_S):
        while loaded.alarm is None:
            await asyncio.sleep(0.01)
    assert loaded.hosted.seq == seq
    assert loaded.owned
    await house.close()


async def test_peoples_short_clocks_ring_later_where_nobody_is_there(store):
    clock = Milliseconds()
    house, keeper = kept(store, clock, idle_s=60, alone_s=0)
    await store.beat(house.process)
    table = await a_table(house, move_ms=30_000)
    house.tables[table].used -= 61
    while house.tables[table].alarm is None:
        await asyncio.sleep(0.01)
    seq = house.tables[table].hosted.seq
    await keeper._tidy()
    assert house.tables == {}
    clock.now += 59_000
    await keeper._beat()
    assert house.tables == {}
    clock.now += 1000
    await keeper._beat()
    async with asyncio.timeout(PATIENCE_S):
        while (await house.load(table)).hosted.seq == seq:
            await asyncio.sleep(0.01)
    await house.close()


async def test_tables_that_nobody_is_at_never_close_a_house_nor_after_a_restart(store):
    """So many that the house is full go at once, however busy they are; whoever comes opens a table and plays."""
    clock = Milliseconds()
    house, keeper = kept(store, clock, idle_s=60, alone_s=10**6, max_tables=3, bot_ms=10**7)
    await store.beat(house.process)
    tables = [await bots_alone(house) for _ in range(8)]
    assert house.full
    house.check_room()
    await keeper._tidy()
    assert len(house.tables) == 3
    assert sorted(house.tables) == sorted(tables[-3:])  # who was there last stays
    await house.close()
    again, keeper = kept(store, clock, idle_s=60, alone_s=10**6, max_tables=3, bot_ms=10**7)
    await store.beat(again.process)
    clock.now += DAY_MS
    for _ in range(3):
        await keeper._beat()
        await keeper._tidy()
        assert len(again.tables) <= 4
    again.check_room()
    (await again.load(tables[0])).audience.add(Anybody())
    await keeper._tidy()
    assert tables[0] in again.tables
    await again.close()


class Anybody:
    """Somebody who looks at a table."""

    watches = True

    def show(self, _: object) -> None:
        pass


async def test_an_address_brings_its_share_of_tables_into_memory_and_leaves_the_rest_to_others(store):
    async with opened(store, address_tables=3, max_tables=5) as at:
        tables = [await at.chatted(0) for _ in range(5)]
        for loaded in list(at.house.tables.values()):
            await at.house.drop(loaded)
        paths = [f"{at.url}/api/tables/{table}" for table, _ in tables]
        async with httpx.AsyncClient() as crowd:
            assert [(await crowd.get(path)).status_code for path in paths] == [200, 200, 200, 429, 429]
            assert (await crowd.get(paths[0])).status_code == 200
        with pytest.raises(InvalidStatus, match="429"):
            await connect(f"{paths[4].replace('http', 'ws', 1)}/play")
        async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=NEIGHBOUR)) as neighbour:
            assert (await neighbour.get(paths[4])).status_code == 200
        await at.house.drop(at.house.tables[tables[0][0]])
        async with httpx.AsyncClient() as crowd:
            assert (await crowd.get(paths[3])).status_code == 200


async def test_sixty_guests_behind_one_address_play_at_sixty_tables(store):
    """At default settings, over sockets; of the sixth version of addresses a /64 counts as one, like that."""
    async with opened(store, request_rate=10.0, message_rate=40.0) as at, AsyncExitStack() as stack:
        tables = [(await at.chatted(0))[0] for _ in range(60)]
        for loaded in list(at.house.tables.values()):
            await at.house.drop(loaded)
        guests = [await stack.enter_async_context(Player(at.url, table, "a", seen=0)) for table in tables]
        assert [(await guest.play(0, {"type": "Roll"}))["type"] for guest in guests] == ["done"] * 60


async def test_a_clock_that_is_set_while_the_house_is_open_changes_nothing_at_a_table():
    wall, steady = Milliseconds(), Milliseconds()
    clock = SteadyClock(wall, lambda: steady.now * 1_000_000)
    before = clock()
    for jump in (3_600_000, -7_200_000):
        wall.now += jump
        steady.now += 10
    assert (before, clock() - before) == (Milliseconds().now, 20)


async def test_the_clock_of_a_house_is_a_steady_one(store, monkeypatch):
    house = House(store, None, Settings())
    table = await a_table(house, move_ms=60_000)
    hosted = (await house.load(table)).hosted
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert 0 <= house.time_at(hosted) < 60_000
    await house.act(table, lambda draft: room_actions.chat(draft, Rights(seats=frozenset({0})), 0, "now"))
    assert hosted.events[-1].event.at >= hosted.events[-2].event.at
    await house.close()


async def test_where_the_clock_was_set_back_before_a_restart_a_table_goes_on_from_its_own_time(store, caplog):
    clock = Milliseconds()
    house = House(store, None, Settings(), clock)
    table = await a_table(house, move_ms=60_000)
    clock.now += 20_000
    await house.act(table, lambda draft: room_actions.chat(draft, Rights(seats=frozenset({0})), 0, "so far"))
    last, at = (await house.load(table)).hosted.last, house.time_at((await house.load(table)).hosted)
    await house.close()
    clock.now -= 3_600_000
    again = House(store, None, Settings(), clock)
    hosted = (await again.load(table)).hosted
    assert again.time_at(hosted) == at
    assert "clock was set back: it is 3600 s behind" in caplog.text
    clock.now += 5000
    assert again.time_at(hosted) == at + 5000
    await again.act(table, lambda draft: room_actions.chat(draft, Rights(seats=frozenset({0})), 0, "on"))
    assert hosted.last == last + 5000
    await again.close()


async def test_where_the_clock_was_set_on_before_a_restart_nobody_has_lost_their_time(store, caplog):
    """Somebody looks before the house has taken the table up: the minute that they had is still theirs."""
    caplog.set_level("INFO")
    clock = Milliseconds()
    house = House(store, None, Settings(), clock)
    await store.beat(house.process)
    table = await a_table(house, move_ms=60_000)
    seq = (await house.load(table)).hosted.seq
    await house.close()
    clock.now += 3_600_000
    again = House(store, None, Settings(), clock)
    await store.beat(again.process)
    loaded = await again.load(table)
    async with asyncio.timeout(PATIENCE_S):
        while loaded.alarm is None:
            await asyncio.sleep(0.01)
    assert [type(logged.event) for logged in loaded.hosted.events[seq:]] == [Adopted]
    assert [record.data for record in caplog.records if "nobody had" in record.message] == [{"seconds": 3600}]
    assert set(loaded.hosted.deadlines().values()) == {again.time_at(loaded.hosted) + 60_000}
    await again.close()


async def test_a_rematch_is_counted_like_any_table_that_is_opened(store, monkeypatch):
    monkeypatch.setattr(litestar, "MAX_GUESTS", 3)
    async with opened(store, create_rate=1e-6) as at, Api(at.url) as host:
        table = await host.open("pig")
        for name in ("Ann", "Bo"):
            await host.sit(table, name)
        codes = []
        for _ in range(4):
            await host.done(f"/api/tables/{table}/start")
            await host.done(f"/api/tables/{table}/end")
            answer = await host.post(f"/api/tables/{table}/rematch")
            codes.append(answer.status_code)
            if not answer.is_success:
                break
            again = await host.post(f"/api/tables/{table}/rematch")
            assert again.json() == answer.json()  # who is only led there opens nothing
            table = answer.json()["table"]
        assert codes == [201, 201, 429]


async def test_what_an_address_had_written_counts_after_a_restart_and_in_other_processes(store):
    much, little, neighbour = "192.0.2.7", "192.0.2.8", "192.0.2.9"
    house, beside = (House(store, None, Settings(day_mib=4)) for _ in range(2))
    table = await a_table(house)
    house._count_written(little, 1000)
    house._count_written(much, 3 * 2**20)
    await house.act(table, lambda draft: room_actions.chat(draft, Rights(seats=frozenset({0})), 0, "so far"), much)
    house.check_room(much)
    await house.close()
    await beside.count_written()
    beside._count_written(much, 2**20)
    with pytest.raises(Denied, match="today"):
        beside.check_room(much)
    beside.check_room(neighbour)
    await beside.close()
    again = House(store, None, Settings(day_mib=4))
    await Keeper(again, Sockets(again))._count_written()
    with pytest.raises(Denied, match="today"):
        again.check_room(much)
    again.check_room(little)
    assert list(again.written_by()) == [much], "of those who had little written nothing is kept"
    await again.close()


async def test_sixty_guests_behind_one_address_open_their_tables_and_play_again(store):
    """At default settings, but for how fast one program may ask over HTTP for all sixty."""
    defaults = Settings()
    async with (
        opened(store, create_rate=defaults.create_rate, chat_rate=defaults.chat_rate) as at,
        Api(at.url) as guests,
    ):
        assert len({await guests.open("pig") for _ in range(60)}) == 60


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::5", "2001:db8:1:3::5", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
    ],
)
def test_of_the_sixth_version_of_addresses_a_whole_household_counts_as_one(one, other, same):
    first, second = (Caller({"headers": [], "client": (address, 1)}).address for address in (one, other))
    clock = Seconds()
    rate = Rate(1, clock, 3)
    assert [rate.allows(first) for _ in range(5)] == [True] * 5
    assert rate.allows(second) is not same
