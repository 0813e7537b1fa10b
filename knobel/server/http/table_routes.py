"""What can be asked over HTTP of a table: to open one, to sit down there, to look at it, and what its host may do."""

from __future__ import annotations

import re
import time
from typing import Annotated, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from knobel.core.errors import Malformed
from knobel.core.fair import Salt, commitment, new_seed
from knobel.core.game import Game
from knobel.core.options import agreed_before
from knobel.core.registry import game as game_called
from knobel.server.caller import COOKIE, Caller
from knobel.server.http import schemas
from knobel.server.http.request import Asking, TableName, do_at, house_of, keys_of, load_table
from knobel.server.socket.presence import present_at
from knobel.server.socket.projection import room_view
from knobel.server.tables import room_actions
from knobel.server.tables.draft import Vault
from knobel.server.tables.events import Opened, Setup
from knobel.server.tables.house import NAME, new_token
from knobel.server.tables.listing import About
from knobel.server.tables.rematch import play_again
from knobel.server.tables.state import hashed
from knobel.server.words import Denied
from knobel.store.log import Listing, TableStage
from knobel.table.game_info import CardInfo, card_of
from knobel.table.options import agreed_options

T = TypeVar("T")
SeatNumber = Annotated[int, PathParameter(ge=0, le=63)]

COOKIE_DAYS = 30
MAX_LISTED = 100


@post("/", summary="Open a table")
async def open_table(request: Asking, data: JSONBody[schemas.NewTable]) -> Response[schemas.TableOpened]:
    """Opens a table. Whoever does is its host, by the token that is shown only now."""
    house = house_of(request)
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
    token, seed = new_token(), new_seed()
    promise = commitment(Vault(seed).seed(0))

    def opening(_: Vault) -> Opened:
        return Opened(at=house.now(), setup=setup, promise=promise, host=hashed(token))

    table = await house.open(opening, seed=seed, address=Caller(request.scope).address)
    return _with_token(request, schemas.TableOpened(table=table, token=token, promise=promise), table, token)


@get("/{table:str}", summary="Look at a table")
async def look_at_table(request: Asking, table: TableName) -> schemas.Summary:
    """A table without its game, and what the tokens that were sent along open there."""
    loaded = await load_table(request, table)
    caller = Caller(request.scope)
    rights = loaded.hosted.room.rights(keys_of(caller))
    view = room_view(loaded.hosted, caller.language)
    return schemas.Summary(room=view, yours=tuple(sorted(rights.seats)), host=rights.host)


@post("/{table:str}/seats", summary="Sit down")
async def sit_down(request: Asking, table: TableName, data: JSONBody[schemas.SitDown]) -> Response[schemas.SeatTaken]:
    """Takes a seat. The token that opens it is shown only now."""
    token = new_token()
    await load_table(request, table)
    address = Caller(request.scope).address
    seat, _ = await house_of(request).act(
        table, lambda draft: room_actions.sit(draft, data.name, data.seat, hashed(token), data.promise), address
    )
    return _with_token(request, schemas.SeatTaken(seat=seat, token=token), table, token)


@post("/{table:str}/bots", summary="Let a bot sit down")
async def add_bot(request: Asking, table: TableName, data: JSONBody[schemas.AddBot]) -> schemas.Where:
    """The host lets a player of the house take a seat."""
    language = Caller(request.scope).language
    seat = await do_at(
        request,
        table,
        lambda draft, rights: room_actions.sit_bot(draft, rights, data.level, data.seat, data.name, language),
    )
    return schemas.Where(seat=seat)


@post("/{table:str}/salts", summary="Commit to a salt", status_code=200)
async def commit_salt(request: Asking, table: TableName, data: JSONBody[schemas.SaltPromise]) -> schemas.SaltPromised:
    """A seated person commits to a salt. Once the host has started it counts for nothing, and the answer says so."""
    seat, promise = data.seat, data.promise
    counts = await do_at(request, table, lambda draft, rights: room_actions.promise_salt(draft, rights, seat, promise))
    return schemas.SaltPromised(counts=counts)


@post("/{table:str}/salts/open", summary="Open a salt", status_code=204)
async def open_salt(request: Asking, table: TableName, data: JSONBody[schemas.SaltOpening]) -> None:
    """A person opens the salt they committed to, once the host has started; when all have, the game begins."""
    salt = Salt(data.text, data.nonce)
    await do_at(request, table, lambda draft, rights: room_actions.open_salt(draft, rights, data.seat, salt))


@post("/{table:str}/start", summary="Start", status_code=204)
async def start(request: Asking, table: TableName, data: JSONBody[schemas.Start | None] = None) -> None:
    """The host starts the game; whoever committed to a salt opens it first."""
    house, asked = house_of(request), data or schemas.Start()
    house.check_room(Caller(request.scope).address)
    away = present_at(house, await load_table(request, table), time.monotonic()).away if asked.without else {}
    salts = {opening.seat: Salt(opening.text, opening.nonce) for opening in asked.salts}
    without = [seat for seat in asked.without if seat in away]
    await do_at(request, table, lambda draft, rights: room_actions.start(draft, rights, salts, without, asked.promises))


@post("/{table:str}/seats/{seat:int}/leave", summary="Leave", status_code=204)
async def leave(request: Asking, table: TableName, seat: SeatNumber) -> None:
    """A player leaves. While the game is on a bot sits in, and they can come back."""
    await do_at(request, table, lambda draft, rights: room_actions.leave(draft, rights, seat))


@post("/{table:str}/seats/{seat:int}/return", summary="Come back", status_code=204)
async def come_back(request: Asking, table: TableName, seat: SeatNumber) -> None:
    """A player who left takes their seat over again."""
    await do_at(request, table, lambda draft, rights: room_actions.come_back(draft, rights, seat))


@post("/{table:str}/seats/{seat:int}/device", summary="Make a link for another device")
async def link_device(request: Asking, table: TableName, seat: SeatNumber) -> schemas.DeviceLink:
    """A token that takes a seat along to another device: once, and for ten minutes. Until then nothing changes."""
    token = new_token()
    until = await do_at(
        request, table, lambda draft, rights: room_actions.link_device(draft, rights, seat, hashed(token))
    )
    return schemas.DeviceLink(seat=seat, token=token, until=until)


@post("/{table:str}/device", summary="Go on on this device")
async def take_along(
    request: Asking, table: TableName, data: JSONBody[schemas.TakeAlong]
) -> Response[schemas.SeatTaken]:
    """The seat that a link takes along, and its new token; the one before is void from now on, and so is the link."""
    token = new_token()
    await load_table(request, table)
    address = Caller(request.scope).address
    seat, _ = await house_of(request).act(
        table, lambda draft: room_actions.take_along(draft, hashed(data.token), hashed(token)), address
    )
    return _with_token(request, schemas.SeatTaken(seat=seat, token=token), table, token)


@post("/{table:str}/seats/{seat:int}/alone", summary="End a seat's other devices")
async def end_others(request: Asking, table: TableName, seat: SeatNumber) -> Response[schemas.SeatTaken]:
    """A new token for a seat; whoever else holds the old one, or a link, only watches from now on."""
    token = new_token()
    await do_at(request, table, lambda draft, rights: room_actions.rekey(draft, rights, seat, hashed(token)))
    return _with_token(request, schemas.SeatTaken(seat=seat, token=token), table, token)


@post("/{table:str}/pause", summary="Pause", status_code=204)
async def pause(request: Asking, table: TableName) -> None:
    """The host stops the game for a while; no clock runs."""
    await do_at(request, table, room_actions.pause)


@post("/{table:str}/continue", summary="Go on", status_code=204)
async def go_on(request: Asking, table: TableName) -> None:
    """The host lets the game go on."""
    await do_at(request, table, room_actions.go_on)


@post("/{table:str}/end", summary="End", status_code=204)
async def end(request: Asking, table: TableName) -> None:
    """The host ends the table before the game is over."""
    await do_at(request, table, room_actions.end)


@post("/{table:str}/remove", summary="Send somebody away", status_code=204)
async def remove(request: Asking, table: TableName, data: JSONBody[schemas.SendAway]) -> None:
    """The host sends whoever has a seat away; their token is void."""
    await do_at(request, table, lambda draft, rights: room_actions.remove(draft, rights, data.seat, data.open))


@post("/{table:str}/mute", summary="Mute", status_code=204)
async def mute(request: Asking, table: TableName, data: JSONBody[schemas.Mute]) -> None:
    """The host decides whether a seat may chat."""
    await do_at(request, table, lambda draft, rights: room_actions.mute(draft, rights, data.seat, data.muted))


@post("/{table:str}/host", summary="Hand the host's role on", status_code=204)
async def hand_on(request: Asking, table: TableName, data: JSONBody[schemas.HandOn]) -> None:
    """The host hands the role on to a person at the table."""
    await do_at(request, table, lambda draft, rights: room_actions.hand_on(draft, rights, data.seat))


@post("/{table:str}/rematch", summary="Play again")
async def open_rematch(request: Asking, table: TableName) -> Response[schemas.Rematch]:
    """The same people at a new table, each one seat further; their tokens open their seats there."""
    caller = Caller(request.scope)
    await load_table(request, table)
    new = await play_again(house_of(request), table, keys_of(caller), lambda: _check_opening(request), caller.address)
    return Response(schemas.Rematch(table=new), cookies=[_cookie(caller, new, token) for token in caller.tokens])


@get("/", summary="Public tables", tags=["Tables"])
async def list_tables(
    request: Asking,
    stage: FromQuery[TableStage | None] = None,
    before: Annotated[str, QueryParameter(max_length=140, description="`next` of the page before.")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)] = 50,
) -> schemas.TablePage:
    """Tables that anybody may watch, the last changed first: those that gather, are played, or are over."""
    found = await house_of(request).store.list_tables(public=True, stage=stage, limit=limit, before=_place(before))
    more = f"{found[-1].changed}-{found[-1].table}" if len(found) == limit else ""
    return schemas.TablePage(tables=tuple(map(_listed, found)), next=more)


@get("/{table:str}/card", summary="The rules card of a table", tags=["Tables"])
async def show_card(request: Asking, table: TableName) -> CardInfo | None:
    """The rules card under the house rules that are played there; null where the game has none."""
    hosted = (await load_table(request, table)).hosted
    chosen = agreed_before(hosted.game.options, hosted.room.setup.options)
    return card_of(hosted.game, chosen, Caller(request.scope).language)


def _check_opening(request: Asking) -> None:
    """Every way to open a table comes through here. Raises `Denied` where an address opens too many, or it is full."""
    address = Caller(request.scope).address
    house_of(request).check_room(address)
    request.app.state.creating.check(address)


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
]
