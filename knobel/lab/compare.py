"""What a house rule does to a game: the same players with it and without it, and what changes for sure.

Each variant of the rules is played by the strongest players that know it, and in further games by all levels that know
every variant, to see how much of the result is skill. What is done is kept in a file: whoever stops goes on later.
"""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from knobel.core.errors import system_reason
from knobel.core.game import Game
from knobel.core.options import merged
from knobel.core.registry import game as game_called
from knobel.core.solution import Judge
from knobel.lab.crew import check_workers, cores, do_all
from knobel.lab.estimates import Comparison, comparison_of
from knobel.lab.league import lineups
from knobel.lab.measuring import Measured, measured
from knobel.lab.plan import ComparisonPlan, GameStint, solutions_needed, stints_of, total_of
from knobel.lab.results_file import Unkept
from knobel.lab.simulate import WORTH_WORKERS, Watcher, seats_of
from knobel.players.roster import needed_solution
from knobel.players.solutions import search

FORM = 1
"""The version of the file that a comparison is kept in."""


def play_stint(stint: GameStint) -> list[Measured]:
    """The games of a stint. Raises what keeps a player from the solution it plays by: no other stands in."""
    plan, variant = stint.plan, stint.plan.variants[stint.variant]
    game = game_called(plan.game)
    rules = merged(game.options, variant.options)
    tables = [(variant.level,) * plan.players] if stint.series == "strongest" else lineups(plan.levels, plan.players)
    if needed := needed_solution(game, {name for table in tables for name in table}, plan.players, rules):
        needed.found.result()
    judge = search(game, plan.players, rules).found.result() if plan.exact else None
    return [
        _played(game, rules, stint, tables[number % len(tables)], number // len(tables), number, judge)
        for number in range(stint.first, stint.first + stint.games)
    ]


def _played(
    game: Game, rules: Any, stint: GameStint, table: tuple[str, ...], turn: int, number: int, judge: Judge | None
) -> Measured:
    """A game; everybody moves one seat on after each at the same table."""
    seats = seats_of(len(table), turn)
    seated = [table[seats.index(seat)] for seat in range(len(table))]
    look = stint.series == "strongest" and number < stint.plan.looked
    chance = Random(f"{stint.plan.seed}/{stint.variant}/{stint.series}/{number}")
    told = measured(game, rules, seated, chance, judge if look else None, look)
    return msgspec.structs.replace(told, wins=tuple(told.wins[seat] for seat in seats))


def compare(
    plan: ComparisonPlan,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    kept: Path | None = None,
    progress: Watcher = int,
) -> Comparison:
    """Plays a game by some house rules, and by each variant of them, and says what each variant changes.

    What is to be played says the plan (`plan_comparison`). With a file, it is kept there, and what is there already is
    not played again. `progress` hears of games, those in the file at once.
    """
    check_workers(workers, scheduler)
    for needed in solutions_needed(plan):
        needed.found.result()  # here, so that workers find it where it is kept
    stints = stints_of(plan)
    done = read_kept(kept, plan) if kept is not None else {}
    progress(sum(stints[number].games for number in done))
    many = workers or (cores() if total_of(plan) >= WORTH_WORKERS else 1)
    left = [number for number in range(len(stints)) if number not in done]
    with closing(do_all(play_stint, [stints[number] for number in left], many, scheduler)) as told:
        for place, games in told:
            number = left[place]
            if kept is not None:
                _append(kept, KeptGames(number, games))
            done[number] = games
            progress(len(games))
    return comparison_of(plan, stints, [done[number] for number in range(len(stints))])


# Keeping it -----------------------------------------------------------------------------------------------------------


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file."""

    comparison: int
    plan: ComparisonPlan


class KeptGames(msgspec.Struct, frozen=True, array_like=True):
    """Each further line: the number of a stint, and its games."""

    stint: int
    games: list[Measured]


def create_kept(path: Path, plan: ComparisonPlan) -> None:
    """A new file. Raises `Unkept` where there is one already, or where none can be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(msgspec.json.encode(Head(FORM, plan)) + b"\n")
    except OSError as error:
        raise Unkept("comparison-unwritable", path=str(path), why=system_reason(error)) from error


def read_plan(path: Path) -> ComparisonPlan:
    """What a file says is to be played. Raises `Unkept` for what is no such file, or of other rules."""
    try:
        with path.open("rb") as file:
            head = msgspec.json.decode(file.readline(), type=Head)
    except OSError as error:
        raise Unkept("comparison-unreadable", path=str(path), why=system_reason(error)) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unkept("comparison-not", path=str(path)) from error
    if head.comparison != FORM or game_called(head.plan.game).version != head.plan.rules:
        raise Unkept("comparison-old", path=str(path))
    return head.plan


def read_kept(path: Path, plan: ComparisonPlan) -> dict[int, list[Measured]]:
    """The games that were played, by their stints. A missing file is begun; a line that was torn off does not count."""
    if not path.exists():
        create_kept(path, plan)
    if read_plan(path) != plan:
        raise Unkept("comparison-other", path=str(path))
    stints = stints_of(plan)
    done: dict[int, list[Measured]] = {}
    whole = 0
    with path.open("rb") as file:
        whole += len(file.readline())
        for line in file:
            with suppress(msgspec.DecodeError, UnicodeError):
                told = msgspec.json.decode(line, type=KeptGames)
                if line.endswith(b"\n") and told.stint < len(stints) and len(told.games) == stints[told.stint].games:
                    done[told.stint] = told.games
                    whole += len(line)
                    continue
            break
    with path.open("rb+") as file:
        file.truncate(whole)
    return done


def _append(path: Path, told: KeptGames) -> None:
    with path.open("ab") as file:
        file.write(msgspec.json.encode(told) + b"\n")
