"""The past of a table, for whoever comes to it: told in pages, in turns, and never more than the house has time for.

What has just happened is in memory; what lies further back is read from the log, page by page, and forgotten again. A
page is built in one turn of the loop, and everybody else has theirs before the next one. Each page is paid for by the
address that reads it and by its table: whoever asks for much waits, and nobody waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Protocol

from knobel.server.limits import Rate
from knobel.store.log import StoreTrouble

PAGE = 100
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

    @property
    def has_page(self) -> bool:
        """Whether the next page is in memory; else it must be read from the log first."""
        ...

    async def read_page(self) -> None:
        """Reads a page's worth of the log, which may be what they have seen already."""
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
        if self._waiting or not reader.has_page or not self._told(reader) or reader.behind is not None:
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
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                began = loop.time()
                reader = self._next()
                told = reader is not None and await self._read(reader)
                await asyncio.sleep(loop.time() - began if told else PAUSE_S)  # everything else has as much time
                if reader and reader.behind is not None:  # it was a page, but not the last one
                    self._waiting[reader] = None
        finally:
            self._teller = None

    async def _read(self, reader: Reader) -> bool:
        """Reads a page that somebody has paid for, where it is in the log, and tells it. False: there is trouble."""
        if not reader.has_page:
            try:
                await reader.read_page()
            except StoreTrouble:  # the house has noted it, and it passes
                return False
            if reader.has_page and reader.behind is not None:
                reader.tell_page()
        return True

    def _next(self) -> Reader | None:
        """Tells a page to whoever has waited for longest of those who can be told one, players first.

        Where the page is not in memory, it is only paid for.

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
        if reader.has_page:
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
