"""Everything that is simulated for the calibration: towers, rounds, and dice laid down beside the middle."""

from __future__ import annotations

import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from knobel.games.stack_attack.moves import Hand
from tools.games.stack_attack.calibration.playing import (
    HANDS,
    TALLEST,
    Round,
    Tried,
    built_tower,
    played_round,
    shoved,
    spread,
    untouched,
)

SEATS = (2, 3, 4)
SHOVED = (3, 7, 11)
"""Heights of leaning towers on which a die is laid down beside the middle of the top one, ..."""
OFFSETS = (0, 2000, 4000, 5000, 6000, 7000, 7500, 8000, 9000, 10_000)
"""... so many micrometres from it."""
KEPT_APART = 4
"""One tower and one round of so many is not fitted to: the model is measured on them."""


class Sizes(msgspec.Struct, frozen=True):
    """How much is simulated."""

    towers: int
    """For each hand."""
    rounds: dict[Hand, int]
    """For each number of seats."""
    shoves: int
    """For each height and offset."""


FULL = Sizes(40, {"child": 24, "ordinary": 72, "expert": 24}, 6)
QUICK = Sizes(4, {"child": 2, "ordinary": 4, "expert": 2}, 2)


class Sample(msgspec.Struct, frozen=True):
    """What came of it."""

    towers: tuple[tuple[Tried, ...], ...]
    rounds: tuple[Round, ...]
    shoves: dict[str, tuple[bool, ...]]
    """By height and offset: which fell."""
    untouched: tuple[bool, ...]
    """By height: whether a die laid down without a slip stays."""

    def fitted_to(self) -> tuple[list[Tried], list[Round]]:
        """The placements of towers, and the rounds, that the model is fitted to."""
        towers = [one for index, tower in enumerate(self.towers) if index % KEPT_APART for one in tower if one.height]
        return towers, [played for index, played in enumerate(self.rounds) if index % KEPT_APART]

    def kept_apart(self) -> tuple[list[Tried], list[Round]]:
        """And those that it is measured on."""
        towers = [one for tower in self.towers[::KEPT_APART] for one in tower if one.height]
        return towers, list(self.rounds[::KEPT_APART])


def simulate(sizes: Sizes, threads: int) -> Sample:
    """Simulates everything; the same sizes give the same sample."""
    tower_jobs: list[tuple[Hand, int]] = [(hand, seed) for hand in HANDS for seed in range(sizes.towers)]
    round_jobs: list[tuple[int, Hand, int]] = [
        (seats, hand, seed) for hand in HANDS for seats in SEATS for seed in range(sizes.rounds[hand])
    ]
    shove_jobs = [(height, offset, seed) for height in SHOVED for offset in OFFSETS for seed in range(sizes.shoves)]
    shoves: dict[str, tuple[bool, ...]] = {}
    stands = list(spread(untouched, range(TALLEST), threads, progress("untouched towers", TALLEST)))
    for job, fell in zip(
        shove_jobs,
        spread(lambda job: shoved(*job), shove_jobs, threads, progress("dice beside the middle", len(shove_jobs))),
        strict=True,
    ):
        shoves[spot(job[0], job[1])] = (*shoves.get(spot(job[0], job[1]), ()), fell)
    towers = spread(lambda job: built_tower(*job), tower_jobs, threads, progress("towers", len(tower_jobs)))
    built = tuple(tuple(tower) for tower in towers)
    rounds = spread(lambda job: played_round(*job), round_jobs, threads, progress("rounds", len(round_jobs)))
    return Sample(built, tuple(rounds), shoves, tuple(stands))


def spot(height: int, offset: int) -> str:
    """The name of a height and an offset in the sample."""
    return f"{height}/{offset}"


def progress(what: str, total: int) -> Callable[[], None]:
    """Counts on the screen what is done."""
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        print(f"\r{what}: {done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return step


def keep(path: Path, sample: Sample) -> None:
    """Writes a sample to a file."""
    path.write_bytes(lzma.compress(msgspec.json.encode(sample)))


def kept(path: Path) -> Sample:
    """Reads a sample from a file."""
    return msgspec.json.decode(lzma.decompress(path.read_bytes()), type=Sample)
