"""Random play: somebody who is due does something they may, and time passes."""

from __future__ import annotations

from random import Random

from knobel.core.contract import Actor, Due, Move, Seat, State
from knobel.core.game import Game
from knobel.players.random import RandomPlayer
from knobel.table.drive import PlannedMove

_PAUSES = (0, 0, 1, 90, 250, 1000)
"""How long people take, in milliseconds: sometimes no time at all."""


def any_move(game: Game, state: State, at: int, chance: Random) -> PlannedMove | None:
    """What may happen next, whoever is faster; None where nobody who is due can do anything."""
    due = state.due()
    at += chance.choice(_PAUSES)
    actors = actors_due(due)
    chance.shuffle(actors)
    for actor in actors:
        if actor == "nature":
            return PlannedMove("nature", drawn(game, state, chance), at)
        if actor == "clock" and due.alarm:
            return PlannedMove("clock", due.alarm.move, max(at, due.alarm.at))
        if isinstance(actor, int) and (move := chosen(game, state, actor, at, chance)) is not None:
            return PlannedMove(actor, move, at)
    return None


def actors_due(due: Due) -> list[Actor]:
    """Everyone who may move now."""
    actors: list[Actor] = [*sorted(due.must | due.may)]
    if due.nature:
        actors.append("nature")
    if due.alarm:
        actors.append("clock")
    return actors


def chosen(game: Game, state: State, seat: Seat, at: int, chance: Random) -> Move | None:
    """Any legal move of a seat, from its view alone; improvised where the kind is too rich to list."""
    view = state.view(seat)
    intent = RandomPlayer(game).decide(view, seat, view.moves(seat, at), chance)
    return intent.move if intent else None


def drawn(game: Game, state: State, chance: Random) -> Move:
    """One of nature's moves, as likely as it is."""
    return game.draw(state, chance.randrange, lambda: Random(chance.getrandbits(64)))
