"""Where nature's moves come from: a committed seed, a seed for tests, or people who say what fell on the real table."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from knobel.core.contract import State
from knobel.core.fair import draw_below, draw_stream, seeded_key
from knobel.core.game import Game
from knobel.core.move import Move
from knobel.core.record import Dice, FairDice, RealDice, SeededDice


class Nature(Protocol):
    """A source of nature's moves."""

    def draw(self, game: Game, state: State, k: int) -> Move | None:
        """Nature's k-th move, in this position; None where a person must say it."""
        ...


class KeyedNature:
    """Nature's k-th draw from a key: the same for everyone who knows it, and nobody else can tell."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def draw(self, game: Game, state: State, k: int) -> Move:
        return game.draw(state, partial(draw_below, self.key, k), partial(draw_stream, self.key, k))


class RealNature:
    """Real dice: people say what fell."""

    def draw(self, game: Game, state: State, k: int) -> None:
        return None


def nature_for(dice: Dice, seed: bytes = b"") -> Nature:
    """The source that a table's dice name; `seed` is the secret of fair ones. Raises `UnfairDeal` for another."""
    match dice:
        case FairDice(deal):
            return KeyedNature(deal.key(seed))
        case SeededDice(known):
            return KeyedNature(seeded_key(known))
        case RealDice():
            return RealNature()
