"""Games played on from a position: what comes of a move, when everybody goes on sensibly.

Whoever plays on sees no more than a seat sees. The same chance gives the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from knobel.core.contract import Due, Seat, State
from knobel.core.game import Game
from knobel.core.player import Intent, Player
from knobel.players.roster import best_player, player
from knobel.table.drive import NextStep, next_step, players_asked


class Playout(NamedTuple):
    """How a game ended that was played on, and after how many moves."""

    places: tuple[int, ...]
    moves: int


def play_out(game: Game, state: State, chance: Random, at: int = 0) -> Playout:
    """Plays on from a whole position until the game is over. It is `at` o'clock at the table."""
    make = game.playout or (lambda: player(game, best_player(game)))
    minds = {seat: make() for seat in range(len(state.scores()))}
    moves = 0
    while (due := state.due()).places is None:
        moves += 1
        if due.nature:
            state = state.after("nature", game.draw(state, chance.randrange, lambda: chance), at)
        else:
            state, at = _moved(game, state, due, minds, chance, at)
    return Playout(due.places, moves)


def _moved(
    game: Game, state: State, due: Due, minds: Mapping[Seat, Player], chance: Random, at: int
) -> tuple[State, int]:
    """After whatever comes next by itself, and when."""
    intents: dict[Seat, Intent] = {}
    for seat in players_asked(due, minds):
        view = state.view(seat)
        if intent := minds[seat].decide(view, seat, view.moves(seat, at), chance):
            intents[seat] = intent
    match next_step(due, {seat: at + intent.after for seat, intent in intents.items()}):
        case NextStep("player", when, seat):
            return state.after(seat, intents[seat].move, when), when
        case NextStep("clock", when) if due.alarm:
            return state.after("clock", due.alarm.move, max(at, when)), max(at, when)
        case _:
            raise RuntimeError(f"{game.name}: nobody plays on")


def won(places: tuple[int, ...], seat: Seat) -> float:
    """A seat's part of the win."""
    return (places[seat] == 1) / places.count(1)
