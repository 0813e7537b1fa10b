"""Garbage is looked for so that nobody waits for it, however many tables are open."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from knobel.core.contract import Due
from knobel.core.game import Game
from knobel.core.record import Moved
from knobel.core.registry import all_games
from knobel.core.timeline import Step
from knobel.server.run import _spare_the_collector
from knobel.server.tables.events import Entered
from knobel.server.tables.state import LoggedEvent, Room

MANY = 1_000_000
"""As many objects as some thousand tables keep."""
FEW = 10_000
"""Going through so many takes a few milliseconds at most."""


@contextmanager
def spared() -> Iterator[None]:
    """The collector as a house sets it, and as it was before."""
    before = gc.get_threshold()
    _spare_the_collector()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def test_a_pass_goes_through_few_objects_however_many_are_kept():
    passed: dict[int, list[int]] = {0: [], 1: [], 2: []}

    def watch(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            young = range(about["generation"] + 1)
            passed[about["generation"]].append(sum(len(gc.get_objects(generation=each)) for each in young))

    with spared():
        gc.callbacks.append(watch)
        try:
            tables = [[number] for number in range(MANY)]
        finally:
            gc.callbacks.remove(watch)
    assert len(tables) == MANY
    assert passed[1], "no pass over what has lasted for a while was seen, so this shows nothing"
    assert max(passed[0] + passed[1]) < FEW
    assert not passed[2], "all tables were gone through while people were playing"


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_what_a_table_keeps_of_its_moves_is_passed_over(game: Game):
    moves = [kind for role in ("seat", "nature", "clock") for kind in game.kinds(role)]
    kept = [game.rulebook, *moves, Due, Step, Moved, Entered, LoggedEvent, Room]
    assert [kind for kind in kept if kind.__struct_config__.gc] == []
