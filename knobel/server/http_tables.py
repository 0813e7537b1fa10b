"""Setting a table up over HTTP: open it, sit down, start, and what a host may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.datastructures.state import State
from litestar.params import Parameter

from knobel.core.errors import Malformed
from knobel.core.fair import Salt, commitment
from knobel.core.game import Game
from knobel.core.registry import game as game_called
from knobel.server import bodies, deeds
from knobel.server.events import Opened, Setup
from knobel.server.hosted import Draft
from knobel.server.house import House, new_token
from knobel.server.projecting import room_view
from knobel.server.reached import COOKIE, Reached
from knobel.server.rematching import play_again
from knobel.server.room import Who, hashed
from knobel.server.vault import Vault
from knobel.table.options import agreed_options

T = TypeVar("T")
Asking = Request[None, None, State]
TableName = Annotated[str, Parameter(max_length=100, description="The table's name, which is also its link.")]
SeatNumber = Annotated[int, Parameter(ge=0, le=63)]

COOKIE_DAYS = 30


@post("/", summary="Open a table")
async def open_table(request: Asking, data: bodies.NewTable) -> Response[bodies.Opened]:
    """Opens a table. Whoever does is its host, by the token that is shown only now."""
    house = _house(request)
    request.app.state.creating.check(Reached(request.scope).address)
    house.check_room()
    game = game_called(data.game)
    options = agreed_options(game, data.preset or game.offered, data.options, real_dice=data.dice == "real")
    setup = Setup(
        game=game.name,
        options=msgspec.to_builtins(options),
        dice=data.dice,
        public=data.public,
        move_ms=None if data.move_seconds is None else round(data.move_seconds * 1000),
        language=data.language,
    )
    _check_playable(game, setup)
    token = new_token()

    def opening(vault: Vault) -> Opened:
        return Opened(at=house.now(), setup=setup, promise=commitment(vault.seed(0)), host=hashed(token))

    table = await house.open(opening)
    return _with_token(request, bodies.Opened(table=table, token=token), table, token)


@get("/{table:str}", summary="Look at a table")
async def look_at_table(request: Asking, table: TableName) -> bodies.Summary:
    """A table without its game, and what the tokens that were sent along open there."""
    kept = await _house(request).kept(table)
    reached = Reached(request.scope)
    who = kept.hosted.room.who(_keys(reached))
    view = room_view(kept.hosted, reached.language)
    return bodies.Summary(room=view, yours=tuple(sorted(who.seats)), host=who.host)


@post("/{table:str}/seats", summary="Sit down")
async def sit_down(request: Asking, table: TableName, data: bodies.SitDown) -> Response[bodies.SeatTaken]:
    """Takes a seat. The token that opens it is shown only now."""
    token = new_token()
    seat, _ = await _house(request).act(table, lambda draft: deeds.sit(draft, data.name, data.seat, hashed(token)))
    return _with_token(request, bodies.SeatTaken(seat=seat, token=token), table, token)


@post("/{table:str}/bots", summary="Let a bot sit down")
async def add_bot(request: Asking, table: TableName, data: bodies.AddBot) -> bodies.Where:
    """The host lets a player of the house take a seat."""
    seat = await _do(request, table, lambda draft, who: deeds.sit_bot(draft, who, data.level, data.seat, data.name))
    return bodies.Where(seat=seat)


@post("/{table:str}/salts", summary="Commit to a salt", status_code=204)
async def commit_salt(request: Asking, table: TableName, data: bodies.SaltPromise) -> None:
    """A seated person commits to a salt, before the game is started."""
    await _do(request, table, lambda draft, who: deeds.promise_salt(draft, who, data.seat, data.promise))


@post("/{table:str}/salts/open", summary="Open a salt", status_code=204)
async def open_salt(request: Asking, table: TableName, data: bodies.SaltOpening) -> None:
    """A person opens the salt they committed to, once the host has started; when all have, the game begins."""
    salt = Salt(data.text, data.nonce)
    await _do(request, table, lambda draft, who: deeds.open_salt(draft, who, data.seat, salt))


@post("/{table:str}/start", summary="Start", status_code=204)
async def start(request: Asking, table: TableName) -> None:
    """The host starts the game; whoever committed to a salt opens it first."""
    _house(request).check_room()
    await _do(request, table, deeds.start)


@post("/{table:str}/seats/{seat:int}/leave", summary="Leave", status_code=204)
async def leave(request: Asking, table: TableName, seat: SeatNumber) -> None:
    """A player leaves. While the game is on a bot sits in, and they can come back."""
    await _do(request, table, lambda draft, who: deeds.leave(draft, who, seat))


@post("/{table:str}/seats/{seat:int}/return", summary="Come back", status_code=204)
async def come_back(request: Asking, table: TableName, seat: SeatNumber) -> None:
    """A player who left takes their seat over again."""
    await _do(request, table, lambda draft, who: deeds.come_back(draft, who, seat))


@post("/{table:str}/seats/{seat:int}/device", summary="Go on on another device")
async def change_device(request: Asking, table: TableName, seat: SeatNumber) -> bodies.SeatTaken:
    """A new token for a seat, to be used on another device; the old one is void from now on."""
    token = new_token()
    await _do(request, table, lambda draft, who: deeds.rekey(draft, who, seat, hashed(token)))
    return bodies.SeatTaken(seat=seat, token=token)


@post("/{table:str}/pause", summary="Pause", status_code=204)
async def pause(request: Asking, table: TableName) -> None:
    """The host stops the game for a while; no clock runs."""
    await _do(request, table, deeds.pause)


@post("/{table:str}/continue", summary="Go on", status_code=204)
async def go_on(request: Asking, table: TableName) -> None:
    """The host lets the game go on."""
    await _do(request, table, deeds.go_on)


@post("/{table:str}/end", summary="End", status_code=204)
async def end(request: Asking, table: TableName) -> None:
    """The host ends the table before the game is over."""
    await _do(request, table, deeds.end)


@post("/{table:str}/remove", summary="Send somebody away", status_code=204)
async def remove(request: Asking, table: TableName, data: bodies.Send) -> None:
    """The host sends whoever has a seat away; their token is void."""
    await _do(request, table, lambda draft, who: deeds.remove(draft, who, data.seat, data.open))


@post("/{table:str}/mute", summary="Mute", status_code=204)
async def mute(request: Asking, table: TableName, data: bodies.Mute) -> None:
    """The host decides whether a seat may chat."""
    await _do(request, table, lambda draft, who: deeds.mute(draft, who, data.seat, data.muted))


@post("/{table:str}/host", summary="Hand the host's role on", status_code=204)
async def hand_on(request: Asking, table: TableName, data: bodies.HandOn) -> None:
    """The host hands the role on to a person at the table."""
    await _do(request, table, lambda draft, who: deeds.hand_on(draft, who, data.seat))


@post("/{table:str}/rematch", summary="Play again")
async def rematch(request: Asking, table: TableName) -> Response[bodies.Rematch]:
    """The same people at a new table, each one seat further; their tokens open their seats there."""
    reached = Reached(request.scope)
    new = await play_again(_house(request), table, _keys(reached))
    return Response(bodies.Rematch(table=new), cookies=[_cookie(reached, new, token) for token in reached.tokens])


SETTING_UP = [
    open_table,
    look_at_table,
    sit_down,
    add_bot,
    commit_salt,
    open_salt,
    start,
    leave,
    come_back,
    change_device,
    pause,
    go_on,
    end,
    remove,
    mute,
    hand_on,
    rematch,
]


def _house(request: Asking) -> House:
    return request.app.state.house


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


def _keys(reached: Reached) -> list[str]:
    return [hashed(token) for token in reached.tokens]


async def _do(request: Asking, table: str, deed: Callable[[Draft, Who], T]) -> T:
    """Does something in the name of whoever asks."""
    keys = _keys(Reached(request.scope))
    result, _ = await _house(request).act(table, lambda draft: deed(draft, draft.room.who(keys)))
    return result


def _with_token(request: Asking, content: T, table: str, token: str) -> Response[T]:
    """An answer that also sets the token as a cookie."""
    return Response(content, status_code=201, cookies=[_cookie(Reached(request.scope), table, token)])


def _cookie(reached: Reached, table: str, token: str) -> Cookie:
    """A token as a cookie of its table alone, which no script can read and no other page can send."""
    return Cookie(
        key=f"{COOKIE}{hashed(token)[:12]}",
        value=token,
        path=f"/api/tables/{table}",
        max_age=COOKIE_DAYS * 24 * 3600,
        httponly=True,
        samesite="strict",
        secure=reached.secure,
    )
