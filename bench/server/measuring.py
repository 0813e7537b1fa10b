"""One measurement of one server: started anew, warmed up, measured, ended."""

from __future__ import annotations

import gc
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import msgspec

from bench.server.contender import Contender
from bench.server.load import idle, opened, play

WARM_TABLES = 4
"""Tables that are opened and played at before anything is weighed, so that a server has loaded what it needs."""
WATCHED_TABLES = 40
"""So many tables the idle sockets are spread over."""


class Sizes(msgspec.Struct, frozen=True):
    """How much is measured."""

    tables: int
    seconds: float
    warm_up: float
    sockets: int
    thinks_s: float = 0
    """For how long at most each player thinks before a move; 0: every one moves as soon as it may."""


class Round(msgspec.Struct, frozen=True):
    """What one round of play showed."""

    moves_per_second: float
    p50_ms: float
    """From saying a move until both players have heard what became of it."""
    p99_ms: float
    server_core: float
    """The share of its core that the server used."""
    generator_core: float
    """The share of its core that the load generator used: far below 1, or it would be what is measured."""
    moves_per_core_second: float
    """Moves for each second of processor time that the server used: what other programs on the machine change least."""
    table_kib: float
    """Memory for each table with two players connected, before the first move."""
    played_table_kib: float
    """The same after play."""
    memory_mib: float
    """All of the server's memory after play."""
    tables_over: float
    """Tables whose game ended, so that nobody moved there any more: must be 0, else measure shorter or more tables."""


async def measure_play(contender: Contender, sizes: Sizes, core: int | None, base: Path) -> Round:
    """Tables at which each side moves as soon as it may, or has thought."""
    with TemporaryDirectory(dir=base) as folder:
        async with contender.running(Path(folder), core) as server, AsyncExitStack() as crew:
            await play(await opened(server, WARM_TABLES, crew), sizes.warm_up)
            empty = await server.memory()
            tables = await opened(server, sizes.tables, crew)
            ready = await server.memory()
            await play(tables, sizes.warm_up, sizes.thinks_s)
            gc.collect()
            gc.disable()
            began, worked, served = perf_counter(), process_time(), server.processor()
            arrived = await play(tables, sizes.seconds, sizes.thinks_s)
            took, worked, served = perf_counter() - began, process_time() - worked, server.processor() - served
            gc.enable()
            played = await server.memory()
            over = sum(table.over for table in tables)
    if len(arrived) < 2:
        raise RuntimeError(f"{contender.name} made no moves")
    cuts = quantiles((lasted * 1000 for _, lasted in arrived), n=100)
    return Round(
        moves_per_second=len(arrived) / sizes.seconds,
        p50_ms=cuts[49],
        p99_ms=cuts[98],
        server_core=served / took,
        generator_core=worked / took,
        moves_per_core_second=len(arrived) / served,
        table_kib=(ready - empty) / 1024 / sizes.tables,
        played_table_kib=(played - empty) / 1024 / sizes.tables,
        memory_mib=played / 1024 / 1024,
        tables_over=over,
    )


async def measure_idle(contender: Contender, sizes: Sizes, core: int | None, base: Path) -> float:
    """KiB of the server's memory for each socket that waits at a table where nothing happens."""
    with TemporaryDirectory(dir=base) as folder:
        async with contender.running(Path(folder), core) as server, AsyncExitStack() as crew:
            await play(await opened(server, WARM_TABLES, crew), sizes.warm_up)
            tables = min(WATCHED_TABLES, sizes.sockets)
            await idle(server, tables, tables, crew)
            before = await server.memory()
            await idle(server, sizes.sockets, tables, crew)
            return (await server.memory() - before) / 1024 / sizes.sockets


def middle(rounds: list[Round]) -> Round:
    """The median of every figure by itself."""
    names = Round.__struct_fields__
    return Round(*(median(getattr(found, name) for found in rounds) for name in names))
