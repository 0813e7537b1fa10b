"""What can be asked over HTTP of the house: which games it has, where it can be reached, and how it is."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

from litestar import MediaType, get
from litestar.params import FromQuery, PathParameter

from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from knobel.server import reach
from knobel.server.caller import Caller
from knobel.server.cluster.bus import BusTrouble
from knobel.server.http import schemas
from knobel.server.http.lessons import lesson_view
from knobel.server.http.request import Asking, house_of
from knobel.server.socket.protocol import Drawn
from knobel.server.words import Denied
from knobel.table.game_info import GameInfo, game_info

NamedGame = Annotated[str, PathParameter(max_length=100)]

BUS_S = 1.0
"""A bus that takes longer to answer is away."""


@get("/api/games", summary="The games", tags=["Games"])
async def list_games(request: Asking) -> tuple[GameInfo, ...]:
    """Every game that can be played here, with its options as data, in the language that was asked for."""
    return _games_in(Caller(request.scope).language)


@lru_cache(len(LANGUAGES))
def _games_in(language: str) -> tuple[GameInfo, ...]:
    """It is much, and always the same: everybody who comes asks for it."""
    return tuple(game_info(game, language) for game in all_games().values())


@get("/api/games/{game:str}/lesson", summary="A game's lesson", tags=["Games"])
async def show_lesson(request: Asking, game: NamedGame, dice: FromQuery[Drawn] = "named") -> schemas.LessonView:
    """A scripted deal that teaches a game, in the language that was asked for. `dice`: in its sentences."""
    return lesson_view(game, Caller(request.scope).language, dice)


@get("/api/house", summary="How others get in", tags=["Operation"])
async def show_reach(request: Asking) -> schemas.HouseView:
    """At which addresses others in the network reach this house: told only to whoever is on its machine."""
    house = house_of(request)
    if not Caller(request.scope).local:
        return schemas.HouseView(reach="unknown", addresses=())
    if reach.for_this_machine_alone(house.settings.host):
        return schemas.HouseView(reach="machine", addresses=())
    found = [reach.web_address(address, house.port).rstrip("/") for address in reach.here(house.settings.host)]
    return schemas.HouseView(reach="network" if found else "nowhere", addresses=tuple(found))


@get("/healthz", summary="Is it running?", tags=["Operation"], media_type=MediaType.TEXT)
async def answer_healthy() -> str:
    """The process runs."""
    return "ok\n"


@get("/readyz", summary="Can it serve?", tags=["Operation"], media_type=MediaType.TEXT)
async def check_ready(request: Asking) -> str:
    """The store can be written, and the house is not closing; degraded: others are heard late, and games go on.

    Read-only: whoever runs the house lets nothing be written for a while.
    """
    house = house_of(request)
    if house.closing or house.draining:
        raise Denied("closing", 503)
    await house.store.check_ready()
    if house.bus:
        try:
            async with asyncio.timeout(BUS_S):
                await house.bus.check_ready()
        except (BusTrouble, TimeoutError):
            return "degraded\n"
    return "read-only\n" if house.read_only else "ready\n"


@get("/metrics", summary="Measurements", tags=["Operation"], media_type=MediaType.TEXT)
async def show_metrics(request: Asking) -> str:
    """What Prometheus reads; only on the machine itself, unless the house is set to show it to everybody."""
    house = house_of(request)
    settings = house.settings
    if not settings.metrics or not (settings.metrics_open or Caller(request.scope).local):
        raise Denied("no-metrics", 404)
    return house.metrics.text()


OF_HOUSE = [
    list_games,
    show_lesson,
    show_reach,
    answer_healthy,
    check_ready,
    show_metrics,
]
