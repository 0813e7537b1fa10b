"""Gymnasium's own checks pass for every game that brings numbers, alone and many at a time."""

from __future__ import annotations

import os
from contextlib import closing

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv

import knobel
from knobel.core.errors import Malformed
from knobel.lab.gymnasium import SeatEnv, env_id
from tests.about import about

GAMES = {name: game for name, game in knobel.all_games().items() if game.numbers}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("error")
def test_a_seat_at_a_table_passes(name):
    options = about(name).get("SHORT", {})
    check_env(gymnasium.make(f"knobel/{env_id(GAMES[name])}", options=options).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("autoreset", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", GAMES)
def test_many_seats_at_a_time_play_the_same_here_and_in_processes_of_their_own(name, autoreset):
    """Each process is told by the name where it is registered: it may have been started with nothing imported."""
    options, title = about(name).get("SHORT", {}), f"knobel.lab.gymnasium:knobel/{env_id(GAMES[name])}"
    makers = [lambda: gymnasium.make(title, options=options)] * 3
    here = SyncVectorEnv(makers, autoreset_mode=autoreset)
    workers = AsyncVectorEnv(makers, autoreset_mode=autoreset)
    assert len({os.getpid(), *(process.pid for process in workers.processes)}) == 4
    assert played(workers) == played(here)


def played(envs: VectorEnv) -> list[list[float]]:
    """What seats see and get that always take the last of their moves, until one has ended and a while after it."""
    with closing(envs):
        seen, info = envs.reset(seed=1)
        rows, ended = [seen.tolist()], 0
        while ended < 10:
            actions = [np.flatnonzero(mask)[-1] if mask.any() else 0 for mask in info["action_mask"]]
            seen, gained, over, _, info = envs.step(np.array(actions))
            rows.append([*seen.tolist(), *gained.tolist(), *over.tolist()])
            ended += bool(ended or over.any())
            assert len(rows) < 2000, "no game comes to an end"
    return rows


def test_the_same_seed_gives_the_same_game_and_rivals_are_players_of_the_house():
    def game(rival: str) -> list[float]:
        env = gymnasium.make("knobel/Shizzle-v0", rival=rival, options={"turns": 2})
        seen, info = env.reset(seed=8)
        rows, over = [seen.tolist()], False
        while not over:
            seen, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            rows.append([*seen.tolist(), reward])
        return rows

    assert game("strong") == game("strong")
    assert game("strong") != game("casual")


def test_an_action_that_is_not_legal_is_replaced_and_that_is_said():
    env = gymnasium.make("knobel/Pig-v0", seat=0)
    env.reset(seed=1)
    assert env.step(1)[4]["replaced"]  # there is nothing to hold yet
    env.reset(seed=1)
    assert not env.step(0)[4]["replaced"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"game": "skat"}, "There is no game called"),
        ({"game": "pig", "rival": "weak"}, "There is no player called"),
        ({"game": "pig", "players": 3, "rival": ["random"]}, "2 rivals are to be named"),
        ({"game": "pig", "seat": 2}, "seat 2"),
        ({"game": "pig", "options": {"speed": 3}}, "speed"),
    ],
)
def test_what_there_is_not_is_refused_in_a_line(wrong, words):
    with pytest.raises(Malformed, match=words) as refused:
        SeatEnv(**wrong)
    assert "\n" not in str(refused.value)
