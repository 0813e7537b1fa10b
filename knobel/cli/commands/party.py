"""The command that opens a house for everybody in the local network, and shows them the way."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter, validators
from rich.text import Text

from knobel.cli.commands.serve import closed_port, loop_factory
from knobel.cli.parameters import COMMON, Common, Json
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.server import reach
from knobel.server.settings import settings_from

Port = Annotated[int | None, Parameter(negative=(), validator=validators.Number(gte=0, lte=65535))]
StoreFile = Annotated[str | None, Parameter(negative=())]
SettingsFile = Annotated[Path | None, Parameter(negative=())]


def party(
    *,
    port: Port = None,
    store: StoreFile = None,
    config: SettingsFile = None,
    json: Json = False,
    common: Common = COMMON,
) -> int:
    """The command `party`: a house for the local network."""
    given = {"host": reach.EVERYWHERE, "port": port, "store": store, "log": "warning"}
    settings = settings_from(given, os.environ, config)
    try:
        from knobel.server.logs import log_to
        from knobel.server.run import free_port, run

        addresses = reach.here(settings.host)
    except ImportError as error:
        raise Mistake("no-server", missing=error.name or "", package="knobel[server]") from error
    with closed_port("party", settings):
        free = free_port(settings.host, settings.port)
    log_to(settings.log)
    show = partial(_tell_programs if json else invite, common.terminal(), addresses)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(run(replace(settings, port=free), show))
    if not json:
        common.terminal().say("party.closed")
    return 0


def _tell_programs(terminal: Terminal, addresses: tuple[str, ...], port: int) -> None:
    terminal.json(
        msgspec.json.encode(
            {
                "ways": reach.ways(addresses),
                "addresses": [reach.web_address(address, port) for address in addresses],
                "here": reach.web_address("127.0.0.1", port),
            }
        )
    )
    terminal.console.file.flush()


def invite(terminal: Terminal, addresses: tuple[str, ...], port: int) -> None:
    """Says where the house is; the first address also as a picture for a phone's camera."""
    links = [reach.web_address(address, port) for address in addresses]
    terminal.show()
    if links:
        terminal.say("party.open")
        terminal.show()
        draw_code(terminal, links[0])
        terminal.show(f"  {links[0]}", "bold")
        terminal.show()
    match reach.ways(addresses):
        case "none":
            terminal.say("party.none")
        case "sixth":
            terminal.say("party.sixth")
        case "several":
            terminal.say("party.several")
            for link in links[1:]:
                terminal.show_exact(f"  {link}")
        case "one":
            terminal.say("party.one")
    terminal.say("party.here", address=reach.web_address("127.0.0.1", port))
    terminal.say("party.close")


HALVES = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
"""Two squares above each other, by whether each is painted."""


def draw_code(terminal: Terminal, link: str) -> None:
    """A QR code, dark on light whatever the terminal's colours are; where only letters can be shown, there is none."""
    import segno

    rows = [[bool(square) for square in row] for row in segno.make(link, error="m", micro=False).matrix_iter(border=2)]
    if terminal.letters or len(rows) > terminal.console.width:
        return
    painted = terminal.console.color_system is not None  # else its letters are taken for the light, as on most screens
    rows.append([False] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=False):
        line = "".join(HALVES[above == painted, below == painted] for above, below in zip(upper, lower, strict=True))
        terminal.console.print(Text(line, "color(16) on color(231)" if painted else ""), soft_wrap=True)
