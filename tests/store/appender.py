"""A process that appends to several tables at once, and says what it was told is safe, until somebody kills it."""

from __future__ import annotations

import asyncio
import os

from knobel.store import sqlite_logs
from knobel.store.log import NoTable, Taken
from knobel.store.opening import open_store
from tests.store.logs import SEED, listing

TABLES = [f"table-{number}" for number in range(6)]


def bodies(table: str, seq: int, run: str) -> list[bytes]:
    """An append of one to three bodies, from each of which can be told where it belongs."""
    count = 1 + seq % 3
    return [f"{table} {seq + part} {part} {count} {run}".encode() for part in range(count)]


async def main(url: str, run: str) -> None:
    store = await open_store(url)

    async def play(table: str) -> None:
        try:
            seq = len(await store.read(table)) + 1
        except NoTable:
            seq = 1
        while True:
            fresh = bodies(table, seq, run)
            if seq == 1:
                await store.create(listing(table), fresh, SEED)
            else:
                try:
                    await store.append(table, seq, fresh, listing(table, changed=seq))
                except Taken:  # an append of the process before was still under way when that was killed
                    seq = len(await store.read(table)) + 1
                    continue
            for body in fresh:
                os.write(1, body + b"\n")
            seq += len(fresh)

    await asyncio.gather(*map(play, TABLES))


def append(url: str, run: str) -> None:
    """Appends until it is killed, and sorts in so often that it is killed at that too."""
    sqlite_logs.MAX_UNSORTED = 5
    asyncio.run(main(url, run))
