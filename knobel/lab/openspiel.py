"""Games that bring numbers, as OpenSpiel's: `import knobel.lab.openspiel`, then `pyspiel.load_game("knobel_pig")`.

Parameters are `players`, every house rule of the game by its name, and whatever it says can be made smaller for study;
0 stands for the word of a rule that is else a number (that dice decide who begins, say).
Where several seats decide at once they are asked one after the other, and none sees what the others chose. Returns are
1 for who won alone, in sum nothing. Games with moves of nature that cannot be listed, or are too many, are refused.
"""

# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUntypedBaseClass=false, reportUnknownParameterType=false
# pyright: reportMissingModuleSource=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from knobel.core.chances import Chances, Listed
from knobel.core.contract import Move, State
from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.options import Option, options
from knobel.core.registry import all_games
from knobel.lab.episode import Episode, StudyTable, study_table

MAX_OUTCOMES = 7776
"""As many ways to fall as five dice have: what has more is not listed."""
MAX_LENGTH = 1_000_000
"""OpenSpiel wants to be told how long a game may be. Dice set no such limit."""


def spiel_name(game: Game) -> str:
    """What OpenSpiel calls a game of the house."""
    return f"knobel_{game.name.replace('-', '_')}"


def _worded(option: Option) -> str | None:
    """The one word that a house rule may be beside numbers: as a parameter it is 0."""
    words = [choice for choice in option.choices if isinstance(choice, str)]
    return words[0] if len(words) == 1 < len(option.choices) else None


def _default(option: Option) -> Any:
    """A house rule's default as OpenSpiel's parameters have it: a number, yes or no, or text."""
    if word := _worded(option):
        return 0 if option.default == word else option.default
    if option.listed:
        return ",".join(map(str, option.default))
    plain = isinstance(option.default, bool) or (isinstance(option.default, int) and not option.choices)
    return option.default if plain else str(option.default)


def parameters(game: Game) -> dict[str, Any]:
    """All parameters of a game, with their defaults."""
    rules = {option.name: _default(option) for option in options(game.options)}
    return {"players": game.seats[0], **rules, **game.sizes.box}


def table_of(game: Game, given: Mapping[str, Any]) -> StudyTable:
    """The table that parameters describe. Raises `Malformed` for what there cannot be."""
    known = parameters(game)
    changed = {name: value for name, value in given.items() if value != known[name]}
    sizes = {name: value for name, value in changed.items() if name in game.sizes.box}
    played = game.sizes.resize(sizes) if sizes and game.sizes.resize else game
    words = {option.name: _worded(option) for option in options(game.options)}
    rules: dict[str, Any] = {
        name: words[name] if words[name] and value == 0 else value
        for name, value in changed.items()
        if name not in (*sizes, "players")
    }
    return study_table(played, given.get("players", known["players"]), **rules)


@lru_cache(maxsize=64)
def _table_called(name: str, given: tuple[tuple[str, Any], ...]) -> StudyTable:
    return table_of(all_games()[name], dict(given))


class SpielGame(pyspiel.Game):
    """A table of the house as OpenSpiel sees it. A form of it for each game is registered below."""

    home: Game
    kind: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.given = dict(params or {})
        try:
            table = self.table
        except Malformed as error:
            raise pyspiel.SpielError(str(error)) from error
        info = pyspiel.GameInfo(
            num_distinct_actions=table.numbers.actions,
            max_chance_outcomes=MAX_OUTCOMES,
            num_players=table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(self.kind, info, self.given)

    @property
    def table(self) -> StudyTable:
        """What is played; found by its parameters, so that a game can be written down as they are."""
        return _table_called(self.home.name, tuple(sorted(self.given.items())))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielView:
        return SpielView(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):
    """A position as OpenSpiel sees it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.table)

    def current_player(self) -> int:
        if self.episode.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.episode.falling else self.episode.waiting()[0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return outcomes(self.episode.state)[1]

    def _apply_action(self, action: int) -> None:
        if self.episode.falling:
            self.episode.fall(self._fallen(action))
        else:
            self.episode.make(self.episode.waiting()[0], action)

    def _fallen(self, action: int) -> Move:
        listed, chances = outcomes(self.episode.state)[0], self.episode.state.chances()
        return listed[action] if listed else chances.outcome(action)  # pyright: ignore[reportAttributeAccessIssue]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._fallen(action))
        return str(self.episode.table.numbers.move(self.episode.state.view(player), player, action))

    def is_terminal(self) -> bool:
        return self.episode.over

    def returns(self) -> list[float]:
        return self.episode.returns()

    def __str__(self) -> str:
        return "\n".join(f"{actor}: {move}" for _, actor, move in self.episode.history)


def outcomes(state: State) -> tuple[list[Move], list[tuple[int, float]]]:
    """Nature's moves where they are listed one by one, and the number and chance of each."""
    chances = state.chances()
    if not isinstance(chances, Chances) or (not isinstance(chances, Listed) and chances.total > MAX_OUTCOMES):
        raise pyspiel.SpielError("nature's moves cannot be listed here, or are too many: choose other house rules")
    if isinstance(chances, Listed):
        weighed = chances.weighed()
        return list(weighed), [(number, float(chance)) for number, chance in enumerate(weighed.values())]
    return [], _even(chances.total)


@lru_cache(maxsize=64)
def _even(total: int) -> list[tuple[int, float]]:
    return [(number, 1 / total) for number in range(total)]


class SpielView:
    """What a player observes: the numbers of its view; as text, the view, or all it has seen so far."""

    def __init__(self, table: StudyTable, kind: Any) -> None:
        self.recalls = bool(kind.perfect_recall)
        self.tensor = np.zeros(table.numbers.observed, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.episode.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if self.recalls:
            return f"{player}\n{state.episode.seen(player)}"
        return f"{player}: {state.episode.state.view(player)}"


def _registered(game: Game) -> type[SpielGame]:
    kind = pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=f"{game.title()} of the house of Knobel",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if game.secret
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(game),
        default_loadable=True,
    )
    made = type(f"{game.title().replace(' ', '')}Spiel", (SpielGame,), {"home": game, "kind": kind})
    pyspiel.register_game(kind, made)
    return made


GAMES = {game.name: _registered(game) for game in all_games().values() if game.numbers}
"""What is registered, by the house's own names."""
