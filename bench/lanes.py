"""How fast are the fast lanes? Moves a second on one core beside OpenSpiel's two loops in the same run.

- lanes: whole games at random, many side by side, all of it machine code; every move counts, nature's included.
- OpenSpiel, C++: whole games of its `pig` at random inside C++, by its own `RandomRolloutEvaluator`: one search of its
  `MCTSBot` of one simulation, which rolls out all of them from the start.
- OpenSpiel, Python: the same game move by move through its Python bindings.

Time is the processor's; the repetitions of all contenders take turns, and the median of each is told. It ends with an
error where a lane falls short: ten times OpenSpiel's C++ loop in Pig, five million moves a second in other games.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import process_time

from bench.rulebook import openspiel_loop
from knobel.core.game import Game
from knobel.core.registry import all_games

PEER = "OpenSpiel pig, C++"
GOAL, GOAL_OF_PEERS_GAME = 5_000_000, 10
"""Moves a second that each lane is to make; and how many times the peer, in the peer's own game."""
PEERS_GAME = "pig"

Contender = Callable[[int], int]
"""Plays with a seed; how many moves that was."""


def lane_loop(game: Game, seats: int, games: int) -> Contender:
    if game.lane is None:
        raise TypeError(game.name)
    state = game.start(seats)
    lane = game.lane(seats, state.options)
    return lambda seed: lane.play(lane.rows(state, games), seed)


def rollouts(games: int) -> Contender:
    """Whole games inside C++. How many moves they were is counted once, over games played one by one."""
    import pyspiel

    game = pyspiel.load_game("pig")
    chance, moves = Random(1), 0
    for _ in range(SAMPLE):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = (
                [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            )
            state.apply_action(chance.choice(actions))
            moves += 1

    def loop(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, seed, False)
        bot.step(game.new_initial_state())
        return round(games * moves / SAMPLE)

    return loop


SAMPLE = 400


def measured(games: int, repetitions: int) -> dict[str, float]:
    python = openspiel_loop()
    contenders: dict[str, Contender] = {
        PEER: rollouts(games),
        "OpenSpiel pig, Python": lambda seed: python(20_000, Random(seed)),
    }
    for name, game in all_games().items():
        if game.lane:
            for seats in sorted({game.seats[0], game.seats[-1]}):
                contenders[f"{name}, {seats} players"] = lane_loop(game, seats, games)
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for play in contenders.values():
        play(0)
    for repetition in range(repetitions):
        for name, play in contenders.items():
            begun = process_time()
            moves = play(repetition)
            found[name].append(moves / (process_time() - begun))
    return {name: median(rates) for name, rates in found.items()}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How fast are the fast lanes?")
    parser.add_argument("--games", type=int, default=3000, help="games in each repetition")
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    asked = parser.parse_args(arguments)
    found = measured(asked.games, asked.repetitions)
    return told(found, asked.json)


def below_goal(found: Mapping[str, float]) -> list[str]:
    """The lanes that are slower than they are to be."""
    goals = {name: GOAL_OF_PEERS_GAME * found[PEER] if name.startswith(PEERS_GAME) else GOAL for name in found}
    return [name for name, rate in found.items() if not name.startswith("OpenSpiel") and rate < goals[name]]


def told(found: Mapping[str, float], as_json: bool) -> int:
    """Prints what was found; the exit code."""
    peer, short = found[PEER], below_goal(found)
    if as_json:
        results = {name: {"moves_per_second": round(rate), "ratio": rate / peer} for name, rate in found.items()}
        about = {"python": platform.python_version(), "peer": PEER, "below_goal": short}
        print(json.dumps(about | {"results": results}, indent=2))
        return bool(short)
    print((__doc__ or "").split("\n\n", 1)[1])
    for name, rate in found.items():
        goal = "  below its goal" if name in short else ""
        print(f"{name:30} {rate:14,.0f} moves/s {rate / peer:8.2f}× {PEER}{goal}")
    return bool(short)


if __name__ == "__main__":
    sys.exit(main())
