"""A soak: tables of bots that play on and on, to see whether the house's memory stays flat.

    python -m tests.server.soak --tables 500 --minutes 10

A house of its own is started, and so many tables of two bots each are opened over HTTP, of every game as many, by the
rules in the box (no tower is simulated: that takes long, and memory of other processes). Where a game is over, another
of the same is opened in its place. The memory of the house (RSS, as Linux counts it) is sampled all the while.

A game that goes on grows, as its past does. So the warm-up lasts at least a third of the run, and until of every game
as many tables again have been opened as there are at once: from then on old games and young ones are mixed as they will
be for ever. After that a straight line is laid through the samples: its slope is the median of those between any two
(Theil and Sen's), so that one step, when something is loaded for the first time, is not taken for growth, but one step
after the other is. Flat means that along this line memory grows by less than 2 % of the mean over the rest of the run,
or by less than 4 MiB, which is what sampling alone may show. Else the soak fails; so it does where less than a quarter
of the run is left to judge, or where the machine is too slow to keep nearly as many tables playing as were asked for.

Bots are quick here, and what is finished leaves memory after 5 seconds, so that tables come and go all the while.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from statistics import mean, median
from typing import Any

import httpx
import msgspec

from knobel.core.game import BOX
from knobel.core.registry import all_games
from tests.server.running import House, served

FLAT_SHARE, FLAT_KIB = 0.02, 4096
WARM_UP, LEAST_JUDGED, LEAST_PLAYING = 1 / 3, 1 / 4, 0.9
AT_ONCE = 8
"""So many tables are opened at a time."""
ROWS = 12


class Sample(msgspec.Struct):
    """How the house was at an instant."""

    seconds: float
    kib: int
    tables: int
    playing: int
    moves: int
    opened: int
    turned: float
    """How often every game's tables have been opened anew, by the game where they least were."""


class Soaked(msgspec.Struct):
    """How it went."""

    tables: int
    minutes: float
    samples: list[Sample]
    mean_kib: float
    slope_kib_per_minute: float
    growth_kib: float
    judged_share: float
    """How much of the run came after the warm-up."""
    flat: bool


class Crowd:
    """Tables of bots; whenever one is over, another is opened."""

    def __init__(self, house: House, tables: int) -> None:
        self.house = house
        games = list(all_games())
        self.wanted = Counter(games[number % len(games)] for number in range(tables))
        self.opened: Counter[str] = Counter()
        self.playing = 0
        lines = httpx.Limits(keepalive_expiry=1)  # sooner than the house hangs up on those who say nothing
        self._http = httpx.AsyncClient(base_url=house.url, timeout=120, limits=lines)

    async def seat(self, game: str) -> None:
        """Opens a table of two bots, and lets them begin."""
        self.opened[game] += 1
        answer = await self._http.post("/api/tables", json={"game": game, "preset": BOX, "public": True})
        opened = answer.raise_for_status().json()
        self._http.cookies.clear()
        headers = {"Authorization": f"Bearer {opened['token']}"}
        path = f"/api/tables/{opened['table']}"
        for _ in range(2):
            await self._http.post(f"{path}/bots", json={"level": "random"}, headers=headers)
        (await self._http.post(f"{path}/start", headers=headers)).raise_for_status()

    async def seat_all(self, games: Iterable[str]) -> None:
        """Opens tables of these games, a few at a time."""
        games = list(games)
        for start in range(0, len(games), AT_ONCE):
            await asyncio.gather(*map(self.seat, games[start : start + AT_ONCE]))

    async def keep_replacing(self) -> None:
        """Opens as many as are over, again and again."""
        while True:
            found = await self._playing()
            self.playing = found.total()
            await self.seat_all((self.wanted - found).elements())
            await asyncio.sleep(0.2)

    async def _playing(self) -> Counter[str]:
        games: Counter[str] = Counter()
        before = ""
        while True:
            page = (
                await self._http.get("/api/tables", params={"stage": "playing", "limit": 100, "before": before})
            ).json()
            games.update(table["game"] for table in page["tables"])
            before = page["next"]
            if not before:
                return games

    async def sample(self, began: float) -> Sample:
        """How the house is now."""
        status = Path(f"/proc/{self.house.process.pid}/status").read_text()
        text = (await self._http.get("/metrics")).text
        return Sample(
            seconds=time.monotonic() - began,
            kib=int(status.split("VmRSS:")[1].split()[0]),
            tables=_number(text, "knobel_tables"),
            playing=self.playing,
            moves=_number(text, "knobel_moves_total"),
            opened=self.opened.total(),
            turned=min(self.opened[game] / wanted for game, wanted in self.wanted.items()) - 1,
        )


async def soak(house: House, tables: int, minutes: float, every_s: float) -> Soaked:
    """Lets so many tables play for so long."""
    crowd, samples = Crowd(house, tables), []
    await crowd.seat_all(crowd.wanted.elements())
    replacing = asyncio.create_task(crowd.keep_replacing())
    began = time.monotonic()
    while (now := time.monotonic()) - began < minutes * 60:
        samples.append(await crowd.sample(began))
        await asyncio.sleep(max(0.0, now + every_s - time.monotonic()))
        if replacing.done():  # it never ends by itself
            replacing.result()
    replacing.cancel()
    return judged(samples, tables, minutes)


def judged(samples: list[Sample], tables: int, minutes: float) -> Soaked:
    """The straight line through what comes after the warm-up, and whether it is flat."""
    rest = [sample for sample in samples[round(len(samples) * WARM_UP) :] if sample.turned >= 1]
    share = len(rest) / len(samples)
    if share < LEAST_JUDGED or mean(sample.playing for sample in rest) < LEAST_PLAYING * tables:
        return Soaked(tables, minutes, samples, 0, 0, 0, share, flat=False)
    mean_kib = mean(sample.kib for sample in rest)
    slope = median((two.kib - one.kib) / (two.seconds - one.seconds) for one, two in combinations(rest, 2))
    growth = slope * (rest[-1].seconds - rest[0].seconds)
    flat = growth < max(FLAT_KIB, mean_kib * FLAT_SHARE)
    return Soaked(tables, minutes, samples, mean_kib, slope * 60, growth, share, flat)


def _number(metrics: str, name: str) -> int:
    found = re.search(rf"^{name} (\d+)(?:\.0)?$", metrics, re.MULTILINE)
    return int(found[1]) if found else 0


def _print(soaked: Soaked) -> None:
    print(f"{'minute':>8}{'MiB':>9}{'in memory':>11}{'playing':>9}{'opened':>9}{'turned':>8}{'moves':>11}")
    for sample in soaked.samples[:: max(1, len(soaked.samples) // ROWS)]:
        minute, mib = sample.seconds / 60, sample.kib / 1024
        print(
            f"{minute:>8.1f}{mib:>9.1f}{sample.tables:>11}{sample.playing:>9}{sample.opened:>9}{sample.turned:>8.1f}{sample.moves:>11}"
        )
    if soaked.judged_share < LEAST_JUDGED:
        print("Too few games came to their end to judge: more minutes, or fewer tables")
        return
    if not soaked.mean_kib:
        print("The machine is too slow to keep so many tables playing: fewer tables, or slower bots")
        return
    print(
        f"After the warm-up: {soaked.mean_kib / 1024:.1f} MiB on average, "
        f"{soaked.slope_kib_per_minute:+.0f} KiB a minute, {soaked.growth_kib:+.0f} KiB in all: "
        f"{'flat' if soaked.flat else 'NOT flat'}"
    )


def main() -> int:
    """Runs a soak, prints a table (or JSON), and fails if memory is not flat."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--every", type=float, default=2, help="seconds between samples")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--bot-ms", type=int, default=400, help="how long bots take at least; people would see 800")
    parser.add_argument("--pace", type=float, default=1, help="how fast the tables' clocks run")
    asked = parser.parse_args()
    settings: dict[str, Any] = {"idle_s": 5, "alone_s": 1e9, "bot_ms": asked.bot_ms, "pace": asked.pace}
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "soak.sqlite", **settings) as house:
        soaked = asyncio.run(soak(house, asked.tables, asked.minutes, asked.every))
    if asked.json:
        print(json.dumps(msgspec.to_builtins(soaked)))
    else:
        _print(soaked)
    return 0 if soaked.flat else 1


if __name__ == "__main__":
    sys.exit(main())
