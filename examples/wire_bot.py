"""A player of the library that plays over the wire: it opens a table, invites a bot of the house, and plays to the end.

    knobel serve &
    python examples/wire_bot.py http://127.0.0.1:8000 schocken --level strong

All it knows comes over the socket: its view is the position that the house sends, and it sends back a move. So any
player of `knobel.players.roster`, or one of your own, can sit at any table of any house. It needs `knobel[server]`.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import time
import urllib.request
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from knobel.core.contract import Move, Open, Seat
from knobel.core.game import Game
from knobel.core.player import Intent, Player
from knobel.core.registry import game as named
from knobel.players.roster import player
from knobel.server.socket.protocol import PROTOCOL

Json = dict[str, Any]


class Bot:
    """One seat at a table, and the player that decides for it."""

    def __init__(self, game: Game, mind: Player) -> None:
        self.game = game
        self.mind = mind
        self.chance = Random()
        self.seat: Seat = 0
        self.ids = itertools.count(1)
        self.planned: asyncio.Task[None] | None = None

    async def play(self, url: str, table: str, token: str) -> list[int]:
        """Plays until the game is over, and gives everybody's place."""
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/play"
        async with connect(address, max_size=None) as socket:
            await self.say(socket, type="hello", protocol=PROTOCOL, tokens=[token], plain=True)
            async for text in socket:
                message: Json = json.loads(text)
                if (places := await self.hear(socket, message)) is not None:
                    return places
        raise ConnectionError("the house closed the socket before the game was over")

    async def hear(self, socket: ClientConnection, message: Json) -> list[int] | None:
        """Takes a message of the house; gives the places once the game is over."""
        match message["type"]:
            case "ping":
                await self.say(socket, type="pong", id=message["id"])
            case "welcome":
                self.seat = message["looking"]
                return self.look(socket, message["position"])
            case "news":
                return self.look(socket, message["position"])
            case "refused" if message["code"] == "rule":
                raise RuntimeError(f"{message['why']} ({message['rule']})")
            case "bye":
                raise ConnectionError(message["why"])
            case _:
                pass
        return None

    def look(self, socket: ClientConnection, position: Json | None) -> list[int] | None:
        """The position is a new one: whatever was planned for the one before is forgotten."""
        if self.planned:
            self.planned.cancel()
        if position is None:
            return None
        if position["places"] is None and (intent := self.decide(position)):
            self.planned = asyncio.create_task(self.make(socket, intent, position))
        return position["places"]

    def decide(self, position: Json) -> Intent | None:
        """What the player wants to do. The house sends JSON; the library's own types come back from it."""
        moves: list[Move | Open] = [self.game.read(self.seat, json.dumps(offer["move"])) for offer in position["moves"]]
        moves += [Open(kind["kind"], kind["takes"]) for kind in position["open"]]
        view = msgspec.convert(position["view"], type=self.game.rulebook)
        return self.mind.decide(view, self.seat, moves, self.chance) if moves else None

    async def make(self, socket: ClientConnection, intent: Intent, position: Json) -> None:
        """Makes a move when its time has come, and says when that was."""
        heard = time.monotonic()
        await asyncio.sleep(intent.after / 1000)
        at = position["clock"]["now"] + round((time.monotonic() - heard) * 1000)
        move = msgspec.to_builtins(intent.move)
        await self.say(socket, type="play", id=next(self.ids), seat=self.seat, move=move, at=at)

    async def say(self, socket: ClientConnection, **message: Any) -> None:
        """Sends a message."""
        await socket.send(json.dumps(message))


def post(url: str, path: str, body: Json, *tokens: str) -> Json:
    """Asks the house for something over HTTP."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {', '.join(tokens)}"}
    request = urllib.request.Request(f"{url}/api/tables{path}", json.dumps(body).encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        return json.loads(answer.read() or b"{}")


def main() -> None:
    """Opens a table, sits down, and plays."""
    parser = argparse.ArgumentParser(description="Lets a player of the library play at a house.")
    parser.add_argument("url", help="the house, such as http://127.0.0.1:8000")
    parser.add_argument("game")
    parser.add_argument("--level", default="random", help="which player plays")
    parser.add_argument("--against", default="random", help="which bot of the house it plays against")
    asked = parser.parse_args()
    game = named(asked.game)
    opened = post(asked.url, "", {"game": game.name})
    table, host = opened["table"], opened["token"]
    token = post(asked.url, f"/{table}/seats", {"name": "Wire"}, host)["token"]
    post(asked.url, f"/{table}/bots", {"level": asked.against}, host)
    post(asked.url, f"/{table}/start", {}, host)
    bot = Bot(game, player(game, asked.level))
    places = asyncio.run(bot.play(asked.url, table, token))
    print(f"{game.title()}: place {places[bot.seat]} of {len(places)}")


if __name__ == "__main__":
    main()
