"""The past of a table, for whoever comes to it: told in pages, in turns, and never more than the house has time for.

What has just happened is in memory; what lies further back is read from the log, page by page, and forgotten again. A
page is built in one turn of the loop, and everybody else has theirs before the next one. Each page is paid for by the
address that reads it and by its table: whoever asks for much waits, and nobody waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

from knobel.server.limits import Rate
from knobel.server.tables.events import event_of
from knobel.server.tables.house import House
from knobel.server.tables.state import LoggedEvent, TableState
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


class Missed:
    """What one client has yet to be told of a table: from memory, or page by page from the log."""

    __slots__ = ("_beginnings", "_hosted", "_house", "_page", "_recalled", "reading", "seen")

    def __init__(self, house: House, hosted: TableState) -> None:
        self._house = house
        self._hosted = hosted
        self.seen = 0
        """The number of the last happening that it has been told."""
        self.reading = False
        """Whether it is still being told: the news come after that."""
        self._beginnings = 0
        self._recalled: TableState | None = None
        """Where it is told what lies far behind: the table as it was then."""
        self._page: Sequence[LoggedEvent] = ()
        """What of that comes next."""

    def begin(self, seen: int | None) -> None:
        """It says what it has seen; nothing: it wants to be told nothing of before."""
        self.seen = self._hosted.seq if seen is None else min(seen, self._hosted.seq)
        self._recalled, self._page = None, ()
        self._beginnings += 1

    @property
    def behind(self) -> int | None:
        """How many happenings it has yet to be told before the news; None where it is told them."""
        return self._hosted.seq - self.seen if self.reading else None

    @property
    def has_page(self) -> bool:
        """Whether what comes next is in memory."""
        return bool(self._page) or self.seen >= self._hosted.events.gone

    async def read_page(self) -> None:
        """Reads on in the log: what it has seen already is only gone through, for the steps that come of it."""
        known, beginnings = self._recalled.seq if self._recalled else 0, self._beginnings
        table, gone = self._hosted.table, self._hosted.events.gone
        bodies = await self._house.read_log(table, known, min(PAGE, gone - known))
        if beginnings != self._beginnings:  # it has said hello again meanwhile, and begins anew
            return
        events = [event_of(body) for body in bodies]
        if self._recalled is None:
            opened = events.pop(0)
            self._recalled = TableState.folded(table, [opened])
            logged = [*self._recalled.events, *map(self._recalled.fold, events)]
        else:
            logged = [*map(self._recalled.fold, events)]
        self._page = [one for one in logged if one.seq > self.seen]

    def take_page(self) -> Sequence[LoggedEvent]:
        """What comes next, which it is being told now."""
        page, self._page = self._page, ()
        if not page and self.has_page:
            self._recalled = None
            page = self._hosted.events[self.seen : self.seen + PAGE]
        self.seen += len(page)
        return page


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
        return self._rate.allows_all(_payers(reader), PICTURE)

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
        if behind is None or not self._rate.allows_all(_payers(reader), _cost(behind)):
            return behind is None
        if reader.has_page:
            reader.tell_page()
        return True

    def _short(self, reader: Reader, cost: int) -> set[Hashable]:
        """Whose share is too small now."""
        return {payer for payer in _payers(reader) if not self._rate.has(payer, cost)}


def _payers(reader: Reader) -> frozenset[Hashable]:
    return frozenset({("address", reader.address), ("table", reader.table)})


def _cost(behind: int) -> int:
    return PICTURE + min(behind, PAGE)
