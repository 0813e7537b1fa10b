"""Tables over the wire, ready to be played."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import msgspec

from knobel.core.contract import Open
from knobel.core.game import Game
from knobel.core.registry import game as game_called
from tests.server.client import Api, Json, Player


class Sitting:
    """A table with a host and people at it, each on a socket of their own."""

    def __init__(self, url: str, table: str, host: Api, people: list[Api], players: list[Player]) -> None:
        self.url = url
        self.table = table
        self.host = host
        self.people = people
        self.players = players

    def path(self, rest: str = "") -> str:
        return f"/api/tables/{self.table}{rest}"


@asynccontextmanager
async def sitting(
    url: str, game: str, people: Sequence[str] = ("Ann", "Bo"), *, bots: Sequence[str] = (), start: bool = True, **setup
) -> AsyncIterator[Sitting]:
    """A table whose host does not play, with these people at it, and these bots."""
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(Api(url))
        table = await host.open(game, **setup)
        apis = [await stack.enter_async_context(Api(url)) for _ in people]
        for name, api in zip(people, apis, strict=True):
            await api.sit(table, name)
        for level in bots:
            await host.done(f"/api/tables/{table}/bots", {"level": level})
        players = [await stack.enter_async_context(Player(url, table, *api.tokens, seen=0)) for api in apis]
        if start:
            await host.done(f"/api/tables/{table}/start")
            for player in players:
                await player.until(lambda player=player: player.position is not None)
        yield Sitting(url, table, host, apis, players)


def choice(game: Game, player: Player, seat: int, chance: Random) -> Json | None:
    """Some move that the position offers, or one of an open kind as the game makes them up."""
    position = player.position
    assert position
    offered: list[Json] = [*position["moves"], *position["open"]]
    if not offered:
        return None
    picked = chance.choice(offered)
    if "move" in picked:
        return picked["move"]
    view = msgspec.convert(position["view"], type=game.rulebook)
    assert game.rich_moves.improvise
    made = game.rich_moves.improvise(view, seat, Open(picked["kind"], picked["takes"]), chance)
    return None if made is None else json.loads(msgspec.json.encode(made))


async def play_on(player: Player, chance: Random, moves: int | None = None, seq: int | None = None) -> int:
    """Plays a seat until the game is over, for so many moves, or until that number. Says how many moves were made."""
    game = game_called(player.room["game"])
    made = 0
    while moves is None or made < moves:
        await player.until(lambda: over(player) or caller(player, seq) or may_move(player))
        if over(player) or caller(player, seq):
            break
        seat = player.welcomes[-1]["looking"]
        move = choice(game, player, seat, chance)
        if move is None:
            await asyncio.sleep(0.01)
            continue
        answer = await player.play(seat, move)
        if answer["type"] == "done":
            made += 1
        else:
            assert answer["code"] in ("rule", "over"), answer  # somebody else was quicker
            await asyncio.sleep(0.002)
    return made


def over(player: Player) -> bool:
    return player.room["stage"] == "over"


def caller(player: Player, seq: int | None) -> bool:
    return seq is not None and player.seen is not None and player.seen >= seq


def may_move(player: Player) -> bool:
    return bool(player.position and (player.position["moves"] or player.position["open"]))
