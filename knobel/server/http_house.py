"""The house itself over HTTP: its games, whether somebody's dice were fair, and how the house is."""

from __future__ import annotations

import asyncio

from litestar import MediaType, Request, get, post
from litestar.datastructures.state import State

from knobel.core.checking import checked
from knobel.core.game import BOX, Game
from knobel.core.options import Option, options
from knobel.core.record import read_record
from knobel.core.registry import all_games
from knobel.core.verify import Verification
from knobel.players.roster import roster
from knobel.server import bodies
from knobel.server.house import House
from knobel.server.reached import Reached
from knobel.server.words import Refused

Asking = Request[None, None, State]
MOST_LISTED = 100
CHECKING = "checking"
MOST_RECORD = 4 * 1024 * 1024


@get("/api/games", summary="The games", tags=["Games"])
async def games(request: Asking) -> tuple[bodies.GameInfo, ...]:
    """Every game that can be played here, with its options as data, in the language that was asked for."""
    language = Reached(request.scope).language
    return tuple(_game(game, language) for game in all_games().values())


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


def _game(game: Game, language: str) -> bodies.GameInfo:
    return bodies.GameInfo(
        name=game.name,
        title=game.title(language),
        tagline=game.words.template("tagline", language) or "",
        least=game.seats[0],
        most=game.seats[-1],
        secret=game.secret,
        offered=game.offered,
        presets=tuple(_preset(game, name, language) for name in (BOX, *game.presets)),
        options=tuple(_option(game, option, language) for option in options(game.options)),
        players=tuple(roster(game)),
        rules=game.ledger(language),
    )


def _preset(game: Game, name: str, language: str) -> bodies.PresetInfo:
    label = game.words.template(f"presets.{name}", language) or name
    return bodies.PresetInfo(name=name, label=label, options=dict(game.preset(name)))


def _option(game: Game, option: Option, language: str) -> bodies.OptionInfo:
    words = game.words.under(f"options.{option.name}", language)
    return bodies.OptionInfo(option=option, label=words.pop("label", option.name), labels=words)
