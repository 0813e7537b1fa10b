"""Where nature's moves come from: a committed seed, a seed for tests, or people who say what fell on the real table."""

from __future__ import annotations

from typing import Protocol

from knobel.core.contract import Move, State
from knobel.core.fair import KeyedNature, seeded_key
from knobel.core.game import Game
from knobel.core.record import Dice, FairDice, RealDice, SeededDice


class Nature(Protocol):
    """A source of nature's moves."""

    def draw(self, game: Game, state: State, k: int) -> Move | None:
        """Nature's k-th move, in this position; None where a person must say it."""
        ...


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
