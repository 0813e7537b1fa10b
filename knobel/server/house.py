"""The house: tables in memory, each changed by one at a time; what happens is safe before anybody sees it."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from knobel.core.errors import KnobelError
from knobel.core.fair import new_seed
from knobel.server.bus import Bus, Grown, Heard
from knobel.server.driving import Driver
from knobel.server.events import Opened, body, event_of
from knobel.server.hosted import Draft, Hosted, Past
from knobel.server.kept import Kept, News
from knobel.server.listing import changed_listing, listing_of
from knobel.server.metrics import Metrics
from knobel.server.settings import Settings
from knobel.server.vault import Vault
from knobel.server.words import Refused
from knobel.store.log import NoTable, Store, StoreTrouble, Taken, Unsure

T = TypeVar("T")
Deed = Callable[[Draft], T]

NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""Whatever else somebody asks for is no table, and no store is asked for it."""
AGAIN_S = 0.5
"""After trouble with the store it is read again so much later."""
MOST_TRIES = 20
"""So often others may be quicker before somebody who wants to write is asked to try again."""

log = logging.getLogger("knobel.house")


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """All tables that this process serves."""

    def __init__(self, store: Store, bus: Bus, settings: Settings, clock: Callable[[], int] = wall_clock) -> None:
        self.store = store
        self.bus = bus
        self.settings = settings
        self.now = clock
        self.process = secrets.token_hex(8)
        self.metrics = Metrics()
        self.tables: dict[str, Kept] = {}
        self.closing = False
        self.driver = Driver(self)
        self._loading: dict[str, asyncio.Task[Kept]] = {}
        self._missed: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.metrics.gauge("knobel_tables", lambda: len(self.tables))
        self.metrics.gauge("knobel_sockets", lambda: sum(len(kept.audience) for kept in self.tables.values()))

    # Time -----------------------------------------------------------------------------------------------------------

    def time_at(self, hosted: Hosted, now: int | None = None) -> int:
        """What time it is at a table; never earlier than what has happened there."""
        timeline = hosted.timeline
        if timeline is None:
            return 0
        elapsed = hosted.room.elapsed(self.now() if now is None else now)
        return max(timeline.time, int(elapsed * self.settings.pace))

    # Tables ---------------------------------------------------------------------------------------------------------

    async def open(self, opening: Callable[[Vault], Opened], table: str | None = None, seed: bytes = b"") -> str:
        """Opens a table and says its name, which nobody can guess. Raises `Taken` where it is already there."""
        name, secret = table or new_name(), seed or new_seed()
        opened = opening(Vault(secret))
        hosted = Hosted(name, opened)
        listing = listing_of(name, hosted.game, hosted.room, "gathering", opened.at)
        await self._safely(self.store.create(listing, [body(opened)], secret))
        self.metrics.count("knobel_events_total")
        return name

    def check_room(self) -> None:
        """Raises `Refused` where the house is full: those who play come first."""
        if self.settings.most_tables and len(self.tables) > self.settings.most_tables:
            raise Refused("house-full", 503)

    async def kept(self, table: str) -> Kept:
        """A table, from memory or from its log. Raises `NoTable`."""
        if not NAME.fullmatch(table):
            raise NoTable(table)
        if (kept := self.tables.get(table)) is None:
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            kept = await asyncio.shield(task)
        kept.used = time.monotonic()
        return kept

    async def act(self, table: str, deed: Deed[T]) -> tuple[T, int]:
        """Lets something happen at a table: tried, made safe, shown. Hands back the deed's result and the last number.

        Whatever the deed raises, or `StoreTrouble`, means that nothing has happened.
        """
        kept = self.tables.get(table) or await self.kept(table)
        async with kept.lock:
            for _ in range(MOST_TRIES):
                now = self.now()
                draft = Draft(kept.hosted, kept.vault, now, self.time_at(kept.hosted, now))
                result = deed(draft)
                if not draft.finish() or await self._commit(kept, draft):
                    return result, kept.hosted.seq
        raise Refused("busy", 503)

    async def _commit(self, kept: Kept, draft: Draft) -> bool:
        """Makes a draft come true: safe first, then shown. False where somebody else was quicker."""
        hosted = kept.hosted
        first, bodies = hosted.seq + 1, [body(event) for event in draft.events]
        listing = None
        if draft.room.places is not hosted.room.places or draft.stage != kept.listing.stage:
            listing = changed_listing(kept.listing, draft)
        asked = time.perf_counter()
        try:
            await self.store.append(kept.table, first, bodies, listing)
        except Taken:
            await self._read_on(kept)
            return False
        except StoreTrouble as trouble:
            self._note(trouble)
            if not isinstance(trouble, Unsure):
                raise
            return await self._was_written(kept, first, bodies, trouble)
        self.metrics.append_took(time.perf_counter() - asked)
        if listing:
            kept.listing = listing
        news = hosted.adopt(draft)
        self.metrics.count("knobel_events_total", len(news))
        self.metrics.count("knobel_moves_total", sum([past.step is not None for past in news]))
        self.bus.publish(kept.table, first, bodies)
        self._show(kept, news)
        return True

    async def _was_written(self, kept: Kept, first: int, bodies: Sequence[bytes], unsure: Unsure) -> bool:
        """Whether what nobody is sure of stands in the log. Raises where it does not, or where it cannot be read."""
        try:
            await self._read_on(kept)
        except StoreTrouble:  # still nobody knows, and whoever asked must not believe that nothing was written
            self.spawn(self._find_out(kept))
            raise unsure from None
        if [body(past.event) for past in kept.hosted.past[first - 1 : first - 1 + len(bodies)]] != bodies:
            raise unsure
        return True

    async def _load(self, table: str) -> Kept:
        await self.bus.subscribe(table, self._hear)
        try:
            self._missed.discard(table)
            bodies = await self._safely(self.store.read(table))
            vault = Vault(await self._safely(self.store.seed(table)))
            hosted = Hosted.folded(table, map(event_of, bodies))
        except BaseException:
            await self.bus.unsubscribe(table, self._hear)
            raise
        listing = listing_of(table, hosted.game, hosted.room, hosted.stage, hosted.room.last)
        kept = self.tables[table] = Kept(hosted, vault, listing)
        if table in self._missed:
            self._missed.discard(table)
            self.spawn(self._catch_up(kept))
        self.driver.look(kept)
        return kept

    async def drop(self, kept: Kept) -> None:
        """Lets a table go from memory; its log has everything."""
        self.tables.pop(kept.table, None)
        self.driver.stop(kept)
        await self.bus.unsubscribe(kept.table, self._hear)

    async def close(self) -> None:
        """Stops what happens by itself and gives up every claim, so that others can take over at once."""
        self.closing = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(KnobelError):
            await self.store.release(self.process)

    # What others wrote ----------------------------------------------------------------------------------------------

    def _hear(self, heard: Heard) -> None:
        kept = self.tables.get(heard.table)
        if kept is None:
            self._missed.add(heard.table)
        elif not isinstance(heard, Grown) or heard.seq + len(heard.bodies) - 1 > kept.hosted.seq:
            self.spawn(self._catch_up(kept, heard if isinstance(heard, Grown) else None))

    async def _catch_up(self, kept: Kept, grown: Grown | None = None) -> None:
        async with kept.lock:
            if grown and grown.seq <= kept.hosted.seq + 1:
                self._fold(kept, grown.bodies[kept.hosted.seq + 1 - grown.seq :])
            else:
                with suppress(KnobelError):  # the next who writes, or hears, reads on
                    await self._read_on(kept)

    async def _find_out(self, kept: Kept) -> None:
        """Reads on as soon as the store can be read: somebody may have moved without knowing."""
        while not self.closing:
            await asyncio.sleep(AGAIN_S)
            with suppress(StoreTrouble):
                async with kept.lock:
                    await self._read_on(kept)
                return

    async def _read_on(self, kept: Kept) -> None:
        reading = self._safely(self.store.read(kept.table, kept.hosted.seq))
        self._fold(kept, await asyncio.create_task(reading))  # a store may need a task to read in

    def _fold(self, kept: Kept, bodies: Sequence[bytes]) -> None:
        known = len(kept.hosted.past)
        for kept_body in bodies:
            kept.hosted.fold(event_of(kept_body))
        if news := kept.hosted.past[known:]:
            self._show(kept, news)

    # Showing --------------------------------------------------------------------------------------------------------

    def _show(self, kept: Kept, news: Sequence[Past]) -> None:
        telling = News(news, self.time_at(kept.hosted))
        for audience in tuple(kept.audience):
            audience.show(telling)
        self.driver.look(kept)

    async def _safely(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        except StoreTrouble as trouble:
            self._note(trouble)
            raise

    def _note(self, trouble: StoreTrouble) -> None:
        self.metrics.count("knobel_store_troubles_total")
        log.warning("the store is in trouble: %s", trouble)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Lets something go on beside; it is not forgotten before it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("something went wrong beside: %s", type(error).__name__, exc_info=error)


def new_name() -> str:
    """A name for a table that nobody can guess: 144 bits."""
    return secrets.token_urlsafe(18)


def new_token() -> str:
    """What opens a seat: 192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)
