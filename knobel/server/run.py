"""A house that runs: opened, kept going, and closed politely."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from math import inf
from typing import Any

import uvicorn

from knobel.core.registry import broken_games
from knobel.server.asgi import application
from knobel.server.cluster.bus import open_bus
from knobel.server.control_protocol import control_place
from knobel.server.controller import Controller
from knobel.server.http.timeout import patient
from knobel.server.limits import OpenConnections
from knobel.server.settings import Settings
from knobel.server.socket.sockets import Sockets
from knobel.server.socket.transport import counting
from knobel.server.tables.house import House
from knobel.store.log import Store, StoreGone, StoreTrouble
from knobel.store.opening import open_store

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)
CONTROL_SIGNALS = {"SIGUSR1": Controller.change_read_only, "SIGUSR2": Controller.change_drain}
"""What a signal does, and undoes when it comes again, where the system has such signals."""
MAX_FRAME = 64 * 1024
MAX_HEAD = 16 * 1024
"""So many bytes may come before the body of a request: each line of it takes long to read."""
MAX_RINGING = 50
"""So many tables that were put away are taken up at once; the others a moment later."""
CONNECTIONS = 2
"""For each request a second that an address may make, so many connections that it may open."""
OTHER_CONNECTIONS = 200
"""So many connections an address may have beside its sockets: browsers keep a few open, and some are half said."""
OWN_FILES, MAX_FILES = 100, 65_536
"""Files that the house itself needs, and as many as it ever asks the system for."""

OnOpen = Callable[[int], None]

log = logging.getLogger("knobel.run")


class Server(uvicorn.Server):
    """The web server, which says where it listens, and tells the clients before it closes."""

    def __init__(self, config: uvicorn.Config, keeper: Keeper, on_open: OnOpen, controller: Controller) -> None:
        super().__init__(config)
        self._keeper = keeper
        self._on_open = on_open
        self._controller = controller

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Closes politely when told to; what comes after serving still happens."""
        loop = asyncio.get_running_loop()
        for told in STOP_SIGNALS:
            loop.add_signal_handler(told, self.handle_exit, told, None)
        signals = {getattr(signal, name): do for name, do in CONTROL_SIGNALS.items() if hasattr(signal, name)}
        for told, do in signals.items():
            loop.add_signal_handler(told, do, self._controller)
        try:
            yield
        finally:
            for told in (*STOP_SIGNALS, *signals):
                loop.remove_signal_handler(told)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            address, port = self.servers[0].sockets[0].getsockname()[:2]
            log.info("the house is open", extra={"data": {"address": address, "port": port}})
            self._keeper.house.port = port
            self._on_open(port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._keeper.say_goodbye()
        await super().shutdown(sockets)


COUNT_S = 60.0
"""So often the store counts what addresses had written; at the very first, what it has counted before is read."""
FOLLOW_S = 0.3
"""So often it is tried whether other processes can be heard: twice, and a log is read, within a second."""

CHECK_S = 60.0
"""So often the store is tried where nobody has had trouble with it; after trouble, with every beat."""


class Keeper:
    """Keeps a house going: it beats, takes over what others left, pings, and tidies up."""

    def __init__(self, house: House, sockets: Sockets) -> None:
        self.house = house
        self.sockets = sockets
        self._counted = -inf

    async def keep(self) -> None:
        """Goes on until it is cancelled."""
        while True:
            for work in (self._beat, self.sockets.tick, self._tidy, self._count_written):
                try:
                    await work()
                except StoreGone:  # this does not pass
                    raise
                except StoreTrouble as trouble:  # it passes
                    self.house.note_trouble(trouble)
                except Exception:  # whatever it is, all other tables go on
                    self._complain(work.__name__)
            await asyncio.sleep(self.house.settings.beat_s)

    async def _beat(self) -> None:
        house = self.house
        await house.store.beat(house.process)
        if not house.closing and not house.read_only:
            driver = house.driver
            taken = 0
            for table in await house.store.find_orphans(house.process, house.settings.stale_ms):
                if house.full:  # those who play come first
                    break
                taken += await self._take_up(driver.adopt(table))
            if taken:
                log.info(
                    "tables that no process had go on here: if it was not this house that closed or was restarted, see"
                    " why the process that had them is silent",
                    extra={"data": {"tables": taken}},
                )
            for table, alarm in await house.store.find_ringing(house.now(), MAX_RINGING):
                if house.full:
                    break
                await self._take_up(driver.ring(table, alarm))

    async def _count_written(self) -> None:
        if time.monotonic() >= self._counted + COUNT_S:
            self._counted = time.monotonic()
            await self.house.count_written()

    async def follow(self) -> None:
        """Sees to it that what other processes write is known here within a second, also while the bus is away."""
        house, heard = self.house, True
        while house.bus:
            await asyncio.sleep(FOLLOW_S)
            hears = house.bus.try_hearing()
            if heard and not hears:
                log.warning(
                    "other processes cannot be heard, so the logs of all tables here are read instead and games go on:"
                    " see to Redis"
                )
            elif hears and not heard:
                log.info("other processes are heard again")
            heard = hears
            try:
                if not hears:
                    await house.follow_logs()
            except StoreTrouble:  # it is noted, and tried again
                pass
            except Exception:
                log.exception("what other processes wrote could not be taken in, and is tried again; report it")

    async def watch_store(self) -> None:
        """Tries the store now and then, so that whoever looks after the house hears of it before the players do.

        That also finds pages of a database that are damaged, although nobody asks for what stands there.
        """
        house, checked = self.house, time.monotonic()
        while True:
            await asyncio.sleep(house.settings.beat_s)
            if not house.in_trouble and time.monotonic() < checked + CHECK_S:
                continue
            checked = time.monotonic()
            try:
                await house.store.check_ready()
            except StoreTrouble as trouble:
                house.note_trouble(trouble)
            except Exception:
                self._complain("check_ready")
            else:
                house.note_recovery()

    def _complain(self, work: str) -> None:
        log.exception(
            "the house's own upkeep failed and is tried again in %g s; report it",
            self.house.settings.beat_s,
            extra={"data": {"work": work.removeprefix("_")}},
        )

    async def _take_up(self, taking: Coroutine[Any, Any, bool | None]) -> bool:
        try:
            return bool(await taking)
        except StoreTrouble:
            raise
        except Exception:  # one table that cannot be read must not keep the others waiting
            log.exception(
                "a table that no process has cannot be taken up: its bots and clocks stand still until somebody opens"
                " it; report it"
            )
            return False

    async def _tidy(self) -> None:
        """Lets go of tables that nobody looks at: soon where nothing happens by itself, else after a while.

        Where the house is full they go at once, whoever was there first before the others.
        """
        house, now = self.house, time.monotonic()
        for loaded in sorted(house.tables.values(), key=lambda loaded: loaded.used):
            full = house.full
            if loaded.audience or loaded.lock.locked() or (loaded.used >= now - house.settings.idle_s and not full):
                continue
            if house.read_only and loaded.hosted.moves_by_itself():  # nobody thinks about when its alarm should ring
                continue
            if await house.driver.put_away(loaded, full or loaded.used < now - house.settings.alone_s):
                await house.drop(loaded)

    async def say_goodbye(self) -> None:
        """Tells every client that the house will be back, and waits until they have heard it."""
        self.house.closing = True
        for client in tuple(self.sockets.clients):
            client.close_for_now()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.house.settings.grace_s):
                while self.sockets.clients:
                    await asyncio.sleep(0.01)


def free_port(host: str, wanted: int) -> int:
    """The port, if a house can listen on it; for 0, any such. Raises `OSError` that says why it cannot."""
    asked = {"type": socket.SOCK_STREAM, "flags": socket.AI_PASSIVE}
    for family, kind, protocol, _, address in socket.getaddrinfo(host or None, wanted, **asked):
        with socket.socket(family, kind, protocol) as trying:
            trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                trying.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            trying.bind(address)
            wanted = wanted or trying.getsockname()[1]
    return wanted


async def run(settings: Settings, on_open: OnOpen = lambda _: None) -> None:
    """Runs a house until it is told to stop; `on_open` is told the port once it listens."""
    for broken in broken_games().values():
        log.warning("the house opens without a game: %s", broken)
    bus = open_bus(settings.bus)  # first, since an address that is none is refused before anything is opened
    try:
        store = await _open_and_hold(settings.store)
    except BaseException:
        if bus:
            await bus.close()
        raise
    house = House(store, bus, settings)
    sockets = Sockets(house)
    keeper = Keeper(house, sockets)
    connections = connections_for(settings, room_for_connections(), sockets)
    controller = Controller(house, sockets, connections, lambda: setattr(server, "should_exit", True))
    server = Server(_config(application(house, sockets), settings, connections), keeper, on_open, controller)
    _spare_the_collector()
    await store.beat(house.process)
    keeping = asyncio.create_task(keeper.keep())
    beside = [asyncio.create_task(work) for work in (keeper.follow(), keeper.watch_store())]
    keeping.add_done_callback(lambda _: setattr(server, "should_exit", True))  # it ends where the store is gone
    place = control_place(settings)
    control = await controller.listen(place) if place else None
    try:
        await server.serve()
    finally:
        if control and place:
            control.close()
            place.unlink(missing_ok=True)
        for task in (keeping, *beside):
            task.cancel()
        ended, *_ = await asyncio.gather(keeping, *beside, return_exceptions=True)
        await house.close()
        if bus:
            await bus.close()
        await store.close()
        log.info("the house is closed")
    if isinstance(ended, StoreGone):
        raise ended


async def _open_and_hold(url: str) -> Store:
    """The store at an address, for this house alone where no other may use it."""
    store = await open_store(url)
    try:
        await store.hold()
    except BaseException:
        await store.close()
        raise
    return store


def _spare_the_collector() -> None:
    """What is loaded by now stays, and garbage is looked for among what is new: a few thousand objects at a time.

    A table's past is no garbage. Each pass over what has lasted for a while stops the house, for as long as there is
    much of it: so hardly anything is gathered before such a pass, and one over everything is left for the very last.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 2, 5_000)


def connections_for(settings: Settings, max_open: int, sockets: Sockets) -> OpenConnections:
    """The connections of a house. Those of proxies are everybody's, and are counted only all together."""
    of_address = 0 if settings.proxies or not settings.address_sockets else settings.address_sockets + OTHER_CONNECTIONS
    a_second = 0 if settings.proxies else CONNECTIONS * settings.request_rate
    connections = OpenConnections(of_address, max_open, per_second=a_second)
    connections.make_room = sockets.send_watcher_away
    return connections


def room_for_connections() -> int:
    """How many connections this process can hold: as many as the system allows it open files, but for its own; 0: any.

    It takes all that it is allowed to take.
    """
    try:
        import resource
    except ImportError:  # there is no such limit
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = MAX_FILES if soft == resource.RLIM_INFINITY else soft
    connections = max(1, files - OWN_FILES)
    log.info("so many can be here at once", extra={"data": {"connections": connections, "open_files": files}})
    return connections


def _config(app: Any, settings: Settings, connections: OpenConnections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=patient(settings.silent_s, connections),
        ws=counting(settings.message_rate),
        ws_max_size=MAX_FRAME,
        h11_max_incomplete_event_size=MAX_HEAD,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=max(1, round(settings.grace_s)),
    )
