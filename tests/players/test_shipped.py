"""The solutions that come with the games: whole, as they should be, and small."""

from __future__ import annotations

import numpy as np
import pytest

from knobel.core.options import merged
from knobel.core.registry import all_games
from knobel.players.solutions.files import read_shipped, unpacked
from knobel.players.solutions.finder import search, solver_for
from tools.solutions import LARGEST, alike, shipping

SHIPPED = list(shipping())


@pytest.mark.parametrize(("game", "options", "solver", "of", "path"), SHIPPED, ids=[each[4].name for each in SHIPPED])
def test_what_comes_solved_is_whole_and_as_it_should_be(game, options, solver, of, path):
    data = read_shipped(game, of)
    assert data == path.read_bytes()
    assert len(data) <= LARGEST
    tables = unpacked(of, data)  # None where the checksum, the version or the rules do not fit
    assert tables is not None
    broken = bytearray(data)
    broken[len(data) // 2] ^= 1
    assert unpacked(of, bytes(broken)) is None
    judge = solver.judge(tables)
    if solver.proven:
        certificate = judge.certificate()  # worked out again from the tables
        assert certificate.bound <= {"residual": 1e-9, "gain": 1e-5}[certificate.kind]


def test_there_are_some_and_whoever_needs_one_finds_it_at_once(folder):
    assert {each[0].name for each in SHIPPED} == {
        game.name for game in all_games().values() if game.solver and game.rulebook.__module__.startswith("knobel.")
    }
    for game, _, solver, of, _ in SHIPPED:
        searched = search(game, of.seats, game.opening(of.seats, game.options()).options)
        searched.found.result(60)
        assert searched.source == "shipped"
        assert solver_for(game, of.seats, game.options()).version == solver.version
    assert not folder.exists()  # nothing was kept: it need not be


@pytest.mark.parametrize(("game", "options", "solver", "of", "path"), SHIPPED, ids=[each[4].name for each in SHIPPED])
def test_what_is_worked_out_anew_is_held_against_what_comes_by_what_it_says(game, options, solver, of, path):
    """Rounding does not matter, and learning that came out a little different; tables that say something else do."""
    tables = unpacked(of, path.read_bytes())

    def is_like(others: dict[str, np.ndarray]) -> bool:
        return alike(game, of.seats, merged(game.options, options), solver, tables, others)

    changed = [name for name, table in tables.items() if table.dtype == float and table.size > 1]
    assert is_like(tables)
    assert is_like(tables | {name: np.clip(tables[name] + 1e-9, 0, 1) for name in changed})
    least = 0.02 if solver.proven else 0.05
    others = {
        name: np.clip(table.astype(float) * (1 - least), 0, None).astype(table.dtype) for name, table in tables.items()
    }
    kept = ("mixed", "likeliest", "first", "change")
    assert not is_like(others | {name: table for name, table in tables.items() if name in kept})
