"""How long hypothesis searches, the servers that tests may ask for, and how tests that wait are run.

The same examples on every run of `make test`, many more and new ones in a campaign.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.services import postgres, redis_server, service_folder

__all__ = ["anyio_backend", "postgres", "redis_server", "service_folder"]

settings.register_profile("ordinary", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "campaign", deadline=None, max_examples=3000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("ordinary")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests marked `anyio` run on asyncio, as the house does."""
    return "asyncio"
