from __future__ import annotations

import asyncio
from random import Random

from knobel.core.fair import Salt
from knobel.core.record import FairDice, read_record
from tests.server.client import Api
from tests.server.tables import play_on, sitting


async def test_everybodys_salt_is_committed_before_any_is_opened_and_goes_into_the_dice(url):
    async with sitting(url, "pig", start=False, options={"target": 20}) as table:
        salts = [Salt.new("by the door"), Salt.new("blue")]
        openings = [{"seat": n, "text": salt.text, "nonce": salt.nonce} for n, salt in enumerate(salts)]
        for seat, person in enumerate(table.people):
            early = await person.post(table.path("/salts/open"), openings[seat])
            assert early.json()["code"] == "salt-early"
            promise = {"seat": seat, "promise": salts[seat].commitment()}
            await person.done(table.path("/salts"), promise | {"promise": Salt.new("other words").commitment()})
            counted = await person.done(table.path("/salts"), promise)  # none is open yet, so the last one counts
            assert counted == {"counts": True}
        await table.host.done(table.path("/start"))
        ann, bo = table.players
        await ann.until(lambda: ann.room["stage"] == "salting")
        wrong = await table.people[0].post(table.path("/salts/open"), openings[0] | {"text": "another"})
        assert wrong.json()["code"] == "salt-changed"
        async with Api(url) as late:
            assert (await late.post(table.path("/seats"), {"name": "Cy"})).json()["code"] == "starting"
        await table.people[0].done(table.path("/salts/open"), openings[0])
        await table.people[0].done(table.path("/salts/open"), openings[0])  # by a second page of hers
        assert ann.position is None
        await table.people[1].done(table.path("/salts/open"), openings[1])
        await asyncio.gather(play_on(ann, Random(1)), play_on(bo, Random(2)))
        record = read_record((await table.host.get(table.path("/record"))).content)
        assert isinstance(record.header.dice, FairDice)
        assert record.header.dice.deal.opened == dict(enumerate(salts))
        assert (await table.host.get(table.path("/verification"))).json()["verdict"] == "fair"


async def test_a_salt_goes_into_the_dice_without_asking_for_anything_more(url):
    """Committed to with the seat, and opened by whoever starts: as every page does it by itself."""
    async with Api(url) as ann:
        opened = await ann.done("/api/tables", {"game": "pig", "options": {"target": 10}})
        table, salt = f"/api/tables/{opened['table']}", Salt.new("x")
        ann.tokens.append(opened["token"])
        taken = await ann.done(f"{table}/seats", {"name": "Ann", "promise": salt.commitment()})
        ann.tokens.append(taken["token"])
        await ann.done(f"{table}/bots", {"level": "random"})
        seen = (await ann.get(table)).json()["room"]["deal"]
        assert (seen["promise"], seen["committed"]) == (opened["promise"], [0])
        opening = {"seat": 0, "text": salt.text, "nonce": salt.nonce}
        changed = await ann.post(f"{table}/start", {"salts": [opening | {"text": "y"}]})
        assert changed.json()["code"] == "salt-changed"
        await ann.done(f"{table}/start", {"salts": [opening, opening | {"seat": 5}]})
        assert (await ann.get(table)).json()["room"]["stage"] == "playing"
        await ann.done(f"{table}/end")
        record = read_record((await ann.get(f"{table}/record")).content)
        assert isinstance(record.header.dice, FairDice)
        assert record.header.dice.deal.opened == {0: salt}
        verified = (await ann.get(f"{table}/verification")).json()
        assert (verified["verdict"], verified["salts"]) == ("fair", 1)


async def test_nothing_is_opened_by_a_start_where_others_have_promised_than_the_host_knew_of(url):
    """Who sees a salt before theirs is fixed could choose it to fit: everybody sees what all have promised."""
    async with sitting(url, "pig", start=False) as table:
        salts = [Salt.new("x"), Salt.new("y")]
        for seat, person in enumerate(table.people):
            await person.done(table.path("/salts"), {"seat": seat, "promise": salts[seat].commitment()})
        table.host.tokens += table.people[0].tokens
        deal = (await table.host.get(table.path(""))).json()["room"]["deal"]
        assert deal["promises"] == [salt.commitment() for salt in salts]
        opening = {"seat": 0, "text": "x", "nonce": salts[0].nonce}
        for known in (deal["promises"][:1], [*deal["promises"], "0" * 64], deal["promises"][::-1]):
            refused = await table.host.post(table.path("/start"), {"salts": [opening], "promises": known})
            assert (refused.status_code, refused.json()["code"]) == (409, "salt-others")
        assert (await table.host.get(table.path(""))).json()["room"]["stage"] == "gathering"
        await table.host.done(table.path("/start"), {"salts": [opening], "promises": deal["promises"]})
        opened = (await table.host.get(table.path(""))).json()["room"]
        assert (opened["stage"], opened["deal"]["opened"]) == ("salting", [0])


async def test_a_commitment_that_comes_too_late_counts_for_nothing_and_is_no_fault(url):
    """Pages commit by themselves, and cannot know that the host has just started."""
    async with sitting(url, "pig", start=False) as table:
        salts = [Salt.new("x"), Salt.new("y")]
        late = {"seat": 1, "promise": salts[1].commitment()}
        await table.people[0].done(table.path("/salts"), {"seat": 0, "promise": salts[0].commitment()})
        await table.host.done(table.path("/start"))
        assert await table.people[1].done(table.path("/salts"), late) == {"counts": False}
        opening = {"seat": 0, "text": "x", "nonce": salts[0].nonce}
        await table.people[0].done(table.path("/salts/open"), opening)
        assert await table.people[1].done(table.path("/salts"), late) == {"counts": False}
        await table.people[0].done(table.path("/salts/open"), opening)  # by a second page of hers
        await table.host.done(table.path("/end"))
        assert await table.people[1].done(table.path("/salts"), late) == {"counts": False}
        record = read_record((await table.host.get(table.path("/record"))).content)
        assert isinstance(record.header.dice, FairDice)
        assert record.header.dice.deal.opened == {0: salts[0]}


async def test_nobody_waits_for_the_salt_of_whoever_is_away_and_nobody_there_is_left_out(url):
    async with sitting(url, "pig", ("Ann", "Bo", "Cy"), start=False, options={"target": 20}) as table:
        salts = [Salt.new("x") for _ in table.people]
        for seat, person in enumerate(table.people):
            await person.done(table.path("/salts"), {"seat": seat, "promise": salts[seat].commitment()})
        ann, _, cy = table.players
        await cy.socket.close()
        await table.host.done(table.path("/start"), {"without": [0, 2]})
        await ann.until(lambda: ann.room["stage"] == "salting")
        assert ann.room["deal"]["committed"] == [0, 1]
        for seat in (0, 1):
            opening = {"seat": seat, "text": "x", "nonce": salts[seat].nonce}
            await table.people[seat].done(table.path("/salts/open"), opening)
        await ann.until(lambda: ann.position is not None)


async def test_where_everybody_who_committed_is_away_the_game_begins_without(url):
    async with sitting(url, "pig", start=False) as table:
        await table.people[1].done(table.path("/salts"), {"seat": 1, "promise": Salt.new("x").commitment()})
        await table.players[1].socket.close()
        await table.host.done(table.path("/start"), {"without": [1]})
        await table.players[0].until(lambda: table.players[0].position is not None)


async def test_where_a_salt_stays_shut_everything_is_fixed_anew(url):
    async with sitting(url, "pig", start=False) as table:
        for seat, person in enumerate(table.people):
            await person.done(table.path("/salts"), {"seat": seat, "promise": Salt.new("x").commitment()})
        promise = table.players[0].room["deal"]["promise"]
        await table.host.done(table.path("/start"))
        await table.host.done(table.path("/start"))
        ann = table.players[0]
        await ann.until(lambda: ann.room["deal"]["promise"] != promise)
        assert ann.room["deal"]["committed"] == []
        await table.host.done(table.path("/start"))
        await ann.until(lambda: ann.position is not None)


async def test_who_leaves_while_salts_are_opened_cannot_choose_which_salts_count(url):
    async with sitting(url, "pig", ("Ann", "Bo", "Cy"), start=False) as table:
        salt = Salt.new("x")
        for seat in (0, 1):
            await table.people[seat].done(table.path("/salts"), {"seat": seat, "promise": salt.commitment()})
        promise = table.players[0].room["deal"]["promise"]
        await table.host.done(table.path("/start"))
        await table.people[0].done(table.path("/seats/0/leave"))
        room = (await table.host.get(table.path())).json()["room"]
        assert room["stage"] == "gathering"
        assert room["deal"]["promise"] != promise


async def test_whoever_comes_or_goes_while_salts_are_opened_the_dice_are_fixed_anew(url):
    """Also somebody without a salt, and a player of the house: who sits where decides what the dice do to whom."""
    async with sitting(url, "pig", ("Ann", "Bo", "Cy"), bots=("random",), start=False) as table:
        for gone in (2, 3):
            promise = table.players[0].room["deal"]["promise"]
            await table.people[0].done(table.path("/salts"), {"seat": 0, "promise": Salt.new("x").commitment()})
            await table.host.done(table.path("/start"))
            await table.host.done(table.path("/remove"), {"seat": gone})
            room = (await table.host.get(table.path())).json()["room"]
            assert (room["stage"], room["deal"]["committed"]) == ("gathering", [])
            assert room["deal"]["promise"] != promise


async def test_after_the_third_time_the_seats_stay_as_they_are_until_the_dice_are_dealt(url):
    async with sitting(url, "pig", ("Ann", "Bo", "Cy"), start=False) as table:
        for time in range(4):
            salt = Salt.new("x")
            await table.people[0].done(table.path("/salts"), {"seat": 0, "promise": salt.commitment()})
            await table.host.done(table.path("/start"))
            if time < 3:
                await table.host.done(table.path("/start"))
        promise = (await table.host.get(table.path())).json()["room"]["deal"]["promise"]
        for refused in (
            await table.host.post(table.path("/start")),
            await table.host.post(table.path("/remove"), {"seat": 2}),
            await table.people[1].post(table.path("/seats/1/leave")),
        ):
            assert (refused.status_code, refused.json()["code"]) == (409, "dealt-often")
        await table.people[0].done(table.path("/salts/open"), {"seat": 0, "text": salt.text, "nonce": salt.nonce})
        room = (await table.host.get(table.path())).json()["room"]
        assert (room["stage"], room["deal"]["promise"]) == ("playing", promise)
        assert [seat["name"] for seat in room["seats"]] == ["Ann", "Bo", "Cy"]


async def test_real_dice_are_typed_in_objected_to_and_put_right_before_everyones_eyes(url):
    async with sitting(url, "pig", dice="real") as table:
        ann, bo = table.players
        await ann.play(0, {"type": "Roll"})
        await bo.until(lambda: bo.position["throw"] is not None)
        assert bo.position["throw"] == {"by": 0, "faces": [["1", "2", "3", "4", "5", "6"]], "whose": None}
        assert (await bo.ask("throw", faces=["6"]))["code"] == "not-thrower"
        assert (await ann.ask("throw", faces=["7"]))["code"] == "dice-faces"
        assert (await ann.ask("throw", faces=["6"]))["type"] == "done"
        await bo.until(lambda: bo.position["objectable"] is not None)
        entry = bo.position["objectable"]
        assert (await bo.ask("object", seat=1))["type"] == "done"
        await ann.until(lambda: ann.room["reopened"] == entry)
        assert (await ann.play(0, {"type": "Hold"}))["code"] == "reopened"
        assert (await ann.ask("throw", faces=["2"]))["type"] == "done"
        assert ann.room["reopened"] is None
        assert ann.happened[-1]["what"] == {
            "type": "corrected",
            "entry": entry,
            "move": {"type": "Fell", "pips": 2},
        }
        assert ann.position["view"]["gathered"] == 2
        await ann.play(0, {"type": "Roll"})
        assert (await bo.ask("object", seat=1))["code"] == "object-late"
        assert (await ann.ask("throw", faces=["3"]))["type"] == "done"
        assert (await ann.ask("correct", entry=entry, faces=["5"]))["code"] == "host-only"
        await table.host.done(table.path("/host"), {"seat": 1})
        first, second = (await table.host.get(table.path("/throws"))).json()
        assert first == {"entry": entry, "words": ["The die shows 2."], "faces": [["1", "2", "3", "4", "5", "6"]]}
        assert second["entry"] > entry
        assert (await bo.ask("correct", entry=entry, faces=["1"]))["code"] == "no-longer"
        assert (await bo.ask("correct", entry=entry, faces=["5"]))["type"] == "done"
        await ann.until(lambda: ann.seen == bo.seen)
        assert ann.position["view"]["gathered"] == 8
        assert "A throw was put right." in ann.happened[-1]["words"]


async def test_throws_of_fair_dice_cannot_be_put_right(url):
    async with sitting(url, "pig", start=False) as table:
        assert (await table.host.get(table.path("/throws"))).json()["code"] == "not-begun"
        await table.host.done(table.path("/start"))
        (ann, _) = table.players
        await ann.until(lambda: ann.position is not None)
        await ann.play(0, {"type": "Roll"})
        assert (await table.host.get(table.path("/throws"))).json() == []


async def test_nobody_types_fair_dice(url):
    async with sitting(url, "pig") as table:
        assert (await table.players[0].ask("throw", faces=["6"]))["code"] == "no-throw"
        await table.players[0].play(0, {"type": "Roll"})
        assert (await table.players[0].ask("object", seat=0))["code"] == "object-late"
