"""How fast are the rulebooks? Moves a second of random play on one core beside OpenSpiel in the same run: `make bench`.

Both loops are plain Python, and both count every move, nature's included:
- Knobel: ask a position who is due; if nature, draw one of its equally likely outcomes; else list the seat's legal
  moves and pick any; play it, which checks it once more and gives a new position (nothing is changed in place).
- OpenSpiel: ask a state of its `pig` (C++, through its Python bindings) whether it is chance's; if so, list the
  outcomes and pick one by its probability; else list the legal actions and pick any; apply it in place, unchecked.

Time is the processor's, so that other programs on the machine count little. The repetitions of all contenders take
turns, and the median of each is told.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from knobel.core.contract import Due, Open, State
from knobel.core.game import Game
from knobel.core.registry import all_games

TARGET = 20_000
PEER = "OpenSpiel pig, 2 players"

Loop = Callable[[int, Random], int]
"""Plays at least so many moves and says how many they were."""


def knobel_loop(game: Game, seats: int) -> Loop:
    """Random play by the rulebook, game after game."""

    def rung(state: State, due: Due, now: int) -> tuple[State, int]:
        if due.alarm is None:
            raise RuntimeError(f"{game.name} waits for nobody")
        now = max(now, due.alarm.at)
        return state.play("clock", due.alarm.move, now), now

    def one_move(state: State, now: int, chance: Random) -> tuple[State, int]:
        due = state.due()
        if due.nature:
            return state.play("nature", game.draw(state, chance.randrange, lambda: chance), now), now
        waiting = due.must or (due.may if not due.alarm or chance.random() < 0.5 else ())
        seat = chance.choice(sorted(waiting)) if waiting else None
        moves = [] if seat is None else state.moves(seat, now)
        if seat is None or not moves:
            return rung(state, due, now)
        move = moves[chance.randrange(len(moves))]
        if isinstance(move, Open):
            if game.rich_moves.improvise is None:
                raise TypeError(f"{game.name} does not say how to improvise")
            move = game.rich_moves.improvise(state.view(seat), seat, move, chance)
            if move is None:  # rather nothing now: time passes
                return rung(state, due, now)
        return state.play(seat, move, now), now

    def loop(count: int, chance: Random) -> int:
        state, now = game.start(seats), 0
        for _ in range(count):
            if state.outcome() is not None:
                state, now = game.start(seats), 0
            state, now = one_move(state, now, chance)
        return count

    return loop


def openspiel_loop() -> Loop:
    """Random play of OpenSpiel's pig, game after game."""
    import pyspiel

    game = pyspiel.load_game("pig")

    def loop(count: int, chance: Random) -> int:
        state = game.new_initial_state()
        for _ in range(count):
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[chance.randrange(len(actions))])
        return count

    return loop


def rates(contenders: dict[str, Loop], moves: int, repetitions: int) -> dict[str, float]:
    """Each contender's moves a second: the median over repetitions that take turns."""
    measured: dict[str, list[float]] = {name: [] for name in contenders}
    for loop in contenders.values():
        loop(moves // 10 + 1, Random(0))
    for repetition in range(repetitions):
        for name, loop in contenders.items():
            started = process_time()
            played = loop(moves, Random(repetition))
            measured[name].append(played / (process_time() - started))
    return {name: median(found) for name, found in measured.items()}


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="How fast are the rulebooks?")
    parser.add_argument("--moves", type=int, default=20_000, help="moves in each repetition")
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    asked = parser.parse_args(arguments)
    contenders: dict[str, Loop] = {PEER: openspiel_loop()}
    for name, game in all_games().items():
        for seats in sorted({max(2, game.seats[0]), game.seats[-1]}):
            contenders[f"{name}, {seats} players"] = knobel_loop(game, seats)
    found = rates(contenders, asked.moves, asked.repetitions)
    peer = found[PEER]
    if asked.json:
        results = {name: {"moves_per_second": round(rate), "ratio": rate / peer} for name, rate in found.items()}
        print(json.dumps({"python": platform.python_version(), "peer": PEER, "results": results}, indent=2))
        return 0
    print((__doc__ or "").split("\n\n", 1)[1])
    for name, rate in found.items():
        below = "" if rate >= TARGET or name == PEER else f"  below {TARGET:,}"
        print(f"{name:34} {rate:12,.0f} moves/s {rate / peer:8.2f}× {PEER}{below}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
