"""The player that plays as a game's solution says. It sees a view, like everybody, and asks the judge about it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from random import Random

from knobel.core.contract import Move, Open, Seat, State
from knobel.core.errors import KnobelError
from knobel.core.game import Game
from knobel.core.player import Intent, Player
from knobel.core.solution import Worth
from knobel.players.solutions import Search, search

log = logging.getLogger("knobel.solutions")


class SolutionPlayer:
    """Plays as the solution says. Where none can be had, another player stands in for the rest of the game."""

    def __init__(self, game: Game, stand_in: Callable[[], Player]) -> None:
        self.game = game
        self._stand_in = stand_in
        self._instead: Player | None = None
        self._search: Search | None = None

    def waits_for(self, view: State) -> Search | None:
        """The search that must end before it can decide; None where nothing holds it up."""
        if self._instead:
            return None
        try:
            searched = self._searched(view)
        except KnobelError:  # whoever lets it decide hears of it
            return None
        return None if searched.found.done() else searched

    @property
    def has_none(self) -> bool:
        """Whether another player decides in its place, because its solution cannot be had."""
        return self._instead is not None

    def decide(self, view: State, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        if not moves:
            return None
        if self._instead is None:
            try:
                judge = self._searched(view).found.result()
                return Intent(drawn(judge.worths(view, seat, listed(moves)), chance))
            except KnobelError as error:
                log.warning(
                    "a solution cannot be had, so another bot plays in its place until this game is over: %s",
                    error,
                    extra={"data": {"game": self.game.name}},
                )
                self._instead = self._stand_in()
        return self._instead.decide(view, seat, moves, chance)

    def _searched(self, view: State) -> Search:
        if self._search is None:
            self._search = search(self.game, len(view.scores()), view.options)
        return self._search


def listed(moves: Sequence[Move | Open]) -> list[Move]:
    """The moves that can be listed."""
    return [move for move in moves if not isinstance(move, Open)]


def drawn(worths: Sequence[Worth], chance: Random) -> Move:
    """A move, as often as perfect play makes it."""
    return chance.choices([worth.move for worth in worths], [worth.share for worth in worths])[0]
