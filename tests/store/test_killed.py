"""Whatever was acknowledged is there, whenever the process that wrote it is killed, and whatever it was doing."""

from __future__ import annotations

import os
import random
from collections import Counter

from hypothesis import settings

from knobel.store.log import NoTable
from knobel.store.opening import open_store
from tests.nursery import Nursery, Order
from tests.store.appender import TABLES

nursery = Nursery("tests.store.appender", "knobel.store.postgres", "knobel.store.sqlite")


def killed_at_random(url: str, run: int, chance: random.Random) -> list[bytes]:
    """What a process was told is safe before it was killed at some instant."""
    reader, writer = os.pipe()
    child = nursery.start(Order("tests.store.appender:append", [url, str(run)]), [None, writer, None])
    os.close(writer)
    with os.fdopen(reader, "rb") as told:
        heard = [told.readline() for _ in range(chance.randint(1, 60))]
        child.kill()
        heard += told.readlines()
    assert heard[0], "it never came to writing anything"
    return [line.strip() for line in heard if line.endswith(b"\n")]


async def test_nothing_acknowledged_is_lost_and_nothing_is_doubled_by_kills_at_random_instants(url):
    chance = random.Random(url.startswith("postgres"))
    safe: list[bytes] = []
    for run in range(settings().max_examples // 4):
        safe += killed_at_random(url, run, chance)
    store = await open_store(url)
    there: Counter[bytes] = Counter()
    for table in TABLES:
        try:
            log = await store.read(table)
        except NoTable:
            continue
        there.update(log)
        for seq, body in enumerate(log, 1):
            named, number, part, count, run = body.decode().split()
            assert (named, int(number)) == (table, seq), "a number was left out"
            last = log[seq - 1 - int(part) + int(count) - 1].decode().split()
            assert last[2:] == [str(int(count) - 1), count, run], "half an append was written"
    await store.close()
    assert max(there.values()) == 1
    assert not set(safe) - set(there)
