"""Commands that whoever runs the house may give while it is open, and how they reach it: by a socket of its owner's."""

from __future__ import annotations

import socket
from pathlib import Path

import msgspec

from knobel.core.errors import KnobelError
from knobel.server.settings import Settings
from knobel.store.opening import file_of
from knobel.store.record_files import beside

CONTROL = ".control"
ANSWER_S = 30.0
"""So long a house may take for its answer."""
DRAIN_MINUTES = 30.0
"""So long a house that closes waits for games that people are playing, where nothing else is said."""


class NoHouse(KnobelError):
    """No house listens there."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """Something to be done by a house; `language`: in which it answers."""

    language: str = "en"


class EndTable(Command, frozen=True, kw_only=True, tag="end"):
    """Ends a table, as its host could."""

    table: str


class TurnAway(Command, frozen=True, kw_only=True, tag="away"):
    """Takes nothing from an address for a while; for no minutes: it may come back."""

    address: str
    minutes: float


class ListAddresses(Command, frozen=True, kw_only=True, tag="addresses"):
    """Asks who is here, by address."""


class ChangeReadOnly(Command, frozen=True, kw_only=True, tag="read-only"):
    """Nothing more is written at any table, or again."""

    on: bool


class ChangeDrain(Command, frozen=True, kw_only=True, tag="drain"):
    """Opens and starts nothing more, and closes when nobody plays any more, or after so many minutes; or not."""

    on: bool
    minutes: float = DRAIN_MINUTES


AnyCommand = EndTable | TurnAway | ListAddresses | ChangeReadOnly | ChangeDrain


class AddressUse(msgspec.Struct, frozen=True, kw_only=True):
    """What an address has of a house."""

    address: str
    connections: int = 0
    sockets: int = 0
    seats: int = 0
    """How many seats of people are played from there."""
    tables: int = 0
    """How many tables are in memory because of it."""
    mib: float = 0
    """How much of a day's writing it has used up."""
    away_s: int = 0
    """For how long nothing is taken from it."""


class Carried(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a command."""

    refused: str = ""
    """Why it was not carried out, in words; empty: it was."""
    count: int = 0
    """How many sockets were closed, or tables are being played."""
    addresses: tuple[AddressUse, ...] = ()


def control_place(settings: Settings) -> Path | None:
    """Where a house takes commands: as it is set, or beside the file of its tables; None: by signals alone."""
    if settings.control:
        return Path(settings.control).expanduser()
    file = file_of(settings.store)
    return beside(file, CONTROL) if file else None


def give(place: Path, command: AnyCommand) -> Carried:
    """Tells the house at a place what to do. Raises `NoHouse` where none listens there."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(ANSWER_S)
            connection.connect(str(place))
            connection.sendall(msgspec.json.encode(command) + b"\n")
            heard = b"".join(iter(lambda: connection.recv(65536), b""))
        return msgspec.json.decode(heard, type=Carried)
    except (OSError, AttributeError, msgspec.DecodeError) as error:  # or the system has no such sockets
        raise NoHouse("no-house-there", path=str(place)) from error
