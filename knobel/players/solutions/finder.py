"""Looking for solutions: those that a package brings, those that were kept, and those a worker has yet to work out.

Whoever wants the same at the same time waits for the same search, and what was found stays in memory. Any thread may
ask, and nobody who asks is held up: a search is a future.
"""

from __future__ import annotations

import atexit
import logging
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from threading import BoundedSemaphore, Lock, Thread
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from knobel.core.contract import Options
from knobel.core.errors import KnobelError, Malformed, system_reason
from knobel.core.game import Game
from knobel.core.solution import Judge, Progress, Solver, tables_for
from knobel.core.words import Say
from knobel.players.solutions import files
from knobel.players.solutions.files import SolutionId
from knobel.players.solutions.worker import EXTRA, NoSolution, Order, SolutionWorker

MAX_AT_ONCE = 2
"""So many workers work at once; further searches wait for them."""
MAX_SEARCHES = 16
"""So many searches may go on at once: what a stranger asks for must not pile up."""
MAX_IN_MEMORY = 8
"""So many solutions stay in memory; those asked for longest ago go first, and are read again when they are needed."""

Source = Literal["shipped", "kept", "new"]

log = logging.getLogger("knobel.solutions")
log.addHandler(logging.NullHandler())  # who reads no logs is told by whoever asked

_lock = Lock()
_searches: dict[SolutionId, Search] = {}
_places = BoundedSemaphore(MAX_AT_ONCE)


class Search:
    """A solution that is being looked for, or was found."""

    def __init__(self, game: Game, solver: Solver, of: SolutionId, options: Mapping[str, Any]) -> None:
        self.of = of
        self.found: Future[Judge] = Future()
        """The judge, as soon as it is there; or `NoSolution`."""
        self.source: Source | None = None
        """Where it came from."""
        self.share = 0.0
        """Which part of the work is done."""
        self.unkept: Say | None = None
        """Why it could not be kept, so that it has to be worked out again next time."""
        self._game = game
        self._solver = solver
        self._kept_as = replace(of, seats=tables_for(solver, of.seats))
        """What its tables are found as: those for fewer, where nothing else is known."""
        self._order = Order(self._kept_as, dict(options))
        self._listeners: list[Progress] = []
        self._worker: SolutionWorker | None = None
        self._stopped = False
        self._thread = Thread(target=self._run, name=f"search {of.file}", daemon=True)
        self.found.set_running_or_notify_cancel()  # nobody who gives up waiting takes it from the others

    def start(self) -> None:
        """Begins to look, beside everybody else."""
        self._thread.start()

    def listen(self, progress: Progress) -> None:
        """Tells how far it is, from now on, in whatever thread."""
        self._listeners.append(progress)

    def give_up(self) -> None:
        """Whoever waits for it hears that there is none, unless it is there already."""
        self._stopped = True
        if self._worker:
            self._worker.process.kill()

    def join(self) -> None:
        """Waits until nothing of it goes on any more: no worker, no file that is being written."""
        self._thread.join()

    def _run(self) -> None:
        try:
            judge = self._judge()
        except BaseException as error:
            _forget(self)
            self.found.set_exception(_said(error))
        else:
            self.found.set_result(judge)

    def _judge(self) -> Judge:
        for source, read in self._files():
            if (data := read()) and (judge := self._read(data)):
                self.source = source
                return judge
        with _places:
            data = self._worked_out()
        judge = self._read(data)
        if judge is None:
            raise NoSolution("solution-broken", why=f"{self.of.game}: its solver cannot read what it wrote")
        self.source = "new"
        self._keep(data)
        return judge

    def _files(self) -> tuple[tuple[Source, Callable[[], bytes | None]], ...]:
        return ("shipped", lambda: files.read_shipped(self._game, self._kept_as)), (
            "kept",
            lambda: files.read_kept(self._kept_as),
        )

    def _read(self, data: bytes) -> Judge | None:
        tables = files.unpacked(self._kept_as, data)
        try:
            return None if tables is None else self._solver.judge(tables)
        except Malformed:
            return None

    def _worked_out(self) -> bytes:
        if self._stopped:
            raise NoSolution("solution-died")
        self._worker = SolutionWorker(self._order)
        if self._stopped:  # meanwhile
            self._worker.process.kill()
        return self._worker.file(self._tell)

    def _tell(self, share: float) -> None:
        self.share = share
        for progress in tuple(self._listeners):
            progress(share)

    def _keep(self, data: bytes) -> None:
        try:
            files.keep(self._kept_as, data)
        except OSError as error:
            self.unkept = Say(
                "error.solution-unkept", {"path": str(files.solutions_folder()), "why": system_reason(error)}
            )
            log.warning(
                "a solution could not be kept, and is worked out again when this process has forgotten it; make room in"
                " the folder, or let the house write there: %s",
                error,
                extra={"data": {"game": self.of.game, "folder": str(files.solutions_folder())}},
            )


def search(game: Game, seats: int, options: Options) -> Search:
    """Looks for a solution, or joins whoever is looking for it.

    Raises `Malformed`, saying why there is none; `NoSolution` where too much is being looked for already.
    """
    solver = solver_for(game, seats, options)
    of = solution_id(game, seats, solver)
    with _lock:
        known = _searches.pop(of, None)
        if known is None:
            if sum(not other.found.done() for other in _searches.values()) >= MAX_SEARCHES:
                raise NoSolution("solution-busy")
            known = Search(game, solver, of, msgspec.to_builtins(options))
            known.start()
        _searches[of] = known  # the last that was asked for
        for old in [old for old, one in _searches.items() if one.found.done()][:-MAX_IN_MEMORY]:
            del _searches[old]
    return known


def judge(game: Game, seats: int, options: Options, progress: Progress = float) -> Judge:
    """A judge of a game for so many seats under some options. Waits until it is there.

    Raises `Malformed`, saying why there is no solution, or `NoSolution`, saying why it cannot be had.
    """
    searched = search(game, seats, options)
    searched.listen(progress)
    return searched.found.result()


def solver_for(game: Game, seats: int, options: Options) -> Solver:
    """What solves a game at such a table. Raises `Malformed`, saying why nothing does."""
    if game.solver is None:
        raise Malformed("unsolved", game=game.title())
    return game.solver(seats, options)


def solution_id(game: Game, seats: int, solver: Solver) -> SolutionId:
    """What a solution is kept as."""
    return SolutionId(game.name, game.version, seats, solver.key, solver.version)


def _forget(failed: Search) -> None:
    """Whoever asks next begins anew."""
    with _lock:
        if _searches.get(failed.of) is failed:
            del _searches[failed.of]


def _said(error: BaseException) -> KnobelError:
    match error:
        case KnobelError():
            return error
        case ImportError():
            package = (error.name or str(error)).partition(".")[0]
            return NoSolution("solution-missing", package=package, extra=EXTRA)
        case _:
            return NoSolution("solution-broken", why=" ".join(f"{type(error).__name__}: {error}".split()))


@atexit.register
def _end_searches() -> None:
    going_on = [each for each in _searches.values() if not each.found.done()]
    for each in going_on:
        each.give_up()
    for each in going_on:
        each.join()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_searches.clear)  # a forked copy has none of the threads that look
