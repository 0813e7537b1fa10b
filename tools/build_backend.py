"""The package build: Hatchling's, with the page in the wheel. Node is asked for only where the page has to be built."""

from __future__ import annotations

from typing import Any

import page
from hatchling.build import *  # noqa: F403
from hatchling.build import build_sdist as _build_sdist
from hatchling.build import build_wheel as _build_wheel


def get_requires_for_build_wheel(_settings: dict[str, Any] | None = None) -> list[str]:
    """What a wheel is built with beside Hatchling."""
    return [] if page.is_built() else [page.NODE]


get_requires_for_build_sdist = get_requires_for_build_wheel


def build_wheel(directory: str, config_settings: dict[str, Any] | None = None, metadata: str | None = None) -> str:
    """A wheel that serves the page."""
    page.build()
    return _build_wheel(directory, config_settings, metadata)


def build_sdist(directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """A source archive that holds the page as built, so that a wheel can be made of it without Node."""
    page.build()
    return _build_sdist(directory, config_settings)
