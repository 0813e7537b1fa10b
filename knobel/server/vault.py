"""The secret of one table: the seed that lies outside its log, and the dice that come from it."""

from __future__ import annotations

import hashlib

from knobel.core.record import Dice
from knobel.table.nature import Nature, nature_for


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
            self._nature = dice, nature_for(dice, self.seed(deal))
        return self._nature[1]
