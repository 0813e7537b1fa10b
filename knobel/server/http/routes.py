"""What can be asked over HTTP: to set a table up, to look at one, and how the house is."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, TypeVar

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.datastructures.state import State
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from knobel.core.errors import KnobelError, Malformed
from knobel.core.fair import Salt, commitment
from knobel.core.game import Game
from knobel.core.options import agreed_before
from knobel.core.record import RealDice, read_record
from knobel.core.registry import all_games
from knobel.core.registry import game as game_called
from knobel.core.timeline import Timeline
from knobel.core.verify import Verification, checked, verify
from knobel.core.words import LANGUAGES
from knobel.server import reach
from knobel.server.caller import COOKIE, Caller
from knobel.server.cluster.bus import BusTrouble
from knobel.server.http import schemas
from knobel.server.http.lessons import lesson_view
from knobel.server.http.replay import looking_back, throws_typed
from knobel.server.http.reviews import review_view
from knobel.server.limits import Rate
from knobel.server.socket.projection import room_view
from knobel.server.socket.protocol import Drawn
from knobel.server.tables import actions
from knobel.server.tables.draft import Draft, Vault
from knobel.server.tables.events import Opened, Setup
from knobel.server.tables.house import NAME, House, LoadedTable, new_token
from knobel.server.tables.listing import About
from knobel.server.tables.rematch import play_again
from knobel.server.tables.state import Rights, hashed
from knobel.server.words import Denied
from knobel.store.log import Listing, TableStage
from knobel.table.export import ENDING, write_record
from knobel.table.options import agreed_options
from knobel.table.rulebook import CardInfo, GameInfo, card_of, game_info

T = TypeVar("T")
Asking = Request[None, None, State]
TableName = Annotated[str, PathParameter(max_length=100, description="The table's name, which is also its link.")]
NamedGame = Annotated[str, PathParameter(max_length=100)]
SeatNumber = Annotated[int, PathParameter(ge=0, le=63)]

COOKIE_DAYS = 30


@post("/", summary="Open a table")
async def open_table(request: Asking, data: JSONBody[schemas.NewTable]) -> Response[schemas.TableOpened]:
    """Opens a table. Whoever does is its host, by the token that is shown only now."""
    house = _house(request)
    _check_opening(request)
    game = game_called(data.game)
    options = agreed_options(game, data.preset or game.offered, data.options, real_dice=data.dice == "real")
    setup = Setup(
        game=game.name,
        options=msgspec.to_builtins(options),
        dice=data.dice,
        public=data.public,
        move_ms=None if data.move_seconds is None else round(data.move_seconds * 1000),
        language=data.language,
        hints=data.hints,
    )
    _check_playable(game, setup)
    token = new_token()

    def opening(vault: Vault) -> Opened:
        return Opened(at=house.now(), setup=setup, promise=commitment(vault.seed(0)), host=hashed(token))

    table = await house.open(opening, address=Caller(request.scope).address)
    return _with_token(request, schemas.TableOpened(table=table, token=token), table, token)


@get("/{table:str}", summary="Look at a table")
async def look_at_table(request: Asking, table: TableName) -> schemas.Summary:
    """A table without its game, and what the tokens that were sent along open there."""
    loaded = await _load(request, table)
    caller = Caller(request.scope)
    rights = loaded.hosted.room.rights(_keys(caller))
    view = room_view(loaded.hosted, caller.language)
    return schemas.Summary(room=view, yours=tuple(sorted(rights.seats)), host=rights.host)


@post("/{table:str}/seats", summary="Sit down")
async def sit_down(request: Asking, table: TableName, data: JSONBody[schemas.SitDown]) -> Response[schemas.SeatTaken]:
    """Takes a seat. The token that opens it is shown only now."""
    token = new_token()
    await _load(request, table)
    address = Caller(request.scope).address
    seat, _ = await _house(request).act(
        table, lambda draft: actions.sit(draft, data.name, data.seat, hashed(token)), address
    )
    return _with_token(request, schemas.SeatTaken(seat=seat, token=token), table, token)


@post("/{table:str}/bots", summary="Let a bot sit down")
async def add_bot(request: Asking, table: TableName, data: JSONBody[schemas.AddBot]) -> schemas.Where:
    """The host lets a player of the house take a seat."""
    language = Caller(request.scope).language
    seat = await _do(
        request, table, lambda draft, rights: actions.sit_bot(draft, rights, data.level, data.seat, data.name, language)
    )
    return schemas.Where(seat=seat)


@post("/{table:str}/salts", summary="Commit to a salt", status_code=204)
async def commit_salt(request: Asking, table: TableName, data: JSONBody[schemas.SaltPromise]) -> None:
    """A seated person commits to a salt, before the game is started."""
    await _do(request, table, lambda draft, rights: actions.promise_salt(draft, rights, data.seat, data.promise))


@post("/{table:str}/salts/open", summary="Open a salt", status_code=204)
async def open_salt(request: Asking, table: TableName, data: JSONBody[schemas.SaltOpening]) -> None:
    """A person opens the salt they committed to, once the host has started; when all have, the game begins."""
    salt = Salt(data.text, data.nonce)
    await _do(request, table, lambda draft, rights: actions.open_salt(draft, rights, data.seat, salt))


@post("/{table:str}/start", summary="Start", status_code=204)
async def start(request: Asking, table: TableName) -> None:
    """The host starts the game; whoever committed to a salt opens it first."""
    _house(request).check_room(Caller(request.scope).address)
    await _do(request, table, actions.start)


@post("/{table:str}/seats/{seat:int}/leave", summary="Leave", status_code=204)
async def leave(request: Asking, table: TableName, seat: SeatNumber) -> None:
    """A player leaves. While the game is on a bot sits in, and they can come back."""
    await _do(request, table, lambda draft, rights: actions.leave(draft, rights, seat))


@post("/{table:str}/seats/{seat:int}/return", summary="Come back", status_code=204)
async def come_back(request: Asking, table: TableName, seat: SeatNumber) -> None:
    """A player who left takes their seat over again."""
    await _do(request, table, lambda draft, rights: actions.come_back(draft, rights, seat))


@post("/{table:str}/seats/{seat:int}/device", summary="Make a link for another device")
async def link_device(request: Asking, table: TableName, seat: SeatNumber) -> schemas.DeviceLink:
    """A token that takes a seat along to another device: once, and for ten minutes. Until then nothing changes."""
    token = new_token()
    until = await _do(request, table, lambda draft, rights: actions.link_device(draft, rights, seat, hashed(token)))
    return schemas.DeviceLink(seat=seat, token=token, until=until)


@post("/{table:str}/device", summary="Go on on this device")
async def take_along(
    request: Asking, table: TableName, data: JSONBody[schemas.TakeAlong]
) -> Response[schemas.SeatTaken]:
    """The seat that a link takes along, and its new token; the one before is void from now on, and so is the link."""
    token = new_token()
    await _load(request, table)
    address = Caller(request.scope).address
    seat, _ = await _house(request).act(
        table, lambda draft: actions.take_along(draft, hashed(data.token), hashed(token)), address
    )
    return _with_token(request, schemas.SeatTaken(seat=seat, token=token), table, token)


@post("/{table:str}/seats/{seat:int}/alone", summary="End a seat's other devices")
async def end_others(request: Asking, table: TableName, seat: SeatNumber) -> Response[schemas.SeatTaken]:
    """A new token for a seat; whoever else holds the old one, or a link, only watches from now on."""
    token = new_token()
    await _do(request, table, lambda draft, rights: actions.rekey(draft, rights, seat, hashed(token)))
    return _with_token(request, schemas.SeatTaken(seat=seat, token=token), table, token)


@post("/{table:str}/pause", summary="Pause", status_code=204)
async def pause(request: Asking, table: TableName) -> None:
    """The host stops the game for a while; no clock runs."""
    await _do(request, table, actions.pause)


@post("/{table:str}/continue", summary="Go on", status_code=204)
async def go_on(request: Asking, table: TableName) -> None:
    """The host lets the game go on."""
    await _do(request, table, actions.go_on)


@post("/{table:str}/end", summary="End", status_code=204)
async def end(request: Asking, table: TableName) -> None:
    """The host ends the table before the game is over."""
    await _do(request, table, actions.end)


@post("/{table:str}/remove", summary="Send somebody away", status_code=204)
async def remove(request: Asking, table: TableName, data: JSONBody[schemas.SendAway]) -> None:
    """The host sends whoever has a seat away; their token is void."""
    await _do(request, table, lambda draft, rights: actions.remove(draft, rights, data.seat, data.open))


@post("/{table:str}/mute", summary="Mute", status_code=204)
async def mute(request: Asking, table: TableName, data: JSONBody[schemas.Mute]) -> None:
    """The host decides whether a seat may chat."""
    await _do(request, table, lambda draft, rights: actions.mute(draft, rights, data.seat, data.muted))


@post("/{table:str}/host", summary="Hand the host's role on", status_code=204)
async def hand_on(request: Asking, table: TableName, data: JSONBody[schemas.HandOn]) -> None:
    """The host hands the role on to a person at the table."""
    await _do(request, table, lambda draft, rights: actions.hand_on(draft, rights, data.seat))


@post("/{table:str}/rematch", summary="Play again")
async def open_rematch(request: Asking, table: TableName) -> Response[schemas.Rematch]:
    """The same people at a new table, each one seat further; their tokens open their seats there."""
    caller = Caller(request.scope)
    await _load(request, table)
    new = await play_again(_house(request), table, _keys(caller), lambda: _check_opening(request), caller.address)
    return Response(schemas.Rematch(table=new), cookies=[_cookie(caller, new, token) for token in caller.tokens])


def _house(request: Asking) -> House:
    return request.app.state.house


def _check_opening(request: Asking) -> None:
    """Every way to open a table comes through here. Raises `Denied` where an address opens too many, or it is full."""
    address = Caller(request.scope).address
    _house(request).check_room(address)
    request.app.state.creating.check(address)


async def _load(request: Asking, table: str) -> LoadedTable:
    """A table; whoever asks answers for its being in memory."""
    return await _house(request).load(table, Caller(request.scope).address)


def _check_playable(game: Game, setup: Setup) -> None:
    """Raises `Malformed` for options under which no number of people can play."""
    refused: Malformed | None = None
    for seats in game.seats:
        try:
            game.start(seats, **setup.options)
        except Malformed as error:
            refused = error
        else:
            return
    if refused is not None:
        raise refused


def _keys(caller: Caller) -> list[str]:
    return [hashed(token) for token in caller.tokens]


async def _do(request: Asking, table: str, action: Callable[[Draft, Rights], T]) -> T:
    """Does something in the name of whoever asks."""
    caller = Caller(request.scope)
    keys = _keys(caller)
    await _load(request, table)
    result, _ = await _house(request).act(table, lambda draft: action(draft, draft.room.rights(keys)), caller.address)
    return result


def _with_token(request: Asking, content: T, table: str, token: str) -> Response[T]:
    """An answer that also sets the token as a cookie."""
    return Response(content, status_code=201, cookies=[_cookie(Caller(request.scope), table, token)])


def _cookie(caller: Caller, table: str, token: str) -> Cookie:
    """A token as a cookie of its table alone, which no script can read and no other page can send."""
    return Cookie(
        key=f"{COOKIE}{hashed(token)[:12]}",
        value=token,
        path=f"/api/tables/{table}",
        max_age=COOKIE_DAYS * 24 * 3600,
        httponly=True,
        samesite="strict",
        secure=caller.secure,
    )


MAX_LISTED = 100
STEPS_PAGE, MAX_STEPS = 1000, 2**31
MAX_PAID = 5000
"""However long a game was, looking back at it costs no more than this."""


@get("/", summary="Public tables", tags=["Tables"])
async def list_tables(
    request: Asking,
    stage: FromQuery[TableStage | None] = None,
    before: Annotated[str, QueryParameter(max_length=140, description="`next` of the page before.")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)] = 50,
) -> schemas.TablePage:
    """Tables that anybody may watch, the last changed first: those that gather, are played, or are over."""
    found = await _house(request).store.list_tables(public=True, stage=stage, limit=limit, before=_place(before))
    more = f"{found[-1].changed}-{found[-1].table}" if len(found) == limit else ""
    return schemas.TablePage(tables=tuple(map(_listed, found)), next=more)


@get("/{table:str}/card", summary="The rules card of a table", tags=["Tables"])
async def show_card(request: Asking, table: TableName) -> CardInfo | None:
    """The rules card under the house rules that are played there; null where the game has none."""
    hosted = (await _load(request, table)).hosted
    chosen = agreed_before(hosted.game.options, hosted.room.setup.options)
    return card_of(hosted.game, chosen, Caller(request.scope).language)


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
    timeline = (await _load(request, table)).hosted.timeline
    if timeline is None:
        raise Denied("not-begun")
    if not isinstance(timeline.header.dice, RealDice):
        return ()
    _pay(request, table, len(timeline.steps))
    language = Caller(request.scope).language
    return await asyncio.to_thread(throws_typed, timeline.branch(), language, "marked" if marks else dice)


async def _load_finished(request: Asking, table: str) -> Timeline:
    """A game that is over, from its first step to its last, read from its log. Raises `Denied` where it is not."""
    hosted = (await _load(request, table)).hosted
    if hosted.timeline is None:
        raise Denied("not-begun")
    if hosted.stage != "over":
        raise Denied("not-over")
    _pay(request, table, hosted.seq)
    async with request.app.state.turns:
        whole = (await _house(request).read_whole(table)).timeline
    if whole is None:
        raise Denied("not-begun")
    return whole


def _pay(request: Asking, table: str, happenings: int) -> None:
    """What is told of the past at once counts for the address that asks, and for the table. Raises `Denied`."""
    looking: Rate = request.app.state.looking
    payers = ("address", Caller(request.scope).address), ("table", table)
    if not looking.allows_all(payers, min(happenings, MAX_PAID)):
        raise Denied("too-fast", 429)


def _place(before: str) -> tuple[int, str] | None:
    if not before:
        return None
    changed, dash, table = before.partition("-")
    if not dash or not re.fullmatch("[0-9]{1,15}", changed) or not NAME.fullmatch(table):
        raise Denied("page", 400)
    return int(changed), table


def _listed(listing: Listing) -> schemas.ListedTable:
    about = msgspec.json.decode(listing.about, type=About)
    return schemas.ListedTable(
        table=listing.table, game=listing.game, stage=listing.stage, about=about, changed=listing.changed
    )


CHECKING = "checking"
MAX_RECORD = 4 * 1024 * 1024
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
    house = _house(request)
    if not Caller(request.scope).local:
        return schemas.HouseView(reach="unknown", addresses=())
    if reach.for_this_machine_alone(house.settings.host):
        return schemas.HouseView(reach="machine", addresses=())
    found = [reach.web_address(address, house.port).rstrip("/") for address in reach.here(house.settings.host)]
    return schemas.HouseView(reach="network" if found else "nowhere", addresses=tuple(found))


@post(
    "/api/verify",
    summary="Were the dice of a record fair?",
    tags=["Records"],
    status_code=200,
    request_max_body_size=MAX_RECORD,
)
async def verify_record(request: Asking) -> Verification:
    """A record, sent as it is in its file: every roll is drawn again."""
    state = request.app.state
    with state.uploading.one(Caller(request.scope).address), state.storing.one(CHECKING):
        data = await request.body()
    with state.checking.one(CHECKING):
        return await asyncio.to_thread(lambda: checked(read_record(data))[1])


@get("/healthz", summary="Is it running?", tags=["Operation"], media_type=MediaType.TEXT)
async def answer_healthy() -> str:
    """The process runs."""
    return "ok\n"


@get("/readyz", summary="Can it serve?", tags=["Operation"], media_type=MediaType.TEXT)
async def check_ready(request: Asking) -> str:
    """The store can be written, and the house is not closing; degraded: others are heard late, and games go on.

    Read-only: whoever runs the house lets nothing be written for a while.
    """
    house = _house(request)
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
    house = _house(request)
    settings = house.settings
    if not settings.metrics or not (settings.metrics_open or Caller(request.scope).local):
        raise Denied("no-metrics", 404)
    return house.metrics.text()


OF_TABLES = [
    open_table,
    look_at_table,
    sit_down,
    add_bot,
    commit_salt,
    open_salt,
    start,
    leave,
    come_back,
    link_device,
    take_along,
    end_others,
    pause,
    go_on,
    end,
    remove,
    mute,
    hand_on,
    open_rematch,
    list_tables,
    show_card,
    export_record,
    verify_table,
    list_steps,
    show_review,
    list_throws,
]
OF_HOUSE = [
    list_games,
    show_lesson,
    show_reach,
    verify_record,
    answer_healthy,
    check_ready,
    show_metrics,
]
