"""Much work in stints: here, by several processes, or by a cluster. Each stint carries all that it needs, seeds too.

So it does not matter who does which stint and when: the results are the same to the last digit. Whoever dies over a
stint costs time and no result, since somebody else does it again.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from threading import Thread
from typing import Any, TypeVar

from knobel.core.errors import KnobelError, Malformed

MAX_LOSSES = 3
"""So often workers may die before it is given up."""
REACH_S = 5
"""After so many seconds without an answer a scheduler is not there, or has no workers."""
CLUSTER = "knobel[dask]"
"""What is to be installed for work on several machines."""

Stint = TypeVar("Stint")
Brought = TypeVar("Brought")
Task = Callable[[Stint], Brought]
"""What is done with a stint: a function that other processes can find by its name."""


class NoCluster(KnobelError):
    """Why a cluster cannot be used."""


def check_workers(workers: int | None, scheduler: str | None = None) -> None:
    """Raises `Malformed` for workers that there cannot be, and `NoCluster` for a scheduler that there is not."""
    if workers is not None and workers < 1:
        raise Malformed("workers", n=workers)
    if workers is not None and scheduler is not None:
        raise Malformed("workers-there")
    if scheduler is not None:
        cluster(scheduler).close()  # now, and not when everything else is prepared


def do_all(
    task: Task[Stint, Brought], stints: Sequence[Stint], workers: int = 1, scheduler: str | None = None
) -> Generator[tuple[int, Brought]]:
    """The result of each stint under its number, as soon as it is there; in what order, nobody can tell.

    With the address of a Dask scheduler its workers do them, else so many processes here. Raises `NoCluster`. Where
    nobody asks any further, or whoever asks is gone, the processes here end at once, in the midst of a stint.
    """
    if not stints:
        return
    if scheduler is not None:
        yield from _by_cluster(task, stints, scheduler)
    elif workers > 1:
        yield from _by_processes(task, stints, workers)
    else:
        yield from ((number, task(stint)) for number, stint in enumerate(stints))


def cores() -> int:
    """How many processes can work here at once."""
    return os.cpu_count() or 1


# By several processes -------------------------------------------------------------------------------------------------


def _by_processes(task: Task[Stint, Brought], stints: Sequence[Stint], workers: int) -> Iterator[tuple[int, Brought]]:
    left = set(range(len(stints)))
    for losses in range(MAX_LOSSES + 1):
        try:
            with _pool(min(workers, len(left))) as pool:
                asked = {pool.submit(task, stints[number]): number for number in sorted(left)}
                for told in as_completed(asked):
                    result = told.result()
                    left.remove(asked[told])
                    yield asked[told], result
        except BrokenProcessPool:
            if losses == MAX_LOSSES:
                raise
        if not left:
            return


@contextmanager
def _pool(workers: int) -> Generator[ProcessPoolExecutor]:
    """Processes that begin with nothing of this one, and end with it, however it ends."""
    context = multiprocessing.get_context("spawn")
    pipe: tuple[Any, Any] = context.Pipe(duplex=False)
    theirs, ours = pipe
    pool = ProcessPoolExecutor(workers, context, _end_with, (theirs,))
    try:
        yield pool
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


def _end_with(pipe: Any) -> None:
    """Without a word and at once, also at Ctrl-C: whoever started it says what there is to say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_after, args=(pipe,), daemon=True).start()


def _end_after(pipe: Any) -> None:
    """Nothing ever comes through the pipe but its end."""
    with suppress(EOFError, OSError):
        pipe.recv()
    os._exit(0)


# By a cluster ---------------------------------------------------------------------------------------------------------


def _by_cluster(task: Task[Stint, Brought], stints: Sequence[Stint], address: str) -> Iterator[tuple[int, Brought]]:
    """Dask gives what a dead worker had to the others."""
    with closing(cluster(address)) as client:
        futures = client.map(task, stints, pure=False)
        numbers = {future.key: number for number, future in enumerate(futures)}
        try:
            for future in _dask().as_completed(futures, loop=client.loop):
                yield numbers[future.key], future.result()
        except (CancelledError, OSError) as error:
            raise NoCluster("scheduler-lost", address=address) from error


def _dask() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise NoCluster("no-dask", missing=error.name or "", package=CLUSTER) from error


def cluster(address: str) -> Any:
    """A client of a Dask scheduler that has workers with this version of Knobel. Raises `NoCluster`, saying why not."""
    dask = _dask()
    for name in ("distributed", "distributed.client"):  # what there is to say is said here, in a line
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = _answer_of(lambda: dask.Client(address, timeout=REACH_S, name="knobel", set_as_default=False))
    except (OSError, ValueError, TypeError) as error:
        raise NoCluster("scheduler", address=address) from error
    try:
        client.wait_for_workers(1, timeout=REACH_S)
        there = sorted(set(client.run(version_there).values()))
    except TimeoutError as error:
        client.close()
        raise NoCluster("scheduler-idle", address=address) from error
    except ImportError as error:
        client.close()
        raise NoCluster("scheduler-without", address=address) from error
    if there != [version_there()]:
        client.close()
        raise NoCluster("scheduler-version", address=address, here=version_there(), there=", ".join(there))
    return client


def _answer_of(ask: Callable[[], Any]) -> Any:
    """What comes of it within a few seconds. Dask itself waits for ever for who listens and says nothing.

    Raises `TimeoutError` after that.
    """
    answer: Future[Any] = Future()

    def wait_for_it() -> None:
        try:
            answer.set_result(ask())
        except Exception as error:
            answer.set_exception(error)

    Thread(target=wait_for_it, daemon=True).start()
    return answer.result(2 * REACH_S)


def version_there() -> str:
    """The version of Knobel, wherever this runs."""
    from knobel import __version__

    return __version__
