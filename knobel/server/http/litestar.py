"""The house over HTTP, as one application: its routes, and what becomes of whatever they raise."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures.state import State
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from knobel import __version__
from knobel.core.words import Voice
from knobel.server.caller import Caller
from knobel.server.http.house_routes import OF_HOUSE
from knobel.server.http.record_routes import MAX_PAID, OF_RECORDS, verify_record
from knobel.server.http.reviews import Reviews
from knobel.server.http.schemas import Problem
from knobel.server.http.table_routes import OF_TABLES
from knobel.server.limits import Crowd, Rate
from knobel.server.refusals import EXPECTED, Why
from knobel.server.tables.house import House
from knobel.server.words import Denied

MAX_BODY = 64 * 1024
PACKED_FROM = 2000
"""Answers of so many bytes are sent packed: a game step by step is large, and says much twice."""
MAX_GUESTS = 60
"""So many people behind one address may open their tables at once."""
MAX_UPLOADS, MAX_STORED = 2, 16
"""Records that one address may be sending at once, and all together: each is held in memory until it is there."""
MAX_LOOKING = 2
"""Games that are read back from their logs at once; others wait for their turn."""
MAX_CHECKING = 2
"""Records that are checked at once: it is hard work, and bots need their share of the machine."""

PROBLEMS = (400, 403, 404, 405, 409, 413, 429, 503)
WHY_NOT: dict[int, ResponseSpec] = {
    status: ResponseSpec(Problem, generate_examples=False, description="Why not") for status in PROBLEMS
}
"""What any answer may be instead of what was asked for."""
UNREADABLE_BODY = (RecursionError, UnicodeError)
"""What a body raises that is nested too deep, or whose letters are none."""

log = logging.getLogger("knobel.http")


def http_api(house: House | None, clock: Callable[[], float] = time.monotonic) -> Litestar:
    """HTTP; without a house, only to describe itself."""
    settings = house.settings if house else None
    state = State(
        {
            "house": house,
            "creating": Rate(settings.create_rate if settings else 0, clock, MAX_GUESTS),
            "looking": Rate(settings.past_rate if settings else 0, clock, MAX_PAID),
            "turns": asyncio.Semaphore(MAX_LOOKING),
            "uploading": Crowd(MAX_UPLOADS),
            "storing": Crowd(MAX_STORED),
            "checking": Crowd(MAX_CHECKING),
            "reviews": Reviews(settings.review_rate if settings else 0),
        }
    )
    of_tables, others = [*OF_TABLES, *OF_RECORDS], [*OF_HOUSE, verify_record]
    for handler in (*of_tables, *others):
        handler.responses = WHY_NOT
    return Litestar(
        route_handlers=[Router("/api/tables", route_handlers=of_tables, tags=["Tables"]), *others],
        state=state,
        exception_handlers={
            **dict.fromkeys(EXPECTED, _refused),
            **dict.fromkeys(UNREADABLE_BODY, _unreadable),
            HTTPException: _not_understood,
            Exception: _fault,
        },
        request_max_body_size=MAX_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=PACKED_FROM, gzip_compress_level=4),
        openapi_config=OpenAPIConfig(
            title="Knobel", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
    )


def _refused(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    why = Why(error, Voice(language=Caller(request.scope).language))
    house: House = request.app.state.house
    house.metrics.refused.labels(why.code).inc()
    headers = {"Retry-After": "1"} if why.status in (429, 503) else {}
    problem = Problem(code=why.code, rule=why.rule, option=why.option, why=why.text)
    return Response(problem, status_code=why.status, headers=headers)


def _not_understood(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework itself refuses: no such page, a body that is too large or not what it should be."""
    code = {404: "not-found", 405: "not-found", 413: "too-large"}.get(error.status_code, "malformed")
    why = Why(Denied(code, error.status_code, why=_detail(error)), Voice(language=Caller(request.scope).language))
    return Response(
        Problem(code=why.code, why=why.text), status_code=error.status_code, headers=dict(error.headers or {})
    )


def _unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    return _refused(request, Denied("malformed", 400, why=type(error).__name__))


def _detail(error: HTTPException) -> str:
    """Which part of what was sent is wrong, and how, as far as the framework says it."""
    try:
        found = msgspec.convert(error.extra, type=list[_Fault])
    except msgspec.ValidationError:
        found = []
    return (f"{found[0].key} {found[0].message}".strip() if found else error.detail)[:200]


class _Fault(msgspec.Struct):
    message: str = ""
    key: str = ""


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A fault of the house: whoever asked learns nothing of its insides."""
    log.error("a request failed and was answered with 500: nothing is lost; report it", exc_info=error)
    why = Why(Denied("fault", 500), Voice(language=Caller(request.scope).language))
    return Response(Problem(code="fault", why=why.text), status_code=500)
