"""How long hypothesis searches, how large the long tests are, the servers that tests may ask for, and how tests that
wait are run.

The same examples on every run of `make test`, many more and new ones in a campaign.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tools.services"]

DAILY = 100
settings.register_profile(
    "ordinary", deadline=None, derandomize=True, max_examples=DAILY, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "campaign", deadline=None, max_examples=3000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("ordinary")


def pytest_configure(config: pytest.Config) -> None:
    """The mark of tests that begin first."""
    config.addinivalue_line("markers", "long: begins first, or a worker would be left alone with it at the end")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests begin first."""
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    long = [item for item in items if item.get_closest_marker("long")]
    items[:] = dealt(long, [item for item in items if item not in long], workers)


def dealt(long: list[Any], rest: list[Any], workers: int) -> list[Any]:
    """All of them, so that each worker's share, which it takes from here in one piece, begins with long ones."""
    others, order = iter(rest), list[Any]()
    for worker in range(workers):
        first = long[worker::workers]
        size = (len(long) + len(rest) - len(order)) // (workers - worker)
        order += [*first, *islice(others, max(0, size - len(first)))]
    return [*order, *others]


def examples(few: int, many: int) -> settings:
    """How many examples a test gets whose every example is long: few, or many in a campaign."""
    return settings(max_examples=many if settings().max_examples > DAILY else few)


Sized = Callable[[str, int, int], int]


@pytest.fixture(scope="session")
def sized(request: pytest.FixtureRequest) -> Sized:
    """How many of something a test takes: few, or many in a campaign, or as many as its variable says.

    `sized("kills", 5, 160)` can be set by KNOBEL_KILLS.
    """
    campaign = request.config.getoption("--hypothesis-profile") == "campaign"

    def size(name: str, few: int, many: int) -> int:
        return int(os.environ.get(f"KNOBEL_{name.upper()}", many if campaign else few))

    return size


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests that wait run on asyncio, as the house does."""
    return "asyncio"
