"""PettingZoo's own suites pass for every game that brings numbers, by turns and all at the same time."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import knobel
from knobel.core.errors import Malformed
from knobel.lab import pettingzoo as zoo
from tests.about import about

SHORT = {name: about(name).get("SHORT", {}) for name, game in knobel.all_games().items() if game.numbers}


@pytest.fixture(autouse=True)
def _strict():
    """What a suite only warns of is a fault here, but for what it says of every game with a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not a NumPy array.*|Observation space for each agent.*")
        yield


@pytest.mark.parametrize("name", SHORT)
def test_a_game_by_turns_passes(name):
    api_test(zoo.env(name, **SHORT[name]), num_cycles=60)
    seed_test(lambda: zoo.env(name, **SHORT[name]), num_cycles=30)


@pytest.mark.parametrize("name", SHORT)
def test_a_game_at_the_same_time_passes(name):
    parallel_api_test(zoo.parallel_env(name, **SHORT[name]), num_cycles=60)
    parallel_seed_test(lambda: zoo.parallel_env(name, **SHORT[name]), num_cycles=30)


def test_secret_bets_are_made_in_one_step_and_nobody_sees_anothers():
    env = zoo.parallel_env("machz", 3, setter=1, pot=20)
    seen, _ = env.reset(seed=3)
    for _ in range(50):
        asked = [name for name in env.agents if seen[name]["action_mask"][:-1].any()]
        if len(asked) > 1:
            break
        seen = env.step({name: int(np.flatnonzero(seen[name]["action_mask"])[0]) for name in env.agents})[0]
    assert len(asked) == 2  # all but the Roller
    bets = [{name: int(np.flatnonzero(seen[name]["action_mask"])[pick]) for name in env.agents} for pick in (0, -1)]
    state = env.shared.episode.state
    env.step(bets[1])
    settled = env.shared.episode.state.last
    assert {bet.side for bet in settled.bets if bet} == {"no_match"}
    assert state.view(asked and env.shared.seat_of[asked[0]]).bets.count(None) == 3


def test_rewards_come_with_the_end_and_sum_to_nothing():
    env = zoo.env("pig", 3, target=20)
    env.reset(seed=1)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert sorted(total.values()) == [-0.5, -0.5, 1.0]


def test_a_game_that_becomes_too_long_is_cut_off():
    env = zoo.env("pig", 2, max_moves=10)
    env.reset(seed=1)
    for _agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else int(np.flatnonzero(seen["action_mask"])[0]))
    assert (ended, cut) == (False, True)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (("skat",), "There is no game called"),
        (("pig", 9), "2 to 8"),
        (("liars-dice",), "brings no numbers"),
    ],
)
def test_a_table_that_there_is_not_is_refused_in_a_line(table, words):
    with pytest.raises(Malformed, match=words) as refused:
        zoo.env(*table)
    assert "\n" not in str(refused.value)
