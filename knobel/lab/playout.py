"""Games played on from a position: what comes of a move, when everybody goes on sensibly.

Whoever plays on sees no more than a seat sees. The same chance gives the same game.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from knobel.core.contract import Seat, State
from knobel.core.game import Game
from knobel.players.roster import best_player, player
from knobel.table.drive import next_move


class Playout(NamedTuple):
    """How a game ended that was played on, and after how many moves."""

    places: tuple[int, ...]
    moves: int


def play_out(game: Game, state: State, chance: Random, at: int = 0) -> Playout:
    """Plays on from a whole position until the game is over. It is `at` o'clock at the table."""
    make = game.coaching.playout or (lambda: player(game, best_player(game)))
    minds = {seat: make() for seat in range(len(state.scores()))}
    moves = 0
    while (due := state.due()).places is None:
        moves += 1
        if due.nature:
            state = state.after("nature", game.draw(state, chance.randrange, lambda: chance), at)
        elif planned := next_move(state, minds, chance, at):
            state, at = state.after(*planned), planned.at
        else:
            raise RuntimeError(f"{game.name}: nobody plays on")
    return Playout(due.places, moves)


def won(places: tuple[int, ...], seat: Seat) -> float:
    """A seat's part of the win."""
    return (places[seat] == 1) / places.count(1)
