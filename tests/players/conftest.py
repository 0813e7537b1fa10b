from __future__ import annotations

from pathlib import Path

import pytest

from knobel.players.solutions import finder as module


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An empty folder for solutions, and a process that knows none; whatever still goes on is ended."""
    monkeypatch.setenv("KNOBEL_SOLUTIONS", str(tmp_path / "solutions"))
    forget()
    yield tmp_path / "solutions"
    forget()


def forget() -> None:
    """As in a process that has just begun."""
    module._end_searches()
    module._searches.clear()
