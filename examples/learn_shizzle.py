"""A program that learns Shizzle from players of the house: Q(λ) with a small network, in NumPy alone.

    python examples/learn_shizzle.py

It plays games for two, through Gymnasium, against the house's levels in turns, and gets what `knobel/Shizzle-v0` tells
anybody: a row of numbers, which moves are legal, and in the end who won. `features` says what it looks at; what a move
is worth it finds out by itself. Now and then it sits down at the house's own tables (`knobel.simulate`). The same seed
makes the same player, for any number of workers. It needs `knobel[lab]`.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any

import gymnasium
import numpy as np
from msgspec.structs import replace

import knobel
from knobel.core.contract import Move, Open, Seat
from knobel.core.player import Intent
from knobel.lab.gymnasium import study_table

GAME, RIVALS = knobel.game("shizzle"), ("beginner", "casual", "strong")
SEATS: dict[str, Any] = {rival: gymnasium.make("knobel/Shizzle-v0", rival=rival) for rival in RIVALS}
KINDS, LAY = (0,) * 6 + (1,) + (2,) * 6 + (3, 4), 2  # strike, roll, lay, return, stop: the 15 numbers of moves for two
INPUTS, HIDDEN = 20, 40
STINT, STINTS, KEPT = 50, 2, 12  # games that one worker plays; such stints in a round; rounds that are learned from
EXPLORE, TRACE, RATE, BATCH, PASSES = 0.05, 0.85, 0.004, 256, 6
Row = Any  # an array of NumPy's
Net = list[Row]


def features(seen: Row, legal: Sequence[int]) -> Row:
    """Each legal move as a row: what kind it is, how long the line can get by it, and how everybody stands."""
    mine, theirs, dice = seen[0], seen[6], seen[12:102].reshape(6, 15)
    bank, *_, shizzles, returned, _, _, worth = seen[102:]
    fits, line = dice[:, 3:] @ dice[:, 3:].T > 0, dice[:, 0] > 0
    free = frozenset(np.flatnonzero(fits.diagonal() & ~line).tolist())

    def reach(die: int, rest: frozenset[int]) -> int:
        return 1 + max((reach(other, rest - {other}) for other in rest if fits[die, other]), default=0)

    gain = min(1.5 * worth, bank)  # both as parts of the whole Bank, which for two holds 40 of the 60 of `worth`
    rows = np.zeros((len(legal), INPUTS))
    rows[:, 12:] = mine, theirs, bank, gain, mine + gain - theirs, gain == bank, shizzles - returned, 1
    for row, number in zip(rows, legal, strict=True):
        row[KINDS[number]] = 1
        row[5 + line.sum() + (reach(number - 7, free - {number - 7}) if KINDS[number] == LAY else 0)] = 1
    return rows


def worths(net: Net, rows: Row) -> Row:
    """What a network believes moves are worth: -1 would be a game that is lost, 1 one that is won."""
    return np.tanh(rows @ net[0]) @ net[1]


class Learned:
    """A player of the house that makes the move which its network thinks best."""

    def __init__(self, net: Net) -> None:
        self.net, self.numbers = net, study_table(GAME).numbers

    def decide(self, view: Any, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent:
        legal = self.numbers.legal(view, seat)
        found = worths(self.net, features(np.array(self.numbers.observe(view, seat)), legal))
        return Intent(self.numbers.move(view, seat, legal[int(found.argmax())]))


def play(stint: tuple[Net, str]) -> tuple[Row, Row]:
    """Some games: the moves that were made where there was a choice, and what later moves say each was worth."""
    (net, seed), made, told = stint, list[Row](), list[float]()
    chance = Random(seed)
    for number in range(STINT):
        env, over, worth, believed = SEATS[RIVALS[number % 3]], False, 0.0, list[tuple[float, bool]]()
        seen, info = env.reset(seed=chance.getrandbits(32))
        while not over:
            legal, pick = np.flatnonzero(info["action_mask"]).tolist(), 0
            if len(legal) > 1:
                rows = features(seen, legal)
                found = worths(net, rows)
                explores = chance.random() < EXPLORE
                pick = chance.randrange(len(legal)) if explores else int(found.argmax())
                made.append(rows[pick])
                believed.append((float(found.max()), explores))
            seen, worth, over, _, info = env.step(legal[pick])
        ahead: list[float] = []
        for best, explored in reversed(believed):
            ahead.append(worth)  # what came of a move that was only tried tells nothing of those before it
            worth = best if explored else (1 - TRACE) * best + TRACE * worth
        told += reversed(ahead)
    return np.array(made), np.array(told)


def nets(games: int, seed: int, workers: int) -> Iterator[tuple[int, Net]]:
    """The network before its first game and after each round, brought nearer to what moves were worth by Adam."""
    chance, kept, steps = np.random.default_rng(seed), list[tuple[Row, Row]](), 0
    net: Net = [chance.normal(0, 0.3, (INPUTS, HIDDEN)), np.zeros(HIDDEN)]
    means, squares = ([np.zeros_like(part) for part in net] for _ in range(2))
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for played in range(0, games, STINT * STINTS):
            yield played, net
            stints = [(net, f"{seed}/{played}/{number}") for number in range(STINTS)]
            kept = [*kept, *pool.map(play, stints)][-KEPT * STINTS :]
            rows, targets = (np.concatenate(each) for each in zip(*kept, strict=True))
            for batch in np.array_split(chance.permutation(PASSES * len(rows)), PASSES * len(rows) // BATCH + 1):
                inputs, steps = rows[batch % len(rows)], steps + 1
                hidden = np.tanh(inputs @ net[0])
                off = (hidden @ net[1] - targets[batch % len(rows)]) / len(batch)
                slopes = inputs.T @ (np.outer(off, net[1]) * (1 - hidden**2)), hidden.T @ off
                for part, slope, mean, square in zip(net, slopes, means, squares, strict=True):
                    mean += 0.1 * (slope - mean)
                    square += 0.001 * (slope**2 - square)
                    size = np.sqrt(square / (1 - 0.999**steps)) + 1e-8
                    part -= RATE * (1 - 0.9 * played / games) * mean / (1 - 0.9**steps) / size
    yield games, net


def fares(net: Net, rival: str, games: int, workers: int) -> Any:
    """How a network plays against a player of the house, at the house's tables."""
    game = replace(GAME, players={**GAME.players, "learned": partial(Learned, net)})
    return knobel.simulate(game, ["learned", rival], games, seed=1, workers=workers).players[0]


def main() -> None:
    """Learns, and tells of it in a line now and then: of casual on the way, of all levels at the end."""
    parser = argparse.ArgumentParser(description="Learns Shizzle from players of the house.")
    for name, size in {"games": 6000, "every": 500, "measured": 400, "seed": 1, "workers": 2}.items():
        parser.add_argument(f"--{name}", type=int, default=size, help=f"{size} if it is not said")
    asked = parser.parse_args()
    for played, net in nets(asked.games, asked.seed, asked.workers):
        last = played == asked.games
        for rival in RIVALS if last else ["casual"] * (played % asked.every == 0):
            one = fares(net, rival, asked.measured * (5 if last else 1), asked.workers)
            share = f"{one.chance:.1%} ({one.low:.1%}–{one.high:.1%})"
            print(f"After {played} games it gets {share} of the wins in {sum(one.sat)} against {rival}", flush=True)


if __name__ == "__main__":
    main()
