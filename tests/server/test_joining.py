from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from random import Random

import httpx
import pytest

from knobel.core.fair import Deal, Salt
from knobel.server.socket.session import MAX_SEAT_SOCKETS
from knobel.server.tables.events import Asked, Came, Linked, Occupant, Rekeyed, Removed, Setup
from knobel.server.tables.rematch import rematch
from knobel.server.tables.room_actions import LINK_MS
from knobel.server.tables.state import Room
from knobel.table.seats import MAX_NAME
from tests.server.client import Api, Player
from tests.server.tables import play_on, sitting


async def test_of_all_who_want_one_seat_at_once_exactly_one_gets_it(url, sized):
    each = sized("rush", 6, 20)
    async with Api(url) as host, AsyncExitStack() as stack:
        table = await host.open("pig")
        crowd = [await stack.enter_async_context(Api(url)) for _ in range(25)]
        guests = ((api, {"name": f"Guest {n} of {m}", "seat": 3}) for m, api in enumerate(crowd) for n in range(each))
        wanted = (api.post(f"/api/tables/{table}/seats", guest) for api, guest in guests)
        answers = await asyncio.gather(*wanted)
        statuses = [answer.status_code for answer in answers]
        assert statuses.count(201) == 1
        assert statuses.count(409) == 25 * each - 1
        assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"taken"}
        room = (await host.get(f"/api/tables/{table}")).json()["room"]
        assert [seat is not None for seat in room["seats"]] == [False] * 3 + [True] + [False] * 4


async def test_a_seat_answers_to_its_token_alone_in_a_header_or_in_a_cookie(url):
    async with Api(url) as ann, httpx.AsyncClient(base_url=url) as browser:
        table = await ann.open("pig")
        sat = await browser.post(f"/api/tables/{table}/seats", json={"name": "Bo"})
        cookie = sat.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert f"path=/api/tables/{table.lower()}" in cookie
        assert (await browser.get(f"/api/tables/{table}")).json()["yours"] == [0]
        async with Api(url, sat.json()["token"]) as elsewhere, Api(url, "guessed") as stranger:
            assert (await elsewhere.get(f"/api/tables/{table}")).json()["yours"] == [0]
            assert (await stranger.get(f"/api/tables/{table}")).json()["yours"] == []
            assert (await stranger.post(f"/api/tables/{table}/seats/0/leave")).status_code == 403


async def test_names_follow_the_rule_and_nobody_is_called_like_another(url):
    async with Api(url) as host:
        table = await host.open("pig")
        path = f"/api/tables/{table}/seats"
        for name in ("\u202e \u200b\x07 ", "Ann\u202eEvil", "A\u200bnn", "x" * (MAX_NAME + 1)):
            refused = await host.post(path, {"name": name})
            assert (refused.status_code, refused.json()["code"]) == (400, "name")
        await host.done(path, {"name": "  An   n "})
        assert (await host.post(path, {"name": "a N"})).status_code == 201
        twice = await host.post(path, {"name": "AN N"})
        assert (twice.status_code, twice.json()["code"]) == (409, "name-twice")
        seats = (await host.get(f"/api/tables/{table}")).json()["room"]["seats"]
        assert [seat["name"] for seat in seats if seat] == ["An n", "a N"]


async def test_a_table_says_no_in_the_language_that_was_asked_for(url):
    async with Api(url, language="de-AT,en;q=0.5") as host:
        table = await host.open("pig")
        refused = (await host.post(f"/api/tables/{table}/start")).json()
        assert refused["code"] == "seats"
        assert refused["why"].startswith("Das Spiel braucht 2 bis 8 Spieler")
        unknown = await host.post("/api/tables", {"game": "chess"})
        assert (unknown.status_code, unknown.json()["code"]) == (400, "game-unknown")
        wrong = await host.post("/api/tables", {"game": "pig", "options": {"target": 1}})
        assert (wrong.status_code, wrong.json()["code"]) == (400, "option-value")
        assert (await host.post("/api/tables", {"game": "pig", "colour": "red"})).status_code == 400
        assert (await host.get("/api/tables/nowhere")).json()["code"] == "no-table"


async def test_a_table_that_cannot_be_opened_names_the_house_rule_that_is_to_blame(url):
    async def blamed(game: str, **options: object) -> tuple[int, str]:
        async with Api(url) as host:
            answer = await host.post("/api/tables", {"game": game, "options": options})
            return answer.status_code, answer.json().get("option", "")

    assert await blamed("pig", target=1) == (400, "target")
    assert await blamed("pig", colour="red") == (400, "colour")
    assert await blamed("shizzle", turns=3, faces=["r1 o2"]) == (400, "faces")


async def test_house_rules_against_real_dice_are_refused_and_not_overruled(url):
    wish = {"game": "stack-attack", "dice": "real"}
    async with Api(url) as host:
        refused = await host.post("/api/tables", {**wish, "options": {"dexterity": True}})
        problem = refused.json()
        assert (refused.status_code, problem["code"], problem["option"]) == (400, "option-real-dice", "dexterity")
        assert problem["why"] == "With real dice this game needs dexterity=false"
        opened = await host.done("/api/tables", {**wish, "preset": "tower"})
        room = (await host.get(f"/api/tables/{opened['table']}")).json()["room"]
        assert room["options"]["dexterity"] is False


async def test_a_table_may_name_a_seat_that_only_more_people_fill(url):
    async with Api(url) as host:
        assert (await host.post("/api/tables", {"game": "shizzle", "options": {"starter": 6}})).status_code == 201
        assert (await host.post("/api/tables", {"game": "stack-attack", "options": {"hands": ["child"] * 5}})).is_error


async def test_seats_close_up_when_the_game_begins_and_everyone_learns_theirs(url):
    async with Api(url) as host, Api(url) as ann, Api(url) as bo:
        table = await host.open("pig")
        await ann.sit(table, "Ann", 5)
        await bo.sit(table, "Bo", 2)
        async with Player(url, table, *ann.tokens, seen=0) as player:
            assert player.yours == [5]
            await host.done(f"/api/tables/{table}/start")
            await player.until(lambda: player.position is not None)
            assert player.yours == [1]
            assert player.welcomes[-1]["looking"] == 1
            assert [seat["name"] for seat in player.room["seats"]] == ["Bo", "Ann"]
            began = next(found["what"] for found in player.happened if found["what"]["type"] == "began")
            assert began["order"] == [2, 5]


async def test_who_leaves_is_sat_in_for_and_takes_over_again(url):
    async with sitting(url, "pig", options={"target": 1000}) as table:
        ann, bo = table.players
        await table.people[0].done(table.path("/seats/0/leave"))
        await play_on(bo, Random(1), moves=3)
        refused = await ann.play(0, {"type": "Roll"})
        assert refused["code"] == "sat-in"
        moved = [what for found in bo.happened if (what := found["what"])["type"] == "moved" and what["by"] == 0]
        assert moved, "a player of the house has moved for Ann"
        await table.people[0].done(table.path("/seats/0/return"))
        rival = asyncio.create_task(play_on(bo, Random(2)))
        assert await play_on(ann, Random(2), moves=2) == 2
        rival.cancel()
        assert (await table.people[0].post(table.path("/seats/0/return"))).json()["code"] == "seated"


async def test_before_the_start_whoever_leaves_frees_the_seat(url):
    async with sitting(url, "pig", start=False) as table:
        await table.people[0].done(table.path("/seats/0/leave"))
        room = (await table.host.get(table.path())).json()
        assert room["room"]["seats"][0] is None
        async with Api(url) as third:
            assert (await third.sit(table.table, "Cy"))[0] == 0


async def test_a_seat_goes_on_on_another_device_and_the_old_token_is_void(url):
    async with sitting(url, "pig") as table:
        ann = table.players[0]
        link = await table.people[0].done(table.path("/seats/0/device"))
        assert (await ann.ask("chat", seat=0, text="hi"))["type"] == "done", "until the link is used nothing changes"
        async with Api(url) as phone:
            new = await phone.done(table.path("/device"), {"token": link["token"]})
        assert new["token"] not in (link["token"], *table.people[0].tokens)
        await ann.until(lambda: ann.yours == [])
        assert ann.welcomes[-1]["looking"] is None
        assert (await ann.play(0, {"type": "Roll"}))["code"] == "not-yours"
        async with Player(url, table.table, new["token"], seen=ann.seen) as phone:
            assert phone.yours == [0]
            assert (await phone.play(0, {"type": "Roll"}))["type"] == "done"


async def test_a_link_for_another_device_works_once(url):
    async with sitting(url, "pig") as table, Api(url) as phone, Api(url) as thief:
        link = await table.people[0].done(table.path("/seats/0/device"))
        body = {"token": link["token"]}
        assert (await Api(url, link["token"]).get(table.path())).json()["yours"] == [], "a link is no key"
        await phone.done(table.path("/device"), body)
        again = await thief.post(table.path("/device"), body)
        assert (again.status_code, again.json()["code"]) == (409, "link-over")
        for nothing in ("x", "", "ü" * 50):
            refused = await thief.post(table.path("/device"), {"token": nothing})
            assert refused.status_code in (400, 409)


async def test_whoever_ends_the_others_is_alone_with_their_seat(url):
    async with sitting(url, "pig") as table:
        ann = table.players[0]
        link = await table.people[0].done(table.path("/seats/0/device"))
        async with Player(url, table.table, table.people[0].tokens[-1], seen=0) as other:
            assert other.yours == [0]
            new = await table.people[0].done(table.path("/seats/0/alone"))
            for gone in (ann, other):
                await gone.until(lambda gone=gone: gone.yours == [])
        async with Api(url) as thief:
            assert (await thief.post(table.path("/device"), {"token": link["token"]})).status_code == 409
        async with Player(url, table.table, new["token"], seen=0) as here:
            assert here.yours == [0]
            words = [words for each in here.happened if each["what"]["type"] == "rekeyed" for words in each["words"]]
            assert words == ["You have a new key to the seat: no other device plays it any more."]


async def test_a_seat_has_a_handful_of_sockets_and_whoever_came_last_stays(url):
    async with sitting(url, "pig") as table, AsyncExitStack() as stack:
        ann, token = table.players[0], table.people[0].tokens[-1]
        later = [
            await stack.enter_async_context(Player(url, table.table, token, seen=0)) for _ in range(MAX_SEAT_SOCKETS)
        ]
        await ann.until(lambda: ann.bye is not None)
        assert (ann.bye["code"], ann.bye["again"]) == ("many", None)
        assert all(player.yours == [0] and player.bye is None for player in later)
        assert table.players[1].bye is None
        pings = [frame for frame in map(json.loads, later[-1].frames) if frame["type"] == "ping"]
        others = pings[-1]["others"]
        assert len(others) == MAX_SEAT_SOCKETS - 1
        assert {(other["seat"], other["near"]) for other in others} == {(0, True)}
        assert not any(frame["others"] for frame in map(json.loads, table.players[1].frames) if frame["type"] == "ping")


def seated(**changes) -> Room:
    """A table with somebody at seat 0 who has committed to a salt."""
    promised = Deal("seed").commit(0, Salt.new("x").commitment())
    places = (Occupant(name="Ann", key="old"), None)
    return Room(setup=Setup(game="pig", options={}), host="", places=places, deal=promised, **changes)


def test_a_link_for_another_device_works_for_ten_minutes_and_until_it_is_used():
    assert LINK_MS == 600_000
    room = seated().after(Linked(at=0, seat=0, key="link", until=LINK_MS), last=0)
    assert (room.linked("link", LINK_MS - 1), room.linked("link", LINK_MS), room.linked("", 0)) == (0, None, None)
    assert room.linked("another", 0) is None
    assert room.after(Rekeyed(at=1, seat=0, key="new", why="moved"), last=0).linked("link", 2) is None
    newer = room.after(Linked(at=1, seat=0, key="newer", until=LINK_MS), last=0)
    assert (newer.linked("link", 2), newer.linked("newer", 2)) == (None, 0)


@pytest.mark.parametrize("began", [False, True], ids=["gathering", "playing"])
def test_a_link_leads_back_to_no_seat_that_its_owner_was_sent_away_from(began):
    """Nor to the seat of whoever has it then, nor to one at the table where they play again."""
    linked = seated(began=began).after(Linked(at=0, seat=0, key="link", until=LINK_MS), last=0)
    sent_away = linked.after(Removed(at=1, seat=0, open=True), last=0)
    taken = sent_away.after(Came(at=2, seat=0, place=Occupant(name="Bo", key="new")), last=0)
    again = Room.opened(rematch(linked, "before", "", 1), len(linked.places))
    assert linked.linked("link", 2) == 0
    assert [room.linked("link", 2) for room in (sent_away, taken, again)] == [None] * 3
    assert not sent_away.rights(["old"]).seats


def test_a_device_that_takes_a_seat_along_promises_a_salt_of_its_own():
    moved = Rekeyed(at=1, seat=0, key="new", why="moved")
    assert seated().after(moved, last=0).deal.committed == {}
    assert seated().after(Asked(at=0), last=0).after(moved, last=0).deal.committed, (
        "salts are being opened: nothing is chosen any more"
    )
    for same in (Rekeyed(at=1, seat=0, key="new", why="alone"), Rekeyed(at=1, seat=0, key="new")):
        assert seated().after(same, last=0).deal.committed


async def test_a_rematch_leads_everybody_to_one_new_table_each_one_seat_further(url):
    async with sitting(url, "pig", options={"target": 10}) as table:
        assert (await table.host.post(table.path("/rematch"))).json()["code"] == "not-over"
        await asyncio.gather(*(play_on(player, Random(n)) for n, player in enumerate(table.players)))
        names = await asyncio.gather(*(api.done(table.path("/rematch")) for api in (*table.people, table.host)))
        assert len({found["table"] for found in names}) == 1
        new = names[0]["table"]
        await table.players[0].until(lambda: table.players[0].room["rematch"] == new)
        ann, bo = table.people
        async with Player(url, new, *ann.tokens, seen=0) as player:
            assert player.yours == [1]
            assert player.room["before"] == table.table
            assert [seat["name"] for seat in player.room["seats"] if seat] == ["Bo", "Ann"]
            await table.host.done(f"/api/tables/{new}/start")
            await player.until(lambda: player.position is not None)
        async with Api(url) as stranger:
            assert (await stranger.post(table.path("/rematch"))).status_code == 403
        assert (await bo.get(f"/api/tables/{new}")).json()["yours"] == [0]
