"""Positions of every phase of every game, as a house sent them: `make positions` records them.

They are shown to the page by a socket of the test's own, so a picture of any phase is there at once. Each is a
`welcome` as it went over the wire; the wire keeps understanding those of yesterday, so they need not be recorded anew
when the house changes. Beside them lie turns: news with which dice fell or were turned up, and how things were before.

python -m tests.page.positions [GAME ...]     # the positions of all games, or of these
python -m tests.page.positions --turns        # the turns of all games
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from knobel.core.registry import all_games
from knobel.players.roster import default_player
from knobel.server.socket.protocol import PROTOCOL
from tests.about import about, tests_of
from tests.page.browsing import open_house

MOST = 7
"""So many positions of a game are kept."""
MOST_MESSAGES = 1500
OVER = "over"
"""The sort of every position after the end: it is always kept."""

Json = dict[str, Any]


def recorded(game: str) -> list[Json]:
    """The kept positions of a game."""
    return _read(game, "positions")


def recorded_turns(game: str) -> list[Json]:
    """The kept turns of a game, if it has any: each a `welcome` (`before`) and the `news` that came then."""
    return _read(game, "turns") if _file(game, "turns").is_file() else []


def _file(game: str, what: str) -> Path:
    return tests_of(game) / "page" / f"{what}.json.gz"


def _read(game: str, what: str) -> list[Json]:
    return json.loads(gzip.decompress(_file(game, what).read_bytes()))


def _write(game: str, what: str, found: list[Json]) -> int:
    packed = gzip.compress(json.dumps(found, separators=(",", ":")).encode(), mtime=0)
    _file(game, what).parent.mkdir(exist_ok=True)
    return _file(game, what).write_bytes(packed)


def turn_with(game: str, kind: str) -> Json:
    """The first kept turn of a game that ends with a move of that kind."""
    return next(turn for turn in recorded_turns(game) if moves_in(turn["news"])[-1]["move"]["type"] == kind)


def moves_in(news: Json) -> list[Json]:
    """The moves that news tells of."""
    return [each["what"] for each in news["happenings"] if each["what"]["type"] == "moved"]


def lying_after(news: Json) -> Json:
    """The scene in which the dice lie that fell with it: the table may have gone on from it already."""
    return next((move["lying"] for move in reversed(moves_in(news)) if move["lying"]), news["position"]["scene"])


def faces_in(scene: Json) -> Json:
    """What can be read on each die, by its id: "" where it is covered."""
    groups = [*scene["middle"], *(group for place in scene["places"] for group in place)]
    return {die["id"]: f"{die['colour']} {die['face']}".strip() for group in groups for die in group["dice"]}


def turned_up(before: Json, news: Json) -> Json:
    """The dice that can be read with it, and could not before, or fell anew: what they show, by their ids."""
    had, has = faces_in(before["position"]["scene"]), faces_in(lying_after(news))
    fell = {die for move in moves_in(news) for die in move["dice"]}
    return {die: face for die, face in has.items() if face and (die in fell or had.get(die) == "")}


def kind_of_turn(before: Json, news: Json) -> str:
    """By which move dice were turned up, and whether the table has gone on already; nothing where none were."""
    moves = moves_in(news)
    if not moves or not news["position"] or news["position"]["live"] or not turned_up(before, news):
        return ""
    return f"{moves[-1]['move']['type']}{', and lies there' if any(move['lying'] for move in moves) else ''}"


def shape(position: Json) -> str:
    """What sort of position it is: its phase, and which groups lie there."""
    if position["places"]:
        return OVER
    view, scene = position["view"], position["scene"]
    groups = [*scene["middle"], *(group for place in scene["places"] for group in place)]
    kinds = {
        group["id"].split(".")[0] + ("+" if group["dice"] else "")
        for group in groups
        if group["dice"] or group["count"]
    }
    return f"{view.get('phase', '')} {' '.join(sorted(kinds))}"


def record(
    house: str, game: str, seats: int, options: Json, kept: dict[str, Json], most: int, turns: dict[str, Json]
) -> None:
    """Plays a game among bots and keeps the last position of every shape, and the first turn of every kind."""
    with httpx.Client(base_url=f"{house}/api/tables", timeout=60) as http:
        opened = http.post("", json={"game": game, "options": options}).json()
        table, host = opened["table"], {"Authorization": f"Bearer {opened['token']}"}
        token = http.post(f"/{table}/seats", json={"name": "Ann"}).json()["token"]
        for _ in range(seats - 1):
            http.post(f"/{table}/bots", json={"level": default_player(all_games()[game])}, headers=host)
        with connect(f"{house.replace('http', 'ws')}/api/tables/{table}/play") as socket:
            socket.send(
                json.dumps({"type": "hello", "protocol": PROTOCOL, "tokens": [token], "language": "en", "marks": True})
            )
            http.post(f"/{table}/start", headers=host)
            _follow(socket, game, kept, most, Random(f"{game}{seats}"), turns)


def _follow(
    socket: ClientConnection, game: str, kept: dict[str, Json], most: int, chance: Random, turns: dict[str, Json]
) -> None:
    welcome: Json = {}
    for _ in range(MOST_MESSAGES):
        try:
            told = json.loads(socket.recv(timeout=20))
        except (TimeoutError, ConnectionClosed):
            return  # nobody does anything more
        if told["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "id": told["id"]}))
        if told["type"] == "welcome":
            welcome = told | {"missed": []}
        elif told["type"] == "news":
            turn = {"before": dict(welcome), "news": told}
            kind = kind_of_turn(welcome, told) if welcome.get("position") else ""
            if kind and (kind not in turns or (_goes_on(turns[kind]) and not _goes_on(turn))):
                turns[kind] = turn  # the first, but rather one after which somebody else is asked
            room = told.get("room") or welcome["room"]
            welcome |= {"seq": told["happenings"][-1]["seq"], "position": told["position"], "room": room}
            began = [each["what"]["order"] for each in told["happenings"] if each["what"]["type"] == "began"]
            for order in began:  # seats may be dealt anew when the game begins
                seat = order.index(welcome["looking"])
                welcome |= {"looking": seat, "yours": [seat]}
        elif told["type"] == "refused":
            told = {"type": "news"}
        position = welcome.get("position")
        if told["type"] not in ("welcome", "news") or not position:
            continue
        before = kept.get(shape(position))
        fresh = len(kept) < most or shape(position) == OVER
        worth = fresh if before is None else position["moves"] or not before["position"]["moves"]
        if worth:  # the last of its sort, and rather one in which we are asked
            kept[shape(position)] = dict(welcome)
        if position["places"]:
            return
        if move := _move(game, position, chance):
            message: Json = {"type": "play", "id": 1, "seat": welcome["looking"], "move": move}
            socket.send(json.dumps(message | ({"at": position["clock"]["now"] + 400} if position["live"] else {})))


def _goes_on(turn: Json) -> bool:
    return bool(turn["before"]["position"]["due"]["must"] == turn["news"]["position"]["due"]["must"])


def _move(game: str, position: Json, chance: Random) -> Json | None:
    if position["open"] and (typed := about(game).get("type_a_move")) and (move := typed(position, chance)):
        return move
    return chance.choice(position["moves"])["move"] if position["moves"] else None


def positions_of(house: str, game: str, turns: dict[str, Json] | None = None) -> list[Json]:
    """Positions of all phases that come up while a game is played, once among few and once among as many as can be."""
    kept: dict[str, Json] = {}
    met = {} if turns is None else turns
    most = all_games()[game].seats[-1]
    for options in (about(game).get("SHORT", {}), *about(game).get("WAYS", [])):
        record(house, game, min(3, most), options, kept, len(kept) + MOST, met)
    record(house, game, most, {}, kept, len(kept) + 2, met)
    return list(kept.values())


def main() -> None:
    """Records all games, or those that are named; with `--turns` the turns of all games."""
    named = [name for name in sys.argv[1:] if name != "--turns"]
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder) / "house.db", 0) as house:
        for game in named or sorted(all_games()):
            turns: dict[str, Json] = {}
            positions = positions_of(house, game, turns)
            if "--turns" in sys.argv[1:]:
                size, kinds = _write(game, "turns", list(turns.values())) if turns else 0, list(turns)
            else:
                size, kinds = _write(game, "positions", positions), [shape(each["position"]) for each in positions]
            print(f"{game}: {len(kinds)}, {size} bytes", *kinds, sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
