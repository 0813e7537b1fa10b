"""Every game that can be solved, from nothing to a game that perfect play plays: in a worker, through a file."""

from __future__ import annotations

import pytest

import knobel
from knobel.core.game import Game
from knobel.core.options import merged
from knobel.core.registry import all_games
from knobel.players.roster import levels
from knobel.players.solutions import files, judge, search

SOLVED = [pytest.param(game, id=game.name) for game in all_games().values() if game.solver]

RIVALS = [
    pytest.param(game, level, id=f"{game.name}-{level}")
    for game in all_games().values()
    for level in ("random", *levels(game))
    if game.rulebook.__module__.startswith("knobel.") and "perfect" in levels(game)
    if level not in ("perfect", "master")  # master is what it is called for more
]


@pytest.mark.parametrize("game", SOLVED)
def test_a_game_is_worked_out_kept_and_played_perfectly(game: Game, folder, monkeypatch):
    monkeypatch.setattr(files, "read_shipped", lambda *_: None)
    options = merged(game.options)
    told: list[float] = []
    judged = judge(game, 2, options, progress=told.append)
    assert told == sorted(told)
    assert len(list(folder.iterdir())) == 1
    assert 0.5 < judged.value() < 0.6
    assert judged.certificate().bound <= 1e-5
    assert judge(game, 2, options) is judged
    assert search(game, 2, options).found.done()
    played = knobel.simulate(game.name, ["perfect", "random"], 20, seed=1, workers=1)
    assert played.players[0].chance > 0.5


@pytest.mark.parametrize("game", SOLVED)
def test_progress_is_told_in_plain_numbers_up_to_the_whole(game: Game):
    told: list[float] = []
    assert game.solver
    game.solver(2, merged(game.options)).solve(told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert {type(part) for part in told} <= {int, float}


@pytest.mark.parametrize(("game", "rival"), RIVALS)
def test_perfect_play_loses_to_no_other_level_beyond_noise(game: Game, rival: str, sized):
    fared = knobel.simulate(game.name, ["perfect", rival], sized("perfect_rivals", 24, 2000), seed=5, workers=1)
    assert fared.players[0].high >= 0.5
