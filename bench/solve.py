"""How fast is perfect play? For every game with a solver, on one core: `python -m bench.solve`, or some by name.

Each game is solved twice in a fresh process in which nothing has been compiled yet: the second time is what solving
takes, what the first took longer is loading and compiling. Then a random game is played, and the judge asked at every
decision. By the rules of the box, perfect play has to be found as fast and as surely as `GOALS` say; whatever is missed
is told, and ends it with an error.

Where nothing is hidden, the house's own solver for just any game (`knobel.players.exact`) solves the same in the same
run, if `--peer` asks for it: as a ratio. It needs every position in memory, so small options are wise:
`python -m bench.solve pig --option target=40 --peer`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

from knobel.core.contract import Move
from knobel.core.errors import KnobelError
from knobel.core.game import Game
from knobel.core.options import merged
from knobel.core.registry import all_games
from knobel.core.registry import game as game_called
from knobel.core.solution import Judge
from knobel.players.exact import solve as solve_exactly
from knobel.players.solutions.files import packed
from knobel.players.solutions.finder import solution_id, solver_for

ONE_CORE = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Goal(NamedTuple):
    """How sure a solution has to be, and in how many seconds it has to be found."""

    bound: float
    seconds: float


GOALS = {"residual": Goal(1e-9, 5.0), "gain": Goal(1e-5, 15.0)}
"""By the kind of certificate: where nothing is hidden, and where something is."""
DECISION_MS = 5.0
"""So many milliseconds a decision may take at the median, once the solution is loaded."""


def measured(name: str, seats: int, given: dict[str, str], peer: bool) -> dict[str, Any]:
    """Everything of one game, in this process."""
    game = game_called(name)
    options = merged(game.options, given)
    solver = solver_for(game, seats, options)
    spent: list[float] = []
    tables: Any = {}
    for _ in range(2):
        begun = process_time()
        tables = solver.solve(float)
        spent.append(process_time() - begun)
    judge = solver.judge(tables)
    begun = process_time()
    certificate = judge.certificate()
    found = {
        "game": name,
        "seats": seats,
        "options": given,
        "proven": solver.proven,
        "seconds": round(spent[1], 3),
        "compile_seconds": round(max(0.0, spent[0] - spent[1]), 3),
        "value": round(judge.value(), 9),
        "certificate": {"kind": certificate.kind, "bound": certificate.bound},
        "certificate_seconds": round(process_time() - begun, 3),
        "bytes": len(packed(solution_id(game, seats, solver), {}, tables)),
        "decision_ms": round(median(decisions(game, judge, seats, options)), 4),
    }
    return found | (beside_peer(game, given, spent[1], judge.value()) if peer else {})


def decisions(game: Game, judge: Judge, seats: int, options: Any) -> list[float]:
    """How many milliseconds each decision of a random game takes."""
    chance, state, spent = Random(1), game.opening(seats, options), [0.0]
    while state.outcome() is None:
        due = state.due()
        if due.nature:
            state = state.play("nature", game.draw(state, chance.randrange, lambda: chance))
            continue
        seat = min(due.must)
        view = state.view(seat)
        moves = [move for move in view.moves(seat) if isinstance(move, Move)]
        begun = process_time()
        judge.worths(view, seat, moves)
        spent.append(1000 * (process_time() - begun))
        state = state.play(seat, chance.choice(moves))
    return spent[1:] or spent


def beside_peer(game: Game, given: dict[str, str], seconds: float, value: float) -> dict[str, Any]:
    """What the solver for just any game takes for the same, and how far its value is from ours."""
    begun = process_time()
    try:
        solution = solve_exactly(game, **given)
    except KnobelError as error:
        return {"peer": str(error)}
    spent = process_time() - begun
    return {
        "peer_seconds": round(spent, 3),
        "peer_ratio": round(spent / max(seconds, 1e-9), 1),
        "peer_differs": abs(solution.chance() - value),
    }


def missed(found: Mapping[str, Any]) -> Iterator[str]:
    """What has taken too long, or is not sure enough."""
    if "trouble" in found:
        return
    certificate = found["certificate"]
    if found["proven"] and not found["options"]:
        goal = GOALS[certificate["kind"]]
        if found["seconds"] > goal.seconds:
            yield f"solved in {found['seconds']:.2f} s, not in {goal.seconds:.0f}"
        if certificate["bound"] > goal.bound:
            yield f"{certificate['kind']} {certificate['bound']:.1e}, not {goal.bound:.0e}"
    if found["decision_ms"] > DECISION_MS:
        yield f"a decision takes {found['decision_ms']:.2f} ms, not {DECISION_MS:.0f}"


def apart(name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """The same in a fresh process, on one core, with nothing compiled."""
    words = [sys.executable, "-m", "bench.solve", name, "--here", "--json", "--players", str(arguments.players)]
    words += [word for option in arguments.option for word in ("--option", option)]
    words += ["--peer"] if arguments.peer else []
    with TemporaryDirectory() as compiled:
        around = {**os.environ, **ONE_CORE, "NUMBA_CACHE_DIR": compiled}
        run = subprocess.run(words, capture_output=True, text=True, env=around, check=False)
    return json.loads(run.stdout)[0] if run.stdout else {"game": name, "trouble": run.stderr.strip()[-300:]}


def shown(found: dict[str, Any]) -> str:
    """One game, as people read it."""
    if "trouble" in found:
        return f"{found['game']}: {found['trouble']}"
    certificate = found["certificate"]
    lines = [
        f"{found['game']}, {found['seats']} players {found['options'] or ''}".rstrip(),
        f"  solved in {found['seconds']:.2f} s, beforehand loaded and compiled in {found['compile_seconds']:.2f} s",
        f"  value {found['value']:.9f}; {certificate['kind']} {certificate['bound']:.1e}",
        f"  checked in {found['certificate_seconds']:.2f} s",
        f"  file {found['bytes'] / 1000:.1f} kB; a decision {found['decision_ms']:.3f} ms",
    ]
    if "peer_ratio" in found:
        lines.append(
            f"  knobel.players.exact {found['peer_seconds']:.2f} s: {found['peer_ratio']} times as long;"
            f" its value differs by {found['peer_differs']:.1e}"
        )
    elif "peer" in found:
        lines.append(f"  no peer: {found['peer']}")
    lines += [f"  MISSED: {goal}" for goal in found["missed"]]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", help="which games; without it, all that have a solver")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--peer", action="store_true", help="solve with knobel.players.exact as well")
    parser.add_argument("--here", action="store_true", help="in this very process")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    names = arguments.games or [name for name, game in all_games().items() if game.solver]
    given = dict(option.split("=", 1) for option in arguments.option)
    if arguments.here:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
        found = [measured(name, arguments.players, given, arguments.peer) for name in names]
    else:
        found = [apart(name, arguments) for name in names]
    found = [one | {"missed": [*missed(one)]} for one in found]
    if arguments.json:
        print(json.dumps(found))
    else:
        print(f"Python {platform.python_version()}, one core, processor time")
        print("\n".join(map(shown, found)))
    sys.exit(any("trouble" in one or one["missed"] for one in found))


if __name__ == "__main__":
    main()
