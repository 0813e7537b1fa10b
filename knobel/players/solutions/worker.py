"""Works a solution out in a process of its own, so that whoever asks goes on meanwhile.

The worker is told what to solve in a line, and answers with lines: how far it is, and at last a file or why there is
none.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from threading import Thread
from typing import IO, Any

import msgspec

from knobel.core.errors import KnobelError
from knobel.core.options import merged
from knobel.core.process import WorkerProcess, in_steps, module_command, open_answers
from knobel.core.registry import game as game_called
from knobel.core.solution import Progress
from knobel.players.solutions.files import SolutionId, packed

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


class SolutionWorker(WorkerProcess):
    """One process that works out one solution."""

    def __init__(self, order: Order) -> None:
        super().__init__(module_command(__name__))
        with suppress(OSError):  # if it is gone already, it does not answer either
            self.tell(msgspec.json.encode(order))

    def file(self, progress: Progress) -> bytes:
        """Waits for the file. Raises `NoSolution`, saying why there is none."""
        try:
            return self._answered(progress)
        finally:
            self.stop()

    def _answered(self, progress: Progress) -> bytes:
        while line := self.hear():
            answer = msgspec.json.decode(line, type=Answer)
            if answer.missing:
                raise NoSolution("solution-missing", package=answer.missing, extra=EXTRA)
            if answer.wrong:
                raise NoSolution("solution-broken", why=answer.wrong)
            if answer.size:
                data = self.hear_bytes(answer.size)
                if len(data) == answer.size:
                    return data
            progress(answer.share)
        raise NoSolution("solution-died")


# Inside the process ---------------------------------------------------------------------------------------------------


def main() -> None:
    """The worker's own program."""
    answers = open_answers(NICE)
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
    tell = in_steps(lambda share: answers.write(msgspec.json.encode(Answer(share=share)) + b"\n"), STEP)
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
