"""The player that can play anything: every legal move is as good as any other."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knobel.core.contract import Move, Open, Seat, State
from knobel.core.game import Game
from knobel.core.player import Intent


class RandomPlayer:
    """Picks any legal move; where a kind is too rich to list, makes one up (or keeps quiet) as the game knows how."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def decide(self, view: State, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        if not moves:
            return None
        move = moves[chance.randrange(len(moves))]
        if not isinstance(move, Open):
            return Intent(move)
        if self.game.rich_moves.improvise is None:
            raise TypeError(f"{self.game.name} has moves too rich to list and does not say how to improvise one")
        made = self.game.rich_moves.improvise(view, seat, move, chance)
        return None if made is None else Intent(made)
