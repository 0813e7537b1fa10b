"""Tables to look at over HTTP: the list of public ones, finished records, and whether their dice were fair."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

import msgspec
from litestar import Request, Response, get
from litestar.datastructures.state import State
from litestar.params import Parameter

from knobel.core.timeline import Timeline
from knobel.core.verify import Verification, verify
from knobel.server import bodies
from knobel.server.house import NAME, House
from knobel.server.http_house import CHECKING
from knobel.server.listing import About
from knobel.server.looking_back import looking_back, throws_typed
from knobel.server.reached import Reached
from knobel.server.wire import Drawn
from knobel.server.words import Refused
from knobel.store.log import Listing, Stage
from knobel.table.export import ENDING, write_record

Asking = Request[None, None, State]
MOST_LISTED = 100


@get("/", summary="Public tables", tags=["Tables"])
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


@get("/{table:str}/record", summary="A finished record", tags=["Records"], media_type="application/x-ndjson")
async def record(request: Asking, table: str) -> Response[bytes]:
    """The whole record of a table that is over, as a file that `knobel replay` and `knobel verify` read."""
    timeline = await _finished(request, table)
    name = f"{timeline.game.name}-{table[:8]}{ENDING}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    written = await asyncio.to_thread(write_record, timeline.branch())
    return Response(written, headers=headers, media_type="application/x-ndjson")


@get("/{table:str}/verification", summary="Were the dice fair?", tags=["Records"])
async def verification(request: Asking, table: str) -> Verification:
    """Every roll of a table that is over, drawn again."""
    timeline = await _finished(request, table)
    with request.app.state.checking.one(CHECKING):
        return await asyncio.to_thread(verify, timeline.branch())


@get("/{table:str}/steps", summary="A finished game, step by step", tags=["Records"])
async def steps(request: Asking, table: str, dice: Drawn = "named", marks: bool = False) -> tuple[bodies.StepView, ...]:
    """Every step of a table that is over: what happened, what lay there, and the points. `dice`: in its sentences."""
    timeline = await _finished(request, table)
    return await asyncio.to_thread(
        looking_back, timeline.branch(), Reached(request.scope).language, "marked" if marks else dice
    )


@get("/{table:str}/throws", summary="Throws of real dice", tags=["Tables"])
async def throws(
    request: Asking, table: str, dice: Drawn = "named", marks: bool = False
) -> tuple[bodies.ThrowTyped, ...]:
    """The throws that were typed in so far, with the faces of their dice: what the host may put right."""
    timeline = (await _house(request).kept(table)).hosted.timeline
    if timeline is None:
        raise Refused("not-begun")
    return throws_typed(timeline, Reached(request.scope).language, "marked" if marks else dice)


LOOKING = [public_tables, record, verification, steps, throws]


def _house(request: Asking) -> House:
    return request.app.state.house


async def _finished(request: Asking, table: str) -> Timeline:
    hosted = (await _house(request).kept(table)).hosted
    if hosted.timeline is None:
        raise Refused("not-begun")
    if hosted.stage != "over":
        raise Refused("not-over")
    return hosted.timeline


def _place(before: str) -> tuple[int, str] | None:
    if not before:
        return None
    changed, dash, table = before.partition("-")
    if not dash or not re.fullmatch("[0-9]{1,15}", changed) or not NAME.fullmatch(table):
        raise Refused("page", 400)
    return int(changed), table


def _listed(listing: Listing) -> bodies.Listed:
    about = msgspec.json.decode(listing.about, type=About)
    return bodies.Listed(
        table=listing.table, game=listing.game, stage=listing.stage, about=about, changed=listing.changed
    )
