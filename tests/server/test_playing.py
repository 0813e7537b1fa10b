from __future__ import annotations

import asyncio
import json
from random import Random

from websockets.asyncio.client import connect

from tests.server.client import Player
from tests.server.tables import play_on, sitting


async def test_who_comes_back_gets_what_they_missed_once(url):
    async with sitting(url, "pig", options={"target": 1000}) as table:
        ann, bo = table.players
        async with Player(url, table.table, seen=0) as watcher:
            await asyncio.gather(play_on(ann, Random(1), seq=30), play_on(bo, Random(2), seq=30))
            for player in (ann, bo, watcher):
                await player.until(lambda player=player: player.seen == max(p.seen for p in (ann, bo, watcher)))
            for last in (0, 1, ann.seen // 2, ann.seen - 1, ann.seen):
                async with Player(url, table.table, *table.people[0].tokens, seen=last) as again:
                    assert [found["seq"] for found in again.happened] == list(range(last + 1, again.seen + 1))
                    assert again.position["view"] == ann.position["view"]
                    assert again.happened == ann.happened[last:]
            async with Player(url, table.table, *table.people[0].tokens) as fresh:
                assert fresh.happened == []
                assert fresh.position["view"] == ann.position["view"]


async def test_one_device_with_several_seats_sees_only_what_the_looking_seat_may(url):
    async with sitting(url, "schocken", start=False) as table:
        tokens = [api.tokens[0] for api in table.people]
        async with Player(url, table.table, *tokens, seen=0) as device:
            await table.host.done(table.path("/start"))
            await device.until(lambda: device.position is not None)
            assert device.yours == [0, 1]
            assert device.welcomes[-1]["looking"] is None
            assert device.position["moves"] == []
            for _ in range(30):
                seat = device.position["due"]["must"][0]
                answer = await device.ask("look", seat=seat)
                assert answer["looking"] == seat
                await table.players[seat].until(lambda seat=seat: table.players[seat].seen == device.seen)
                mine, other = (table.players[n].position["view"] for n in (seat, 1 - seat))
                assert device.position["view"] == mine
                assert (await device.play(seat, Random(1).choice(device.position["moves"])["move"]))["type"] == "done"
                if mine != other:
                    return
            raise AssertionError("no seat ever knew anything the other did not")


async def test_a_seat_cannot_look_through_another(url):
    async with sitting(url, "schocken") as table:
        ann = table.players[0]
        assert (await ann.ask("look", seat=1))["code"] == "not-yours"
        assert (await ann.play(1, {"type": "Roll"}))["code"] == "not-yours"
        async with connect(ann.address) as socket:
            hello = {"type": "hello", "protocol": 1, "tokens": table.people[0].tokens, "looking": 1}
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv())["code"] == "not-yours"


async def test_a_forbidden_move_is_answered_with_its_rule_and_changes_nothing(url):
    async with sitting(url, "pig") as table:
        ann, bo = table.players
        refused = await ann.play(0, {"type": "Hold"})
        assert (refused["code"], refused["rule"]) == ("rule", "PIG-03")
        assert refused["why"] == "You have nothing to hold yet: roll first"
        assert (await bo.play(1, {"type": "Roll"}))["rule"] == "TURN"
        assert (await ann.play(0, {"type": "Fell", "pips": 6}))["code"] == "move"
        assert (await ann.play(0, {"type": "Roll", "twice": True}))["code"] == "move"
        assert (await ann.ask("undo", seat=0))["code"] == "no-undo"
        before = ann.seen
        assert (await ann.play(0, {"type": "Roll"}))["type"] == "done"
        assert ann.happened[before]["what"]["move"] == {"type": "Roll"}


async def test_what_is_no_message_is_refused_and_the_socket_survives_a_few(url):
    async with sitting(url, "pig") as table:
        ann = table.players[0]
        for nonsense in ("", "{", "[]", '{"type":"dance"}', '{"type":"undo","id":1}', "[" * 5000, "\x00"):
            await ann.socket.send(nonsense)
        await ann.socket.send(b"\xff\xfe")
        extra = await ann.ask("undo", seat=0, really=True)
        assert (extra["code"], extra["type"]) == ("malformed", "refused")
        assert (await ann.play(0, {"type": "Roll"}))["type"] == "done"
        for _ in range(30):
            await ann.socket.send("nonsense")
        await ann.until(lambda: ann.bye is not None)
        assert ann.bye["code"] == "abusive"


async def test_a_frame_that_is_too_large_closes_the_socket_and_harms_nobody(url):
    async with sitting(url, "pig") as table:
        ann, bo = table.players
        await bo.socket.send("x" * 70_000)
        await bo.socket.wait_closed()
        assert bo.socket.close_code == 1009
        assert (await ann.play(0, {"type": "Roll"}))["type"] == "done"


async def test_a_move_can_be_taken_back_until_somebody_else_has_moved(url):
    async with sitting(url, "word-shout", options={"starter": 1}) as table:
        ann, bo = table.players
        view = ann.position["view"]
        assert not ann.position["undo"]
        await ann.play(0, {"type": "Ready"})
        assert ann.position["undo"]
        assert (await bo.ask("undo", seat=1))["code"] == "no-undo"
        assert (await ann.ask("undo", seat=0))["type"] == "done"
        assert ann.happened[-1]["what"] == {"type": "undone", "by": 0}
        assert ann.position["view"] == view
        await ann.play(0, {"type": "Ready"})
        await bo.play(1, {"type": "Ready"})
        assert (await ann.ask("undo", seat=0))["code"] == "no-undo"


async def test_another_version_of_the_wire_is_told_so(url):
    async with sitting(url, "pig", start=False) as table, connect(table.players[0].address) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 99}))
        assert json.loads(await socket.recv())["code"] == "protocol"


async def test_every_looker_hears_it_in_their_own_language_and_person(url):
    async with sitting(url, "pig") as table:
        tokens = table.people[1].tokens
        async with Player(url, table.table, *tokens, seen=0, language="de") as german:
            await table.players[0].play(0, {"type": "Roll"})
            await german.until(lambda: german.seen == table.players[0].seen)
            moved = [found for found in table.players[0].happened if found["what"]["type"] == "moved"]
            assert moved[0]["words"] == ["You roll."]
            assert "Das Spiel beginnt." in [words for found in german.happened for words in found["words"]]
            bo = table.players[1]
            await bo.until(lambda: bo.seen == german.seen)
            assert next(f for f in bo.happened if f["what"]["type"] == "moved")["words"] == ["Ann rolls."]


async def test_a_program_is_sent_the_same_without_words_for_people(url):
    async with sitting(url, "pig") as table:
        ann, tokens = table.players[0], table.people[0].tokens
        async with Player(url, table.table, *tokens, seen=0, plain=True) as program:
            await ann.play(0, {"type": "Roll"})
            await program.until(lambda: program.seen == ann.seen)
            assert all(found["words"] == [] for found in program.happened)
            assert program.happened[-1] == ann.happened[-1] | {"words": []}
            silent = [move | {"label": "", "primary": False} for move in ann.position["moves"]]
            silence = {"moves": silent, "guide": "", "scene": {"middle": [], "drawing": [], "places": []}}
            clocks = {"clock": program.position["clock"]}
            assert ann.position["guide"]
            assert program.position == ann.position | clocks | silence


async def test_chat_reaches_everyone_and_is_cleaned_and_bounded(url):
    async with sitting(url, "pig") as table:
        ann, bo = table.players
        assert (await ann.ask("chat", seat=0, text=" good\n luck \u202e"))["type"] == "done"
        await bo.until(lambda: bo.happened[-1]["what"]["type"] == "said")
        assert bo.happened[-1]["what"] == {"type": "said", "seat": 0, "text": "good luck"}
        assert (await ann.ask("chat", seat=0, text="x" * 301))["code"] == "chat-length"
        assert (await ann.ask("chat", seat=0, text="\u3164 \u2800\uffa0"))["code"] == "chat-length"
        assert (await ann.ask("chat", text="I am the host"))["code"] == "host-only"
        async with Player(url, table.table) as watcher:
            assert (await watcher.ask("chat", seat=0, text="me too"))["code"] == "not-yours"
