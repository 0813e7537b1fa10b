"""Who can be asked to sit in: the players that can play every game, each game's own, and who plays by its solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from knobel.core.contract import Options
from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.levels import CASUAL, LADDER
from knobel.core.options import merged
from knobel.core.player import Player
from knobel.core.registry import game as game_called
from knobel.players.perfect import SolutionPlayer
from knobel.players.random import RandomPlayer
from knobel.players.solutions.finder import Search, search, solver_for

SOLUTION_LEVELS = {"master": False, "perfect": True}
"""What whoever plays by a solution is called: by whether that is proven to be perfect."""

SITS_IN = (CASUAL, "careful")
"""Who sits in for somebody: the first of these that a game has."""


def roster(game: Game) -> dict[str, Callable[[], Player]]:
    """The players of the house for a game, by name."""
    others: dict[str, Callable[[], Player]] = {"random": lambda: RandomPlayer(game), **game.players}
    solved = {level: lambda: SolutionPlayer(game, lambda: player(game, best_player(game))) for level in _solved(game)}
    return others | {level: made for level, made in solved.items() if level not in others}


def name_now(game: Game, name: str) -> str:
    """What a player is called now, by the name it has or once had. Raises `Malformed`, listing those the game has."""
    known = roster(game)
    now = name if name in known else game.former.get(name, name)
    if now not in known:
        raise Malformed("player-unknown", name=name, known=", ".join(known))
    return now


def player(game: Game | str, name: str) -> Player:
    """A player by name, or by the name it had in old records. Raises `Malformed`, listing those the game has."""
    found = game_called(game) if isinstance(game, str) else game
    made = roster(found)[name_now(found, name)]()
    if not hasattr(made, "decide"):
        raise TypeError(f"the player {name} of the game {found.name} misses decide (see docs/guide/players.md)")
    return made


def levels(game: Game) -> tuple[str, ...]:
    """The levels that a game has, the weakest first."""
    known = roster(game)
    return tuple(level for level in LADDER if level in known)


def check_player(game: Game, name: str, seats: int, options: Options) -> None:
    """Raises `Malformed` where a game has no such player, or none for so many seats under these options."""
    if not isinstance(player(game, name), SolutionPlayer):
        return
    proven = solver_for(game, seats, options).proven
    if proven != SOLUTION_LEVELS[name]:
        right = next(level for level, kind in SOLUTION_LEVELS.items() if kind == proven)
        raise Malformed("solution-level", game=game.title(), level=right)


def needed_solution(game: Game, players: Iterable[str], seats: int, options: Options) -> Search | None:
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
    """The player of the house that sits in for somebody: a casual one, if the game has it."""
    return next((name for name in SITS_IN if name in game.players), "random")


def best_player(game: Game) -> str:
    """The best player that a game has without a solution: it stands in for one that plays by it."""
    return next((level for level in reversed(LADDER) if level in game.players), default_player(game))


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
