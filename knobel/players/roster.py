"""Who can be asked to sit in: the players that can play every game, and each game's own."""

from __future__ import annotations

from collections.abc import Callable

from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.player import Player
from knobel.players.random import RandomPlayer


def roster(game: Game) -> dict[str, Callable[[], Player]]:
    """The players of the house for a game, by name."""
    return {"random": lambda: RandomPlayer(game), **game.players}


def player(game: Game, name: str) -> Player:
    """A player by name. Raises `Malformed`, listing those the game has."""
    known = roster(game)
    if name not in known:
        raise Malformed("player-unknown", name=name, known=", ".join(known))
    return known[name]()


def first_player(game: Game) -> str:
    """The player of the house whom people meet first, when they name none."""
    return game.first or default_player(game)


def default_player(game: Game) -> str:
    """The player of the house that sits in for somebody: a careful one, if the game has it."""
    return "careful" if "careful" in roster(game) else "random"
