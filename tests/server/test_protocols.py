"""Versions of the wire: yesterday's pages play on, strangers are told so, and dice that fall are named."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import jsonschema_rs
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from knobel.core.registry import all_games
from knobel.server.socket.protocol import PROTOCOL
from tests.server.client import Player
from tests.server.tables import play_on, sitting

FIRST = json.loads((Path(__file__).parent / "fixtures" / "wire-1.schema.json").read_text("utf-8"))
"""What the house promised to pages of protocol 1, as it was written down then."""
YESTERDAY = {"protocol": 1, "seen": 0, "language": "en", "marks": True}
"""What a page of protocol 1 says in its hello."""


@pytest.mark.parametrize("name", all_games())
async def test_a_page_of_yesterday_plays_a_whole_game(url, name):
    promised = jsonschema_rs.validator_for(FIRST | {"$ref": "#/$defs/HouseMessage"})
    async with sitting(url, name, start=False) as table:
        tokens = table.people[0].tokens
        async with Player(url, table.table, *tokens, **YESTERDAY) as page:
            await table.host.done(table.path("/start"))
            for player in (page, table.players[1]):
                await player.until(lambda player=player: player.position is not None)
            await asyncio.gather(play_on(page, Random(1)), play_on(table.players[1], Random(2)))
            assert page.position["places"]
            assert {welcome["protocol"] for welcome in page.welcomes} == {1}
            for frame in page.frames:
                promised.validate(json.loads(frame))
            words = " ".join(sentence for each in page.happened for sentence in each["words"])
            dice = any(group["dice"] for frame in page.frames for group in _groups(json.loads(frame)))
            assert ("⟦" in words) == dice


@pytest.mark.parametrize("hello", [{"protocol": 0}, {"protocol": PROTOCOL + 1}, {"protocol": 99, "of_tomorrow": [1]}])
async def test_a_version_that_the_house_does_not_speak_is_told_so_whatever_else_it_says(url, hello):
    async with sitting(url, "pig", start=False) as table, connect(table.players[0].address) as socket:
        await socket.send(json.dumps({"type": "hello", **hello}))
        bye = json.loads(await socket.recv())
        assert (bye["type"], bye["code"], bye["again"]) == ("bye", "protocol", None)
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4006


async def test_the_dice_that_fell_are_named_and_lie_there(url):
    async with sitting(url, "shizzle", options={"turns": 1}) as table:
        ann = table.players[0]
        await asyncio.gather(*(play_on(player, Random(n)) for n, player in enumerate(table.players)))
        moved = [each["what"] for each in ann.happened if each["what"]["type"] == "moved"]
        fell = [what for what in moved if what["move"]["type"] == "Fell"]
        assert fell
        for what in moved:
            faces = what["move"].get("faces", []) if what["by"] == "nature" else []
            assert set(what["dice"]) == {f"die.{face['die']}" for face in faces}
        steps = (await table.host.get(table.path("/steps"))).json()
        scenes = {step["entry"]: step["scene"] for step in steps}
        for what in fell:
            scene = what["lying"] or scenes[what["entry"]]
            lie = {die["id"] for group in scene["middle"] for die in group["dice"]}
            assert set(what["dice"]) <= lie


async def test_a_rival_hears_how_many_dice_fell_under_a_cup_and_never_which(url):
    async with sitting(url, "schocken", options={"starter": 1, "aside_shown": False}) as table:
        ann, bo = table.players
        await ann.play(0, {"type": "Throw", "dice": [0, 1, 2]})
        await ann.play(0, {"type": "Throw", "dice": [0, 2]})
        await bo.until(lambda: bo.seen == ann.seen)
        mine, theirs = (player.happened[-1]["what"]["dice"] for player in (ann, bo))
        assert mine == ["die.0.0", "die.0.2"]
        assert theirs == ["die.0.0", "die.0.1"]


async def test_a_sentence_comes_as_its_client_wants_it(url):
    async with sitting(url, "shizzle", options={"turns": 1, "starter": 1}) as table:
        tokens = table.people[0].tokens
        async with (
            Player(url, table.table, *tokens, seen=0, marks=True) as draws,
            Player(url, table.table, *tokens, seen=0, marks=True, protocol=1) as yesterday,
            Player(url, table.table, *tokens, seen=0) as reads,
        ):
            await asyncio.gather(*(play_on(player, Random(n)) for n, player in enumerate(table.players)))
            for player in (draws, yesterday, reads):
                await player.until(lambda player=player: player.room["stage"] == "over")
            apart, marked, read = (
                [sentence for each in player.happened for sentence in each["words"]]
                for player in (draws, yesterday, reads)
            )
        parted = [sentence for sentence in apart if isinstance(sentence, list)]
        assert all(any(isinstance(part, dict) for part in sentence) for sentence in parted)
        assert {tuple(part) for sentence in parted for part in sentence if isinstance(part, dict)} == {
            ("name", "face", "colour")
        }
        assert [_joined(sentence, "{name}") for sentence in apart] == read
        assert [_joined(sentence, "⟦{name}|{face}|{colour}⟧") for sentence in apart] == marked
        parts, named, marks = [
            [sentence for step in (await table.host.get(table.path(path))).json() for sentence in step["words"]]
            for path in ("/steps?dice=parts", "/steps", "/steps?marks=true")
        ]
        assert any(isinstance(sentence, list) for sentence in parts)
        assert [_joined(sentence, "{name}") for sentence in parts] == named
        assert [_joined(sentence, "⟦{name}|{face}|{colour}⟧") for sentence in parts] == marks


def _joined(sentence, form):
    """A sentence as text, its dice in this form."""
    parts = [sentence] if isinstance(sentence, str) else sentence
    return "".join(part if isinstance(part, str) else form.format(**part) for part in parts)


def _groups(message):
    scene = (message.get("position") or {}).get("scene") or {"middle": [], "places": []}
    return [*scene["middle"], *(group for place in scene["places"] for group in place)]
