"""Works a solution out in a process of its own, so that whoever asks goes on meanwhile.

The worker is told what to solve in a line, and answers with lines: how far it is, and at last a file or why there is
none. It ends with whoever started it, and Ctrl-C at a terminal is not meant for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from threading import Thread
from typing import IO, Any

import msgspec

from knobel.core.errors import KnobelError
from knobel.core.options import merged
from knobel.core.registry import game as game_called
from knobel.core.solution import Progress
from knobel.players.solutions.files import SolutionId, packed

START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from knobel.players.solutions.worker import main; main()"
)
"""It finds the games that whoever started it finds."""
EXTRA = "knobel[perfect]"
"""What brings everything that solvers take."""
NICE = 5
"""By so much it stands back for everybody else on the machine."""
STEP = 0.005
"""How much more must be done before it tells again."""


class NoSolution(KnobelError):
    """A solution that could not be had; whoever wanted it goes on without."""


class Order(msgspec.Struct, frozen=True):
    """What a worker is to work out."""

    of: SolutionId
    options: dict[str, Any]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a worker says: how far it is; how long the file is that follows; or what went wrong, or is not installed."""

    share: float = 0
    size: int = 0
    missing: str = ""
    wrong: str = ""


class SolutionWorker:
    """One process that works out one solution."""

    def __init__(self, order: Order) -> None:
        self.process = subprocess.Popen(  # noqa: S603 (our own program)
            [sys.executable, "-c", START, msgspec.json.encode(sys.path).decode()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        with suppress(OSError):  # if it is gone already, it does not answer either
            _pipe(self.process.stdin).write(msgspec.json.encode(order) + b"\n")
            _pipe(self.process.stdin).flush()

    def file(self, progress: Progress) -> bytes:
        """Waits for the file. Raises `NoSolution`, saying why there is none."""
        try:
            return self._answered(progress)
        finally:
            self.stop()

    def _answered(self, progress: Progress) -> bytes:
        said = _pipe(self.process.stdout)
        while (line := said.readline()).endswith(b"\n"):
            answer = msgspec.json.decode(line, type=Answer)
            if answer.missing:
                raise NoSolution("solution-missing", package=answer.missing, extra=EXTRA)
            if answer.wrong:
                raise NoSolution("solution-broken", why=answer.wrong)
            if answer.size:
                data = said.read(answer.size)
                if len(data) == answer.size:
                    return data
            progress(answer.share)
        raise NoSolution("solution-died")

    def stop(self) -> None:
        """Ends the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                _pipe(pipe).close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise TypeError("a worker without pipes")
    return pipe


# Inside the process ---------------------------------------------------------------------------------------------------


def main() -> None:
    """The worker's own program."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a solver prints is no answer
    if hasattr(os, "nice"):
        os.nice(NICE)
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    Thread(target=_end_with_starter, daemon=True).start()
    answer, data = _solved(order, answers)
    answers.write(msgspec.json.encode(answer) + b"\n")
    left = memoryview(data)
    while left:
        left = left[answers.write(left) :]


def _end_with_starter() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def _solved(order: Order, answers: IO[bytes]) -> tuple[Answer, bytes]:
    told = 0.0

    def tell(share: float) -> None:
        nonlocal told
        if share >= told + STEP:
            told = share
            answers.write(msgspec.json.encode(Answer(share=float(share))) + b"\n")

    of = order.of
    try:
        game = game_called(of.game)
        if game.solver is None:
            raise TypeError(f"{game.name} has no solver")
        tables = game.solver(of.seats, merged(game.options, order.options)).solve(tell)
        data = packed(of, order.options, tables)
    except ImportError as error:
        return Answer(missing=(error.name or str(error)).partition(".")[0]), b""
    except Exception as error:
        return Answer(wrong=" ".join(f"{type(error).__name__}: {error}".split())), b""
    return Answer(size=len(data)), data
