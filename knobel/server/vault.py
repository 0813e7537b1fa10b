"""The secret of one table: the seed that lies outside its log, and the dice that come from it."""

from __future__ import annotations

import hashlib

from knobel.core.fair import seeded_key
from knobel.core.record import Dice, FairDice, RealDice, SeededDice
from knobel.table.nature import KeyedNature, Nature, RealNature


class Vault:
    """Keeps a table's secret. Where the dice are fixed anew, each deal has a seed of its own."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._nature: tuple[Dice, Nature] | None = None

    def seed(self, deal: int) -> bytes:
        """The seed of a deal. Showing one gives nothing away of another."""
        return hashlib.sha256(b"knobel deal %d\0" % deal + self._secret).digest()

    def nature(self, dice: Dice, deal: int) -> Nature:
        """Where nature's moves come from."""
        if self._nature is None or self._nature[0] is not dice:
            self._nature = dice, self._source(dice, deal)
        return self._nature[1]

    def _source(self, dice: Dice, deal: int) -> Nature:
        match dice:
            case FairDice(promised):
                return KeyedNature(promised.key(self.seed(deal)))
            case SeededDice(known):
                return KeyedNature(seeded_key(known))
            case RealDice():
                return RealNature()
