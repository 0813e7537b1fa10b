"""The page as something one installs: its manifest and icons, and what it does where the house does not answer."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import open_house
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, play_now, until
from tests.page.test_for_everyone import violations

INSTALLED: dict[str, Any] = {"service_workers": "allow"}
NO_HOUSE = ("ERR_CONNECTION_REFUSED",)
"""What a browser complains of where nobody listens."""
CONTROLLED = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
KEPT = """
caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(kept => kept.keys()))))
    .then(lists => lists.flat().map(request => new URL(request.url).pathname))
"""


def visit(page: Page, address: str) -> None:
    """Comes to the page, until it can open without the house."""
    page.goto(address)
    until(page, CONTROLLED)


def test_the_manifest_is_complete_and_its_icons_are_as_large_as_it_says(new_page: NewPage, house: str) -> None:
    page = new_page()
    page.goto("/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = json.loads(page.request.get(f"{house}{link}").text())
    assert {"name", "short_name", "id", "start_url", "scope", "display", "background_color", "theme_color"} <= set(
        manifest
    )
    drawn = [(icon["purpose"], icon["sizes"]) for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert sorted(drawn) == [(purpose, size) for purpose in ("any", "maskable") for size in ("192x192", "512x512")]
    for icon in manifest["icons"]:
        answer = page.request.get(f"{house}{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert struct.unpack(">II", answer.body()[16:24]) == tuple(map(int, icon["sizes"].split("x")))
    assert page.request.get(f"{house}{manifest['start_url']}").ok


def test_the_page_opens_where_the_house_does_not_answer_and_says_so(
    new_page: NewPage, axe: str, tmp_path: Path
) -> None:
    page = new_page((390, 844), bypass_csp=True, expects=NO_HOUSE, **INSTALLED)
    with open_house(tmp_path / "house.db", 0) as house:
        visit(page, house)
    page.goto(house)
    expect(page.get_by_role("alert")).to_contain_text("The house cannot be reached")
    expect(page.get_by_role("alert")).to_contain_text("nothing is lost")
    assert violations(page, axe) == []
    with open_house(tmp_path / "house.db", int(house.rsplit(":", 1)[1])):
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("article").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize(("locale", "words"), [("de-DE", "nicht zu erreichen"), ("es-ES", "No se puede llegar")])
def test_it_says_so_in_the_lookers_language(new_page: NewPage, tmp_path: Path, locale: str, words: str) -> None:
    page = new_page(locale=locale, expects=NO_HOUSE, **INSTALLED)
    with open_house(tmp_path / "house.db", 0) as house:
        visit(page, house)
    page.goto(house)
    expect(page.get_by_role("alert")).to_contain_text(words)


def test_a_table_opens_without_the_house_and_goes_on_once_it_is_back(new_page: NewPage, tmp_path: Path) -> None:
    page, store = new_page(expects=NO_HOUSE, **INSTALLED), tmp_path / "house.db"
    with open_house(store, 0) as house:
        page.goto(house)
        page.get_by_role("button", name="Play now: Shizzle").click()
        expect(choices(page).first).to_be_visible(timeout=PATIENCE)
        until(page, CONTROLLED)
    page.reload()
    expect(page.get_by_text("The connection is lost")).to_be_visible(timeout=PATIENCE)
    with open_house(store, int(house.rsplit(":", 1)[1])):
        expect(choices(page).first).to_be_visible(timeout=PATIENCE)


def test_nothing_that_the_house_says_is_kept(new_page: NewPage) -> None:
    page = new_page(**INSTALLED)
    visit(page, "/")
    play_now(page, "Shizzle")
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert [path for path in kept if path != "/" and not path.startswith(("/assets/", "/icon", "/manifest"))] == []
