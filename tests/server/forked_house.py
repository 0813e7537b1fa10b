"""What a forked house does: the same as `knobel serve`. Loaded once, before the first fork."""

from __future__ import annotations

import asyncio

import uvloop

from knobel.core.registry import all_games
from knobel.server.http.static import Page
from knobel.server.logs import log_to
from knobel.server.run import run
from knobel.server.settings import settings_from
from knobel.store import postgres as postgres

all_games()
Page()  # packed once, for all of them


def serve(settings: dict[str, object]) -> None:
    """Opens a house, and keeps it until somebody ends it."""
    chosen = settings_from(settings, {})
    log_to(chosen.log)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(chosen))
