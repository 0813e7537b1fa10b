from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.page.browsing import open_browser, open_house
from tests.page.people import PATIENCE, SHIFTS, SIZED, WITNESS
from tools.browser import find
from tools.page import is_built

NewPage = Callable[..., Page]
FLAT = """if (location.protocol !== 'about:') localStorage['knobel.settings'] ??= '{"flat": true, "speed": "none"}'"""
"""Who wants no motion gets the drawn stage here, and all of it at once: quicker than WebGL without a GPU."""
NOT_INSTALLED = ("Service Worker registration blocked",)
STARTED_AGAIN = ("409 (Conflict)", "/start")
"""Somebody promised words just as the host started: nothing has happened then, and the page starts again."""

expect.set_options(timeout=PATIENCE)  # a busy machine is not a broken page


def pytest_configure(config: pytest.Config) -> None:
    """Without a browser or a page no test here can say anything: one line, and not one for each of them."""
    if config.option.collectonly:
        return
    try:
        find()
    except LookupError as error:
        raise pytest.UsageError(str(error)) from error
    if not is_built():
        raise pytest.UsageError("The page in knobel/server/page is not what web/ says: make page")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house for all tests."""
    with open_house(tmp_path_factory.mktemp("house") / "house.db", 0) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def new_page(browser: Browser, house: str) -> Iterator[NewPage]:
    """Opens pages, each a browser of its own; afterwards none may have complained, but of what a test `expects`.

    The page is not installed there, unless a test asks for it: to keep all its files takes longer than to show it.
    """
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(
        size: tuple[int, int] = (1280, 800),
        still: bool = True,
        locale: str = "en-GB",
        expects: tuple[str, ...] = (),
        **more: Any,
    ) -> Page:
        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and not any(
                known in message.text for known in (*expects, *NOT_INSTALLED)
            ):
                text, place = STARTED_AGAIN
                if not (text in message.text and message.location["url"].endswith(place)):
                    complaints.append(message.text)

        context = browser.new_context(
            base_url=house,
            viewport={"width": size[0], "height": size[1]},
            **{
                "reduced_motion": "reduce" if still else "no-preference",
                "locale": locale,
                "service_workers": "block",
                **more,
            },
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(SHIFTS + WITNESS + SIZED)
        if still:
            context.add_init_script(FLAT)
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
