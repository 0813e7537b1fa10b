"""Keys as they are pressed, without waiting for Enter."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress

try:
    import termios
    import tty
except ImportError:  # without them a line is read when it is finished
    termios = tty = None


@contextmanager
def key_by_key(real: bool) -> Generator[None]:
    """Hands keys over as they are pressed, and leaves the terminal as it was."""
    if not real or termios is None or tty is None:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
