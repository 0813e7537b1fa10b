"""A hosted table that was begun under version 1 goes on, in a house of today, with the first word list."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.games.word_shout.version_1.make_lookups import LOOKUPS
from tests.server.client import Player
from tests.server.fixtures.make_first import ABOUT, DATABASE
from tests.server.running import running

OPEN = next(
    about for about in json.loads(ABOUT.read_text()) if (about["game"], about["stage"]) == ("word-shout", "playing")
)
"""A table in mid-game; Ann's token is known."""


def house_with_lookups(folder: Path) -> Path:
    """The first version's database, in which Ann plays for two, with real dice, what `lookups.knobel` records."""
    place = folder / "first.sqlite"
    shutil.copy(DATABASE, place)
    header, *entries = (json.loads(line) for line in LOOKUPS.read_bytes().splitlines())
    with closing(sqlite3.connect(place)) as db, db:
        rows = db.execute("SELECT body FROM events WHERE name = ? ORDER BY seq", [OPEN["table"]])
        opened, ann, bo, began, *_ = (json.loads(body) for (body,) in rows)
        assert began["header"]["rules"] == header["rules"] == 1
        opened["setup"]["dice"] = "real"
        bo["place"] = ann["place"] | {"name": "Bo"}
        began["header"] |= {"dice": header["dice"], "seats": header["seats"]}
        entered = [{"event": "entered", "at": began["at"] + entry["at"], "entry": entry} for entry in entries]
        db.execute("DELETE FROM events WHERE name = ?", [OPEN["table"]])
        for seq, event in enumerate([opened, ann, bo, began, *entered], start=1):
            db.execute("INSERT INTO events VALUES (?, ?, ?)", [OPEN["table"], seq, json.dumps(event).encode()])
    return place


async def test_a_hosted_table_of_version_1_goes_on_with_the_first_word_list(tmp_path):
    with running(house_with_lookups(tmp_path), pace=50) as house:
        async with Player(house.url, OPEN["table"], OPEN["token"], seen=0) as ann:
            assert ann.position["view"]["totals"] == [-2, 9]
            for seat, move in ((0, "Ready"), (1, "Ready"), (1, "Roll")):
                assert (await ann.play(seat, {"type": move}))["type"] == "done"
            assert (await ann.ask("throw", faces=list("AEYSTDCGFR")))["type"] == "done"
            assert (await ann.play(0, {"type": "Shout", "word": "cafe"}))["type"] == "done"
            await ann.until(lambda: ann.position["view"]["taken"])
            for seat in (0, 1):
                assert (await ann.play(seat, {"type": "Pass"}))["type"] == "done"
            await ann.until(lambda: ann.position["view"]["phase"] == "disputing")
            assert (await ann.play(1, {"type": "Challenge", "word": 0}))["type"] == "done"
            await ann.until(lambda: ann.position["view"]["phase"] == "gathering")
            assert ann.position["view"]["totals"] == [-6, 13]
        assert [line for line in house.lines if line.get("level") == "error"] == []
