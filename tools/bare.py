"""Do both commands work on a bare machine? Makes a Debian root with Python, make, git and certificates, and tries.

    python -m tools.bare                make a bare root, `make play` and `make test` in it, and say how long each took
    python -m tools.bare --only play    only one of the two
    python -m tools.bare --suite trixie     another release of Debian's, with another Python
    python -m tools.bare --patience 9000    give up after so many seconds a command; on a busy machine all takes longer
    python -m tools.bare --json         the times as data

It takes root and mmdebstrap. The last commit is what is tried. Every half minute it says how long it has taken; in the
end how much of that went into installs (pip, npm). Nothing of this machine's environment gets in but how its package
managers reach their registries; when it ends, however it ends, processes, mounts and files are gone.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITES = ("bookworm", "trixie")
"""Debian's releases with Python 3.11 and 3.13."""
PACKAGES = ("python3", "python3-venv", "make", "git", "ca-certificates")
COMMANDS = ("play", "test")
REGISTRIES = (
    Path("/etc/resolv.conf"),
    Path("/etc/ssl/certs/ca-certificates.crt"),
    Path("/etc/pip.conf"),
    Path("/usr/etc/npmrc"),
    Path.home() / ".npmrc",
    Path.home() / ".config/pip/pip.conf",
)
"""How this machine reaches PyPI and npm: copied where they are, to the same place or to root's home."""
CERTIFICATES = ("PIP_CERT", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
INSIDE = """
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -t sysfs sysfs "$1/sys"
root=$1; shift
exec chroot "$root" /usr/bin/env -i "$@"
"""
"""Mounts live in a namespace of their own: nothing of them is left. As on any machine, / is a mount."""
ALONE = ("setpriv", "--pdeathsig=KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child")
"""In namespaces that end with whoever made them: no process and no mount outlives a bare machine, even half made."""
PATIENCE_S = 5400
REPORT_S = 30
GONE_S = 10
INSTALLERS = ("pip", "npm", "unpack.mjs")
"""What fetches things, by a word of its command line."""


@dataclass
class Stopwatch:
    """How long a command has taken, and how much of that something was being installed."""

    patience: float
    commands: Callable[[], Iterable[list[str]]]
    """The command lines that run inside now."""
    clock: Callable[[], float] = time.monotonic
    installing: float = 0

    def __post_init__(self) -> None:
        self.began = self.seen = self.reported = self.clock()

    def look(self, what: str) -> None:
        """Looks what goes on; says so every half minute. Leaves with one line once patience is at its end."""
        now = self.clock()
        if installs(self.commands()):
            self.installing += now - self.seen
        self.seen = now
        if now - self.reported >= REPORT_S:
            self.reported = now
            say(f"{what}: {self.taken:.0f} s so far, {self.installing:.0f} s of it for installs")
        if self.taken > self.patience:
            sys.exit(f"{what}: not done after {self.taken:.0f} s. Give it longer on a busy machine: --patience SECONDS")

    @property
    def taken(self) -> float:
        """Seconds since it began, as last looked."""
        return self.seen - self.began


def installs(commands: Iterable[list[str]]) -> bool:
    """Whether something is being installed. What tests install for themselves is part of the tests.

    >>> installs([["make", "test"], [".venv/bin/python", "-m", "pip", "install", "."]])
    True
    >>> installs([[".venv/bin/python", ".venv/bin/pytest"], ["python", "-m", "pip", "install", "."]])
    False
    """
    words = [{Path(word).name for word in command} for command in commands]
    return not any("pytest" in line for line in words) and any(line & set(INSTALLERS) for line in words)


def main() -> int:
    """Tries both commands; 0 if both work."""
    parser = argparse.ArgumentParser(prog="python -m tools.bare", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=COMMANDS, help="try only this command")
    parser.add_argument("--suite", choices=SUITES, default=SUITES[0], help="the release of Debian's (%(default)s)")
    parser.add_argument("--root", type=Path, help="a bare root made before with mmdebstrap; a copy of it is used")
    parser.add_argument(
        "--patience", type=float, default=PATIENCE_S, metavar="SECONDS", help="give a command up then (%(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print the times as data")
    asked = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("A bare root is made by root: sudo make bare")
    if not asked.root and not shutil.which("mmdebstrap"):
        sys.exit("This needs mmdebstrap: apt-get install mmdebstrap")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    took: dict[str, dict[str, int]] = {}
    with bare_root(asked.root, asked.suite) as root:
        for command in (asked.only,) if asked.only else COMMANDS:
            say(f"make {command} ...")
            watch = Stopwatch(asked.patience, lambda: commands_inside(root))
            {"play": try_play, "test": try_test}[command](root, watch)
            installing, rest = round(watch.installing), round(watch.taken - watch.installing)
            took[f"make {command}"] = {"installs_s": installing, "rest_s": rest, "total_s": installing + rest}
            say(f"make {command}: works on a bare machine, in {rest} s, and {installing} s for installs")
    if asked.json:
        print(json.dumps(took))
    return 0


@contextmanager
def bare_root(made: Path | None, suite: str) -> Iterator[Path]:
    """A Debian root that has only what the README asks for, with a clone of the last commit in /knobel."""
    with tempfile.TemporaryDirectory(prefix="knobel-bare-") as folder:
        root = Path(folder) / "root"
        say("Making a bare machine ...")
        if made:
            subprocess.run(["cp", "-a", str(made), str(root)], check=True)
        else:
            words = ("--mode=root", "--variant=minbase", f"--include={','.join(PACKAGES)}", suite, str(root))
            subprocess.run([*ALONE, "mmdebstrap", "--quiet", *words], check=True)
        for source in filter(Path.is_file, REGISTRIES):
            inside = Path("/root") / source.relative_to(Path.home()) if source.is_relative_to(Path.home()) else source
            target = root / inside.relative_to("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
        subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(root / "knobel")], check=True)
        yield root


def run_inside(root: Path, *words: str, **environment: str) -> subprocess.Popen[bytes]:
    """A command in the clone, with nothing of this machine's environment. When it is killed, so is all it started."""
    kept = {name: os.environ[name] for name in CERTIFICATES if name in os.environ}
    settings = {"PATH": PATH, "HOME": "/root", **kept, **environment}
    inside = [f"{name}={value}" for name, value in settings.items()]
    command = [*ALONE, "sh", "-c", INSIDE, "sh", str(root), *inside, "make", "--directory=/knobel", *words]
    return subprocess.Popen(command, stdout=sys.stderr)


@contextmanager
def running_inside(root: Path, *words: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command in the clone that is gone afterwards, with all that it started."""
    process = run_inside(root, *words, **environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        end = time.monotonic() + GONE_S
        while any(commands_inside(root)) and time.monotonic() < end:
            time.sleep(0.1)


def commands_inside(root: Path) -> Iterator[list[str]]:
    """The command line of everything that runs in that root."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            if (process / "root").readlink() == root:
                yield (process / "cmdline").read_bytes().decode(errors="replace").split("\0")


def try_play(root: Path, watch: Stopwatch) -> None:
    """`make play` serves the page on an embedded database, and a table can be opened there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with running_inside(root, "play", KNOBEL_PORT=str(port)) as process:
        page = _wait_for(f"http://127.0.0.1:{port}/", process, watch)
        (script,) = re.findall(r'<script[^>]* src="([^"]+)"', page)
        assert _ask(f"http://127.0.0.1:{port}/{script.lstrip('./')}"), "the page's script is empty"
        games = json.loads(_ask(f"http://127.0.0.1:{port}/api/games"))
        assert games, "the house has no games"
        name = games[0]["name"]
        table = json.loads(_ask(f"http://127.0.0.1:{port}/api/tables", {"game": name}))["table"]
        assert json.loads(_ask(f"http://127.0.0.1:{port}/api/tables/{table}"))["room"]["game"] == name
        assert list((root / "knobel").glob("knobel.db*")), "nothing was kept"


def try_test(root: Path, watch: Stopwatch) -> None:
    """`make test` passes, with the browser and the databases that it brings itself."""
    with running_inside(root, "test") as process:
        while (code := process.poll()) is None:
            watch.look("make test")
            time.sleep(0.5)
        watch.look("make test")
        if code:
            sys.exit(f"make test fails on a bare machine (exit code {code})")


def _wait_for(url: str, process: subprocess.Popen[bytes], watch: Stopwatch) -> str:
    while process.poll() is None:
        watch.look("make play")
        try:
            return _ask(url)
        except OSError:
            time.sleep(0.2)
    sys.exit(f"make play ended with exit code {process.returncode}")


def _ask(url: str, body: object = None) -> str:
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(url, data, {"Content-Type": "application/json"})) as answer:
        return answer.read().decode()


def say(words: str) -> None:
    """Tells the person what goes on; figures go to standard output."""
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\nstopped; nothing is left behind")
