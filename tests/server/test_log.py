"""What a house logs is for whoever looks after it: every line stands in the docs with what to do, once and in time."""

from __future__ import annotations

import ast
import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import pytest

from knobel.server import run
from knobel.server.run import Keeper
from knobel.server.settings import Settings
from knobel.server.socket.sockets import Sockets
from knobel.server.tables.house import House
from knobel.store.log import StoreTrouble
from tests.server.test_house import a_table, roll

ROOT = Path(__file__).parents[2]
LEVELS = {"info": "info", "warning": "warning", "error": "error", "exception": "error"}
SECTION = (ROOT / "docs" / "server.md").read_text("utf-8").split("\n## What the log says\n")[1].split("\n## ")[0]
ROWS = [[cell.strip() for cell in row.split("|")[1:-1]] for row in SECTION.splitlines() if row.startswith("| `")]


def beginning(text: str) -> str:
    """A line of the log up to where it says what comes of it, or to the first gap that is filled.

    >>> beginning("the house is closed"), beginning("it failed in %d s: do this"), beginning("it failed; do this")
    ('the house is closed', 'it failed in', 'it failed')
    """
    return re.split(r"[:;%(]", text)[0].strip()


def texts(node: ast.expr) -> Iterator[str]:
    """What a call to the log may say."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=otherwise):
            yield from (*texts(body), *texts(otherwise))
        case _:
            raise AssertionError(f"line {node.lineno}: a line of the log is written where it is said")


def said() -> set[tuple[str, str, str]]:
    """Every line that a house may log: by whom, at which level, and its beginning."""
    found: set[tuple[str, str, str]] = set()
    for path in sorted((ROOT / "knobel").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        names = [
            call.args[0].value
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "getLogger"
            if call.args and isinstance(call.args[0], ast.Constant) and str(call.args[0].value).startswith("knobel.")
        ]
        for call in ast.walk(tree) if names else ():
            match call:
                case ast.Call(func=ast.Attribute(attr="addHandler")):
                    pass
                case ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=level), args=[text, *_]):
                    found |= {(names[0], LEVELS[level], beginning(one)) for one in texts(text)}
                case _:
                    pass
    return found


def test_every_line_of_the_log_stands_in_the_docs_with_what_to_do():
    told = {(who.strip("`"), level, text.strip("“”")) for who, level, text, _ in ROWS}
    assert sorted(said() - told) == [], "docs/server.md does not say what to do when the log says this"
    assert sorted(told - said()) == [], "docs/server.md has what no log says"
    assert len(said()) > 20
    assert all(todo for *_, todo in ROWS)


def test_the_log_speaks_of_connections_and_not_of_lines():
    """A line is one of text: of the log, say."""
    assert [text for *_, text in said() if re.search(r"\blines?\b", text)] == []


@asynccontextmanager
async def looked_after(house: House) -> AsyncIterator[None]:
    """The house's keeper tries its store as it does in a house that runs."""
    watching = asyncio.create_task(Keeper(house, Sockets(house)).watch_store())
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def until(caplog: pytest.LogCaptureFixture, text: str) -> None:
    async with asyncio.timeout(20):
        while text not in caplog.text:
            await asyncio.sleep(0.01)


async def test_trouble_with_the_store_is_told_once_and_so_is_its_end(store, monkeypatch, caplog):
    caplog.set_level("INFO")
    house = House(store, None, Settings(beat_s=0.01))
    table = await a_table(house)
    with monkeypatch.context() as away:
        for name in ("append", "check_ready"):
            away.setattr(store, name, disk_is_full)
        for _ in range(3):
            with pytest.raises(StoreTrouble):
                await house.act(table, roll("a"))
        async with looked_after(house):
            await asyncio.sleep(0.1)
        (told,) = [line for line in caplog.records if "does not read or write" in line.message]
        assert "make room" in told.message
        assert told.data == {"times": 1}
        assert house.metrics.store_troubles._value.get() > 3
    async with looked_after(house):
        await until(caplog, "reads and writes again")
    await asyncio.sleep(0.05)
    assert caplog.text.count("reads and writes again") == 1
    monkeypatch.setattr(store, "append", disk_is_full)
    with pytest.raises(StoreTrouble):
        await house.act(table, roll("a"))
    assert caplog.text.count("does not read or write") == 2  # what was over and comes again is new


async def disk_is_full(*_: object) -> None:
    raise StoreTrouble("store-full")


async def test_the_store_is_tried_on_after_a_fault_of_our_own(store, monkeypatch, caplog):
    monkeypatch.setattr(run, "CHECK_S", 0.01)
    house, tried = House(store, None, Settings(beat_s=0.01)), asyncio.Event()
    check_ready = store.check_ready

    async def first_wrong() -> None:
        monkeypatch.setattr(store, "check_ready", then_right)
        raise ZeroDivisionError

    async def then_right() -> None:
        tried.set()
        await check_ready()

    monkeypatch.setattr(store, "check_ready", first_wrong)
    async with looked_after(house), asyncio.timeout(20):
        await tried.wait()
    (told,) = [line for line in caplog.records if line.levelname == "ERROR"]
    assert told.data == {"work": "check_ready"}


async def test_a_damaged_page_comes_to_light_in_the_log_although_nobody_asks_for_it(store, monkeypatch, caplog):
    monkeypatch.setattr(run, "CHECK_S", 0.05)
    house = House(store, None, Settings(beat_s=0.01))
    await a_table(house)
    with closing(sqlite3.connect(store.path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'seeds'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with store.path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    async with looked_after(house):
        await until(caplog, "is damaged: stop Knobel and put the last backup in its place")


async def test_tables_of_a_process_that_is_gone_are_told_when_they_are_taken_over(store, caplog):
    caplog.set_level("INFO")
    gone, here = (House(store, None, Settings(stale_ms=50)) for _ in range(2))
    for house in (gone, here):
        await store.beat(house.process)
    table = await a_table(gone, move_ms=60_000)
    assert await store.claim(table, gone.process)
    await asyncio.sleep(0.1)
    await Keeper(here, Sockets(here))._beat()
    (told,) = [line for line in caplog.records if "tables that no process had" in line.message]
    assert told.data == {"tables": 1}
    await here.close()
    await gone.close()


async def test_a_table_that_has_just_been_started_is_not_told_of_as_one_that_another_process_had(store, caplog):
    """Nobody has it yet, whoever's beat comes first takes it, and nothing is to be seen to."""
    caplog.set_level("INFO")
    house = House(store, None, Settings())
    await store.beat(house.process)
    table = await a_table(house)
    await Keeper(house, Sockets(house))._beat()
    assert (await house.load(table)).owned
    assert not [line for line in caplog.records if "no process had" in line.message]
    await house.close()
