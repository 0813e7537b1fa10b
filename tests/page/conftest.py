from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

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

CHROMIUMS_OWN = ("ERR_CONNECTION_REFUSED", "404")
"""What Chromium itself complains of where a house was closed, or has no such table: tests that mean it to."""

NewPage = Callable[..., Page]


def chromium() -> str:
    """The system's Chromium, or a plain word on how to get it."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.fail("The page is tested in Chromium: apt-get install chromium, or say where it is: CHROMIUM=/path")
    return found


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house for all tests."""
    with open_house(tmp_path_factory.mktemp("house") / "house.db", 0) as address:
        yield address


@contextmanager
def open_house(store: Path, port: int) -> Iterator[str]:
    """A house that serves the page, with quick bots: where it is."""
    assert is_built(), "the page in knobel/server/page is not what web/ says: make page"
    command = [sys.executable, "-m", "knobel", "serve"]
    environment = os.environ | QUICK | {"KNOBEL_STORE": str(store), "KNOBEL_PORT": str(port)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser, house: str) -> Iterator[NewPage]:
    """Opens pages, each a browser of its own; afterwards none may have complained."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(known in message.text for known in CHROMIUMS_OWN):
            complaints.append(message.text)

    def open_page(size: tuple[int, int] = (1280, 800), still: bool = True, locale: str = "en-GB", **more: Any) -> Page:
        context = browser.new_context(
            base_url=house,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce" if still else "no-preference",
            locale=locale,
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, to be run inside a page."""
    return (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
