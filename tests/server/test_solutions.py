"""A player that plays by a solution at a hosted table: while it is being worked out everything else goes on."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import time
from contextlib import contextmanager
from random import Random

import pytest
from pig import PIG

from knobel.core.record import wrote
from knobel.players.solutions import Search, search
from knobel.server.settings import Settings
from knobel.server.socket.sockets import Sockets
from knobel.server.tables.house import House
from tests.cli.test_solve import BLOCK
from tests.players.conftest import folder, forget  # noqa: F401  a fixture
from tests.server.client import Player
from tests.server.inside import listening
from tests.server.tables import may_move, over, play_on, sitting

PACE = 50
SHORT = {"target": 12}
LONG = {"target": 1000}
"""It takes minutes to work out."""


async def working(options: dict[str, int]) -> Search:
    """The search for a solution, once a worker is in the midst of it."""
    searched = search(PIG, 2, PIG.options(**options))
    heard, loop = asyncio.Event(), asyncio.get_running_loop()
    searched.listen(lambda _share: loop.call_soon_threadsafe(heard.set))
    await heard.wait()
    return searched


async def until_bots_turn(player) -> None:
    """Ann plays until her turn is over."""
    await player.until(lambda: may_move(player))
    while may_move(player):
        offered = [choice["move"] for choice in player.position["moves"]]
        await player.play(0, offered[-1])
        await player.until(lambda: may_move(player) or player.position["due"]["must"] == [1])


async def pinged(sockets: Sockets, player) -> dict[str, float]:
    """Whose bots have something worked out, as the next ping says."""
    told = len(player.frames)
    await sockets.tick(time.monotonic() + 1 + sockets.house.settings.ping_s)
    await player.until(lambda: any('"ping"' in frame for frame in player.frames[told:]))
    return json.loads(next(frame for frame in player.frames[told:] if '"ping"' in frame)).get("working", {})


async def test_while_a_solution_is_worked_out_its_bot_waits_and_everybody_else_plays(folder, store):  # noqa: F811
    house = House(store, None, Settings(port=0, pace=PACE))
    sockets = Sockets(house)
    opened = listening(house, sockets)
    async with opened as url, sitting(url, "pig", ("Ann",), bots=("perfect",), options=LONG) as table:
        (ann,) = table.players
        await until_bots_turn(ann)
        searched = await working(LONG)
        seen = ann.seen
        assert list(await pinged(sockets, ann)) == ["1"]  # and everybody is told, with how far it is
        async with sitting(url, "pig", ("Bo",), bots=("random",), options={"target": 30}) as other:
            (bo,) = other.players
            await play_on(bo, Random(1))
            assert over(bo)
            assert bo.seen > 20
        assert (await ann.ask("chat", seat=0, text="Well?"))["type"] == "done"
        assert ann.seen == seen + 1
        assert not searched.found.done()
        assert ann.position["due"]["must"] == [1]
        # And when nothing comes of it, another bot plays in its place.
        assert searched._worker
        searched._worker.process.kill()
        await ann.until(lambda: may_move(ann))
        assert ann.seen > seen + 1
        assert not await pinged(sockets, ann)


async def test_many_tables_that_wait_share_one_search_and_hold_up_no_thread(folder, store):  # noqa: F811
    """More tables than there are threads for bots to think in."""
    house = House(store, None, Settings(port=0, pace=PACE, create_rate=0, request_rate=0))
    async with listening(house) as url:
        waiting = [sitting(url, "pig", (), bots=("perfect", "perfect"), options=LONG) for _ in range(40)]
        for table in waiting:
            await table.__aenter__()
        searched = await working(LONG)
        async with sitting(url, "pig", ("Bo",), bots=("random",), options={"target": 30}) as other:
            await play_on(other.players[0], Random(1))
            assert over(other.players[0])
        assert not searched.found.done()
        for table in waiting:
            await table.__aexit__(None, None, None)


async def test_once_it_is_there_the_bot_plays_a_whole_game_by_it(folder, store):  # noqa: F811
    house = House(store, None, Settings(port=0, pace=PACE))
    short = {"target": 12}
    searched = search(PIG, 2, PIG.options(**short))
    await asyncio.wrap_future(searched.found)
    async with listening(house) as url, sitting(url, "pig", ("Ann",), bots=("perfect",), options=short) as table:
        await play_on(table.players[0], Random(1))
        assert over(table.players[0])
        assert (await table.host.get(table.path("/verification"))).json()["verdict"] == "fair"
    assert search(PIG, 2, PIG.options(**short)) is searched


# Where none can be had, the game goes on, and all at the table are told -----------------------------------------------

UNSOLVED = {
    "en": " cannot play by its solution",
    "de": " kann nicht nach der Lösung spielen",
    "fr": " ne peut pas jouer d’après sa solution",
    "es": " no puede jugar según su solución",
}


def sentences(player) -> list[str]:
    return [word for each in player.happened for word in each["words"]]


def stood_in(player) -> list[dict]:
    """What everybody was told of another bot that sat down."""
    sat = [each["what"] for each in player.happened if each["what"]["type"] == "sat"]
    return [what for what in sat if what["player"] not in ("person", "perfect")]


async def test_of_a_killed_worker_all_at_the_table_are_told_in_their_language_and_the_record_says_who_played(
    folder,  # noqa: F811
    store,
):
    house = House(store, None, Settings(port=0, pace=PACE))
    async with listening(house) as url, sitting(url, "pig", ("Ann",), bots=("perfect",), options=LONG) as table:
        (ann,) = table.players
        others = {language: Player(url, table.table, seen=0, language=language) for language in UNSOLVED}
        for other in others.values():
            await other.__aenter__()
        await until_bots_turn(ann)
        searched = await working(LONG)
        assert searched._worker
        searched._worker.process.kill()
        await ann.until(lambda: may_move(ann))
        for language, other in others.items():
            await other.until(lambda other=other: len(stood_in(other)) == 1)
            (told,) = [word for word in sentences(other) if UNSOLVED[language] in word]
            assert "  " not in told
            await other.__aexit__()
        assert sum(UNSOLVED["en"] in word for word in sentences(ann)) == 1
        sitter = (await table.host.get(table.path())).json()["room"]["seats"][1]
        assert sitter["player"] == "random"
        assert stood_in(ann) == [{"type": "sat", "seat": 1, "name": sitter["name"], "player": "random"}]
        timeline = house.tables[table.table].hosted.timeline
        assert b'"player":"random"},"why":"unsolved"' in wrote(timeline.header, timeline.entries)
        await until_bots_turn(ann)
        await ann.until(lambda: may_move(ann))
        assert len(stood_in(ann)) == 1, "whoever sat down plays on"


async def test_without_numba_all_at_the_table_are_told(folder, store, tmp_path, monkeypatch):  # noqa: F811
    """Only the worker misses it: whoever plays there sees a game that goes on."""
    (tmp_path / "sitecustomize.py").write_text(BLOCK)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setenv("BLOCKED", "numba,numpy")
    house = House(store, None, Settings(port=0, pace=PACE))
    async with listening(house) as url, sitting(url, "pig", ("Ann",), bots=("perfect",), options=SHORT) as table:
        (ann,) = table.players
        await play_on(ann, Random(1))
        assert over(ann)
        assert len([word for word in sentences(ann) if UNSOLVED["en"] in word]) == 1


@pytest.mark.parametrize("spoiled", ["cut off", "flipped"])
async def test_of_a_damaged_file_nobody_hears_since_it_is_worked_out_anew(folder, store, spoiled):  # noqa: F811
    search(PIG, 2, PIG.options(**SHORT)).found.result()
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    middle = len(whole) // 2
    file.write_bytes(whole[:-50] if spoiled == "cut off" else whole[:middle] + b"\0\0\0\0" + whole[middle + 4 :])
    forget()
    house = House(store, None, Settings(port=0, pace=PACE))
    async with listening(house) as url, sitting(url, "pig", ("Ann",), bots=("perfect",), options=SHORT) as table:
        (ann,) = table.players
        await play_on(ann, Random(1))
        assert over(ann)
        assert not stood_in(ann)
        searched = search(PIG, 2, PIG.options(**SHORT))
        await asyncio.wrap_future(searched.found)  # Ann may have won before anybody needed it
        assert searched.source == "new"
        searched.join()
    assert file.read_bytes() == whole


@pytest.mark.parametrize("full", [True, False], ids=["full", "no folder"])
async def test_where_it_cannot_be_kept_perfect_plays_on_and_the_log_says_so(folder, store, caplog, full):  # noqa: F811
    if full:
        with no_room():
            searched = search(PIG, 2, PIG.options(**SHORT))
            searched.found.result()
            searched.join()
    else:
        folder.write_text("no folder")
    house = House(store, None, Settings(port=0, pace=PACE))
    async with listening(house) as url, sitting(url, "pig", ("Ann",), bots=("perfect",), options=SHORT) as table:
        (ann,) = table.players
        await play_on(ann, Random(1))
        assert over(ann)
        assert not stood_in(ann)
    assert search(PIG, 2, PIG.options(**SHORT)).unkept
    assert "a solution could not be kept" in caplog.text
    assert not full or list(folder.iterdir()) == []


@contextmanager
def no_room():
    """No file of this process can grow: as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_where_there_is_no_solution_it_is_refused_in_words(folder, store):  # noqa: F811
    house = House(store, None, Settings(port=0))
    async with listening(house) as url, sitting(url, "pig", ("Ann", "Bo"), start=False) as table:
        await table.host.done(table.path("/bots"), {"level": "perfect"})  # one of them may still go
        refused = await table.host.post(table.path("/start"))
        assert refused.status_code == 400
        assert "for 2 players, not for 3" in refused.text
