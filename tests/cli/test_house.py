"""`knobel house`: what whoever runs a house asks of it while it is open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from knobel.core.words import LANGUAGES
from tests.nursery import PATIENCE_S
from tests.server.running import House as Running
from tests.server.running import running


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Running]:
    """A house whose tables are where `knobel` is started: nothing need be said of where it is."""
    with running(tmp_path / "knobel.db") as house:
        yield house


def test_every_power_is_a_command(house, opened, tmp_path):
    visitor = httpx.Client(base_url=opened.url)
    table = visitor.post("/api/tables", json={"game": "pig"}).json()["table"]
    store = "--store", str(tmp_path / "knobel.db")
    listed = house.run("house", "addresses", *store)
    assert "127.0.0.1: seats 0, sockets 0" in listed.stdout
    told = json.loads(house.run("house", "addresses", "--json", *store).stdout)
    assert [use["address"] for use in told] == ["127.0.0.1"]
    assert "ended" in house.run("house", "end", f"/table/{table}", *store).stdout
    again = house.run("house", "end", table, *store)
    assert (again.returncode, again.stderr) == (2, "knobel: The table is over\n")
    assert "for 5 minutes" in house.run("house", "away", "192.0.2.7", "--minutes", "5", *store).stdout
    assert "192.0.2.7: seats 0" in house.run("house", "addresses", *store).stdout
    assert "may come back" in house.run("house", "away", "192.0.2.7", "--minutes", "0", *store).stdout
    assert "An keinem Tisch" in house.run("house", "read-only", "on", *store, "--language", "de").stdout
    assert httpx.get(opened.url + "/readyz").text == "read-only\n"
    assert "written again" in house.run("house", "read-only", "off", *store).stdout
    assert "closes when nobody plays" in house.run("house", "drain", KNOBEL_STORE=store[1]).stdout
    assert opened.process.wait(PATIENCE_S) == 0
    visitor.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_house_is_open_that_is_said_in_one_line(house, language):
    for store in ("knobel.db", "postgresql://here/knobel"):
        refused = house.run("house", "addresses", "--store", store, "--language", language)
        assert refused.returncode == 2
        assert len(refused.stderr.splitlines()) == 1
        assert "--control" in refused.stderr
