"""The HTTP side does what it says of itself: schemathesis asks everything that its description allows, and more."""

from __future__ import annotations

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis import checks

from knobel.core.registry import all_games
from tests.server.client import PATIENCE_S
from tests.server.running import House

PROMISES = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
EACH = max(6, (settings().max_examples - 100) // 7)
"""Examples for each of the house's addresses: a few in `make test`, hundreds in a campaign."""


@pytest.fixture(scope="module")
def described(house: House):
    """What a running house says of itself."""
    return schemathesis.openapi.from_url(f"{house.url}/api/schema/openapi.json")


@pytest.fixture(scope="module")
def host(house: House) -> tuple[str, dict[str, str]]:
    """A table, and what makes one its host with a seat."""
    setup = {"game": next(iter(all_games())), "public": True}
    opened = httpx.post(f"{house.url}/api/tables", json=setup, timeout=PATIENCE_S).json()
    headers = {"Authorization": f"Bearer {opened['token']}"}
    path = f"/api/tables/{opened['table']}/seats"
    sat = httpx.post(house.url + path, json={"name": "Ann"}, headers=headers, timeout=PATIENCE_S).json()
    return opened["table"], {"Authorization": f"Bearer {opened['token']}, {sat['token']}"}


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(max_examples=EACH)
def test_a_stranger_gets_what_was_promised_and_never_a_fault(case):
    case.call_and_validate(checks=PROMISES)


@schema.include(path_regex=r"/api/tables/\{table\}").parametrize()
@settings(max_examples=EACH)
def test_a_host_gets_what_was_promised_and_never_a_fault(case, host):
    """The same at a table that is there, with the tokens of its host."""
    case.path_parameters["table"], headers = host
    case.call_and_validate(checks=PROMISES, headers=headers)
