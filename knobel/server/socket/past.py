"""The past of a table, for whoever comes to it: told in pages, in turns, and never more than the house has time for.

A page is built in one turn of the loop, and everybody else has theirs before the next one. Each page is paid for by the
address that reads it and by its table: whoever asks for much waits, and nobody waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Protocol

from knobel.server.limits import Rate

PAGE = 200
"""So many happenings are told at once."""
PICTURE = 20
"""The table as it is now comes with every page, and costs as much as so many happenings."""
PAUSE_S = 0.05
"""While nobody can be told more, it is tried again so much later."""


class Reader(Protocol):
    """Somebody who is told the past of a table."""

    table: str
    address: str

    @property
    def watches(self) -> bool:
        """Whether they only look on: whoever plays comes first."""
        ...

    @property
    def behind(self) -> int | None:
        """How many happenings they have yet to be told; None: they know all, or are gone."""
        ...

    @property
    def reads(self) -> bool:
        """Whether what they were told before has gone out."""
        ...

    def tell_page(self) -> None:
        """Tells them the next page."""
        ...


class Past:
    """Tells everybody at all tables of this process what they have missed."""

    def __init__(self, rate: Rate, spawn: Callable[[Any], asyncio.Task[Any]]) -> None:
        self._rate = rate
        self._spawn = spawn
        self._waiting: dict[Reader, None] = {}
        self._teller: asyncio.Task[Any] | None = None

    def tell(self, reader: Reader) -> None:
        """Tells somebody the past: at once where it is short and nobody waits, else page by page."""
        if self._waiting or not self._told(reader) or reader.behind is not None:
            self._waiting[reader] = None
            if self._teller is None:
                self._teller = self._spawn(self._tell())

    def affords(self, reader: Reader) -> bool:
        """Whether somebody may have a picture of the table out of turn; it is counted if so.

        Whoever watches takes nothing that a player who is being told the past needs.
        """
        own = _payers(reader)
        if reader.watches and any(not other.watches and own & _payers(other) for other in self._waiting):
            return False
        return self._paid(reader, PICTURE)

    async def _tell(self) -> None:
        try:
            while self._waiting:
                reader = self._next()
                await asyncio.sleep(0 if reader else PAUSE_S)
                if reader and reader.behind is not None:  # it was a page, but not the last one
                    self._waiting[reader] = None
        finally:
            self._teller = None

    def _next(self) -> Reader | None:
        """Tells a page to whoever has waited for longest of those who can be told one, players first.

        What is too little for one of them is not taken by those who come later and would be content with less.
        """
        saving: set[Hashable] = set()
        for reader in sorted(self._waiting, key=lambda reader: reader.watches):
            behind = reader.behind
            if behind is None:
                del self._waiting[reader]
            elif reader.reads and saving.isdisjoint(_payers(reader)):
                if self._told(reader):
                    del self._waiting[reader]
                    return reader
                saving.update(self._short(reader, _cost(behind)))
        return None

    def _told(self, reader: Reader) -> bool:
        behind = reader.behind
        if behind is None or not self._paid(reader, _cost(behind)):
            return behind is None
        reader.tell_page()
        return True

    def _paid(self, reader: Reader, cost: int) -> bool:
        if self._short(reader, cost):
            return False
        return all(self._rate.allows(payer, cost) for payer in _payers(reader))

    def _short(self, reader: Reader, cost: int) -> set[Hashable]:
        """Whose share is too small now."""
        return {payer for payer in _payers(reader) if not self._rate.has(payer, cost)}


def _payers(reader: Reader) -> frozenset[Hashable]:
    return frozenset({("address", reader.address), ("table", reader.table)})


def _cost(behind: int) -> int:
    return PICTURE + min(behind, PAGE)
