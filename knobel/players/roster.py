"""Who can be asked to sit in: the players that can play every game, each game's own, and who plays by its solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.options import merged
from knobel.core.player import Player
from knobel.players.perfect import SolutionPlayer
from knobel.players.random import RandomPlayer
from knobel.players.solutions.finder import Search, search, solver_for

SOLUTION_LEVELS = {"perfect": True, "master": False}
"""What whoever plays by a solution is called: by whether that is proven to be perfect."""


def roster(game: Game) -> dict[str, Callable[[], Player]]:
    """The players of the house for a game, by name."""
    others: dict[str, Callable[[], Player]] = {"random": lambda: RandomPlayer(game), **game.players}
    solved = {
        level: lambda: SolutionPlayer(game, lambda: player(game, default_player(game))) for level in _solved(game)
    }
    return others | {level: made for level, made in solved.items() if level not in others}


def player(game: Game, name: str) -> Player:
    """A player by name. Raises `Malformed`, listing those the game has."""
    known = roster(game)
    if name not in known:
        raise Malformed("player-unknown", name=name, known=", ".join(known))
    return known[name]()


def check_player(game: Game, name: str, seats: int, options: Any) -> None:
    """Raises `Malformed` where a game has no such player, or none for so many seats under these options."""
    if not isinstance(player(game, name), SolutionPlayer):
        return
    proven = solver_for(game, seats, options).proven
    if proven != SOLUTION_LEVELS[name]:
        right = next(level for level, kind in SOLUTION_LEVELS.items() if kind == proven)
        raise Malformed("solution-level", game=game.title(), level=right)


def needed_solution(game: Game, players: Iterable[str], seats: int, options: Any) -> Search | None:
    """The search for the solution that one of these players needs at such a table, if one of them does.

    Raises `Malformed` where one of them cannot play there.
    """
    needed = False
    for name in players:
        check_player(game, name, seats, options)
        needed = needed or isinstance(player(game, name), SolutionPlayer)
    return search(game, seats, options) if needed else None


def first_player(game: Game) -> str:
    """The player of the house whom people meet first, when they name none."""
    return game.first or default_player(game)


def default_player(game: Game) -> str:
    """The player of the house that sits in for somebody: a careful one, if the game has it."""
    return "careful" if "careful" in game.players else "random"


def _solved(game: Game) -> tuple[str, ...]:
    """The levels that solutions give a game, at a table of any size, by the rules of the box or those it offers."""
    kinds = set(_kinds(game)) if game.solver else set[bool]()
    return tuple(level for level, proven in SOLUTION_LEVELS.items() if proven in kinds)


def _kinds(game: Game) -> Iterator[bool]:
    for preset in {BOX, game.offered}:
        options = merged(game.options, game.preset(preset))
        for seats in game.seats:
            with suppress(Malformed):
                yield solver_for(game, seats, options).proven
