"""Where the command line begins and ends: every mistake becomes one clear line, every way out an honest exit code."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

INTERRUPTED = 130
MISTAKEN = 2


def main() -> None:
    """Runs the command line."""
    try:
        from knobel.cli.command_line import run  # so that Ctrl-C is met politely even while the house is still loading

        code = run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        print()
        code = INTERRUPTED
    except BrokenPipeError:  # whoever was reading has read enough
        code = 0
    except OSError as error:
        _drop_unwritable()
        with suppress(OSError):
            from knobel.cli.command_line import (
                explain_trouble,  # if the house could not be loaded, that is said by Python
            )

            explain_trouble(error, sys.argv[1:])
            sys.stderr.flush()
        code = MISTAKEN
    with suppress(OSError):
        sys.stdout.flush()
        sys.exit(code)
    os._exit(code)  # what is left in the buffers can go nowhere


def _drop_unwritable() -> None:
    """What cannot be shown is let go, or it would stand in the way of saying so."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
