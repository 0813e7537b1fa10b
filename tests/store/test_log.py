"""What every store promises."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from knobel.store.log import NoTable, StoreTrouble, Taken
from knobel.store.opening import open_store
from tests.store.logs import SEED, listing


async def test_a_log_is_read_as_it_was_written(store):
    await store.create(listing(), [b"opened", b"came"], SEED)
    await store.append("oak", 3, [b"", b"\x00\xff"])
    assert await store.read("oak") == [b"opened", b"came", b"", b"\x00\xff"]
    assert await store.read("oak", after=2) == [b"", b"\x00\xff"]
    assert await store.read("oak", after=4) == []
    assert await store.read_seed("oak") == SEED


async def test_a_log_is_read_from_any_number_on_and_as_far_as_one_likes(url):
    written = [b"%d" % number for number in range(1, 12)]
    first = await open_store(url)
    await first.create(listing("elm"), [b"another"], SEED)
    await first.create(listing(), written[:2], SEED)
    await first.append("oak", 3, written[2:6])
    second = await open_store(url)
    await second.append("oak", 7, written[6:7])
    await second.append("oak", 8, written[7:])
    await first.append("elm", 2, [b"too"])
    for store in (first, second):
        for after in range(13):
            for limit in range(1, 13):
                assert await store.read("oak", after, limit) == written[after : after + limit]
            assert await store.find_grown({"oak": after}) == (["oak"] if after < 11 else [])
        await store.close()


async def test_what_was_written_is_there_when_the_store_is_opened_again(url):
    first = await open_store(url)
    await first.create(listing(), [b"1"], SEED)
    await first.append("oak", 2, [b"2"], listing(stage="over"))
    await first.close()
    again = await open_store(url)
    assert await again.read("oak") == [b"1", b"2"]
    assert await again.list_tables() == [listing(stage="over")]
    await again.close()


async def test_a_taken_number_is_refused_and_nothing_of_that_append_is_written(store):
    await store.create(listing(), [b"1", b"2"], SEED)
    for seq in (1, 2):
        with pytest.raises(Taken):
            await store.append("oak", seq, [b"x", b"y", b"z"], listing(stage="over"))
    assert await store.read("oak") == [b"1", b"2"]
    assert await store.list_tables() == [listing()]


async def test_a_number_that_does_not_follow_is_refused(store):
    await store.create(listing(), [b"1"], SEED)
    with pytest.raises(StoreTrouble, match="missing"):
        await store.append("oak", 3, [b"3"], listing(stage="over"))
    assert await store.read("oak") == [b"1"]
    assert await store.list_tables() == [listing()]


async def test_a_table_is_created_once(store):
    await store.create(listing(), [b"1"], SEED)
    with pytest.raises(Taken):
        await store.create(listing(game="other"), [b"x"], bytes(32))
    assert await store.read("oak") == [b"1"]
    assert await store.read_seed("oak") == SEED
    assert await store.list_tables() == [listing()]


async def test_a_table_that_is_not_there_is_said_not_to_be(store):
    for asking in (
        store.read("elm"),
        store.read_seed("elm"),
        store.append("elm", 1, [b"1"]),
        store.append("elm", 2, [b"2"]),
    ):
        with pytest.raises(NoTable, match="elm"):
            await asking
    assert not await store.claim("elm", "me")


async def test_of_many_writers_each_number_goes_to_exactly_one_and_appends_stay_whole(url):
    houses = [await open_store(url) for _ in range(2)]
    await houses[0].create(listing(), [b"0/0"], SEED)
    won: list[str] = []

    async def write(name: int) -> None:
        house = houses[name % 2]
        for turn in range(5):
            bodies = [b"%d/%d/%d" % (name, turn, part) for part in range(1 + name % 3)]
            while True:
                try:
                    await house.append("oak", len(await house.read("oak")) + 1, bodies)
                    break
                except Taken:
                    continue
            won.extend(body.decode() for body in bodies)

    await asyncio.gather(*map(write, range(8)))
    log = [body.decode() for body in await houses[0].read("oak")]
    assert sorted(log[1:]) == sorted(won)
    for place, body in enumerate(log[1:], 1):
        name, turn, part = map(int, body.split("/"))
        assert log[place - part] == f"{name}/{turn}/0", "another append came in between"
    for house in houses:
        await house.close()


async def test_who_is_behind_another_process_is_told_so_and_goes_on_from_there(url):
    first, second = [await open_store(url) for _ in range(2)]
    await first.create(listing(), [b"1"], SEED)
    for seq, (one, other) in enumerate([(first, second), (second, first)] * 3, start=2):
        await one.append("oak", seq, [b"%d" % seq])
        with pytest.raises(Taken):
            await other.append("oak", seq, [b"late"])
    await second.append("oak", 8, [b"8"])
    await first.append("oak", 9, [b"9"])
    assert await second.read("oak") == [b"%d" % seq for seq in range(1, 10)]
    for store in (first, second):
        await store.close()


async def test_of_many_who_want_the_same_number_one_gets_it(store):
    await store.create(listing(), [b"1"], SEED)
    asked = [store.append("oak", 2, [b"%d" % name, b"more"]) for name in range(40)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    (winner,) = [name for name, answer in enumerate(answers) if answer is None]
    assert all(isinstance(answer, Taken) for answer in answers if answer is not None)
    assert await store.read("oak") == [b"1", b"%d" % winner, b"more"]


async def test_a_refused_append_does_not_spoil_those_that_go_to_disk_with_it(store):
    for table in ("a", "b", "c", "d"):
        await store.create(listing(table), [b"1"], SEED)
    answers = await asyncio.gather(
        store.append("a", 2, [b"2"]),
        store.append("d", 2, [b"2"], listing("d", about=msgspec.Raw(b"\xff"))),
        store.append("b", 1, [b"x"]),
        store.append("elm", 2, [b"x"]),
        store.append("c", 2, [b"2", b"3"]),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), UnicodeDecodeError, Taken, NoTable, type(None)]
    assert [len(await store.read(table)) for table in ("a", "b", "c", "d")] == [2, 1, 3, 1]


async def test_tables_are_listed_the_last_changed_first_and_page_by_page(store):
    tables = [
        listing(f"t{n}", changed=n // 2, public=n % 3 > 0, stage="over" if n % 2 else "playing") for n in range(9)
    ]
    for table in tables:
        await store.create(table, [b"1"], SEED)
    newest = sorted(tables, key=lambda table: table.place, reverse=True)
    assert await store.list_tables() == newest
    assert await store.list_tables(public=True) == [table for table in newest if table.public]
    assert await store.list_tables(public=False, stage="over") == [
        table for table in newest if not table.public and table.stage == "over"
    ]
    pages, before = [], None
    while page := await store.list_tables(limit=4, before=before):
        pages += page
        before = page[-1].place
    assert pages == newest


async def test_a_table_belongs_to_one_living_process(store):
    await store.create(listing(), [b"1"], SEED)
    await store.create(listing("elm", stage="gathering"), [b"1"], SEED)
    for process in ("ann", "bo"):
        await store.beat(process)
    assert await store.find_orphans("ann") == ["oak"]
    assert await store.claim("oak", "ann")
    assert await store.claim("oak", "ann"), "it is its own already"
    assert not await store.claim("oak", "bo")
    assert await store.find_orphans("bo") == []


async def test_what_a_silent_process_owned_can_be_claimed(store):
    await store.create(listing(), [b"1"], SEED)
    await store.beat("ann")
    assert await store.claim("oak", "ann")
    assert await store.find_orphans("bo", stale_ms=0) == ["oak"]
    assert await store.find_orphans("ann", stale_ms=0) == [], "it knows best that it lives"
    assert await store.claim("oak", "bo", stale_ms=0)
    await store.beat("bo")
    assert not await store.claim("oak", "ann")


async def test_a_process_that_goes_gives_up_its_tables_at_once(store):
    await store.create(listing(), [b"1"], SEED)
    await store.beat("ann")
    assert await store.claim("oak", "ann")
    await store.release("ann")
    assert await store.find_orphans("bo") == ["oak"]
    assert await store.claim("oak", "bo")


async def test_a_table_that_was_put_away_is_nobodys_until_its_alarm_rings_or_somebody_claims_it(store):
    for name in ("oak", "elm"):
        await store.create(listing(name), [b"1"], SEED)
        await store.beat("ann")
        assert await store.claim(name, "ann")
    await store.put_away("oak", "bo", 4000)
    assert await store.find_ringing(9000, 10) == [], "it was not bo's"
    await store.put_away("oak", "ann", 5000)
    await store.put_away("elm", "ann", 4000)
    assert await store.find_orphans("bo", stale_ms=0) == []
    assert await store.find_ringing(3999, 10) == []
    assert await store.find_ringing(5000, 10) == [("elm", 4000), ("oak", 5000)]
    assert await store.find_ringing(5000, 1) == [("elm", 4000)]
    assert await store.claim("oak", "bo")
    assert await store.find_ringing(5000, 10) == [("elm", 4000)]
    await store.release("bo")
    assert await store.find_orphans("ann") == ["oak"]


async def test_a_listing_changes_nothing_about_who_owns_the_table(store):
    await store.create(listing(), [b"1"], SEED)
    await store.beat("ann")
    assert await store.claim("oak", "ann")
    await store.append("oak", 2, [b"2"], listing(changed=2000))
    assert not await store.claim("oak", "bo")


async def test_a_log_of_a_hundred_thousand_events_is_read(store):
    many = [b"%d" % number for number in range(1, 100_001)]
    await store.create(listing(), many[:1], SEED)
    await store.append("oak", 2, many[1:])
    assert await store.read("oak") == many
    assert await store.read("oak", after=99_998) == many[-2:]


async def test_logs_that_go_on_are_found_and_no_others(store):
    for name in ("oak", "elm", "ash"):
        await store.create(listing(name), [b"1"], SEED)
    await store.append("elm", 2, [b"2", b"3"])
    assert await store.find_grown({"oak": 1, "elm": 1, "ash": 1, "gone": 1}) == ["elm"]
    assert await store.find_grown({"oak": 1, "elm": 3}) == []
    assert await store.find_grown({}) == []


async def test_a_store_that_is_ready_says_so_and_a_closed_one_does_not(url):
    store = await open_store(url)
    await store.check_ready()
    await store.create(listing(), [b"1"], SEED)
    waiting = asyncio.gather(*(store.append("oak", seq, [b"%d" % seq]) for seq in range(2, 5)), return_exceptions=True)
    await asyncio.sleep(0)
    await store.close()
    written = 1 + sum(answer is None for answer in await waiting)
    for asking in (store.append("oak", 5, [b"5"]), store.read("oak"), store.check_ready()):
        with pytest.raises(StoreTrouble, match="closing"):
            await asking
    await store.close()
    again = await open_store(url)
    assert len(await again.read("oak")) == written
    await again.close()


@pytest.mark.parametrize("address", ["mysql://localhost/x", "sqlite://", "sqlite:///", "://"])
async def test_an_address_that_is_none_is_refused_in_words(address):
    with pytest.raises(StoreTrouble, match="no place for tables"):
        await open_store(address)


async def test_what_addresses_had_written_is_summed_up_and_forgotten_with_time(url):
    first, second = await open_store(url), await open_store(url)
    assert await first.count_written({}, 10) == {}
    assert await first.count_written({"192.0.2.7": 1000, "192.0.2.8": 5}, 0) == {"192.0.2.7": 1000, "192.0.2.8": 5}
    assert await second.count_written({"192.0.2.7": 500}, 0) == {"192.0.2.7": 1500, "192.0.2.8": 5}
    await first.close()
    left = await second.count_written({}, 100)
    assert 0 < left["192.0.2.7"] <= 1500
    await asyncio.sleep(0.1)
    assert "192.0.2.8" not in await second.count_written({}, 100)
    again = await second.count_written({"192.0.2.7": 7}, 100)
    assert left["192.0.2.7"] - 1500 < again["192.0.2.7"] < left["192.0.2.7"] + 7
    await asyncio.sleep(0.01)  # nothing is forgotten within the millisecond in which it was counted
    assert await second.count_written({}, 1e9) == {}
    await second.close()
