"""How well a player of the house plays: the levels that every game may have, and the mistakes that tell them apart.

A level below the best is the next better way of playing with a person's mistakes in it. Each has a name, says in which
positions it can be made and what it leads to, and how often each level makes it there. Nothing else is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from knobel.core.contract import Move, Open, Seat
from knobel.core.player import Intent, Player

BEGINNER, CASUAL, STRONG, MASTER, PERFECT = "beginner", "casual", "strong", "master", "perfect"

LADDER = (BEGINNER, CASUAL, STRONG, MASTER, PERFECT)
"""From the weakest on. The best of a game is its master; where its play is proven to be the best there is, perfect."""


class Lapse(msgspec.Struct, frozen=True, kw_only=True):
    """A mistake that people make."""

    tempts: Callable[[Any, Seat, Sequence[Move | Open], Move], Move | None]
    """What one who makes it does, from a view, the seat's moves and the right one; None where it cannot be made."""
    rates: Mapping[str, float]
    """How often each level makes it where it can be made; the levels that are not named never do."""

    def tempted(self, view: Any, seat: Seat, moves: Sequence[Move | Open], right: Move) -> Move | None:
        """The wrong move that this mistake would be here, if it can be made."""
        wrong = self.tempts(view, seat, moves, right)
        return None if wrong == right else wrong


class Fallible:
    """Plays as a better player would, but for the mistakes of its level. Of several that tempt, the first counts."""

    def __init__(self, better: Player, lapses: Mapping[str, Lapse], level: str) -> None:
        self.better = better
        self.lapses = [lapse for lapse in lapses.values() if lapse.rates.get(level)]
        self.level = level

    def decide(self, view: Any, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        intent = self.better.decide(view, seat, moves, chance)
        if intent is None:
            return None
        for lapse in self.lapses:
            wrong = lapse.tempted(view, seat, moves, intent.move)
            if wrong is not None and chance.random() < lapse.rates[self.level]:
                return replace(intent, move=wrong)
        return intent
