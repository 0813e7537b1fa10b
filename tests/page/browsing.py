"""A house that serves the page, and the system's Chromium to look at it: for the tests and for the pictures."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from playwright.sync_api import Browser, sync_playwright

from tools.page import is_built

FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]
QUICK = {
    "KNOBEL_PACE": "20",
    "KNOBEL_BOT_MS": "1",
    "KNOBEL_OBJECT_MS": "1",
    "KNOBEL_CREATE_RATE": "0",
    "KNOBEL_REQUEST_RATE": "0",
    "KNOBEL_MESSAGE_RATE": "0",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


def chromium() -> str:
    """The system's Chromium, or a plain word on how to get it."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise LookupError("This needs Chromium: apt-get install chromium, or say where it is: CHROMIUM=/path")
    return found


@contextmanager
def open_house(store: Path, port: int, python: str = sys.executable, **settings: str) -> Iterator[str]:
    """A house that serves the page, with quick bots: where it is."""
    assert is_built(), "the page in knobel/server/page is not what web/ says: make page"
    command = [python, "-m", "knobel", "serve"]
    environment = os.environ | QUICK | settings | {"KNOBEL_STORE": str(store), "KNOBEL_PORT": str(port)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, cwd=store.parent)
    try:
        yield f"http://127.0.0.1:{_port(process.stderr)}"
    finally:
        process.terminate()
        process.communicate(timeout=20)


def _port(lines: IO[str] | None) -> int:
    assert lines is not None
    for line in lines:
        if "port" in (said := json.loads(line)):
            return said["port"]
    raise AssertionError("the house did not open")
