"""How fast are moves made safe? Appends a second, beside one plain commit an append in the same run: `make bench`.

Every append is on disk before it counts (WAL and synchronous=FULL; fsync and synchronous_commit on), 300 bytes each.
- plain: the bare driver, one INSERT and one commit an append, one after the other. No numbers are checked.
- one table: the store, one append after the other, as a single table writes.
- many tables: the store, each table writing as soon as it may; what comes in together goes to disk together.

Time is the wall clock's, for the disk is what is waited for. The repetitions of all contenders take turns, and the
median of each is told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from uuid import uuid4

import asyncpg
import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from knobel.store.log import Listing, Store
from knobel.store.opening import open_store
from tools.services import Postgres, services

BODY = b"x" * 300
INSERT = "INSERT INTO plain (name, seq, body) VALUES ({}, {}, {})"
TABLE = "CREATE TABLE plain (name TEXT, seq INTEGER, body {}, PRIMARY KEY (name, seq))"

Run = Callable[[int], Awaitable[None]]
"""Makes so many appends."""


def plain_sqlite(path: Path) -> Run:
    """SQLite as its driver comes, made as safe as the store."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(TABLE.format("BLOB"))

    async def run(count: int) -> None:
        table = uuid4().hex
        for seq in range(count):
            db.execute(INSERT.format("?", "?", "?"), (table, seq, BODY))

    return run


async def plain_postgres(url: str) -> Run:
    """PostgreSQL as its driver comes."""
    db = await asyncpg.connect(url)
    await db.execute(TABLE.format("bytea"))

    async def run(count: int) -> None:
        table = uuid4().hex
        for seq in range(count):
            await db.execute(INSERT.format("$1", "$2", "$3"), table, seq, BODY)

    return run


def stored(store: Store, tables: int) -> Run:
    """The store, with so many tables writing at once."""

    async def play(count: int) -> None:
        about = msgspec.Raw(b"{}")
        table = uuid4().hex
        shown = Listing(table=table, game="bench", public=False, stage="playing", about=about, changed=0)
        await store.create(shown, [BODY], b"")
        for seq in range(2, count + 1):
            await store.append(table, seq, [BODY])

    async def run(count: int) -> None:
        await asyncio.gather(*(play(max(1, count // tables)) for _ in range(tables)))

    return run


async def measured(runs: dict[str, tuple[Run, int]], repetitions: int) -> dict[str, float]:
    """Each contender's appends a second: the median over repetitions that take turns."""
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for repetition in range(repetitions + 1):
        for name, (run, count) in runs.items():
            started = perf_counter()
            await run(count)
            if repetition:  # the first only warms up
                rates[name].append(count / (perf_counter() - started))
    return {name: median(found) for name, found in rates.items()}


async def compare(folder: Path, postgres: Postgres, appends: int, tables: int, repetitions: int) -> dict[str, float]:
    """Measures both stores, each beside its plain driver."""
    url = await postgres.fresh()
    file_store, server_store = await open_store(str(folder / "house.sqlite")), await open_store(url)
    runs = {
        "SQLite, plain": (plain_sqlite(folder / "plain.sqlite"), appends),
        "SQLite store, one table": (stored(file_store, 1), appends),
        f"SQLite store, {tables} tables": (stored(file_store, tables), appends * 10),
        "PostgreSQL, plain": (await plain_postgres(url), appends),
        "PostgreSQL store, one table": (stored(server_store, 1), appends),
        f"PostgreSQL store, {tables} tables": (stored(server_store, tables), appends * 4),
    }
    try:
        return await measured(runs, repetitions)
    finally:
        await file_store.close()
        await server_store.close()


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="How fast are moves made safe?")
    parser.add_argument("--appends", type=int, default=500, help="appends of the slowest contender in each repetition")
    parser.add_argument("--tables", type=int, default=100, help="how many write at once")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    asked = parser.parse_args(arguments)
    with services() as folder:
        rates = asyncio.run(compare(folder, Postgres(folder), asked.appends, asked.tables, asked.repetitions))
    ratios = {name: rate / rates[f"{name.split()[0].rstrip(',')}, plain"] for name, rate in rates.items()}
    if asked.json:
        results = {name: {"appends_per_second": round(rate), "ratio": ratios[name]} for name, rate in rates.items()}
        print(json.dumps({"python": platform.python_version(), "results": results}, indent=2))
        return 0
    print((__doc__ or "").split("\n\n", 1)[1])
    for name, rate in rates.items():
        print(f"{name:34} {rate:12,.0f} appends/s {ratios[name]:8.2f}× plain")
    return 0


if __name__ == "__main__":
    sys.exit(main())
