"""A table that is in memory: its fold, its secret, who looks at it, and who decides for the house's players."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from knobel.core.contract import Seat
from knobel.core.player import Player
from knobel.players.roster import player
from knobel.server.hosted import Hosted, Past
from knobel.server.vault import Vault
from knobel.store.log import Listing
from knobel.table.table import Sight

if TYPE_CHECKING:
    from knobel.server.driving import Coming


class News:
    """What has just happened, to be told to everybody. Who look alike are sent the same, written once."""

    def __init__(self, past: Sequence[Past], now: int) -> None:
        self.past = past
        self.now = now
        """The table's time."""
        self.only_moves = None not in [one.moved for one in past]
        """Moves change nothing but the game."""
        self.written: dict[object, bytes] = {}
        self.sights: dict[Seat | None, Sight] = {}


class Audience(Protocol):
    """Somebody who looks at a table."""

    @property
    def watches(self) -> bool:
        """Whether they have no part in it."""
        ...

    def show(self, news: News) -> None:
        """Something happened."""
        ...


class Kept:
    """A table in memory. Whoever changes it holds its lock."""

    def __init__(self, hosted: Hosted, vault: Vault, listing: Listing) -> None:
        self.hosted = hosted
        self.vault = vault
        self.listing = listing
        self.lock = asyncio.Lock()
        self.audience: set[Audience] = set()
        self.changed = asyncio.Event()
        self.driver: asyncio.Task[None] | None = None
        self.owned = False
        """Whether this process runs the table's clocks and bots."""
        self.used = time.monotonic()
        self.plans: dict[Seat, tuple[int, Coming | None]] = {}
        """What the house's players are going to do, and at which entry of the record they thought it over."""
        self.again: dict[Seat, int] = {}
        """When a person's time is up again, after the house has moved for them."""
        self._minds: dict[Seat, tuple[str, Player]] = {}

    @property
    def table(self) -> str:
        """The table's name."""
        return self.hosted.table

    def mind(self, seat: Seat, level: str) -> Player:
        """Who decides for a seat: the same one as long as nobody else sits there."""
        known = self._minds.get(seat)
        if known is None or known[0] != level:
            known = self._minds[seat] = level, player(self.hosted.game, level)
        return known[1]
