"""The fault campaign: a house that is killed, fuzzed and listened to for as long as one likes, unattended.

    python -m tests.server.campaign                      # all of it, at its large sizes
    python -m tests.server.campaign --kills 1000 --frames 0 --bodies 0 --twins 0

Each part goes on in shares, and what is done is written down after each (`--state`): stopped by Ctrl-C, by a power cut
or by `--minutes`, it goes on where it was when it is started again. A share that loses something is noted with its
number, which says all that is needed to do it again (`--only frames --share 17`), and the campaign goes on; it ends
with an error. The sizes that were really run stand in docs/trust.md.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from knobel.core.registry import all_games
from knobel.store.opening import open_store
from tests.server.evening import Evening, check_evening
from tests.server.forked import forked
from tests.server.fuzz import check_bodies, check_frames
from tests.server.twins import check_leaks, secret_games

STATE = Path("build/campaign/faults.json")
MAX_TWIN_MOVES = 60
"""Of a pair of twins that is not played to its end."""
TELL_S = 30
"""So often at least it is told how far it is."""
HOUSES = (("sqlite", 1), ("postgres", 1), ("postgres", 2))
"""Where a house lasts, and in how many processes it runs."""


class Part(msgspec.Struct):
    """How far a part of the campaign is."""

    tried: int = 0
    shares: int = 0
    seconds: float = 0
    counted: dict[str, int] = {}
    lost: list[str] = []
    """What was lost, and in which share."""


class State(msgspec.Struct):
    """What a campaign has done so far."""

    began: str
    commit: str
    parts: dict[str, Part] = {}


# What one share of each part does ------------------------------------------------------------------------------------


def kill(share: int, size: int) -> Counter[str]:
    """An evening at a house that is killed −9 again and again; which store and how many processes go by turns."""
    store, processes = HOUSES[share % len(HOUSES)]
    return asyncio.run(_kill(share, size, store, processes))


async def _kill(share: int, size: int, kind: str, processes: int) -> Counter[str]:
    from tools.services import Postgres, RedisServer, services

    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        settings: dict[str, Any] = {}
        url = str(folder / "house.sqlite")
        if kind == "postgres":
            place = stack.enter_context(services())
            url = await Postgres(place).fresh()
            if processes > 1:
                settings["bus"] = RedisServer(place).url
        houses = [stack.enter_context(forked(url, folder / f"log {n}", **settings)) for n in range(processes)]
        evening = Evening(houses, seed=share)
        await evening.run(size)
        store = await open_store(url)
        try:
            counted = await check_evening(evening, store)
        finally:
            await store.close()
        return counted + Counter({f"{kind}, {processes} {'process' if processes == 1 else 'processes'}": size})


def send_frames(share: int, size: int) -> Counter[str]:
    """Frames made from the wire's schema and bent."""
    return asyncio.run(check_frames(size, share))


def post_bodies(share: int, size: int) -> Counter[str]:
    """HTTP bodies made from the house's description of itself and bent."""
    return asyncio.run(check_bodies(size, share))


def play_twins(share: int, size: int) -> Counter[str]:
    """Twin games that differ only in what is hidden; the games with secrets take turns, live ones too."""
    games = secret_games()
    game = games[share % len(games)]
    found = check_leaks(game, size, seed=1000 + share, max_moves=MAX_TWIN_MOVES)
    return Counter({game.name: found.games, "moves": found.moves, "frames that were the same": found.frames})


class Kind(msgspec.Struct, frozen=True):
    """A part of the campaign: what it does, how much of it in a share, and how much in all."""

    do: Callable[[int, int], Counter[str]]
    share: int
    many: int
    alone: bool = False
    """Whether its shares start processes of their own, one share at a time."""


PARTS = {
    "frames": Kind(send_frames, 2000, 1_000_000),
    "bodies": Kind(post_bodies, 500, 100_000),
    "twins": Kind(play_twins, 50, 100_000),
    "kills": Kind(kill, 20, 10_000, alone=True),
}


# The campaign --------------------------------------------------------------------------------------------------------


class Campaign:
    """All parts, one after the other, and what is written down of them."""

    def __init__(self, file: Path, say: Callable[[str], None] = print) -> None:
        self._file = file
        self._say = say
        self.state = _read(file)

    def part(self, name: str) -> Part:
        """How far a part is."""
        return self.state.parts.setdefault(name, Part())

    def run(self, sizes: dict[str, int], workers: int, deadline: float) -> None:
        """Goes on with every part until it has its size, or time is up."""
        for name, size in sizes.items():
            kind, part = PARTS[name], self.part(name)
            if part.tried < size:
                self._say(f"{name}: {_spaced(part.tried)} of {_spaced(size)}")
            if kind.alone:
                while part.tried < size and time.monotonic() < deadline:
                    self._note(name, part.shares, _try(name, part.shares, min(kind.share, size - part.tried)))
            else:
                self._run_beside(name, size, workers, deadline)
            self._say(_told(name, part))

    def _run_beside(self, name: str, size: int, workers: int, deadline: float) -> None:
        """Shares in processes of their own, written down in order, so that a number says which are done."""
        kind, part = PARTS[name], self.part(name)
        with ProcessPoolExecutor(workers) as pool:
            said = time.monotonic()
            while part.tried < size and time.monotonic() < deadline:
                first, left = part.shares, size - part.tried
                sizes = [min(kind.share, left - n * kind.share) for n in range(workers) if left > n * kind.share]
                for n, done in enumerate(pool.map(_try, [name] * len(sizes), range(first, first + len(sizes)), sizes)):
                    self._note(name, first + n, done)
                if time.monotonic() - said > TELL_S:
                    said = time.monotonic()
                    self._say(_told(name, part))

    def _note(self, name: str, share: int, done: tuple[int, float, Counter[str], str]) -> None:
        size, seconds, counted, lost = done
        part = self.part(name)
        part.tried += size
        part.shares = share + 1
        part.seconds += seconds
        part.counted = dict(Counter(part.counted) + counted)
        if lost:
            part.lost.append(f"share {share}: {lost}")
            self._say(f"{name}, share {share} LOST: {lost}")
        if PARTS[name].alone:
            self._say(_told(name, part))
        _write(self._file, self.state)


def _try(name: str, share: int, size: int) -> tuple[int, float, Counter[str], str]:
    """A share, and what was lost in it."""
    began, log = time.perf_counter(), logging.getLogger("knobel")
    heard, log.propagate = log.propagate, False  # of thousands of faults that are provoked nobody wants to read
    try:
        counted, lost = PARTS[name].do(share, size), ""
    except Exception as error:  # noqa: BLE001  # whatever it is, it was lost
        place = traceback.extract_tb(error.__traceback__)[-1]
        counted, lost = (
            Counter[str](),
            f"{type(error).__name__}: {str(error)[:600]} ({place.name}, line {place.lineno})",
        )
    finally:
        log.propagate = heard
    return size, time.perf_counter() - began, counted, lost


def _told(name: str, part: Part) -> str:
    counted = ", ".join(f"{_spaced(value)} {what}" for what, value in sorted(part.counted.items()))
    return f"{name}: {_spaced(part.tried)} tried, {len(part.lost)} lost, {part.seconds:.0f} s ({counted})"


def _spaced(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _read(file: Path) -> State:
    if file.exists():
        return msgspec.json.decode(file.read_bytes(), type=State)
    return State(began=time.strftime("%Y-%m-%d"), commit=_commit())


def _write(file: Path, state: State) -> None:
    """As a whole or not at all: it may be stopped at any instant."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(state)))
    beside.replace(file)


def _commit() -> str:
    asked = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return asked.stdout.strip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the campaign, or a share of it again. 1: something was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, kind in PARTS.items():
        parser.add_argument(f"--{name}", type=int, default=kind.many, help=f"so many in all ({kind.many})")
    parser.add_argument("--state", type=Path, default=STATE, help=f"where it is written down what is done ({STATE})")
    parser.add_argument("--fresh", action="store_true", help="forget what was done before")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="stop after so many; it can be gone on with"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="shares at once, where that goes")
    parser.add_argument("--only", choices=[*PARTS], help="only this part")
    parser.add_argument("--share", type=int, help="with --only: this share again, and nothing else; nothing is noted")
    asked = parser.parse_args(arguments)
    all_games()
    if asked.only and asked.share is not None:
        print(PARTS[asked.only].do(asked.share, PARTS[asked.only].share))
        return 0
    if asked.fresh:
        asked.state.unlink(missing_ok=True)
    campaign = Campaign(asked.state, lambda text: print(text, flush=True))
    sizes = {name: getattr(asked, name) for name in PARTS if asked.only in (None, name)}
    try:
        campaign.run(sizes, asked.workers, time.monotonic() + asked.minutes * 60)
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on from {asked.state}", flush=True)
        return 130
    return 1 if any(part.lost for part in campaign.state.parts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
