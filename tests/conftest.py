"""How long hypothesis searches: the same examples on every run of `make test`, many more and new ones in a campaign."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("ordinary", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "campaign", deadline=None, max_examples=3000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("ordinary")
