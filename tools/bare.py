"""Do both commands work on a bare machine? Makes a Debian root with Python, make, git and certificates, and tries.

    python -m tools.bare                make a bare root, `make play` and `make test` in it, and say how long each took
    python -m tools.bare --only play    only one of the two
    python -m tools.bare --json         the times as data

It takes root and mmdebstrap. The last commit is what is tried. Nothing of this machine's environment gets in but how
its package managers reach their registries; when it ends, however it ends, processes, mounts and files are gone.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITE = "bookworm"
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
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -t sysfs sysfs "$1/sys"
root=$1; shift
exec chroot "$root" /usr/bin/env -i "$@"
"""
"""Mounts live in a namespace of their own: nothing of them is left, whatever happens."""
ALONE = ("setpriv", "--pdeathsig=KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child")
"""In namespaces that end with whoever made them: no process and no mount outlives a bare machine, even half made."""
PATIENCE = 1800


def main() -> int:
    """Tries both commands; 0 if both work."""
    parser = argparse.ArgumentParser(prog="python -m tools.bare", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=COMMANDS, help="try only this command")
    parser.add_argument("--root", type=Path, help="a bare root made before with mmdebstrap; a copy of it is used")
    parser.add_argument("--json", action="store_true", help="print the times as data")
    asked = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("A bare root is made by root: sudo make bare")
    if not asked.root and not shutil.which("mmdebstrap"):
        sys.exit("This needs mmdebstrap: apt-get install mmdebstrap")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    took: dict[str, float] = {}
    with bare_root(asked.root) as root:
        for command in (asked.only,) if asked.only else COMMANDS:
            began = time.monotonic()
            {"play": try_play, "test": try_test}[command](root)
            took[f"make {command}"] = round(time.monotonic() - began)
            say(f"make {command}: works on a bare machine, in {took[f'make {command}']:.0f} s with its installs")
    if asked.json:
        print(json.dumps(took))
    return 0


@contextmanager
def bare_root(made: Path | None) -> Iterator[Path]:
    """A Debian root that has only what the README asks for, with a clone of the last commit in /knobel."""
    with tempfile.TemporaryDirectory(prefix="knobel-bare-") as folder:
        root = Path(folder) / "root"
        say("Making a bare machine ...")
        if made:
            subprocess.run(["cp", "-a", str(made), str(root)], check=True)
        else:
            words = ("--mode=root", "--variant=minbase", f"--include={','.join(PACKAGES)}", SUITE, str(root))
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


def try_play(root: Path) -> None:
    """`make play` serves the page on an embedded database, and a table can be opened there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = run_inside(root, "play", KNOBEL_PORT=str(port))
    try:
        page = _wait_for(f"http://127.0.0.1:{port}/", process)
        (script,) = re.findall(r'<script[^>]* src="([^"]+)"', page)
        assert _ask(f"http://127.0.0.1:{port}/{script.lstrip('./')}"), "the page's script is empty"
        games = json.loads(_ask(f"http://127.0.0.1:{port}/api/games"))
        assert games, "the house has no games"
        name = games[0]["name"]
        table = json.loads(_ask(f"http://127.0.0.1:{port}/api/tables", {"game": name}))["table"]
        assert json.loads(_ask(f"http://127.0.0.1:{port}/api/tables/{table}"))["room"]["game"] == name
        assert list((root / "knobel").glob("knobel.db*")), "nothing was kept"
    finally:
        process.kill()
        process.wait()


def try_test(root: Path) -> None:
    """`make test` passes, with the browser and the databases that it brings itself."""
    process = run_inside(root, "test")
    try:
        if code := process.wait(PATIENCE):
            sys.exit(f"make test fails on a bare machine (exit code {code})")
    finally:
        process.kill()
        process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            sys.exit(f"make play ended with exit code {process.returncode}")
        try:
            return _ask(url)
        except OSError:
            time.sleep(0.2)
    sys.exit("make play did not open a page")


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
