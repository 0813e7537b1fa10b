"""Whatever a stranger sends: the table is untouched, the house lives, and nobody learns what they may not know."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from contextlib import suppress
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from knobel.core.registry import all_games
from knobel.core.words import Voice
from knobel.server.cluster.bus import BusTrouble
from knobel.server.refusals import Why
from knobel.store.log import StoreTrouble, Unsure
from tests.server.client import PATIENCE_S, Api, Player
from tests.server.running import House, running
from tests.server.tables import may_move, sitting

SECRET = next(game.name for game in all_games().values() if game.secret)
GOLDEN = Path(__file__).parents[1] / "golden"
HUNG_UP = (1009, 1006)
"""Too much: said in a last frame (1009), which is lost where the sender was still sending (1006)."""
KINDS = ["hello", "look", "play", "undo", "throw", "object", "correct", "chat", "pong", "welcome", "", "x" * 500]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
messages = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "id": json_values,
        "seat": st.integers(-2, 70) | json_values,
        "move": st.fixed_dictionaries({"type": st.sampled_from(["Roll", "Keep", "Bet", "Lift", "Fell"])}) | json_values,
        "tokens": st.lists(st.text(max_size=120), max_size=20) | json_values,
        "protocol": st.sampled_from([1, 0, 2]) | json_values,
        "seen": st.integers(-1, 2**60) | json_values,
        "faces": st.lists(st.text(max_size=50), max_size=50) | json_values,
        "text": st.text(max_size=2500),
        "entry": st.integers(-1, 2**40),
        "at": st.integers(-1, 2**60) | json_values,
        "surprise": json_values,
    },
)
HELLO = json.dumps({"type": "hello", "protocol": 1}).encode()
frames = st.one_of(
    st.binary(max_size=300),
    messages.map(lambda message: json.dumps(message).encode()),
    messages.flatmap(lambda m: st.integers(0, 60).map(lambda cut: json.dumps(m).encode()[:-cut])),
    st.integers(1, 60_000).map(lambda depth: b"[" * depth),
    st.integers(1, 9_000).map(lambda depth: b'{"type":"play","id":1,"seat":0,"move":' + b'{"a":' * depth),
    st.sampled_from([b"", b"null", b'""', b'{"type":"chat","id":1,"text":"\xed\xa0\x80"}', b"\xff\xfe", b"{" * 65_000]),
)


async def told(address: str, sent: list[tuple[bytes, bool]], hello: bytes | None) -> list[dict]:
    """What a socket is told that sends these frames, as text or as bytes, until all were answered or it is closed."""
    heard = []
    async with connect(address, max_size=None, compression=None) as line:
        with suppress(ConnectionClosed):
            if hello:
                await line.send(hello, text=True)
            for data, text in sent:
                await line.send(data, text=text)
            await line.send('{"type": "look", "id": 4711, "seat": 63}')
            async for answer in line:
                heard.append(json.loads(answer))
                if heard[-1].get("id") == 4711:
                    break
    return heard


class Quiet:
    """A table of a game with secrets at which somebody has a hand, and nobody touches anything."""

    def __init__(self, house: House) -> None:
        self.loop = asyncio.new_event_loop()
        self.sitting = sitting(house.url, SECRET, ("Ann", "Bo"))
        self.table = self.loop.run_until_complete(self.sitting.__aenter__())
        self.address = self.table.players[0].address

    def seen(self) -> int:
        """The number of the last happening, asked anew."""

        async def look() -> int:
            async with Player(self.table.url, self.table.table) as anybody:
                return anybody.welcomes[-1]["seq"]

        return self.loop.run_until_complete(look())

    def close(self) -> None:
        self.loop.run_until_complete(self.sitting.__aexit__(None, None, None))
        self.loop.close()


@pytest.fixture(scope="module")
def quiet(house: House):
    table = Quiet(house)
    yield table
    table.close()


@examples(max_examples=examples().max_examples // 2)
@given(sent=st.lists(st.tuples(frames, st.booleans()), min_size=1, max_size=8), greeted=st.booleans())
def test_no_frame_moves_anything_or_goes_unanswered(quiet: Quiet, sent, greeted):
    before = quiet.seen()
    heard = quiet.loop.run_until_complete(told(quiet.address, sent, HELLO if greeted else None))
    kinds = {message["type"] for message in heard}
    assert kinds <= {"welcome", "refused", "ping", "bye"}, "a stranger got something done"
    assert "fault" not in {message.get("code") for message in heard}
    assert heard, "nothing was said"
    for message in heard:
        if message["type"] == "welcome":
            assert message["yours"] == []
            assert not message["host"]
            assert all(place is None or place["person"] for place in message["room"]["seats"])
    assert quiet.seen() == before


def test_ten_megabytes_are_not_even_read(quiet: Quiet):
    async def send() -> int | None:
        async with connect(quiet.address, compression=None) as line:
            with suppress(ConnectionClosed):
                await line.send("[" * 10_000_000)
                await line.recv()
            await line.wait_closed()
            return line.close_code

    before = quiet.seen()
    assert quiet.loop.run_until_complete(send()) in HUNG_UP
    assert quiet.seen() == before


def test_pieces_that_never_end_are_not_gathered_for_ever(quiet: Quiet):
    async def send() -> int | None:
        async with connect(quiet.address, compression=None) as line:

            async def pieces():
                for _ in range(100):
                    yield "[" * 10_000

            with suppress(ConnectionClosed):
                await line.send(pieces())
            await line.wait_closed()
            return line.close_code

    before = quiet.seen()
    assert quiet.loop.run_until_complete(send()) in HUNG_UP
    assert quiet.seen() == before


@pytest.mark.parametrize(
    "body",
    [b"[" * 60_000, b'{"game":' * 8_000, b"\xff\xfe", b"", b'{"game":"\xed\xa0\x80"}', b'{"game": 1e999}', b"null"],
    ids=["deep list", "deep object", "no letters", "nothing", "half a letter", "endless", "null"],
)
def test_a_body_that_is_nonsense_is_refused_and_never_a_fault(url, body):
    for path in ("/api/tables", "/api/tables/x/seats", "/api/verify"):
        answer = httpx.post(url + path, content=body, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert set(answer.json()) == {"code", "rule", "option", "why"}


def test_options_that_are_huge_or_deep_are_refused(url):
    deep: object = 1
    for _ in range(500):
        deep = [deep]
    for options in ({"x" * 90: 1}, {"target": 10**400}, {"target": deep}, {str(n): n for n in range(3000)}):
        answer = httpx.post(url + "/api/tables", json={"game": "pig", "options": options})
        assert answer.status_code in (400, 409), answer.text


@pytest.mark.parametrize("origin", ["http://[", "null", "http://", "//", "\x7f", "http://[::1", "https://a@b:c:d"])
def test_an_origin_that_is_none_is_refused(url, origin):
    answer = httpx.post(url + "/api/tables", json={"game": "pig"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


@pytest.mark.parametrize(
    "name", ["%00", "%ff", "..%2f..%2fetc", "x" * 101, "a%20b", "%F0%9F%8E%B2", "'--", "%0d%0aX:1"]
)
def test_a_name_that_no_table_has_is_simply_not_there(url, name):
    for rest in ("", "/record", "/verification"):
        answer = httpx.get(f"{url}/api/tables/{name}{rest}")
        assert answer.status_code in (400, 404), answer.text


async def test_names_and_chat_cannot_speak_for_the_house(url):
    """Words with signs that mean something to the house's own sentences stay words."""
    name = "{who} [n:a|b] $x"
    async with sitting(url, "pig", (name, "Bo")) as table:
        ann, bo = table.players
        for text in ("{name}[n:1|2]", "line\r\nbreak\x00\x1b[31m", "‮abc"):
            await ann.ask("chat", seat=0, text=text)
        mover = next(player for player in table.players if may_move(player))
        await mover.play(mover.yours[0], {"type": "Roll"})
        await bo.until(lambda: bo.seen == ann.seen)
        assert any(name in word for frame in bo.happened for word in frame["words"])
        said = [frame["what"]["text"] for frame in bo.happened if frame["what"]["type"] == "said"]
        assert said == ["{name}[n:1|2]", "line break[31m", "abc"]


# Those who do not read, do not speak, or come in crowds ------------------------------------------------------------


def raw_socket(url: str, address: str) -> socket.socket:
    """A socket that has shaken hands, and is left to itself."""
    where = urlsplit(url)
    line = socket.create_connection((where.hostname, where.port), 30)
    path = urlsplit(address).path
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in line.recv(1024)
    return line


def frame(opcode: int, data: bytes) -> bytes:
    """A frame as a client sends it, masked with nothing."""
    length = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 128 | 126, len(data))
    return struct.pack("!B", 128 | opcode) + length + bytes(4) + data


def memory_kib(house: House) -> int:
    status = Path(f"/proc/{house.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


async def test_whoever_asks_for_answers_and_does_not_read_them_fills_nothing(tmp_path):
    with running(tmp_path / "knobel.db", queue_kib=64, grace_s=0.5) as house:
        async with Api(house.url) as host:
            name = await host.open("pig")
        before = memory_kib(house)
        line = raw_socket(house.url, f"/api/tables/{name}/play")
        line.settimeout(5)
        pings = frame(9, bytes(125)) * 500
        sent = 0
        with suppress(OSError):
            while sent < 60_000_000:
                sent += line.send(pings)
        line.close()
        assert sent < 60_000_000, "everything was taken, and nothing was read"
        assert memory_kib(house) - before < 20_000
        assert httpx.get(house.url + "/healthz").status_code == 200


def test_whoever_sends_frames_without_end_is_hung_up_on(tmp_path):
    """Whatever is in them: they are small, many come at once, and each costs the house time that others wait for."""
    with running(tmp_path / "knobel.db", message_rate=40) as house, httpx.Client(base_url=house.url) as http:
        table = http.post("/api/tables", json={"game": "pig"}).json()["table"]
        begun = struct.pack("!BB", 1, 128) + bytes(4)
        for first, endless in (
            (b"", frame(9, b"")),
            (b"", frame(10, b"")),
            (b"", frame(1, b"{}")),
            (b"", frame(2, b"{}")),
            (begun, struct.pack("!BB", 0, 128) + bytes(4)),
        ):
            line = raw_socket(house.url, f"/api/tables/{table}/play")
            reading = Thread(target=read_on, args=(line,))
            reading.start()
            sent = 0
            with suppress(OSError):
                line.sendall(first)
                while sent < 2_000_000:
                    line.sendall(endless * 1000)
                    sent += 1000
            reading.join()
            line.close()
            assert sent < 2_000_000, endless


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_with_lines_without_end_is_hung_up_on_before_they_are_read(url, method):
    """To read twelve thousand of them took a twentieth of a second, and nobody else was answered meanwhile."""
    where = urlsplit(url)
    for lines, at_once, answered in ((12_000, True, False), (150, False, False), (60, True, True), (60, False, True)):
        with socket.create_connection((where.hostname, where.port), 30) as line:
            head = [f"{method} /healthz HTTP/1.1\r\nHost: x\r\n", *["a: b\r\n"] * lines, "\r\n"]
            with suppress(OSError):
                for piece in ["".join(head)] if at_once else head:
                    line.sendall(piece.encode())
            heard = b""
            with suppress(OSError):
                heard = line.recv(100)
        assert heard.startswith(b"HTTP/1.1 200" if method == "GET" else b"HTTP/1.1 405") == answered, (lines, heard)


def read_on(line: socket.socket) -> None:
    """Reads everything that comes, until it is hung up on."""
    with suppress(OSError):
        while line.recv(1 << 16):
            pass


async def test_half_open_lines_are_hung_up_on_and_others_are_served_meanwhile(tmp_path):
    with running(tmp_path / "knobel.db", silent_s=3, beat_s=0.1, ping_s=0.2) as house:
        where = urlsplit(house.url)
        lines = [socket.create_connection((where.hostname, where.port), 30) for _ in range(60)]
        for number, line in enumerate(lines):
            line.sendall(
                [b"", b"GET /api/ga", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"][
                    number % 3
                ]
            )
        assert httpx.get(house.url + "/api/games").status_code == 200
        for line in lines:
            line.settimeout(30)
            with suppress(ConnectionResetError):
                while line.recv(4096):
                    pass
            line.close()
        async with sitting(house.url, "pig") as table:
            await asyncio.sleep(3.5)  # longer than the patience with those who say nothing
            assert (await table.players[0].play(0, {"type": "Roll"}))["type"] == "done"


async def test_sockets_without_a_goodbye_leave_nothing_behind(tmp_path):
    with running(tmp_path / "knobel.db", address_sockets=40) as house:
        async with sitting(house.url, "pig") as table:
            for _ in range(5):
                lines = [raw_socket(house.url, table.players[0].address) for _ in range(30)]
                for line in lines:
                    line.sendall(frame(1, HELLO))
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    line.close()
            async with asyncio.timeout(PATIENCE_S):
                while "knobel_sockets 2.0\n" not in (await table.host.get("/metrics")).text:
                    await asyncio.sleep(0.05)
            assert (await table.players[0].play(0, {"type": "Roll"}))["type"] == "done"
        house.stop()
        assert [line for line in house.lines if line.get("level") == "error"] == []


async def test_nobody_uses_up_what_another_may_say(tmp_path):
    """A stranger who chats in the name of a seat is refused, and the seat can chat as before."""
    with running(tmp_path / "knobel.db", chat_rate=0.01) as house:
        async with sitting(house.url, "pig") as table, Player(house.url, table.table) as stranger:
            codes = {(await stranger.ask("chat", seat=0, text="boo"))["code"] for _ in range(10)}
            assert codes == {"not-yours"}
            assert (await table.players[0].ask("chat", seat=0, text="hello"))["type"] == "done"


async def test_lines_that_come_and_go_are_counted(tmp_path):
    with running(tmp_path / "knobel.db", request_rate=0.5, address_sockets=5) as house:
        async with Api(house.url) as host:
            table = await host.open("pig")

            async def come_and_go() -> None:
                for _ in range(50):
                    async with Player(house.url, table):
                        pass

            with pytest.raises(InvalidStatus, match="429"):
                await come_and_go()


async def test_a_full_house_takes_no_more_tables_and_those_who_play_play_on(tmp_path):
    with running(tmp_path / "knobel.db", max_tables=1) as house:
        async with sitting(house.url, "pig") as table, Api(house.url) as late:
            waiting = await late.open("pig")
            await late.sit(waiting, "Cy")
            async with Player(house.url, waiting):
                for path in ("/api/tables", f"/api/tables/{waiting}/start"):
                    refused = await late.post(path, {"game": "pig"} if path.endswith("tables") else None)
                    assert (refused.status_code, refused.json()["code"]) == (503, "house-full")
            assert (await table.players[0].play(0, {"type": "Roll"}))["type"] == "done"


async def test_only_a_few_records_are_checked_at_once(url):
    """It is hard work: whoever sends many waits, and everybody else is served."""
    golden = max(GOLDEN.glob("*-box.knobel"), key=lambda path: path.stat().st_size).read_bytes()
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_S) as client:
        sent = [client.post("/api/verify", content=golden) for _ in range(30)]
        answers = [answer.status_code for answer in await asyncio.gather(*sent)]
        assert set(answers) <= {200, 429}
        assert 200 in answers


@pytest.mark.parametrize("kind", [StoreTrouble, Unsure, BusTrouble])
def test_trouble_of_the_house_is_said_without_its_insides(kind):
    """Where the database lies, or why it fails, is nobody's business but the log's."""
    why = Why(kind("store-damaged", path="/a/secret/place", why="password=tea"), Voice())
    assert why.status == 503
    assert "secret" not in why.text
    assert "tea" not in why.text
