"""The commands of whoever runs a house that is open; what they ask of it goes by a socket of its owner's alone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter, validators

from knobel.cli.parameters import COMMON, Common, Json
from knobel.cli.words import Mistake
from knobel.server import control_protocol
from knobel.server.settings import settings_from

Minutes = Annotated[float, Parameter(validator=validators.Number(gte=0), metavar="N")]
TableAsked = Annotated[str, Parameter()]
Address = Annotated[str, Parameter()]
OnOff = Annotated[Literal["on", "off"], Parameter()]
Off = Annotated[bool, Parameter(negative=(), show_default=False)]

HOUR = 60.0


@Parameter(name="*")
@dataclass(frozen=True)
class HouseAsked:
    """Which house is meant: the one that was opened with the same settings."""

    store: Annotated[str | None, Parameter(negative=())] = None
    control: Annotated[str | None, Parameter(negative=())] = None
    config: Annotated[Path | None, Parameter(negative=())] = None

    def give(self, command: control_protocol.AnyCommand) -> control_protocol.Carried:
        """Tells it what to do. Raises `Mistake` where it does not, and `NoHouse` where it is not open."""
        settings = settings_from({"store": self.store, "control": self.control}, os.environ, self.config)
        place = control_protocol.control_place(settings)
        if place is None:
            raise Mistake("no-control")
        carried = control_protocol.give(place, command)
        if carried.refused:
            raise Mistake("house-refused", why=carried.refused)
        return carried


THE_HOUSE = HouseAsked()


def end(table: TableAsked, /, *, house: HouseAsked = THE_HOUSE, common: Common = COMMON) -> int:
    """The command `house end`."""
    terminal = common.terminal()
    house.give(control_protocol.EndTable(table=table, language=terminal.language))
    terminal.say("house.ended")
    return 0


def send_away(
    address: Address, /, *, minutes: Minutes = HOUR, house: HouseAsked = THE_HOUSE, common: Common = COMMON
) -> int:
    """The command `house away`."""
    terminal = common.terminal()
    carried = house.give(control_protocol.TurnAway(address=address, minutes=minutes, language=terminal.language))
    terminal.say("house.away" if minutes else "house.back", address=address, minutes=f"{minutes:g}", n=carried.count)
    return 0


def list_addresses(*, json: Json = False, house: HouseAsked = THE_HOUSE, common: Common = COMMON) -> int:
    """The command `house addresses`."""
    terminal = common.terminal()
    found = house.give(control_protocol.ListAddresses(language=terminal.language)).addresses
    if json:
        terminal.json(msgspec.json.encode(found))
        return 0
    for use in found:
        away = bool(use.away_s)
        terminal.say(
            "house.address",
            address=use.address,
            seats=use.seats,
            sockets=use.sockets,
            connections=use.connections,
            tables=use.tables,
            mib=f"{use.mib:.1f}",
            away=away,
            minutes=-(-use.away_s // 60),
        )
    if not found:
        terminal.say("house.nobody")
    return 0


def change_read_only(state: OnOff, /, *, house: HouseAsked = THE_HOUSE, common: Common = COMMON) -> int:
    """The command `house read-only`."""
    terminal, on = common.terminal(), state == "on"
    house.give(control_protocol.ChangeReadOnly(on=on, language=terminal.language))
    terminal.say("house.read-only", on=on)
    return 0


def drain(
    *,
    minutes: Minutes = control_protocol.DRAIN_MINUTES,
    off: Off = False,
    house: HouseAsked = THE_HOUSE,
    common: Common = COMMON,
) -> int:
    """The command `house drain`."""
    terminal = common.terminal()
    carried = house.give(control_protocol.ChangeDrain(on=not off, minutes=minutes, language=terminal.language))
    terminal.say("house.stays" if off else "house.drain", n=carried.count, minutes=f"{minutes:g}")
    return 0
