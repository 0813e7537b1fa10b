"""Every promise of the store is tested on both stores."""

from __future__ import annotations

import pytest

from knobel.store.opening import open_store


@pytest.fixture(params=["sqlite", "postgres"])
async def url(request, tmp_path) -> str:
    """Where a fresh store is."""
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return await request.getfixturevalue("postgres").fresh()


@pytest.fixture
async def store(url):
    """A fresh store, open."""
    opened = await open_store(url)
    yield opened
    await opened.close()
