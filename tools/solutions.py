"""Works the solutions out anew that come with the games, and compares them with what is here (`--accept` replaces it).

For each game of the house with a solver, those of its presets for two, and of the box rules for three. One that takes
more than 2 MB is not shipped. Machines round differently in the last digits, and what is learned by practice then comes
out a little different. So it is what solutions say that is compared, and not their numbers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec

from knobel.core.contract import Move, Options, Seat, State
from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.options import merged
from knobel.core.registry import all_games
from knobel.core.solution import Judge, Solver, Tables
from knobel.players.perfect import drawn, listed
from knobel.players.solutions.files import SolutionId, packed, unpacked
from knobel.players.solutions.finder import solution_id, solver_for

HOUSE = "knobel.games."
LARGEST = 2_000_000
NEAR = 1e-6
"""How far two values of the same game may be from each other."""
ROUGHLY = 1e-3
"""Where nothing is proven: how far what a move is worth may be from what it was worth, on average."""
GAMES = 8
"""So many games are played for that, each move drawn as the solution plays."""


def shipping() -> Iterator[tuple[Game, dict[str, Any], Solver, SolutionId, Path]]:
    """Every solution that comes with a game: for which house rules, what solves it, and where it lies."""
    for game in all_games().values():
        if not game.solver or not game.rulebook.__module__.startswith(HOUSE):
            continue
        folder = Path(str(files(game.rulebook.__module__.rpartition(".")[0]))) / "data" / "solutions"
        for preset, seats in ((BOX, 2), (BOX, 3), *((preset, 2) for preset in game.presets)):
            options = merged(game.options, game.preset(preset))
            try:
                solver = solver_for(game, seats, options)
            except Malformed:
                continue
            of = solution_id(game, seats, solver)
            yield game, msgspec.to_builtins(options), solver, of, folder / of.file


def alike(game: Game, seats: int, options: Options, solver: Solver, tables: Tables, others: Tables) -> bool:
    """Whether two solutions of the same game say the same, but for rounding."""
    one, other = solver.judge(tables), solver.judge(others)
    if solver.proven:
        return abs(one.value() - other.value()) < NEAR
    apart = [
        abs(mine.chance - theirs.chance)
        for view, seat, moves in decisions(game, seats, options, one)
        for mine, theirs in zip(one.worths(view, seat, moves), other.worths(view, seat, moves), strict=True)
    ]
    return fmean(apart) <= ROUGHLY


def decisions(game: Game, seats: int, options: Options, judge: Judge) -> Iterator[tuple[State, Seat, list[Move]]]:
    """Whatever has to be decided in some games that are played as a solution says."""
    for number in range(GAMES):
        chance, state = Random(number), game.opening(seats, options)
        while state.outcome() is None:
            if state.due().nature:
                state = state.play("nature", game.draw(state, chance.randrange, lambda chance=chance: chance))
                continue
            seat = min(state.due().must)
            view = state.view(seat)
            moves = listed(view.moves(seat))
            yield view, seat, moves
            state = state.play(seat, drawn(judge.worths(view, seat, moves), chance))


def said(judge: Judge) -> str:
    """What it says of the game, where it says so."""
    with suppress(Malformed):
        certificate = judge.certificate()
        return f"value {judge.value():.9f}, {certificate.kind} {certificate.bound:.1e}"
    return "no value"


def main() -> None:
    """`python tools/solutions.py`: 1 where something is not as it should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--accept", action="store_true", help="replace what is here")
    accept, wrong = parser.parse_args().accept, False
    seen: set[Path] = set()
    for game, options, solver, of, path in shipping():
        tables = solver.solve(float)
        data = packed(of, options, tables)
        if len(data) > LARGEST:
            print(f"{game.name} {solver.key}: {len(data) / 1e6:.1f} MB is too much to be shipped")
            continue
        seen.add(path)
        here = unpacked(of, path.read_bytes()) if path.exists() else None
        fits = here is not None and alike(game, of.seats, merged(game.options, options), solver, tables, here)
        print(f"{path.name}: {len(data) / 1000:.0f} kB, {said(solver.judge(tables))}, ", end="")
        print("as it is here" if fits else "not as it is here", flush=True)
        if accept and not fits:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        wrong = wrong or not (fits or accept)
    for path in sorted({other for one in seen for other in one.parent.iterdir()} - seen):
        print(f"{path.name}: nobody asks for it")
        wrong = wrong or not accept
        if accept:
            path.unlink()
    sys.exit(wrong)


if __name__ == "__main__":
    main()
