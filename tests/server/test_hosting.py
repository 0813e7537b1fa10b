from __future__ import annotations

import asyncio
from random import Random

import pytest

from knobel.core.fair import commitment
from knobel.core.record import read_record
from knobel.core.registry import all_games
from knobel.core.verify import checked
from tests.server.client import Api, Player
from tests.server.conftest import PACE
from tests.server.running import running
from tests.server.tables import play_on, sitting

MOVE_S = 250
"""How long a move may take at the table; by this house's clocks that is five seconds."""


async def test_only_the_host_may_do_what_hosts_do(url):
    async with sitting(url, "pig") as table:
        for rest, body in (
            ("/pause", None),
            ("/end", None),
            ("/start", None),
            ("/remove", {"seat": 1}),
            ("/mute", {"seat": 1}),
            ("/host", {"seat": 0}),
            ("/bots", {"level": "random"}),
        ):
            refused = await table.people[0].post(table.path(rest), body)
            assert (refused.status_code, refused.json()["code"]) == (403, "host-only"), rest


async def test_a_break_stops_the_game_until_it_goes_on(url):
    async with sitting(url, "pig", move_seconds=MOVE_S) as table:
        ann = table.players[0]
        await table.host.done(table.path("/pause"))
        await ann.until(lambda: ann.room["paused"])
        assert ann.position["clock"]["until"] == {}
        assert (await ann.play(0, {"type": "Roll"}))["code"] == "paused"
        before, now = ann.seen, ann.position["clock"]["now"]
        await asyncio.sleep(1.1 * MOVE_S / PACE)  # at this pace more time than a move has
        await table.host.done(table.path("/continue"))
        await ann.until(lambda: not ann.room["paused"])
        assert ann.happened[before]["what"] == {"type": "continued"}, "nobody has moved in the break"
        assert ann.position["clock"]["now"] - now < MOVE_S * 1000, "the clock stood still"
        assert (await ann.play(0, {"type": "Roll"}))["type"] == "done"


async def test_the_host_ends_a_table_and_its_record_can_be_read(url):
    async with sitting(url, "pig") as table:
        await table.players[0].play(0, {"type": "Roll"})
        assert (await table.host.get(table.path("/record"))).json()["code"] == "not-over"
        await table.host.done(table.path("/end"))
        await table.players[1].until(lambda: table.players[1].room["stage"] == "over")
        assert (await table.players[0].play(0, {"type": "Roll"}))["code"] == "over"
        assert (await table.host.get(table.path("/record"))).content.count(b"\n") == 4
        found = (await table.host.get(table.path("/verification"))).json()
        assert (found["verdict"], found["checked"]) == ("fair", 1)


@pytest.mark.parametrize("name", [game.name for game in all_games().values() if game.secret])
async def test_a_table_ended_early_hides_nothing_any_more_and_its_dice_can_be_checked(url, name):
    async with sitting(url, name) as table:
        ann, bo = table.players
        await asyncio.gather(*(play_on(player, Random(n), seq=20) for n, player in enumerate(table.players)))
        await table.host.done(table.path("/end"))
        await ann.until(lambda: ann.happened[-1]["what"]["type"] == "revealed")
        await bo.until(lambda: bo.seen == ann.seen)
        assert [found["what"]["type"] for found in bo.happened[-2:]] == ["ended", "revealed"]
        file = (await table.host.get(table.path("/record"))).content
        timeline, found = checked(read_record(file))
        assert (found.verdict, found.checked > 0) == ("fair", True)
        assert timeline.state.outcome() is None
        assert commitment(bytes.fromhex(timeline.revealed)) == ann.room["deal"]["promise"]
        assert (await table.host.get(table.path("/verification"))).json()["verdict"] == "fair"
        answer = await table.host.get(table.path("/steps"))
        assert answer.headers["content-encoding"] == "gzip"
        assert len(answer.json()) == len(timeline.steps)


async def test_a_table_ended_before_the_game_began_has_nothing_to_show(url):
    async with sitting(url, "pig", start=False) as table:
        await table.host.done(table.path("/end"))
        ann = table.players[0]
        await ann.until(lambda: ann.room["stage"] == "over")
        assert ann.happened[-1]["what"] == {"type": "ended"}
        assert (await table.host.get(table.path("/record"))).json()["code"] == "not-begun"


async def test_somebody_sent_away_is_sat_in_for_and_another_may_take_over_a_seat_left_open(url):
    async with sitting(url, "pig", options={"target": 1000}) as table:
        ann, bo = table.players
        await table.host.done(table.path("/remove"), {"seat": 0, "open": True})
        await ann.until(lambda: ann.yours == [])
        assert (await ann.play(0, {"type": "Roll"}))["code"] == "not-yours"
        await play_on(bo, Random(1), moves=2)
        async with Api(url) as cy:
            assert (await cy.sit(table.table, "Cy", 0))[0] == 0
            async with Player(url, table.table, *cy.tokens) as player:
                rival = asyncio.create_task(play_on(bo, Random(2)))
                assert await play_on(player, Random(3), moves=1) == 1
                rival.cancel()
                assert player.room["seats"][0]["name"] == "Cy"
        await table.host.done(table.path("/remove"), {"seat": 0})
        assert (await table.host.post(table.path("/seats"), {"name": "Di"})).json()["code"] == "full"


async def test_the_muted_are_not_heard(url):
    async with sitting(url, "pig") as table:
        ann = table.players[0]
        await table.host.done(table.path("/mute"), {"seat": 0})
        assert (await ann.ask("chat", seat=0, text="hello"))["code"] == "muted"
        await table.host.done(table.path("/mute"), {"seat": 0, "muted": False})
        assert (await ann.ask("chat", seat=0, text="hello"))["type"] == "done"


async def test_the_role_of_host_is_handed_on_and_goes_along_with_whoever_leaves(url):
    async with sitting(url, "pig", ("Ann", "Bo", "Cy"), start=False) as table:
        ann, bo, _ = table.people
        await table.host.done(table.path("/bots"), {"level": "random"})
        refused = await table.host.post(table.path("/host"), {"seat": 3})
        assert refused.json()["code"] == "not-a-person"
        await table.host.done(table.path("/host"), {"seat": 0})
        assert (await table.host.post(table.path("/start"))).status_code == 403
        assert (await ann.get(table.path())).json()["host"]
        await ann.done(table.path("/seats/0/leave"))
        assert (await bo.get(table.path())).json()["host"]
        await bo.done(table.path("/start"))
        await table.players[1].until(lambda: table.players[1].room["host"] == 0)
        assert (await bo.get(table.path())).json()["yours"] == [0]


async def test_public_tables_are_listed_and_others_are_not(url):
    async with sitting(url, "pig", public=True) as shown, sitting(url, "pig") as hidden, Api(url) as anybody:
        found = (await anybody.get("/api/tables", params={"stage": "playing"})).json()["tables"]
        assert shown.table in [row["table"] for row in found]
        assert hidden.table not in [row["table"] for row in found]
        row = next(row for row in found if row["table"] == shown.table)
        assert row["about"]["names"] == ["Ann", "Bo"]
        assert row["game"] == "pig"
        pages, before = [], ""
        while True:
            page = (await anybody.get("/api/tables", params={"limit": 1, "before": before})).json()
            pages += [row["table"] for row in page["tables"]]
            before = page["next"]
            if not before:
                break
        assert shown.table in pages
        assert len(pages) == len(set(pages))
        assert (await anybody.get("/api/tables", params={"before": "x"})).status_code == 400


async def test_everybody_learns_how_many_look_on(tmp_path):
    with running(tmp_path / "knobel.db", ping_s=0.1, beat_s=0.1) as house:
        async with sitting(house.url, "pig") as table:
            ann = table.players[0]
            async with Player(house.url, table.table) as spectator:
                await ann.until(lambda: '"watching":1' in ann.frames[-1])
                assert any('"watching":1' in frame for frame in spectator.frames)
            await ann.until(lambda: '"watching":0' in ann.frames[-1])
