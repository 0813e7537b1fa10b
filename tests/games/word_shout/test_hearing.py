"""Nobody profits from hearing first (WSH-R17): by the rules, by every frame of a house, and by no held-back answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any

import msgspec
import pytest

from knobel.core.fair import commitment
from knobel.games.word_shout.moves import Bell, Fell, Judged, Shout, Shouted
from knobel.games.word_shout.shouts import GRACE, Cry
from knobel.server.settings import Settings
from knobel.server.socket import past, protocol
from knobel.server.socket.lag import SLACK
from knobel.server.socket.presence import present_at
from knobel.server.socket.session import Session
from knobel.server.tables import game_actions, room_actions
from knobel.server.tables.events import Opened, Setup
from knobel.server.tables.house import House
from knobel.server.tables.state import Rights, hashed
from knobel.store.opening import open_store
from tests.games.word_shout.scripted import ROLL, opened, ring, shouts
from tests.server.inside import session_at
from tests.server.twins import Paper, Script, ScriptedVault

WINDOW = 250
TOKENS = ("a", "b")
BO = Rights(seats=frozenset({1}))

# By the rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WSH-R17")
def test_its_maker_hears_a_shout_at_once_and_nobody_else_before_it_is_judged():
    before = opened(3)
    state = shouts(before, (1, "cat", 2000))
    assert state.view(1) == state
    assert before.shown(1, 1, Shout("cat")) == Shout("cat")
    for rival in (0, 2, None):
        assert before.shown(rival, 1, Shout("cat")) == Shouted()
        assert state.view(rival) == shouts(before, (1, "dog", 2000)).view(rival)
        assert "cat" not in str(state.view(rival))
        assert state.shown(rival, "clock", Bell("window")) == Judged((Cry(2000, 1, "cat"),))
        assert ring(state).view(rival) == ring(state)


@pytest.mark.rule("WSH-R17")
def test_with_the_bell_all_hear_whatever_it_decides_and_nothing_else():
    tie = shouts(opened(3), (0, "cat", 2000), (1, "dog", 2100), (2, "rem", 2390))
    assert tie.shown(2, "clock", Bell("window")) == Judged((Cry(2000, 0, "cat"), Cry(2100, 1, "dog")))
    later = shouts(opened(3), (0, "cat", 2000), (1, "act", 2300), (2, "dog", 2350))
    assert later.shown(1, "clock", Bell("window")) == Judged((Cry(2000, 0, "cat"), Cry(2300, 1, "act")))
    assert ring(later).view(0).pending == (Cry(2350, 2, ""),)


# In a house -----------------------------------------------------------------------------------------------------------


class Time:
    """Time that passes only when it is told to, and what is to happen then."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self._coming: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        heappush(self._coming, (self.now + seconds * 1000, next(self._numbers), call))

    def pass_by(self, milliseconds: float) -> None:
        until = self.now + milliseconds
        while self._coming and self._coming[0][0] <= until:
            at, _, call = heappop(self._coming)
            self.now = max(self.now, int(at))
            call()
        self.now = int(until)


class Searching:
    """A hosted table at which two people search, and the sockets of both; what falls, and the time, the test says."""

    def __init__(self, house: House, time: Time, table: str) -> None:
        self.house, self.time, self.table = house, time, table
        self.ids = {token: count(1) for token in TOKENS}
        self.ann, self.bo = (self.client(token) for token in TOKENS)

    def client(self, *tokens: str) -> Session:
        client = session_at(self.house, self.house.tables[self.table], Paper())
        self.house.tables[self.table].audience.add(client)
        client.greet(protocol.Hello(protocol=protocol.PROTOCOL, tokens=tokens))
        return client

    @property
    def state(self) -> Any:
        return self.house.tables[self.table].hosted.state

    @property
    def at(self) -> int:
        return self.house.time_at(self.house.tables[self.table].hosted)

    async def ask(self, client: Session, kind: str, **fields: Any) -> None:
        asked = {} if kind == "hello" else {"id": next(self.ids[TOKENS[min(client.rights.seats)]])}
        await client.take(json.dumps({"type": kind, **asked, **fields}).encode())

    async def shout(self, client: Session, word: str, at: int | None = None) -> None:
        (seat,) = client.rights.seats
        await self.ask(
            client, "play", seat=seat, move={"type": "Shout", "word": word}, at=self.at if at is None else at
        )

    async def ring(self) -> None:
        await self.house.act(self.table, game_actions.ring)


def frames(client: Session) -> list[dict[str, Any]]:
    paper: Any = client.outbox
    taken = [msgspec.json.decode(frame) for frame in paper.frames]
    paper.frames = []
    return taken


@pytest.fixture
async def searching(tmp_path, monkeypatch):
    """Makes tables at which the dice have just fallen."""
    store = await open_store(str(tmp_path / "knobel.db"))
    time = Time()
    house = House(store, None, Settings(message_rate=0, chat_rate=0), clock=lambda: time.now)
    monkeypatch.setattr(house, "later", time.later)
    monkeypatch.setattr(house.driver, "start", lambda _loaded: None)

    async def table(**options: Any) -> Searching:
        setup = Setup(game="word-shout", options=options)
        name = await house.open(
            lambda vault: Opened(at=time.now, setup=setup, promise=commitment(vault.seed(0)), host=hashed("h"))
        )
        loaded, script = await house.load(name), Script()
        script.answers = lambda *_: Fell(ROLL)
        loaded.vault = ScriptedVault(script)
        for seat, token in enumerate(TOKENS):
            await house.act(
                name, lambda draft, seat=seat, token=token: room_actions.sit(draft, f"P{seat}", seat, hashed(token))
            )
        await house.act(name, lambda draft: room_actions.start(draft, draft.room.rights([hashed("h")])))
        found = Searching(house, time, name)
        for client, seat in ((found.ann, 0), (found.bo, 1)):
            await found.ask(client, "play", seat=seat, move={"type": "Ready"})
        await found.ask(found.ann, "play", seat=0, move={"type": "Roll"})
        assert found.state.phase == "searching"
        for client in (found.ann, found.bo):
            assert frames(client)[-1]["type"] in ("news", "done"), "the dice are seen as soon as they have fallen"
        time.pass_by(1000)
        return found

    yield table
    await house.close()
    await store.close()


@pytest.mark.rule("WSH-R17")
async def test_nothing_is_sent_to_a_rival_before_the_window_has_closed(searching):
    table = await searching()
    spectator = table.client()
    table.time.pass_by(1000)
    frames(spectator)
    await table.shout(table.ann, "cat")
    news, done = frames(table.ann)
    assert (news["happenings"][0]["what"]["move"], done["type"]) == ({"type": "Shout", "word": "cat"}, "done")
    assert [group["caption"] for group in news["position"]["scene"]["middle"]][-1] == "You: CAT!"
    for rival in (table.bo, spectator):
        assert frames(rival) == []
    table.time.pass_by(WINDOW + GRACE)
    for rival in (table.bo, spectator):
        assert frames(rival) == []
    await table.ring()
    for rival in (table.bo, spectator):
        shout, bell = frames(rival)
        assert shout["happenings"][0]["words"] == ["P0 has a word!"]
        assert "cat" not in json.dumps(shout).lower()
        assert bell["happenings"][0]["words"] == ["CAT goes to P0: 3 dice."]
        assert shout["position"]["clock"]["now"] == bell["position"]["clock"]["now"] == table.at


@pytest.mark.rule("WSH-R17")
@pytest.mark.parametrize("probe", ["chat", "look", "hello", "undo", "pass", "malformed", "no-word", "nothing"])
async def test_live_twins_nobody_can_find_out_that_somebody_shouts_by_asking(searching, probe):
    """At one table a rival shouts, at its twin nobody does: until the window has closed every answer is the same."""
    asks: dict[str, tuple[str, dict[str, Any]]] = {
        "chat": ("chat", {"seat": 1, "text": "hm"}),
        "look": ("look", {"seat": 1}),
        "hello": ("hello", {"protocol": protocol.PROTOCOL, "tokens": ["b"]}),
        "undo": ("undo", {"seat": 1}),
        "pass": ("play", {"seat": 1, "move": {"type": "Pass"}}),
        "malformed": ("play", {"seat": 1}),
        "no-word": ("play", {"seat": 1, "move": {"type": "Shout", "word": "zzz"}}),
    }
    heard = []
    for shouts_there in (True, False):
        table = await searching()
        if shouts_there:
            await table.shout(table.ann, "cat")
        sent: list[Any] = []
        for _ in range(8):
            table.time.pass_by((WINDOW + GRACE) // 8)
            if probe in asks:
                kind, fields = asks[probe]
                await table.ask(table.bo, kind, **fields)
            sent += [frame for frame in frames(table.bo) if frame["type"] != "ping"]
        heard.append([{**frame, "id": frame.get("id")} for frame in sent])
    assert heard[0] == heard[1]


@pytest.mark.rule("WSH-R17")
async def test_a_long_past_comes_page_by_page_and_tells_nothing_too_early(searching, monkeypatch):
    """Told in pages and held back: until the window has closed the twins are the same, then all of it has come."""
    monkeypatch.setattr(past, "PAUSE_S", 0)
    early = []
    for shouts_there in (True, False):
        table = await searching()
        for n in range(2 * past.PAGE):
            await table.house.act(table.table, lambda draft, n=n: room_actions.chat(draft, BO, 1, f"{n}"))
        table.time.pass_by(1000)
        frames(table.bo)
        if shouts_there:
            await table.shout(table.ann, "cat")
        last = table.bo.hosted.seq
        await table.ask(table.bo, "hello", protocol=protocol.PROTOCOL, tokens=["b"], seen=0)
        early.append(await heard_by(table, table.bo, WINDOW + GRACE))
        late = await heard_by(table, table.bo, 3 * (WINDOW + GRACE + 10))
        pages = [[frame["missed"] for frame in sent if frame["type"] == "welcome"] for sent in late]
        assert [happening["seq"] for sent in pages for page in sent for happening in page] == list(range(1, last + 1))
        assert max(map(len, pages)) == 1, "a page comes when the one before it has gone out"
        await table.ask(table.bo, "chat", seat=1, text="all read")
        table.time.pass_by(WINDOW + GRACE + 1)
        assert [frame["type"] for frame in frames(table.bo)] == ["news", "done"]
    assert early[0] == early[1]


async def heard_by(table: Searching, client: Session, milliseconds: int) -> list[list[Any]]:
    """What a client is sent in each millisecond, but pings; nothing happens by itself meanwhile."""
    sent = []
    for _ in range(milliseconds):
        table.time.pass_by(1)
        while client.behind is not None and client.reads:  # the next page is being read
            await asyncio.sleep(0)
        sent.append([frame for frame in frames(client) if frame["type"] != "ping"])
    return sent


@pytest.mark.rule("WSH-R17")
async def test_who_copies_what_they_hear_never_ties_and_never_takes_a_word(searching):
    words = ["cat", "act", "dog", "god", "rem", "car", "toe", "arc"]
    for word in words:
        table = await searching()
        await table.shout(table.ann, word)
        copied = False
        for millisecond in range(WINDOW + GRACE + 200):
            table.time.pass_by(1)
            await table.ring()
            if frames(table.bo) and not copied:
                copied = True
                await table.shout(table.bo, word, at=0)
            assert not copied or millisecond + 1 >= WINDOW + GRACE
        assert [(taken.seat, taken.word) for taken in table.state.taken] == [(0, word)]


@pytest.mark.rule("WSH-R17", "WSH-R2")
async def test_whoever_answers_pings_late_gains_nothing(searching):
    table = await searching()
    for _ in range(5):
        table.bo.ping(present_at(table.house, table.bo.loaded, 0))
        table.bo.latency.sent(table.bo._pings, table.bo.pinged - 0.3)
        await table.bo.take(json.dumps({"type": "pong", "id": table.bo._pings}).encode())
    await table.shout(table.bo, "cat", at=0)
    assert table.state.pending[0].at == table.at - SLACK


@pytest.mark.rule("WSH-R17", "WSH-R2")
async def test_the_way_that_counts_is_the_one_measured_before_the_dice_fell(searching):
    table = await searching()
    table.bo.latency.way_ms = 80.0
    table.bo._way_ms = lambda: 280.0
    await table.shout(table.bo, "cat", at=0)
    assert table.state.pending[0].at == table.at - 40 - SLACK
