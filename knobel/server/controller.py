"""What becomes of the commands and signals of whoever runs the house: who ends tables, turns away, lets it close."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import msgspec

from knobel.core.words import Voice
from knobel.server.caller import counted_as
from knobel.server.control_protocol import (
    DRAIN_MINUTES,
    AddressUse,
    AnyCommand,
    Carried,
    ChangeDrain,
    ChangeReadOnly,
    EndTable,
    ListAddresses,
    TurnAway,
)
from knobel.server.limits import OpenConnections
from knobel.server.refusals import EXPECTED, Why
from knobel.server.socket.protocol import Closing
from knobel.server.socket.sockets import Sockets
from knobel.server.tables.house import House
from knobel.server.tables.room_actions import end_by_house
from knobel.server.words import Denied

COMMAND_S = 5.0
"""Whoever opens the way in and says nothing is hung up on."""
LOOK_S = 0.2
"""So often a house that closes looks whether anybody still plays."""
MIB = 1024 * 1024

log = logging.getLogger("knobel.controller")


class Controller:
    """Carries out what whoever runs the house says; `close` closes it politely."""

    def __init__(self, house: House, sockets: Sockets, connections: OpenConnections, close: Callable[[], None]) -> None:
        self._house = house
        self._sockets = sockets
        self._connections = connections
        self._close = close
        self._draining: asyncio.Task[None] | None = None

    # What may be said -----------------------------------------------------------------------------------------------

    async def do(self, command: AnyCommand) -> Carried:
        """Carries a command out. Raises what can be explained where it cannot."""
        match command:
            case EndTable(table=named):
                table = re.split(r"[/?#]", named.strip().partition("/table/")[2] or named.strip())[0]
                await self._house.act(table, end_by_house)
                log.warning("whoever runs the house has ended a table")
                return Carried()
            case TurnAway(address=address, minutes=minutes):
                return Carried(count=self._turn_away(address, minutes))
            case ListAddresses():
                return Carried(addresses=self._list_addresses())
            case ChangeReadOnly(on=on):
                self.change_read_only(on)
                return Carried()
            case ChangeDrain(on=on, minutes=minutes):
                self.change_drain(on, minutes)
                return Carried(count=self._house.played)

    def _turn_away(self, given: str, minutes: float) -> int:
        """Nothing is taken from an address for a while, and what is open from there is closed: how many sockets."""
        try:
            ip_address(given)
        except ValueError:
            raise Denied("no-address", 400, address=given[:100]) from None
        address = counted_as((given, 0))
        self._house.away.send(address, minutes * 60)
        log.warning(
            "whoever runs the house has sent an address away" if minutes else "an address may come back",
            extra={"data": {"address": address, "minutes": minutes}},
        )
        if not minutes:
            return 0
        clients = [client for client in self._sockets.clients if client.address == address]
        for client in clients:
            client.bye("sent-away", round(minutes * 60_000), Closing.SENT_AWAY)
        self._house.later(self._house.settings.grace_s, lambda: self._connections.hang_up(address))
        return len(clients)

    def _list_addresses(self) -> tuple[AddressUse, ...]:
        house = self._house
        sockets: dict[str, int] = {}
        seats: dict[str, set[tuple[str, int]]] = {}
        for client in self._sockets.clients:
            sockets[client.address] = sockets.get(client.address, 0) + 1
            seats.setdefault(client.address, set()).update((client.table, seat) for seat in client.rights.seats)
        connections, written, tables = self._connections.by_address, house.written_by(), house.tables_by()
        known = {*sockets, *connections, *written, *tables, *house.away.addresses} - {""}
        found = [
            AddressUse(
                address=address,
                connections=connections.get(address, 0),
                sockets=sockets.get(address, 0),
                seats=len(seats.get(address, ())),
                tables=tables.get(address, 0),
                mib=round(written.get(address, 0) / MIB, 3),
                away_s=round(house.away.left(address)),
            )
            for address in known
        ]
        return tuple(sorted(found, key=lambda use: (-use.sockets, -use.connections, -use.mib, use.address)))

    # What signals say too -------------------------------------------------------------------------------------------

    def change_read_only(self, on: bool | None = None) -> None:
        """Nothing more is written at any table, or again; None: the other way round."""
        on = not self._house.read_only if on is None else on
        if on != self._house.read_only:
            self._house.change_read_only(on)
            log.warning(
                "nothing is written at any table now: games can be watched, and the time costs nobody anything"
                if on
                else "tables are written again"
            )

    def change_drain(self, on: bool | None = None, minutes: float = DRAIN_MINUTES) -> None:
        """Nothing more is opened or started, and the house closes when nobody plays; or not. None: the other way."""
        on = not self._house.draining if on is None else on
        if self._draining:
            self._draining.cancel()
            self._draining = None
        if not on and self._house.draining:
            log.warning("the house stays open")
        self._house.draining = on
        if on:
            log.warning(
                "the house closes when nobody plays any more, and opens and starts nothing until then",
                extra={"data": {"minutes": minutes, "played": self._house.played}},
            )
            self._draining = self._house.spawn(self._drain(time.monotonic() + minutes * 60))

    async def _drain(self, until: float) -> None:
        while self._house.played and time.monotonic() < until:
            await asyncio.sleep(LOOK_S)
        self._close()

    # The way in -----------------------------------------------------------------------------------------------------

    async def listen(self, place: Path) -> asyncio.Server | None:
        """Takes commands at a place, which only its owner may use; None: not there, and the log says why."""
        try:
            way_in = _open_place(place)
            return await asyncio.start_unix_server(self._hear, sock=way_in)
        except (OSError, AttributeError) as error:
            log.warning(
                "commands of whoever runs the house cannot come in at %s (%s): it hears signals only, unless `control`"
                " is set to another place",
                place,
                getattr(error, "strerror", None) or error,
            )
            return None

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(COMMAND_S):
                said = await reader.readline()
            writer.write(msgspec.json.encode(await self._answer(said)))
            await writer.drain()
        except (TimeoutError, OSError, ValueError):  # whoever it was, they are gone, or said no line
            pass
        finally:
            writer.close()

    async def _answer(self, said: bytes) -> Carried:
        language = "en"
        try:
            command = msgspec.json.decode(said, type=AnyCommand)
            language = command.language
            return await self.do(command)
        except msgspec.DecodeError as error:
            refused: Exception = Denied("malformed", 400, why=str(error)[:200])
        except EXPECTED as error:
            refused = error
        return Carried(refused=Why(refused, Voice(language=language)).text)


def _open_place(place: Path) -> socket.socket:
    """A socket at a place. Nobody can open it before only its owner may."""
    way_in = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with suppress(FileNotFoundError):
            if _try_hearing(place):
                raise OSError(None, "another house listens there")
            place.unlink()  # of a house that was killed
        way_in.bind(str(place))
        place.chmod(0o600)
    except BaseException:
        way_in.close()
        raise
    return way_in


def _try_hearing(place: Path) -> bool:
    """Whether anybody listens at a place. Raises `FileNotFoundError` where there is none."""
    if not place.is_socket():
        place.stat()
        raise OSError(None, "something else is there")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trying:
        try:
            trying.connect(str(place))
        except ConnectionRefusedError:
            return False
    return True
