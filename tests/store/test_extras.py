"""Without the packages of an extra, the house says which is missing."""

from __future__ import annotations

import sys

import pytest

from knobel.server.cluster.bus import BusTrouble, open_bus
from knobel.store.log import StoreTrouble
from knobel.store.opening import open_store


@pytest.fixture
def _nothing_extra(monkeypatch):
    for name in ("asyncpg", "redis.asyncio"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in [
        name for name in sys.modules if name.startswith(("knobel.store.postgres", "knobel.server.cluster.redis"))
    ]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.usefixtures("_nothing_extra")
async def test_a_missing_package_is_named():
    with pytest.raises(StoreTrouble, match="pip install asyncpg"):
        await open_store("postgresql://localhost/house")
    with pytest.raises(BusTrouble, match="pip install redis"):
        open_bus("redis://localhost")
