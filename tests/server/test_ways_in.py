"""The house tells the page at which addresses friends get in, and tells strangers nothing of its machine."""

from __future__ import annotations

import httpx
import pytest

from knobel.server.reach import here
from tests.server.running import running


def told(url: str, **headers: str) -> dict[str, object]:
    return httpx.get(f"{url}/api/house", headers=headers, trust_env=False).json()


def test_a_house_for_this_machine_alone_says_so(url):
    assert told(url) == {"reach": "machine", "addresses": []}


@pytest.mark.skipif(not here("0.0.0.0"), reason="this machine is in no network")
def test_a_house_for_the_network_names_addresses_that_answer_but_only_to_its_own_machine(tmp_path):
    with running(tmp_path / "knobel.db", host="0.0.0.0") as house:
        port = house.url.rpartition(":")[2]
        answer = told(f"http://127.0.0.1:{port}")
        assert answer["reach"] == "network"
        assert answer["addresses"] == [f"http://{address}:{port}" for address in here("0.0.0.0")]
        for address in answer["addresses"]:
            assert told(address) == {"reach": "unknown", "addresses": []}
        passed_on = told(f"http://127.0.0.1:{port}", **{"X-Forwarded-For": "198.51.100.7"})
        assert passed_on == {"reach": "unknown", "addresses": []}
