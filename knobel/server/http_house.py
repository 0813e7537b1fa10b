"""The rest of the house over HTTP: games, the list of tables, finished records, and how the house is."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures.state import State
from litestar.params import Parameter

from knobel.core.checking import checked
from knobel.core.game import BOX, Game
from knobel.core.options import Option, options
from knobel.core.record import read_record, wrote
from knobel.core.registry import all_games
from knobel.core.verify import Verification, verify
from knobel.players.roster import roster
from knobel.server import bodies
from knobel.server.hosted import Hosted
from knobel.server.house import House
from knobel.server.listing import About
from knobel.server.reached import Reached
from knobel.server.words import Refused
from knobel.store.log import Listing, Stage

Asking = Request[None, None, State]
MOST_LISTED = 100
MOST_RECORD = 4 * 1024 * 1024


@get("/api/games", summary="The games", tags=["Games"])
async def games(request: Asking) -> tuple[bodies.GameInfo, ...]:
    """Every game that can be played here, with its options as data, in the language that was asked for."""
    language = Reached(request.scope).language
    return tuple(_game(game, language) for game in all_games().values())


@get("/api/tables", summary="Public tables", tags=["Tables"])
async def public_tables(
    request: Asking,
    stage: Stage | None = None,
    before: Annotated[str, Parameter(max_length=140, description="`next` of the page before.")] = "",
    limit: Annotated[int, Parameter(ge=1, le=MOST_LISTED)] = 50,
) -> bodies.Tables:
    """Tables that anybody may watch, the last changed first: those that gather, are played, or are over."""
    found = await _house(request).store.listed(public=True, stage=stage, limit=limit, before=_place(before))
    more = f"{found[-1].changed}-{found[-1].table}" if len(found) == limit else ""
    return bodies.Tables(tables=tuple(map(_listed, found)), next=more)


@get("/api/tables/{table:str}/record", summary="A finished record", tags=["Records"], media_type="application/x-ndjson")
async def record(request: Asking, table: str) -> Response[bytes]:
    """The whole record of a table that is over, as a file that `knobel replay` and `knobel verify` read."""
    hosted = await _finished(request, table)
    timeline = hosted.timeline
    if timeline is None:
        raise Refused("not-begun")
    name = f"{hosted.game.name}-{table[:8]}.knobel"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(wrote(timeline.header, timeline.entries), headers=headers, media_type="application/x-ndjson")


@get("/api/tables/{table:str}/verification", summary="Were the dice fair?", tags=["Records"])
async def verification(request: Asking, table: str) -> Verification:
    """Every roll of a table that is over, drawn again."""
    hosted = await _finished(request, table)
    if hosted.timeline is None:
        raise Refused("not-begun")
    return await asyncio.to_thread(verify, hosted.timeline.branch())


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
    """What Prometheus reads."""
    house = _house(request)
    if not house.settings.metrics:
        raise Refused("no-metrics", 404)
    return house.metrics.text()


LOOKING = Router(
    "/", route_handlers=[games, public_tables, record, verification, verify_record, healthy, ready, metrics]
)


def _house(request: Asking) -> House:
    return request.app.state.house


async def _finished(request: Asking, table: str) -> Hosted:
    kept = await _house(request).kept(table)
    if kept.hosted.stage != "over":
        raise Refused("not-over")
    return kept.hosted


def _place(before: str) -> tuple[int, str] | None:
    if not before:
        return None
    changed, dash, table = before.partition("-")
    if not dash or not changed.isdecimal() or len(changed) > 15:
        raise Refused("page", 400)
    return int(changed), table


def _listed(listing: Listing) -> bodies.Listed:
    about = msgspec.json.decode(listing.about, type=About)
    return bodies.Listed(
        table=listing.table, game=listing.game, stage=listing.stage, about=about, changed=listing.changed
    )


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
