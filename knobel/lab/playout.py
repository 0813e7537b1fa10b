"""Games played on from a position: what comes of a move, when everybody goes on sensibly.

Whoever plays on sees no more than a seat sees. The same chance gives the same game.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from knobel.core.contract import Seat, State
from knobel.core.game import Game
from knobel.players.roster import best_player, player
from knobel.table.drive import moves_until_over


class Playout(NamedTuple):
    """How a game ended that was played on, and after how many moves."""

    places: tuple[int, ...]
    moves: int


def play_out(game: Game, state: State, chance: Random, at: int = 0) -> Playout:
    """Plays on from a whole position until the game is over. It is `at` o'clock at the table."""
    make = game.coaching.playout or (lambda: player(game, best_player(game)))
    minds = {seat: make() for seat in range(len(state.scores()))}
    moves = 0
    for played in moves_until_over(game, state, minds, chance, at):
        moves += 1
        state = played.after
    return Playout(state.outcome() or (), moves)


def won(places: tuple[int, ...], seat: Seat) -> float:
    """A seat's part of the win."""
    return (places[seat] == 1) / places.count(1)
