"""What can be asked over HTTP of a game that is over, or of what has happened in one: records, and looking back."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter

from knobel.coach.advice import NoAdvice
from knobel.coach.worker import ask_check
from knobel.core.errors import KnobelError
from knobel.core.record import RealDice
from knobel.core.timeline import Timeline
from knobel.core.verify import Verification, verify
from knobel.server.caller import Caller
from knobel.server.http import schemas
from knobel.server.http.draws import draws_of
from knobel.server.http.replay import looking_back, throws_typed
from knobel.server.http.request import Asking, house_of, load_table
from knobel.server.http.reviews import review_view
from knobel.server.limits import Rate
from knobel.server.socket.protocol import Drawn
from knobel.server.words import Denied
from knobel.table.export import ENDING, write_record

STEPS_PAGE, MAX_STEPS = 1000, 2**31
MAX_PAID = 5000
"""However long a game was, looking back at it costs no more than this."""
CHECKING = "checking"
MAX_RECORD = 4 * 1024 * 1024


@get("/{table:str}/record", summary="A finished record", tags=["Records"], media_type="application/x-ndjson")
async def export_record(request: Asking, table: FromPath[str]) -> Response[bytes]:
    """The whole record of a table that is over, as a file that `knobel replay` and `knobel verify` read."""
    timeline = await _load_finished(request, table)
    name = f"{timeline.game.name}-{table[:8]}{ENDING}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    written = await asyncio.to_thread(write_record, timeline)
    return Response(written, headers=headers, media_type="application/x-ndjson")


@get("/{table:str}/verification", summary="Were the dice fair?", tags=["Records"])
async def verify_table(request: Asking, table: FromPath[str]) -> Verification:
    """Every roll of a table that is over, drawn again."""
    timeline = await _load_finished(request, table)
    with request.app.state.checking.one(CHECKING):
        return await asyncio.to_thread(verify, timeline)


@get("/{table:str}/draws", summary="What was drawn", tags=["Records"])
async def list_draws(request: Asking, table: FromPath[str]) -> schemas.DrawsView:
    """Every draw of a table that is over, and what its number means: with the record, all that a check needs."""
    return await asyncio.to_thread(draws_of, await _load_finished(request, table))


@get("/{table:str}/steps", summary="A finished game, step by step", tags=["Records"])
async def list_steps(
    request: Asking,
    table: FromPath[str],
    dice: FromQuery[Drawn] = "named",
    marks: FromQuery[bool] = False,
    after: Annotated[int, QueryParameter(ge=0, le=MAX_STEPS, description="How many steps you have.")] = 0,
) -> tuple[schemas.StepView, ...]:
    """The steps of a table that is over, a thousand at a time: what happened, what lay there, and the points.

    `dice`: in its sentences.
    """
    timeline = await _load_finished(request, table)
    language = Caller(request.scope).language
    return await asyncio.to_thread(
        looking_back, timeline, language, "marked" if marks else dice, after, after + STEPS_PAGE
    )


@get("/{table:str}/review", summary="A finished game, looked at again", tags=["Records"])
async def show_review(request: Asking, table: FromPath[str], dice: FromQuery[Drawn] = "named") -> schemas.ReviewView:
    """What every decision was worth, luck and skill, and what decided it; worked out when it is first asked for."""
    timeline, reviews = await _load_finished(request, table), request.app.state.reviews
    caller = Caller(request.scope)
    known = reviews.of(table, timeline.branch(), caller.address)
    if not known.found.done():
        return schemas.ReviewView(done=known.done, found=None)
    try:
        found = known.found.result()
    except KnobelError:
        reviews.forget(table)
        raise
    return await asyncio.to_thread(review_view, timeline.branch(), found, caller.language, dice)


@get("/{table:str}/throws", summary="Throws of real dice", tags=["Tables"])
async def list_throws(
    request: Asking, table: FromPath[str], dice: FromQuery[Drawn] = "named", marks: FromQuery[bool] = False
) -> tuple[schemas.ThrowTyped, ...]:
    """The throws that were typed in so far, with the faces of their dice: what the host may put right."""
    timeline = (await load_table(request, table)).hosted.timeline
    if timeline is None:
        raise Denied("not-begun")
    if not isinstance(timeline.header.dice, RealDice):
        return ()
    _pay(request, table, len(timeline.steps))
    language = Caller(request.scope).language
    return await asyncio.to_thread(throws_typed, timeline.branch(), language, "marked" if marks else dice)


@post(
    "/api/verify",
    summary="Were the dice of a record fair?",
    tags=["Records"],
    status_code=200,
    request_max_body_size=MAX_RECORD,
)
async def verify_record(request: Asking) -> Verification:
    """A record, sent as it is in its file: every roll is drawn again, by a process that holds up nobody else."""
    state = request.app.state
    with state.uploading.one(Caller(request.scope).address), state.storing.one(CHECKING):
        data = await request.body()
    with state.checking.one(CHECKING):
        try:
            return await asyncio.wrap_future(ask_check(data))
        except NoAdvice as error:
            raise Denied("check-broken-off", 503) from error


async def _load_finished(request: Asking, table: str) -> Timeline:
    """A game that is over, from its first step to its last, read from its log. Raises `Denied` where it is not."""
    hosted = (await load_table(request, table)).hosted
    if hosted.timeline is None:
        raise Denied("not-begun")
    if hosted.stage != "over":
        raise Denied("not-over")
    _pay(request, table, hosted.seq)
    async with request.app.state.turns:
        whole = (await house_of(request).read_whole(table)).timeline
    if whole is None:
        raise Denied("not-begun")
    return whole


def _pay(request: Asking, table: str, happenings: int) -> None:
    """What is told of the past at once counts for the address that asks, and for the table. Raises `Denied`."""
    looking: Rate = request.app.state.looking
    payers = ("address", Caller(request.scope).address), ("table", table)
    if not looking.allows_all(payers, min(happenings, MAX_PAID)):
        raise Denied("too-fast", 429)


OF_RECORDS = [
    export_record,
    verify_table,
    list_draws,
    list_steps,
    show_review,
    list_throws,
]
"""Those of a table."""
