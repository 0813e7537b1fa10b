"""The command that opens a house for others; every setting of the house is a flag."""

from __future__ import annotations

import asyncio
import errno
import os
import webbrowser
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, field, fields, make_dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from cyclopts import Parameter

from knobel.cli.parameters import COMMON, Common
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.errors import system_reason
from knobel.server.settings import Settings, settings_from


def _said_default(default: Any, _unset: Any) -> str:
    """What holds where a flag is not given, and neither the environment nor a file says anything else."""
    return str(default).lower() if isinstance(default, bool) else str(default)


if TYPE_CHECKING:
    Flags = Settings
else:
    _hints = get_type_hints(Settings)
    Flags = Parameter(name="*")(
        make_dataclass(
            "Flags",
            [
                (
                    setting.name,
                    Annotated[
                        _hints[setting.name] | None,
                        Parameter(show_default=partial(_said_default, setting.default)),
                    ],
                    field(default=None),
                )
                for setting in fields(Settings)
            ],
            kw_only=True,
            frozen=True,
            namespace={"__module__": __name__},
        )
    )


NOTHING_SET = Flags()


def serve(
    *,
    config: Annotated[Path | None, Parameter(negative=())] = None,
    flags: Flags = NOTHING_SET,
    browse: Annotated[bool, Parameter(negative=(), show_default=False)] = False,
    common: Common = COMMON,
) -> int:
    """The command `serve`: a house for others."""
    settings = settings_from(asdict(flags), os.environ, config)
    try:
        from knobel.server.logs import log_to
        from knobel.server.run import free_port, run
    except ImportError as error:
        raise Mistake("no-server", missing=error.name or "", package="knobel[server]") from error
    with closed_port("serve", settings):
        free_port(settings.host, settings.port)
    log_to(settings.log)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(run(settings, partial(_open_page, common.terminal())) if browse else run(settings))
    return 0


def _open_page(terminal: Terminal, port: int) -> None:
    address = f"http://127.0.0.1:{port}/"
    terminal.say("page-open", address=address)
    with suppress(webbrowser.Error, OSError):  # a machine without a browser still serves those that have one
        webbrowser.open(address)


@contextmanager
def closed_port(command: str, settings: Settings) -> Generator[None]:
    """Raises `Mistake` where a house cannot listen: what to type instead, or why not."""
    try:
        yield
    except OSError as error:
        port = str(settings.port)
        if error.errno == errno.EADDRINUSE:
            raise Mistake("port-taken", port=port, command=command) from error
        raise Mistake("no-listening", host=settings.host, port=port, why=system_reason(error)) from error


def loop_factory() -> Any:
    """The fastest event loop that is here."""
    try:
        import uvloop
    except ImportError:  # a system without it: Python's own loop is slower, and good enough
        return None
    return uvloop.new_event_loop
