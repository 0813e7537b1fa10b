from __future__ import annotations

import asyncio
from random import Random

import pytest

from knobel.core.game import BOX
from knobel.core.record import read_record
from knobel.core.registry import all_games
from knobel.core.verify import checked
from tests.server.tables import play_on, sitting

LONG_S = 600
"""Towers take their time, the more so on a busy machine; whatever takes longer hangs."""


@pytest.mark.parametrize("name", all_games())
async def test_a_whole_game_of_people_over_the_wire_ends_fair_and_alike_for_all(url, name):
    async with sitting(url, name, preset=BOX) as table:
        async with asyncio.timeout(LONG_S):
            await asyncio.gather(*(play_on(player, Random(n)) for n, player in enumerate(table.players)))
        ann, bo = table.players
        assert [happening["seq"] for happening in ann.happened] == list(range(1, ann.seen + 1))
        assert [happening["seq"] for happening in bo.happened] == list(range(1, ann.seen + 1))
        assert ann.position["places"] == bo.position["places"]
        assert sorted(ann.position["places"])[0] == 1
        found = (await table.host.get(table.path("/verification"))).json()
        assert found["verdict"] == "fair"
        assert found["entry"] is None
        record = read_record((await table.host.get(table.path("/record"))).content)
        timeline, verdict = checked(record)
        assert verdict.verdict == "fair"
        assert list(timeline.state.outcome()) == ann.position["places"]


@pytest.mark.parametrize("name", all_games())
async def test_bots_play_a_whole_game_on_their_own(url, name):
    levels = list(all_games()[name].players) or ["random"]
    async with sitting(url, name, (), bots=(levels[0], "random"), public=True, start=False, preset=BOX) as table:
        await table.host.done(table.path("/start"))
        async with asyncio.timeout(LONG_S):
            while (await table.host.get(table.path())).json()["room"]["stage"] != "over":
                await asyncio.sleep(0.05)
        assert (await table.host.get(table.path("/verification"))).json()["verdict"] == "fair"
