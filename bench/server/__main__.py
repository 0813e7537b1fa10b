"""How fast is the house? Moves a second of tables for two, beside boardgame.io in the same run: `make bench-server`.

At every table two players play Pig (hold at 20), each moving as soon as it hears that it may. One load generator,
written for both, talks to either server over raw WebSockets; the server has one core for all its threads, the generator
another. Each seat proves itself by its own secret and is sent its own view.
- Knobel: SQLite on this disk; a move and the die it throws are synced to it before anybody hears of them.
- boardgame.io: its default store, memory; production mode; a server of its own documentation's making.
- boardgame.io FlatFile: the same with its own durable store, on the same disk.
A move counts when both players have heard what became of it. Rounds take turns, each with a server started anew; the
median of each figure is told. Where the house does not hold what it promises beside them, this ends with an error.

With `--human` every player thinks before each move, for any time up to six seconds, at 4,000 tables (8,000 sockets),
beside boardgame.io in memory: what is told then is how long a move takes to reach everyone, and the server's memory.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import resource
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from bench.server.boardgame_io import BoardgameIo, install
from bench.server.contender import Contender, stay_on
from bench.server.knobel_house import KnobelHouse
from bench.server.measuring import Round, Sizes, measure_idle, measure_play, middle

WHERE = Path("build/bench")
"""On the disk of the work tree: a folder for temporary files may be memory."""
MOST_SOCKET_KIB = 30.0
PEER, DURABLE_PEER = BoardgameIo(), BoardgameIo(durable=True)
THINKS_S = 6.0
"""For how long at most a person thinks."""
HUMAN = {"tables": 4000, "seconds": 30.0, "warm_up": 8.0, "repetitions": 1, "sockets": 0}
PLAIN = {"tables": 200, "seconds": 6.0, "warm_up": 2.0, "repetitions": 5, "sockets": 2000}
MOST_MEMORY_MIB, GOAL_P99_MS = 1024, 25
LEAST_RATIOS = {PEER.name: 1.0, DURABLE_PEER.name: 5.0}
"""Moves a second, beside each of them."""


class Found(msgspec.Struct):
    """What was measured of one server."""

    rounds: list[Round] = []
    idle_socket_kib: list[float] = []


async def measured(contenders: Sequence[Contender], sizes: Sizes, repetitions: int) -> dict[str, Found]:
    """All measurements, the servers taking turns."""
    found = {contender.name: Found() for contender in contenders}
    core = server_core()
    for number in range(1, repetitions + 1):
        for contender in contenders:
            tell(f"round {number} of {repetitions}: {contender.name} plays at {sizes.tables} tables ...")
            found[contender.name].rounds.append(await measure_play(contender, sizes, core, WHERE))
    for contender in contenders if sizes.sockets else ():
        tell(f"{contender.name} holds {sizes.sockets} idle sockets ...")
        found[contender.name].idle_socket_kib.append(await measure_idle(contender, sizes, core, WHERE))
    return found


def server_core() -> int | None:
    """Takes one core for the generator and names another for the server; None where there are not two."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        tell("only one core: server and generator share it, so nothing here compares")
        return None
    stay_on(cores[1])
    return cores[0]


def told(found: dict[str, Found], sizes: Sizes) -> None:
    """Prints the medians side by side, with ratios."""
    names = list(found)
    medians = {name: middle(found[name].rounds) for name in names}
    print((__doc__ or "").split("\n\n", 1)[1])
    pace = f"each player thinks for 0 to {sizes.thinks_s:g} s, " if sizes.thinks_s else ""
    print(f"{sizes.tables} tables, {pace}{sizes.seconds:g} s a round, medians of {len(found[names[0]].rounds)} rounds")
    print(f"{'':34}" + "".join(f"{name:>23}" for name in names))
    for label, field, form in ROWS:
        line(label, [getattr(medians[name], field) for name in names], form)
    if sizes.sockets:
        line(f"KiB a socket, {sizes.sockets:,} idle", [median(found[name].idle_socket_kib) for name in names], ",.1f")


ROWS = (
    ("moves a second", "moves_per_second", ",.0f"),
    ("moves a second of its core", "moves_per_core_second", ",.0f"),
    ("ms to everyone's update, p50", "p50_ms", ",.1f"),
    ("ms to everyone's update, p99", "p99_ms", ",.1f"),
    ("KiB a table, two players there", "table_kib", ",.1f"),
    ("KiB a table, after play", "played_table_kib", ",.1f"),
    ("MiB of memory, after play", "memory_mib", ",.0f"),
    ("tables whose game ended meanwhile", "tables_over", ",.0f"),
    ("share of its core, server", "server_core", ".0%"),
    ("share of its core, generator", "generator_core", ".0%"),
)


def line(label: str, values: list[float], form: str) -> None:
    """One figure of all, each peer's with what the house's is beside it."""
    ours, *theirs = values
    beside = [f"{value:>12{form}} ({ours / value:>6.2f}×)" if value else f"{value:>23{form}}" for value in theirs]
    print(f"{label:34}" + f"{ours:>23{form}}" + "".join(f"{cell:>23}" for cell in beside))


def shortfalls(rounds: dict[str, Round], socket_kib: list[float], thinks_s: float = 0) -> list[str]:
    """What the house promises and did not hold in this run. It is the first of them."""
    (_, house), *peers = rounds.items()
    promises = {
        f"moves a second at least {LEAST_RATIOS[name]:g} times those of {name}": house.moves_per_second
        >= LEAST_RATIOS[name] * peer.moves_per_second
        for name, peer in peers
    }
    promises |= {f"p99 no worse than that of {name}": house.p99_ms <= peer.p99_ms for name, peer in peers}
    if thinks_s:
        promises = {f"p99 no worse than that of {name}": house.p99_ms <= peer.p99_ms for name, peer in peers}
        promises[f"at most {MOST_MEMORY_MIB} MiB of memory"] = house.memory_mib <= MOST_MEMORY_MIB
    promises[f"at most {MOST_SOCKET_KIB:g} KiB a socket"] = not socket_kib or median(socket_kib) <= MOST_SOCKET_KIB
    return [promise for promise, held in promises.items() if not held]


def tell(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description="How fast is the house?")
    parser.add_argument("--human", action="store_true", help="players think before they move, as people do")
    usual = {name: f"({value:g}; with --human {HUMAN[name]:g})" for name, value in PLAIN.items()}
    parser.add_argument("--tables", type=int, help=f"tables for two that play at once {usual['tables']}")
    parser.add_argument("--seconds", type=float, help=f"how long each round is measured {usual['seconds']}")
    parser.add_argument("--warm-up", type=float, help=f"seconds of play before that {usual['warm_up']}")
    parser.add_argument("--repetitions", type=int, help=f"rounds of each server {usual['repetitions']}")
    parser.add_argument("--sockets", type=int, help=f"idle sockets; 0 leaves that part out {usual['sockets']}")
    contenders: list[Contender] = [KnobelHouse(), PEER, DURABLE_PEER]
    parser.add_argument("--only", choices=[one.name for one in contenders], help="only one of these servers")
    parser.add_argument("--json", action="store_true", help="print every round's figures as JSON")
    asked = parser.parse_args(arguments)
    for name, value in (HUMAN if asked.human else PLAIN).items():
        if getattr(asked, name) is None:
            setattr(asked, name, value)
    thinks_s = THINKS_S if asked.human else 0
    sizes = Sizes(asked.tables, asked.seconds, asked.warm_up, asked.sockets, thinks_s)
    contenders = [one for one in contenders if asked.only in (None, one.name)]
    if asked.human:  # a store that writes a whole file for each move is no peer at that size
        contenders = [one for one in contenders if one is not DURABLE_PEER]
    if any(isinstance(one, BoardgameIo) for one in contenders):
        install()
    room_for_sockets(sizes)
    WHERE.mkdir(parents=True, exist_ok=True)
    try:
        found = uvloop.run(stoppable(measured(contenders, sizes, asked.repetitions)))
    except (KeyboardInterrupt, asyncio.CancelledError):
        tell("stopped")
        return 130
    if asked.json:
        machine = {"python": platform.python_version(), "system": platform.platform()}
        print(msgspec.json.format(msgspec.json.encode({**machine, "sizes": sizes, "results": found})).decode())
    else:
        told(found, sizes)
    return judged(found, thinks_s) if asked.only is None else 0


def judged(found: dict[str, Found], thinks_s: float = 0) -> int:
    """1, and in words why, where a promise was not held."""
    ours = next(iter(found.values()))
    rounds = {name: middle(each.rounds) for name, each in found.items()}
    missed = shortfalls(rounds, ours.idle_socket_kib, thinks_s)
    if thinks_s and (p99 := middle(ours.rounds).p99_ms) > GOAL_P99_MS:
        tell(f"p99 is {p99:.0f} ms; on a quiet machine it should be at most {GOAL_P99_MS}")
    for shortfall in missed:
        tell(f"not held: {shortfall}")
    return 1 if missed else 0


async def stoppable(work):
    """Work that also a plain request to end (SIGTERM) stops, so that its servers end with it."""
    task = asyncio.ensure_future(work)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task


def room_for_sockets(sizes: Sizes) -> None:
    """Allows as many open files as the sockets need, here and in the servers that are started from here."""
    need = sizes.sockets + 2 * sizes.tables + 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < need:
        sys.exit(f"{need} open files are needed, {hard} are allowed here: ask for fewer with --sockets or --tables")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, need), hard))


if __name__ == "__main__":
    sys.exit(main())
