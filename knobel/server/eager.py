"""Work that is begun at once, where a task would first wait for its turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger("knobel.eager")


def begin(work: Coroutine[Any, Any, None]) -> None:
    """Runs as far as nothing has to be waited for, and goes on as soon as it is there. It cannot be cancelled.

    There is no task, so the work must not use what asks for one (`asyncio.timeout`, say).
    """
    _go_on(work, None)


def _go_on(work: Coroutine[Any, Any, None], _waited_for: asyncio.Future[Any] | None) -> None:
    try:
        waits_for: asyncio.Future[Any] | None = work.send(None)
    except (StopIteration, asyncio.CancelledError):
        return
    except Exception:  # there is nobody else to hear of it
        log.exception("something went wrong beside")
        return
    if waits_for is None:  # it only lets others go first
        asyncio.get_running_loop().call_soon(_go_on, work, None)
        return
    waits_for._asyncio_future_blocking = False  # as every task does, so that the future knows it is awaited properly
    waits_for.add_done_callback(lambda done: _go_on(work, done))
