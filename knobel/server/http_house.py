"""The house itself over HTTP: its games, whether somebody's dice were fair, and how the house is."""

from __future__ import annotations

import asyncio

from litestar import MediaType, Request, get, post
from litestar.datastructures.state import State

from knobel.core.checking import checked
from knobel.core.record import read_record
from knobel.core.registry import all_games
from knobel.core.verify import Verification
from knobel.server.house import House
from knobel.server.reached import Reached
from knobel.server.words import Refused
from knobel.table.rulebook import GameInfo, game_info

Asking = Request[None, None, State]
MOST_LISTED = 100
CHECKING = "checking"
MOST_RECORD = 4 * 1024 * 1024


@get("/api/games", summary="The games", tags=["Games"])
async def games(request: Asking) -> tuple[GameInfo, ...]:
    """Every game that can be played here, with its options as data, in the language that was asked for."""
    language = Reached(request.scope).language
    return tuple(game_info(game, language) for game in all_games().values())


@post(
    "/api/verify",
    summary="Were the dice of a record fair?",
    tags=["Records"],
    status_code=200,
    request_max_body_size=MOST_RECORD,
)
async def verify_record(request: Asking) -> Verification:
    """A record, sent as it is in its file: every roll is drawn again."""
    data = await request.body()
    with request.app.state.checking.one(CHECKING):
        return await asyncio.to_thread(lambda: checked(read_record(data))[1])


@get("/healthz", summary="Is it running?", tags=["Operation"], media_type=MediaType.TEXT)
async def healthy() -> str:
    """The process runs."""
    return "ok\n"


@get("/readyz", summary="Can it serve?", tags=["Operation"], media_type=MediaType.TEXT)
async def ready(request: Asking) -> str:
    """The store can be written, others can be heard, and the house is not closing."""
    house = _house(request)
    if house.closing:
        raise Refused("closing", 503)
    await house.store.ready()
    await house.bus.ready()
    return "ready\n"


@get("/metrics", summary="Measurements", tags=["Operation"], media_type=MediaType.TEXT)
async def metrics(request: Asking) -> str:
    """What Prometheus reads; only on the machine itself, unless the house is set to show it to everybody."""
    house = _house(request)
    settings = house.settings
    if not settings.metrics or not (settings.metrics_open or Reached(request.scope).local):
        raise Refused("no-metrics", 404)
    return house.metrics.text()


HOUSE = [games, verify_record, healthy, ready, metrics]


def _house(request: Asking) -> House:
    return request.app.state.house
