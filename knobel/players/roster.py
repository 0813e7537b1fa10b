"""Who can be asked to sit in: the players that can play every game, and each game's own."""

from __future__ import annotations

from collections.abc import Callable

from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.levels import CASUAL, LADDER
from knobel.core.player import Player
from knobel.players.random import RandomPlayer

SITS_IN = (CASUAL, "careful")
"""Who sits in for somebody: the first of these that a game has."""


def roster(game: Game) -> dict[str, Callable[[], Player]]:
    """The players of the house for a game, by name."""
    return {"random": lambda: RandomPlayer(game), **game.players}


def name_now(game: Game, name: str) -> str:
    """What a player is called now, by the name it has or once had. Raises `Malformed`, listing those the game has."""
    known = roster(game)
    now = name if name in known else game.former.get(name, name)
    if now not in known:
        raise Malformed("player-unknown", name=name, known=", ".join(known))
    return now


def player(game: Game, name: str) -> Player:
    """A player by name, or by the name it had in old records. Raises `Malformed`, listing those the game has."""
    return roster(game)[name_now(game, name)]()


def levels(game: Game) -> tuple[str, ...]:
    """The levels that a game has, the weakest first."""
    known = roster(game)
    return tuple(level for level in LADDER if level in known)


def first_player(game: Game) -> str:
    """The player of the house whom people meet first, when they name none."""
    return game.first or default_player(game)


def default_player(game: Game) -> str:
    """The player of the house that sits in for somebody: a casual one, if the game has it."""
    known = roster(game)
    return next((name for name in SITS_IN if name in known), "random")
