"""PostgreSQL on small disks of its own, which a test can fill to the last byte. No rights are needed for it.

The disks are file systems in memory that only this program and the PostgreSQL below it can see. Whoever is root may
mount them; everybody else may in a namespace of their own. Where the system allows neither (or no disks are wanted), it
is the system itself that lets no file of PostgreSQL's grow any more. This module is that program too:

    python -m tests.store.small_disks HOME BINARIES mounted|limited USER

makes a database whose log (`wal`) and whose tablespace (`rows`) lie on a disk each, and then keeps PostgreSQL running,
as the system's own supervisor would, until it is ended.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import pwd
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.nursery import PATIENCE_S

DISKS = {"wal": 24, "rows": 8}
"""In MiB. PostgreSQL keeps some of its log to use again."""
LIMITS = {"wal": 1 << 19, "rows": (1 << 20) + 4096}
"""Where files are limited instead, in bytes: a file of the log has 1 MiB, and half a page written is a full disk."""
NEW_MOUNTS, NEW_USERS = 0x20000, 0x10000000
ALL_BELOW, PRIVATE = 0x4000, 0x40000


class SmallDisks:
    """A PostgreSQL on small disks, started anew whenever it falls."""

    def __init__(self, folder: Path, binaries: Path, how: str, user: str | None) -> None:
        self._home = folder
        folder.chmod(0o777)
        words = [sys.executable, "-m", "tests.store.small_disks", str(folder), str(binaries), how, user or ""]
        with (folder / "log").open("wb") as log:
            self._keeper = subprocess.Popen(words, cwd=Path(__file__).parents[2], stdout=log, stderr=log)
        atexit.register(self.end)
        self._until((folder / "open").exists)
        self.url = f"postgresql://postgres@/postgres?host={folder}"

    def fill(self, name: str) -> None:
        """Leaves no byte on a disk."""
        if not self.mounted:
            self._limit(LIMITS[name])
            return
        with (self._disk(name) / "ballast").open("wb", buffering=0) as ballast:
            for size in (1 << 20, 1 << 12):
                with suppress(OSError):
                    while ballast.write(bytes(size)) == size:
                        pass

    def free(self, name: str) -> None:
        """Makes room again."""
        if self.mounted:
            (self._disk(name) / "ballast").unlink()
        else:
            self._limit(resource.RLIM_INFINITY)

    def rows(self) -> Path:
        """Where the tablespace is, as PostgreSQL sees it."""
        return self._home / "rows" / "kept"

    @property
    def mounted(self) -> bool:
        """Whether there are disks; else files are limited."""
        return (self._home / "open").read_text() == "mounted"

    def _disk(self, name: str) -> Path:
        """A disk, as it is seen from here."""
        return Path(f"/proc/{self._keeper.pid}/root{self._home}/{name}")

    def _limit(self, size: int) -> None:
        (self._home / "wanted").write_text(str(size))
        self._until(lambda: (self._home / "limit").exists() and (self._home / "limit").read_text() == str(size))

    def end(self) -> None:
        """Ends everything; the disks go with it."""
        atexit.unregister(self.end)
        self._keeper.terminate()
        self._keeper.wait()

    def _until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not true():
            if time.monotonic() > end or self._keeper.poll() is not None:
                self.end()
                pytest.fail(f"PostgreSQL cannot be put on small disks here:\n{(self._home / 'log').read_text()}")
            time.sleep(0.05)


def _family(pid: int) -> list[int]:
    """A process and all below it."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:  # it is gone
        return []
    return [pid, *(member for child in children for member in _family(int(child)))]


def _limit(home: Path) -> None:
    """Lets no file grow beyond what is wanted, of this process and of all below it."""
    wanted, limit = home / "wanted", home / "limit"
    if wanted.exists() and (size := wanted.read_text()) and (not limit.exists() or limit.read_text() != size):
        for pid in _family(os.getpid()):
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (int(size), resource.RLIM_INFINITY))
        limit.write_text(size)


def mount(folders: dict[Path, int], user: str) -> None:
    """Puts file systems in memory, of so many MiB, where only this process and those below it see them."""
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.geteuid(), os.getegid()
    _did(libc.unshare(NEW_MOUNTS if uid == 0 else NEW_MOUNTS | NEW_USERS), "a namespace")
    if uid:
        for name, text in {"setgroups": "deny", "uid_map": f"{uid} {uid} 1", "gid_map": f"{gid} {gid} 1"}.items():
            Path(f"/proc/self/{name}").write_text(text)
    _did(libc.mount(None, b"/", None, ALL_BELOW | PRIVATE, None), "mounts of its own")
    owner = pwd.getpwnam(user) if user else None
    for folder, mebibytes in folders.items():
        options = b"mode=0700,size=%dm" % mebibytes
        _did(libc.mount(b"tmpfs", bytes(folder), b"tmpfs", 0, options), f"a disk at {folder}")
        if owner:
            os.chown(folder, owner.pw_uid, owner.pw_gid)


def _did(result: int, what: str) -> None:
    if result:
        raise OSError(ctypes.get_errno(), f"the system does not give us {what}: {os.strerror(ctypes.get_errno())}")


def main(home: Path, binaries: Path, how: str, user: str) -> None:
    """Mounts if it can, makes a database, and keeps it running."""
    running: list[subprocess.Popen[bytes]] = []

    def end(*_: object) -> None:
        for process in running:
            process.send_signal(signal.SIGQUIT)  # at once
            process.wait()
        sys.exit()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    owner = pwd.getpwnam(user) if user else None
    for name in DISKS:
        (home / name).mkdir()
        if owner:
            os.chown(home / name, owner.pw_uid, owner.pw_gid)
    if how == "mounted":
        try:
            mount({home / name: size for name, size in DISKS.items()}, user)
        except OSError as error:
            print(f"{error}; so files are limited", flush=True)
            how = "limited"
    if owner:
        os.setgroups([])
        os.setgid(owner.pw_gid)
        os.setuid(owner.pw_uid)
    data, (wal, rows) = home / "data", (home / name / "kept" for name in DISKS)
    rows.mkdir(mode=0o700)
    made = ["-D", str(data), "-X", str(wal), "--wal-segsize=1", "-U", "postgres", "-A", "trust", "--no-sync"]
    subprocess.run([binaries / "initdb", *made], check=True)
    settings = {"min_wal_size": "2MB", "max_wal_size": "4MB", "listen_addresses": "", "unix_socket_directories": home}
    words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    while True:
        running[:] = [subprocess.Popen([binaries / "postgres", "-D", data, *words])]
        while running[0].poll() is None:
            time.sleep(0.05)
            _limit(home)
            if not (home / "open").exists() and _answers(binaries, home):
                (home / "open").write_text(how)


def _answers(binaries: Path, home: Path) -> bool:
    return subprocess.run([binaries / "pg_isready", "-q", "-h", home], check=False).returncode == 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4])
