"""Programs that start at once, each in a process of its own: forked from one that has everything loaded.

They are as real as any and can be killed at any instant; only the time that Python takes to load is saved. This module
is also the process they are forked from:

    python -m tests.nursery FD MODULE...

loads the modules, then waits at the socket FD for what to do, until the socket is closed.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import importlib
import io
import os
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[1]
PATIENCE_S = 240
"""So long the tests wait for what must happen: on a machine that has much else to do everything takes its time."""
ENCODED = sys.stdout.errors if sys.stdout else "strict"


class Order(msgspec.Struct):
    """What a process is forked for: `deed` is a function (`module:name`) and gets `given`."""

    deed: str
    given: Sequence[Any] = ()
    environment: Mapping[str, str] | None = None
    """None: as it is here."""
    folder: str | None = None
    terminal: bool = False
    """Whether what it reads from is its terminal."""


class Child:
    """A process, to those it belongs to."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.returncode: int | None = None
        self.pid = int(self._told(PATIENCE_S) or 0)
        assert self.pid, "nothing could be forked"

    def poll(self) -> int | None:
        """Its exit code, or None as long as it runs."""
        with suppress(TimeoutError, BlockingIOError):
            self.wait(0)
        return self.returncode

    def wait(self, seconds: float | None = None) -> int:
        """Waits for its end. The exit code is below zero where a signal ended it. Raises `TimeoutError`."""
        if self.returncode is None:
            self.returncode = int(self._told(seconds))
            self._line.close()
        return self.returncode

    def send_signal(self, how: signal.Signals) -> None:
        """Sends it a signal, if it still runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, how)

    def kill(self) -> None:
        """Ends it in the middle of whatever it does, and sees it gone."""
        self.send_signal(signal.SIGKILL)
        self.wait(PATIENCE_S)

    def _told(self, seconds: float | None) -> bytes:
        self._line.settimeout(seconds)
        told = self._line.recv(32)
        assert told, "the process it was forked from is gone"
        return told


class Nursery:
    """A process that has modules loaded, and forks. It is started when it is first asked, and ends with this one."""

    def __init__(self, *modules: str, paths: Sequence[Path] = ()) -> None:
        self._modules = modules
        self._paths = paths
        self._line: socket.socket | None = None

    def start(self, order: Order, files: Sequence[int | None]) -> Child:
        """Forks a process whose input, output and errors are these files (they may be closed here then) or nothing."""
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there, Path(os.devnull).open("r+b") as nothing:
            given = [nothing.fileno() if file is None else file for file in files]
            socket.send_fds(self._started(), [msgspec.json.encode(order)], [there.fileno(), *given])
        return Child(here)

    def _started(self) -> socket.socket:
        if self._line is None:
            self._line, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            paths = os.pathsep.join(map(str, (*self._paths, ROOT)))
            words = [sys.executable, "-m", "tests.nursery", str(there.fileno()), *self._modules]
            environment = os.environ | {"PYTHONPATH": paths, "LANG": "C.UTF-8"}
            with there:
                started = subprocess.Popen(words, cwd=ROOT, env=environment, pass_fds=[there.fileno()])
            atexit.register(self._end, started)
        return self._line

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        if self._line:
            self._line.close()
            process.wait(PATIENCE_S)


# The process that forks ----------------------------------------------------------------------------------------------


class Forking:
    """Waits for orders, forks for each, and tells of those that have ended."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._born: dict[int, socket.socket] = {}
        self._woken, self._wake = socket.socketpair()
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def order(self) -> Order | None:
        """In each process that is forked, what it is to do; here None, when all is over."""
        while True:
            ready, _, _ = select.select([self._line, self._woken], [], [])
            if self._woken in ready:
                with suppress(BlockingIOError):
                    self._woken.recv(4096)
                self._bury()
            if self._line in ready:
                data, files, _, _ = socket.recv_fds(self._line, 1 << 20, 8)
                if not data:
                    for pid in self._born:  # whoever asked for them is gone
                        os.kill(pid, signal.SIGKILL)
                    return None
                parent = socket.socket(fileno=files[0])
                pid = os.fork()
                if not pid:
                    return self._become(msgspec.json.decode(data, type=Order), files)
                for file in files[1:]:
                    os.close(file)
                self._born[pid] = parent
                parent.send(str(pid).encode())

    def _bury(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                pid, status = ended
                with self._born.pop(pid) as parent, suppress(OSError):
                    parent.send(str(os.waitstatus_to_exitcode(status)).encode())

    def _become(self, order: Order, files: Sequence[int]) -> Order:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for other in (self._line, self._woken, self._wake, *self._born.values()):
            other.close()
        for number, file in enumerate(files[1:]):
            os.dup2(file, number)
        for file in files:
            os.close(file)
        if order.terminal:
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        if order.environment is not None:
            os.environ.clear()
            os.environ.update(order.environment)
        if order.folder:
            os.chdir(order.folder)
        sys.stdin = sys.__stdin__ = os.fdopen(0, encoding="utf-8", errors=ENCODED, closefd=False)
        sys.stdout = sys.__stdout__ = _written(1, ENCODED, os.isatty(1))
        sys.stderr = sys.__stderr__ = _written(2, "backslashreplace", True)
        return order


def _written(file: int, errors: str, by_line: bool) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        os.fdopen(file, "wb", closefd=False), encoding="utf-8", errors=errors, line_buffering=by_line
    )


def main(line: str, *modules: str) -> None:
    """Loads, forks, and in each process that is forked does what is to be done there."""
    for module in modules:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    order = Forking(socket.socket(fileno=int(line))).order()
    if order is None:
        return
    code = 1
    try:
        code = _done(order)
    finally:
        threading._shutdown()
        atexit._run_exitfuncs()
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)  # there is nothing left to do, and taking everything apart takes long


def _done(order: Order) -> int:
    module, _, name = order.deed.partition(":")
    try:
        getattr(importlib.import_module(module), name)(*order.given)
    except SystemExit as left:
        if left.code is None or isinstance(left.code, int):
            return left.code or 0
        print(left.code, file=sys.stderr)
        return 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


if __name__ == "__main__":
    main(*sys.argv[1:])
