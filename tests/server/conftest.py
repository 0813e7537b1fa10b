from __future__ import annotations

from pathlib import Path

import pytest

from knobel.store.opening import open_store
from tests.server.running import House, running

PACE = 50
"""How much faster the tables' clocks run than real ones."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory):
    """A house that all tests of a file share: bots and clocks run so fast that nobody waits for them."""
    with running(tmp_path_factory.mktemp("house") / "knobel.db", pace=PACE) as opened:
        yield opened
        wrong = [line for line in opened.lines if line.get("level") == "error"]
        assert wrong == []


@pytest.fixture
def url(house: House) -> str:
    return house.url


@pytest.fixture
async def store(tmp_path: Path):
    """A store of its own, for a house in this process."""
    opened = await open_store(str(tmp_path / "knobel.db"))
    yield opened
    await opened.close()
