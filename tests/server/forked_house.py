"""What a forked house does: the same as `knobel serve`, with its log in a file. Loaded once, before the first fork."""

from __future__ import annotations

import asyncio
import os

import uvloop

from knobel.core.registry import all_games
from knobel.server import redis_bus as redis_bus
from knobel.server.logs import log_to
from knobel.server.running import run
from knobel.server.settings import settings_from
from knobel.store import postgres as postgres

all_games()


def serve(settings: dict[str, object], log: str) -> None:
    """Opens a house, and keeps it until somebody ends it."""
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 2)
    chosen = settings_from(settings, {})
    log_to(chosen.log)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(chosen))
