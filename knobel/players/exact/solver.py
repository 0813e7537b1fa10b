"""Solving a game for two: explore it all, then settle it from the end backwards."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from knobel.core.game import Game
from knobel.players.exact.explore import Graph, Tell, Unsolvable
from knobel.players.exact.solution import Solution


def solve(game: Game, *, tolerance: float = 1e-6, progress: Tell | None = None, **options: Any) -> Solution:
    """Perfect play for two, from the first position on. Raises `Unsolvable`, saying why a game cannot be solved."""
    if game.secret:
        raise Unsolvable("exact-secret", game=game.title())
    if 2 not in game.seats:
        raise Unsolvable("exact-two", game=game.title())
    try:
        from knobel.players.exact.settle import settled
    except ImportError:
        raise Unsolvable("exact-numpy") from None
    tell = progress or _quietly
    graph, start = Graph(), game.start(2, **options)
    with _no_rubbish():
        graph.explore(start, tell)
    chances, best = settled(graph, tolerance, tell)
    return Solution(start, graph.codes, chances, best, tolerance)


def _quietly(_settled: int, _found: int) -> None:
    """Tells nobody."""


@contextmanager
def _no_rubbish() -> Generator[None]:
    """Nothing is thrown away while exploring: looking for rubbish would only take time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
