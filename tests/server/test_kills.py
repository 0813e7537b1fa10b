"""A house that is killed at random instants, again and again: nothing that anybody saw is lost, nothing is doubled."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.store.opening import open_store
from tests.server.evening import Evening, check_evening
from tests.server.forked import forked


@pytest.fixture(params=["sqlite", "postgres"])
async def store_url(request, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return await request.getfixturevalue("postgres").fresh()


@pytest.mark.long
async def test_nothing_that_anybody_saw_is_lost_or_doubled_by_kills_and_every_table_goes_on(store_url, tmp_path, sized):
    kills = sized("kills", 5, 160)
    with forked(store_url, tmp_path / "log") as house:
        evening = Evening([house], seed=kills)
        await evening.run(kills)
        assert evening.tried() > kills, "it was killed too soon to matter"
        store = await open_store(store_url)
        await check_evening(evening, store)
        await store.close()
