"""A learner who does what the lesson on the page asks for, by what they see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.about import about

Json = dict[str, Any]


def teaching(page: Page) -> Locator:
    return page.locator("[data-lesson]")


def parts_of(page: Page, game: str, language: str) -> list[Json]:
    """The lesson as the house tells it."""
    told = page.request.get(f"/api/games/{game}/lesson", headers={"accept-language": language})
    assert told.ok, told.text()
    return told.json()["parts"]


def follow(page: Page, game: str, part: Json) -> None:
    """Does what a part asks for, and nothing where it asks for nothing."""
    if part["asks"] == "next":
        teaching(page).locator("button.first").click()
    elif part["asks"] == "move":
        uncover(page)
        about(game).get("BY_KIND", {}).get(part["wanted"]["type"], _by_label)(page, part)


def uncover(page: Page) -> None:
    """Lifts one's cup, where it is down."""
    covered = page.locator("[data-covered] [data-choice]")
    if covered.count():
        covered.first.click()


def _by_label(page: Page, part: Json) -> None:
    page.locator("[data-choice].first").filter(has_text=part["label"]).click()


def learn(page: Page, game: str, language: str, look: Callable[[int], None] = lambda _: None) -> None:
    """Goes through a whole lesson that is open; every sentence, and the rule that answers each slip, must be seen."""
    parts = parts_of(page, game, language)
    for number, part in enumerate(parts):
        expect(teaching(page)).to_have_attribute("data-lesson", str(number)) if part["asks"] != "nothing" else None
        look(number)
        if number == len(parts) - 1:
            return
        follow(page, game, part)
        if part["refused"]:
            expect(page.locator(".refusal")).to_contain_text(part["refused"]["rule"])
