"""The browser that looks at the page, for tests and pictures: the machine's own Chromium, or else one from npm.

    python -m tools.browser     fetches one where the machine has none, sees that it starts, and says where it is

The packed one (`tools/chromium`) is a headless Chromium with WebGL for x86-64 Linux that brings the libraries and the
font which a bare machine lacks.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

from tools.page import ROOT, fetch_locked, run_node

SYSTEMS = ("chromium", "chromium-browser", "google-chrome")
PACKED = ROOT / "tools" / "chromium"
UNPACKED = PACKED / "unpacked"
MARK = UNPACKED / ".complete"
LIBRARIES = ("al2023", "swiftshader", "fonts")
HELP = "The page's tests need Chromium: apt-get install chromium, or name one (CHROMIUM=/path/to/it)"
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-gl=angle",
    "--disable-gpu-rasterization",  # only the 3D part is drawn by the software GPU: everything else is faster without
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]
"""How a Chromium is started that draws WebGL without a graphics card."""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>{folder}/fonts-cache</cachedir></fontconfig>
"""


class Browser(NamedTuple):
    """A Chromium, and what its environment must say beside ours."""

    path: str
    environment: dict[str, str] = {}


def find() -> Browser:
    """The Chromium that is named, on the machine, or fetched before. Raises `LookupError` that says how to get one."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not shutil.which(named):
            raise LookupError(f"{HELP}: {named} is no program")
        return Browser(named)
    if found := next(filter(None, map(shutil.which, SYSTEMS)), None):
        return Browser(found)
    if MARK.is_file():
        fonts = {"FONTCONFIG_FILE": str(UNPACKED / "fonts.conf")}
        return Browser(str(UNPACKED / "chromium"), {"LD_LIBRARY_PATH": str(UNPACKED / "lib"), **fonts})
    raise LookupError(HELP)


def fetch() -> Browser:
    """The Chromium to use, fetched where the machine has none. Raises `LookupError`, in one line, if none starts."""
    if not os.environ.get("CHROMIUM") and not any(map(shutil.which, SYSTEMS)):
        if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
            raise LookupError(HELP)
        try:
            if fetch_locked(PACKED, "a Chromium for the page's tests") or not MARK.is_file():
                _unpack()
        except LookupError as error:
            raise LookupError(f"{HELP}. {_one_line(str(error))}") from error
    found = find()
    started = subprocess.run(
        [found.path, "--version"], env=os.environ | found.environment, capture_output=True, text=True, check=False
    )
    if started.returncode:
        raise LookupError(f"{HELP}: {found.path} does not start. {_one_line(started.stderr)}".rstrip())
    return found


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _unpack() -> None:
    shutil.rmtree(UNPACKED, ignore_errors=True)
    UNPACKED.mkdir()
    packages = PACKED / "node_modules" / "@sparticuz" / "chromium" / "bin"
    _decompress(packages / "chromium.br", UNPACKED / "chromium")
    (UNPACKED / "chromium").chmod(0o755)
    for name in LIBRARIES:
        archive = UNPACKED / f"{name}.tar"
        _decompress(packages / f"{name}.tar.br", archive)
        with tarfile.open(archive) as opened:
            opened.extractall(UNPACKED)  # its contents are those of the lock file; Debian's Python 3.11 knows no filter
        archive.unlink()
    (UNPACKED / "fonts.conf").write_text(FONTS.format(folder=UNPACKED))
    MARK.touch()


def _decompress(source: Path, target: Path) -> None:
    run_node(str(PACKED / "unpack.mjs"), str(source), str(target))


if __name__ == "__main__":
    try:
        print(f"The page is looked at with {fetch().path}")
    except LookupError as error:
        sys.exit(str(error))
