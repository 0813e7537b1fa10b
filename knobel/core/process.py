"""A program of ours that runs beside this one: it is told lines and answers with lines.

It ends when whoever started it ends it or is gone, and Ctrl-C at a terminal is not meant for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

import msgspec

from knobel.core.solution import Progress

START = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from {module} import main; main()"


def module_command(module: str) -> tuple[str, ...]:
    """What starts the `main` of a module, so that it finds the games that whoever starts it finds."""
    return sys.executable, "-c", START.format(module=module), msgspec.json.encode(sys.path).decode()


class WorkerProcess:
    """Such a program, as whoever started it sees it."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(  # noqa: S603 (our own program)
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def tell(self, line: bytes) -> None:
        """Tells it a line. Raises `OSError` where it is gone."""
        pipe = _pipe(self.process.stdin)
        pipe.write(line.rstrip() + b"\n")
        pipe.flush()

    def hear(self) -> bytes:
        """A line that it answers; nothing once it is gone, and of its last line only what is whole."""
        line = _pipe(self.process.stdout).readline()
        return line if line.endswith(b"\n") else b""

    def hear_bytes(self, size: int) -> bytes:
        """So many bytes that it sends after a line, or as many as there were."""
        return _pipe(self.process.stdout).read(size)

    def stop(self) -> None:
        """Ends it, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                _pipe(pipe).close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise TypeError("a worker without pipes")
    return pipe


# Inside the program ---------------------------------------------------------------------------------------------------


def open_answers(nice: int) -> IO[bytes]:
    """Where it answers, and nothing else does: what a game or a solver prints is no answer.

    It stands back for everybody else on the machine by so much.
    """
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(nice)
    return answers


def in_steps(progress: Progress, step: float) -> Progress:
    """Says how far something is only where so much more is done than was said before."""
    said = 0.0

    def tell(done: float) -> None:
        nonlocal said
        if done >= said + step:
            said = done
            progress(float(done))

    return tell
