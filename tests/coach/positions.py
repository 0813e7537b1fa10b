"""Positions of real games in which somebody has something to decide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from knobel.core.contract import Options, Seat, State
from knobel.core.game import Game
from knobel.core.solution import Judge
from knobel.core.words import Voice
from knobel.players.solutions import finder
from tests.arena import played

VOICE = Voice(names=("Ann", "Bo", "Cy", "Di"))


def hand_in(
    monkeypatch: pytest.MonkeyPatch, game: Game, judge: Judge, options: Options | None = None, seats: int = 2
) -> None:
    """A solution that a test has worked out already is there for everybody who looks for it."""
    rules = options or game.options()
    solver = finder.solver_for(game, seats, rules)
    of = finder.solution_id(game, seats, solver)
    found = finder.Search(game, solver, of, {})
    found.found.set_result(judge)
    monkeypatch.setitem(finder._searches, of, found)


def decisions(
    game: Game, seats: int, seed: int = 1, level: str = "random", **options
) -> Iterator[tuple[State, Seat, int]]:
    """Every decision of a game between players of the house: the position, whose it is, and when."""
    for step in played(game.name, (level,) * seats, seed, **options).timeline.steps:
        if isinstance(step.actor, int) and len(step.before.view(step.actor).moves(step.actor, step.at)) > 1:
            yield step.before, step.actor, step.at
