"""Every game that brings numbers as an environment of PettingZoo: one agent a seat, by turns or all at the same time.

`knobel.lab.pettingzoo.env("pig", 3)` asks one agent after the other (AEC); where several seats decide at once, none
of them sees what the others chose. `parallel_env` takes a move of every agent in each step, as where all bet in secret:
whoever is not asked has one legal action, the last one, which is to do nothing.

What an agent observes is `observation` and `action_mask`. Rewards come with the end of the game: 1 for who won alone,
in sum nothing. An action that is not legal ends the game for an agent by turns; at the same time, the first legal one
takes its place.
"""

# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false, reportUnknownVariableType=false

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from knobel.core.contract import Seat
from knobel.core.game import BOX, Game
from knobel.lab.episode import Episode, StudyTable, study_table

Agent = str
Observed = dict[str, Any]
"""What an agent observes: the numbers, and which actions are legal."""


def agent_name(seat: Seat) -> Agent:
    """What the agent in a seat is called."""
    return f"seat_{seat}"


class Agents:
    """What both kinds of environment share: a table, its agents and their spaces, and the game that is being played."""

    def __init__(self, table: StudyTable, more: int, max_moves: int) -> None:
        self.table = table
        self.actions = table.numbers.actions + more
        self.max_moves = max_moves
        self.names = [agent_name(seat) for seat in range(table.seats)]
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
        self.action_spaces: dict[Agent, Any] = {name: spaces.Discrete(self.actions) for name in self.names}
        self.observation_spaces = {name: self._space() for name in self.names}
        self.chance = Random()
        self.episode = Episode(table, self.chance)

    def _space(self) -> spaces.Space[Any]:
        seen = spaces.Box(0.0, 1.0, (self.table.numbers.observed,), np.float32)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    def begin(self, seed: int | None) -> None:
        """Another game; the same seed gives the same dice."""
        if seed is not None:
            self.chance = Random(seed)
        self.episode = Episode(self.table, self.chance)

    def legal(self, seat: Seat) -> list[int]:
        """What a seat may do now: nothing but to wait, where it is not asked and that can be said."""
        if not self.episode.over and seat in self.episode.waiting():
            return self.episode.legal(seat)
        return list(range(self.table.numbers.actions, self.actions))

    def seen(self, seat: Seat) -> Observed:
        """What a seat observes."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.legal(seat)] = 1
        return {"observation": np.array(self.episode.observe(seat), np.float32), "action_mask": mask}

    def cut(self) -> bool:
        """Whether the game has become longer than it may."""
        return len(self.episode.history) >= self.max_moves and not self.episode.over


MAX_MOVES = 100_000
"""After so many moves a game is cut off."""


class TurnsEnv(AECEnv[Agent, Observed, int]):
    """A game by turns."""

    def __init__(self, table: StudyTable, max_moves: int = MAX_MOVES) -> None:
        super().__init__()
        self.metadata = {"name": f"knobel_{table.game.name}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.shared = Agents(table, 0, max_moves)
        self.possible_agents = list(self.shared.names)
        self.action_spaces = self.shared.action_spaces
        self.observation_spaces = self.shared.observation_spaces
        self.reset()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.shared.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> Agent:
        return agent_name(self.shared.episode.waiting()[0])

    def observe(self, agent: Agent) -> Observed:
        return self.shared.seen(self.shared.seat_of[agent])

    def observation_space(self, agent: Agent) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Any:
        return self.action_spaces[agent]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        episode = self.shared.episode
        episode.make(self.shared.seat_of[agent], int(action or 0))
        if episode.over or self.shared.cut():
            self.rewards = dict(zip(self.shared.names, episode.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, episode.over)
            self.truncations = dict.fromkeys(self.agents, not episode.over)
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def render(self) -> None:
        """There is nothing to see: `knobel watch` shows games."""

    def close(self) -> None:
        """Nothing is held."""


class TogetherEnv(ParallelEnv[Agent, Observed, int]):
    """A game in which every agent acts in each step; who is not asked does nothing."""

    def __init__(self, table: StudyTable, max_moves: int = MAX_MOVES) -> None:
        self.metadata = {"name": f"knobel_{table.game.name}_parallel_v0", "render_modes": []}
        self.render_mode = None
        self.shared = Agents(table, 1, max_moves)
        self.possible_agents = list(self.shared.names)
        self.action_spaces = self.shared.action_spaces
        self.observation_spaces = self.shared.observation_spaces
        self.agents = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observed], dict[Agent, dict[str, Any]]]:
        self.shared.begin(seed)
        self.agents = list(self.possible_agents)
        return self._all_seen(), {name: {} for name in self.agents}

    def _all_seen(self) -> dict[Agent, Observed]:
        return {name: self.shared.seen(self.shared.seat_of[name]) for name in self.agents}

    def observation_space(self, agent: Agent) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Any:
        return self.action_spaces[agent]

    def step(self, actions: dict[Agent, int]) -> Any:
        """All who are asked decide at once: each from what it saw before any other did."""
        episode = self.shared.episode
        chosen = {seat: int(actions[agent_name(seat)]) for seat in episode.waiting()}
        infos: dict[Agent, dict[str, Any]] = {name: {"replaced": False} for name in self.agents}
        for seat, number in chosen.items():
            if seat not in episode.waiting():
                continue
            legal = episode.legal(seat)
            infos[agent_name(seat)]["replaced"] = number not in legal
            episode.make(seat, number if number in legal else legal[0])
        rewards = dict(zip(self.shared.names, episode.returns(), strict=True))
        over, cut = episode.over, self.shared.cut()
        seen = self._all_seen()
        ended = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return seen, rewards, *ended, infos

    def render(self) -> None:
        """There is nothing to see: `knobel watch` shows games."""

    def close(self) -> None:
        """Nothing is held."""


def env(
    game: Game | str, players: int | None = None, *, preset: str = BOX, max_moves: int = MAX_MOVES, **options: Any
) -> AECEnv[Agent, Observed, int]:
    """A game by turns, in the wrappers that PettingZoo's own games have. Raises `Malformed` for no such table."""
    raw = TurnsEnv(study_table(game, players, preset, **options), max_moves)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def parallel_env(
    game: Game | str, players: int | None = None, *, preset: str = BOX, max_moves: int = MAX_MOVES, **options: Any
) -> TogetherEnv:
    """A game in which all act in each step. Raises `Malformed` for no such table."""
    return TogetherEnv(study_table(game, players, preset, **options), max_moves)
