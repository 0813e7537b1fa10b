"""The house: tables in memory, each changed by one at a time; what happens is safe before anybody sees it."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import secrets
import time
from bisect import bisect_left
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from knobel.core.contract import IllegalMove, Seat
from knobel.core.errors import KnobelError
from knobel.core.fair import new_seed
from knobel.core.player import Player
from knobel.core.record import Moved
from knobel.players.roster import player
from knobel.players.solutions import Search
from knobel.server.cluster.bus import Appended, Bus, Heard, Here
from knobel.server.limits import DAY_S, Away, Crowd, Rate
from knobel.server.logs import Repeated
from knobel.server.metrics import BUCKETS, Metrics
from knobel.server.settings import Settings
from knobel.server.tables.draft import Draft, Vault
from knobel.server.tables.driver import Driver
from knobel.server.tables.events import Entered, Opened, body, event_of
from knobel.server.tables.listing import changed_listing, listing_of
from knobel.server.tables.state import LoggedEvent, Rights, TableState
from knobel.server.words import Denied
from knobel.store.log import Listing, NoTable, Store, StoreTrouble, Taken, Unsure
from knobel.table.table import Sight

if TYPE_CHECKING:
    from knobel.server.tables.driver import Coming

T = TypeVar("T")
Action = Callable[[Draft], T]

NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""Whatever else somebody asks for is no table, and no store is asked for it."""
MAX_AHEAD_MS = 5000
"""The clocks of several machines may differ by so much without anybody being told."""
AGAIN_S = 0.5
"""After trouble with the store it is read again so much later."""
FOLDED_AT_ONCE = 100
"""So many events of a log are taken in before everybody else has a turn."""
TABLE_BYTES, ROW_BYTES = 500, 40
"""What a table, and each event of its log, take in the store beside their own bytes."""
MUCH = 1 / 64
"""Of a day's share: whoever had as much written is remembered beyond a restart."""
SLOW_RATE = 20.0
"""Whoever has had their share of a day's writing may do so many things a second."""
REFUSALS = (Denied, IllegalMove, KnobelError)
MAX_TRIES = 20
"""So often others may be quicker before somebody who wants to write is asked to try again."""

log = logging.getLogger("knobel.house")


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class SteadyClock:
    """Milliseconds since 1970 that never jump: the world's clock is asked once and may be set at will then."""

    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self._steady = steady
        self._began = wall() * 1_000_000 - steady()

    def __call__(self) -> int:
        """What time it is."""
        return (self._began + self._steady()) // 1_000_000


class Broadcast:
    """What has just happened, to be told to everybody. Who look alike are sent the same, written once."""

    def __init__(self, logged: Sequence[LoggedEvent], now: int) -> None:
        self.events = logged
        self.now = now
        """The table's time."""
        self.only_moves = True
        """Moves change nothing but the game."""
        for one in logged:
            if not isinstance(one.event, Entered) or not isinstance(one.event.entry, Moved):
                self.only_moves = False
        self.written: dict[object, bytes] = {}
        self.sights: dict[Seat | None, Sight] = {}
        self.told_to_programs: Any = None
        """What all programs are told where the rulebook covers nothing, as it is written."""
        self.seen_by_programs: Any = None
        """What all programs see then, but for what each may do."""


class Audience(Protocol):
    """Somebody who looks at a table."""

    rights: Rights
    """What they may act as."""

    @property
    def heard(self) -> float:
        """When their line answered last, by the steady clock."""
        ...

    @property
    def watches(self) -> bool:
        """Whether they have no part in it."""
        ...

    def show(self, broadcast: Broadcast) -> None:
        """Something happened."""
        ...


class LoadedTable:
    """A table in memory. Whoever changes it holds its lock."""

    def __init__(self, hosted: TableState, vault: Vault, listing: Listing, address: str = "") -> None:
        self.table = hosted.table
        """Its name."""
        self.hosted = hosted
        self.address = address
        """Who brought it into memory; nothing: it came by itself."""
        self.vault = vault
        self.listing = listing
        self.lock = asyncio.Lock()
        self.audience: set[Audience] = set()
        self.changed = asyncio.Event()
        self.driver: asyncio.Task[None] | None = None
        self.owned = False
        """Whether this process runs the table's clocks and bots."""
        self.alarm: int | None = None
        """Until when nothing happens here by itself, in milliseconds since 1970, while that is waited for."""
        self.used = time.monotonic()
        self.plans: dict[Seat, tuple[int, Coming | None]] = {}
        """What the house's players are going to do, and at which entry of the record they thought it over."""
        self.searches: dict[Seat, Search] = {}
        """The solutions that the house's players wait for before they decide."""
        self.again: dict[Seat, int] = {}
        """When a person's time is up again, after the house has moved for them."""
        self.left: dict[str, int] = {}
        """Since when people are away, by their keys."""
        self.here: dict[str, tuple[float, frozenset[str]]] = {}
        """What each process, this one too, last said of whose lines answer, and when that was heard."""
        self.told_here: tuple[float, frozenset[str], int] = (-math.inf, frozenset(), 0)
        """When this process last said so, what, and how often it has heard itself since it began to."""
        self._minds: dict[Seat, tuple[str, Player]] = {}

    def mind(self, seat: Seat, level: str) -> Player:
        """Who decides for a seat: the same one as long as nobody else sits there."""
        known = self._minds.get(seat)
        if known is None or known[0] != level:
            known = self._minds[seat] = level, player(self.hosted.game, level)
        return known[1]


class House:
    """All tables that this process serves."""

    def __init__(
        self,
        store: Store,
        bus: Bus | None,
        settings: Settings,
        clock: Callable[[], int] | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.bus = bus
        self.settings = settings
        self.port = settings.port
        """Where it really listens."""
        self.now = clock or SteadyClock()
        self.since = self.now()
        """When it was opened, or went on writing."""
        self.process = secrets.token_hex(8)
        self.metrics = Metrics()
        self.in_trouble = False
        """Whether the store did not do something, and has not been seen to be well since."""
        self._troubles = Repeated()
        self.tables: dict[str, LoadedTable] = {}
        self.closing = False
        self.draining = False
        """Whether it closes when nobody plays any more, and opens and starts nothing until then."""
        self.read_only = False
        """Whether nothing is written at any table for a while, and nothing happens there by itself."""
        self.away = Away(steady)
        self.driver = Driver(self)
        self._loading: dict[str, asyncio.Task[LoadedTable]] = {}
        self._shares = Crowd(settings.address_tables)
        day = settings.day_mib * 1024 * 1024
        self._written = Rate(day / DAY_S, steady, burst=day)
        self._unkept: dict[str, int] = {}
        """What addresses had written since the store last counted it."""
        self._slowly = Rate(SLOW_RATE, steady)
        self._missed: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.metrics.tables.set_function(lambda: len(self.tables))
        self.metrics.sockets.set_function(lambda: sum(len(loaded.audience) for loaded in self.tables.values()))

    # Time -----------------------------------------------------------------------------------------------------------

    def time_at(self, hosted: TableState, now: int | None = None) -> int:
        """What time it is at a table; never earlier than what has happened there."""
        timeline = hosted.timeline
        if timeline is None:
            return 0
        elapsed = hosted.room.elapsed(self.now() + hosted.ahead if now is None else now)
        time = int(elapsed * self.settings.pace)
        return time if time > timeline.time else timeline.time

    # Tables ---------------------------------------------------------------------------------------------------------

    async def open(
        self, opening: Callable[[Vault], Opened], table: str | None = None, seed: bytes = b"", address: str = ""
    ) -> str:
        """Opens a table and says its name, which nobody can guess. Raises `Taken` where it is already there."""
        name, secret = table or new_name(), seed or new_seed()
        opened = opening(Vault(secret))
        hosted = TableState(name, opened)
        listing = listing_of(name, hosted.game, hosted.room, "gathering", opened.at)
        begun = body(opened)
        await self._call_store(self.store.create(listing, [begun], secret))
        self.metrics.events += 1
        self._count_written(address, len(begun) + TABLE_BYTES)
        return name

    @property
    def full(self) -> bool:
        """Whether there are more tables in memory than there should be."""
        return bool(self.settings.max_tables) and len(self.tables) > self.settings.max_tables

    @property
    def played(self) -> int:
        """At how many tables people are in the midst of a game."""
        return sum(
            loaded.hosted.stage == "playing" and any(not audience.watches for audience in loaded.audience)
            for loaded in self.tables.values()
        )

    def check_room(self, address: str = "") -> None:
        """Raises `Denied` where the house is full: those who play come first; or an address has had its share today.

        So it does where whoever runs the house wants nothing new.
        """
        self._check_writing()
        if self.draining:
            raise Denied("draining", 503)
        if self.full and all(loaded.audience for loaded in self.tables.values()):  # else some are about to be put away
            raise Denied("house-full", 503)
        if not self._written.has(address):
            raise Denied("day-full", 429)

    async def load(self, table: str, address: str = "") -> LoadedTable:
        """A table, from memory or from its log, where it is brought from for an address.

        Raises `NoTable`, and `Denied` where that address has brought its share already.
        """
        if not NAME.fullmatch(table):
            raise NoTable(table)
        if (loaded := self.tables.get(table)) is None:
            task = self._loading.get(table)
            if task is None:
                if address and not self._shares.enter(address):
                    raise Denied("too-many-tables", 429)
                task = self._loading[table] = asyncio.create_task(self._load(table, address))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            loaded = await asyncio.shield(task)
        loaded.used = time.monotonic()
        return loaded

    async def act(self, table: str, action: Action[T], address: str = "") -> tuple[T, int]:
        """Lets something happen at a table: tried, made safe, shown. Hands back what it made, and the last number.

        Whatever the action raises, or `StoreTrouble`, means that nothing has happened. What is written counts for the
        address that asked, or for whoever brought the table here; who has had their share goes on slowly.
        """
        loaded = self.tables.get(table) or await self.load(table)
        spare = not address or self._written.has(address)
        if not spare:
            self._slowly.check(address)
        async with loaded.lock:
            for _ in range(MAX_TRIES):
                now = self.now() + loaded.hosted.ahead
                draft = Draft(loaded.hosted, loaded.vault, now, self.time_at(loaded.hosted, now), spare)
                try:
                    result = action(draft)
                except REFUSALS:  # maybe by what another process has changed since
                    if not self.bus or not await self._read_on(loaded):
                        raise
                    continue
                if not draft.finish():
                    return result, loaded.hosted.seq
                self._check_writing()
                if await self._commit(loaded, draft, address):
                    return result, loaded.hosted.seq
        raise Denied("busy", 503)

    async def _commit(self, loaded: LoadedTable, draft: Draft, address: str) -> bool:
        """Makes a draft come true: safe first, then shown. False where somebody else was quicker."""
        hosted = loaded.hosted
        first, bodies = hosted.seq + 1, [body(event) for event in draft.events]
        listing = None
        if draft.room.places is not hosted.room.places or draft.stage != loaded.listing.stage:
            listing = changed_listing(loaded.listing, draft)
        asked = time.perf_counter()
        try:
            await self.store.append(loaded.table, first, bodies, listing)
        except Taken:
            await self._read_on(loaded)
            return False
        except StoreTrouble as trouble:
            self.note_trouble(trouble)
            if not isinstance(trouble, Unsure):
                raise
            return await self._check_written(loaded, first, bodies, trouble)
        took = time.perf_counter() - asked
        self.metrics.append_counts[bisect_left(BUCKETS, took)] += 1
        self.metrics.append_seconds += took
        self._count_written(address or loaded.address, sum(map(len, bodies)) + ROW_BYTES * len(bodies))
        if listing:
            loaded.listing = listing
        news = hosted.adopt(draft.timeline, draft.stage, draft.events, draft.rooms)
        self.metrics.events += len(news)
        self.metrics.moves += sum([logged.step is not None for logged in news])
        if self.bus:
            self.bus.publish(loaded.table, first, bodies)
        self._show(loaded, news)
        return True

    async def _check_written(self, loaded: LoadedTable, first: int, bodies: Sequence[bytes], unsure: Unsure) -> bool:
        """Whether what nobody is sure of stands in the log. Raises where it does not, or where it cannot be read."""
        try:
            written = await self._read_on(loaded)
        except StoreTrouble:  # still nobody knows, and whoever asked must not believe that nothing was written
            self.spawn(self._find_out(loaded))
            raise unsure from None
        if [*written[: len(bodies)]] != bodies:
            raise unsure
        if self.bus:
            self.bus.publish(loaded.table, first, bodies)
        return True

    async def _load(self, table: str, address: str) -> LoadedTable:
        try:
            if self.bus:
                await self.bus.subscribe(table, self._hear)
            self._missed.discard(table)
            bodies = await self._call_store(self.store.read(table))
            vault = Vault(await self._call_store(self.store.read_seed(table)))
            hosted = await _take_in_log(table, bodies)
        except BaseException:
            self._shares.leave(address)
            await self._unsubscribe(table)
            raise
        hosted.ahead = max(0, hosted.last - self.now())
        if hosted.ahead > MAX_AHEAD_MS:
            log.warning(
                "this machine's clock was set back: it is %d s behind a table's log, and that table's time goes"
                " on from there; see to it that the clock is right",
                hosted.ahead // 1000,
            )
        listing = listing_of(table, hosted.game, hosted.room, hosted.stage, hosted.last)
        loaded = self.tables[table] = LoadedTable(hosted, vault, listing, address)
        if table in self._missed:
            self._missed.discard(table)
            self.spawn(self._catch_up(loaded))
        self.drive(loaded)
        return loaded

    async def read_log(self, table: str, after: int, limit: int) -> list[bytes]:
        """So many bodies of a table's log, after a number. Raises `StoreTrouble`, which is noted."""
        return await self._call_store(self.store.read(table, after, limit))

    async def read_whole(self, table: str) -> TableState:
        """A table with all that has ever happened there, read from its log beside everything else.

        Raises `NoTable`.
        """
        bodies = await self._call_store(self.store.read(table))
        return await asyncio.to_thread(lambda: TableState.folded(table, map(event_of, bodies), whole=True))

    async def drop(self, loaded: LoadedTable) -> None:
        """Lets a table go from memory; its log has everything."""
        if self.tables.pop(loaded.table, None):
            self._shares.leave(loaded.address)
        self.driver.stop(loaded)
        await self._unsubscribe(loaded.table)

    def change_read_only(self, on: bool) -> None:
        """Nothing more is written at any table, and nothing happens there by itself; or again.

        Then it is as if the house had been away: the time in between costs nobody anything.
        """
        self.read_only = on
        if not on:
            self.since = self.now()
        for loaded in self.tables.values():
            if on:
                self.driver.stop(loaded)
            else:
                loaded.owned = False
                self.drive(loaded)

    def _count_written(self, address: str, size: int) -> None:
        self._written.spend(address, size)
        if address:
            self._unkept[address] = self._unkept.get(address, 0) + size

    async def count_written(self) -> None:
        """Has the store count what addresses had written, so that it counts after a restart and in other processes.

        Only of those who had much written: of all others nothing is kept.
        """
        if not (day := self.settings.day_mib * 1024 * 1024):
            return
        spent = self.written_by()
        self._unkept = {address: size for address, size in self._unkept.items() if address in spent}
        more = {address: size for address, size in self._unkept.items() if spent[address] >= day * MUCH}
        counted = await self.store.count_written(more, day / DAY_S)
        for address, size in more.items():
            self._unkept[address] -= size
        for address, total in counted.items():
            self._written.spend(address, max(0, total - spent.get(address, 0)))

    def written_by(self) -> dict[str, float]:
        """How many bytes each address has used up of a day's writing."""
        return {str(address): amount for address, amount in self._written.spent().items()}

    def tables_by(self) -> dict[str, int]:
        """How many tables are in memory because of each address."""
        return {str(address): count for address, count in self._shares.counts.items()}

    def _check_writing(self) -> None:
        if self.read_only:
            raise Denied("read-only", 503)

    async def close(self) -> None:
        """Stops what happens by itself and gives up every claim, so that others can take over at once."""
        self.closing = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(KnobelError):
            await self.count_written()
        with suppress(KnobelError):
            await self.store.release(self.process)

    # What others wrote ----------------------------------------------------------------------------------------------

    async def _unsubscribe(self, table: str) -> None:
        if self.bus:
            await self.bus.unsubscribe(table, self._hear)

    def _hear(self, heard: Heard) -> None:
        loaded = self.tables.get(heard.table)
        if isinstance(heard, Here):
            if loaded is not None:
                loaded.here[heard.process] = time.monotonic(), frozenset(heard.keys)
        elif loaded is None:
            self._missed.add(heard.table)
        elif not isinstance(heard, Appended) or heard.seq + len(heard.bodies) - 1 > loaded.hosted.seq:
            self.spawn(self._catch_up(loaded, heard if isinstance(heard, Appended) else None))

    async def _catch_up(self, loaded: LoadedTable, appended: Appended | None = None) -> None:
        async with loaded.lock:
            if appended and appended.seq <= loaded.hosted.seq + 1:
                self._fold(loaded, appended.bodies[loaded.hosted.seq + 1 - appended.seq :])
            else:
                with suppress(NoTable):
                    try:
                        await self._read_on(loaded)
                    except StoreTrouble:  # maybe everybody waits for what stands there
                        self.spawn(self._find_out(loaded))

    async def follow_logs(self) -> None:
        """Takes in what others wrote to any table here, for a while in which nobody can be heard."""
        known = {name: loaded.hosted.seq for name, loaded in self.tables.items()}
        for table in await self._call_store(self.store.find_grown(known)):
            loaded = self.tables.get(table)
            if loaded and not loaded.lock.locked():  # else somebody is about to find it out
                self.spawn(self._catch_up(loaded))

    async def _find_out(self, loaded: LoadedTable) -> None:
        """Reads on as soon as the store can be read: somebody may have moved without knowing, and nobody else either.

        Others are told too, since whoever wrote it may have told nobody.
        """
        while not self.closing:
            await asyncio.sleep(AGAIN_S)
            with suppress(StoreTrouble):
                async with loaded.lock:
                    first, bodies = loaded.hosted.seq + 1, await self._read_on(loaded)
                if self.bus and bodies:
                    self.bus.publish(loaded.table, first, bodies)
                return

    async def read_on(self, loaded: LoadedTable) -> None:
        """Takes in what other processes have written to a table. Raises `StoreTrouble`."""
        async with loaded.lock:
            await self._read_on(loaded)

    async def _read_on(self, loaded: LoadedTable) -> Sequence[bytes]:
        reading = self._call_store(self.store.read(loaded.table, loaded.hosted.seq))
        bodies = await asyncio.create_task(reading)  # a store may need a task to read in
        self._fold(loaded, bodies)
        return bodies

    def _fold(self, loaded: LoadedTable, bodies: Sequence[bytes]) -> None:
        if news := [loaded.hosted.fold(event_of(event_body)) for event_body in bodies]:
            self._show(loaded, news)

    # Showing --------------------------------------------------------------------------------------------------------

    def _show(self, loaded: LoadedTable, news: Sequence[LoggedEvent]) -> None:
        broadcast = Broadcast(news, self.time_at(loaded.hosted))
        for audience in tuple(loaded.audience):
            audience.show(broadcast)
        self.drive(loaded)

    def drive(self, loaded: LoadedTable) -> None:
        """The table is new or has changed: what happens there by itself is thought over anew."""
        loaded.changed.set()
        if loaded.driver is None and loaded.hosted.moves_by_itself():
            self.driver.start(loaded)

    async def _call_store(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return await work
        except StoreTrouble as trouble:
            self.note_trouble(trouble)
            raise

    def note_trouble(self, trouble: StoreTrouble) -> None:
        """The store did not do something. Whoever looks after the house is told at once, and then once a minute."""
        self.metrics.store_troubles.inc()
        self.in_trouble = True
        if times := self._troubles.count(trouble.say.key):
            log.warning(
                "the store does not read or write, and whoever asks is told to try again: %s",
                trouble,
                extra={"data": {"times": times}},
            )

    def note_recovery(self) -> None:
        """The store was seen to be well."""
        if self.in_trouble:
            self.in_trouble = False
            self._troubles.forget()
            log.info("the store reads and writes again")

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Lets something happen so many seconds later."""
        asyncio.get_running_loop().call_later(seconds, call)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Lets something go on beside; it is not forgotten before it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error(
                "work in the background failed: everything else goes on, and the table it was for when somebody acts"
                " there; report it",
                exc_info=error,
            )


async def _take_in_log(table: str, bodies: Sequence[bytes]) -> TableState:
    """A table from its log; where that is long, everybody else has their turn meanwhile."""
    hosted = TableState.folded(table, map(event_of, bodies[:FOLDED_AT_ONCE]))
    for start in range(FOLDED_AT_ONCE, len(bodies), FOLDED_AT_ONCE):
        await asyncio.sleep(0)
        for event_body in bodies[start : start + FOLDED_AT_ONCE]:
            hosted.fold(event_of(event_body))
    return hosted


def new_name() -> str:
    """A name for a table that nobody can guess: 144 bits."""
    return secrets.token_urlsafe(18)


def new_token() -> str:
    """What opens a seat: 192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)
