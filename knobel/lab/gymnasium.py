"""Every game that brings numbers as an environment of Gymnasium: one seat learns, players of the house have the others.

`import knobel.lab.gymnasium`, then `gymnasium.make("knobel/Pig-v0", rival="random")`: the name is the game's own title,
without blanks. `rival` is any player of the house, or one for each other seat; `players`, `preset` and `options` choose
the table; the seat is drawn with each game unless it is named.

The action mask stands in `info`. An action that is not legal is replaced by the first that is, and `info` says so:
learn with the mask. The reward comes with the end of the game: 1 for a win alone, in sum over all seats nothing.
"""

# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.registry import all_games
from knobel.lab.episode import Episode, study_table
from knobel.players.roster import needed_solution, player

SeatRow = NDArray[np.float32]
NAMESPACE = "knobel"


class SeatEnv(gymnasium.Env[NDArray[np.float32], int]):
    """One seat at a table of the house."""

    def __init__(
        self,
        game: Game | str,
        rival: str | Sequence[str] = "random",
        players: int | None = None,
        seat: int | None = None,
        preset: str = BOX,
        options: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Raises `Malformed` for a game, a player, options or a seat that there are not."""
        self.table = study_table(game, players, preset, **(options or {}))
        others = self.table.seats - 1
        rivals = [rival] * others if isinstance(rival, str) else list(rival)
        if len(rivals) != others:
            raise Malformed("rivals", n=others, given=len(rivals))
        if seat is not None and seat not in range(self.table.seats):
            raise Malformed("no-seat", seat=seat)
        if search := needed_solution(self.table.game, rivals, self.table.seats, self.table.options):
            search.found.result()
        self.minds = [player(self.table.game, name) for name in rivals]
        self.named, self.seat, self.render_mode = seat, seat or 0, render_mode
        self.action_space: Any = spaces.Discrete(self.table.numbers.actions)
        self.observation_space = spaces.Box(0.0, 1.0, (self.table.numbers.observed,), np.float32)
        self.chance = Random()
        self.episode = Episode(self.table, self.chance)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatRow, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.chance = Random(seed)
        while True:
            self.seat = self.chance.randrange(self.table.seats) if self.named is None else self.named
            self.episode = Episode(self.table, self.chance)
            self._until_asked()
            if not self.episode.over:
                return self._seen(), self._info(False)

    def step(self, action: int) -> tuple[SeatRow, float, bool, bool, dict[str, Any]]:
        legal = self.episode.legal(self.seat)
        replaced = int(action) not in legal
        self.episode.make(self.seat, legal[0] if replaced else int(action))
        self._until_asked()
        return self._seen(), self.episode.returns()[self.seat], self.episode.over, False, self._info(replaced)

    def _until_asked(self) -> None:
        """The others play on until it is this seat's to decide, or over."""
        episode = self.episode
        while not episode.over and self.seat not in (waiting := episode.waiting()):
            episode.decide(waiting[0], self.minds[(waiting[0] - self.seat - 1) % len(self.minds)], self.chance)

    def _seen(self) -> SeatRow:
        return np.array(self.episode.observe(self.seat), np.float32)

    def _info(self, replaced: bool) -> dict[str, Any]:
        mask = np.zeros(self.table.numbers.actions, np.int8)
        if not self.episode.over:
            mask[self.episode.legal(self.seat)] = 1
        return {"action_mask": mask, "replaced": replaced, "seat": self.seat}


def env_id(game: Game) -> str:
    """What a game's environment is called, after the house's own name.

    >>> from knobel.core.registry import game
    >>> env_id(game("pig"))
    'Pig-v0'
    """
    return f"{''.join(filter(str.isalnum, game.title()))}-v0"


def register() -> None:
    """Tells Gymnasium of every game that brings numbers."""
    for name, game in all_games().items():
        if game.numbers and f"{NAMESPACE}/{env_id(game)}" not in gymnasium.registry:
            gymnasium.register(
                id=f"{NAMESPACE}/{env_id(game)}",
                entry_point="knobel.lab.gymnasium:SeatEnv",
                kwargs={"game": name},
                disable_env_checker=True,  # it takes masks for a fault; the house's tests run `check_env` itself
            )


register()
