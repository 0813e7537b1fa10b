"""A learner who does what the lesson on the page asks for, by what they see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

Json = dict[str, Any]


def teaching(page: Page) -> Locator:
    return page.locator("[data-lesson]")


def parts_of(page: Page, game: str, language: str) -> list[Json]:
    """The lesson as the house tells it."""
    told = page.request.get(f"/api/games/{game}/lesson", headers={"accept-language": language})
    assert told.ok, told.text()
    return told.json()["parts"]


def follow(page: Page, part: Json) -> None:
    """Does what a part asks for, and nothing where it asks for nothing."""
    if part["asks"] == "next":
        teaching(page).locator("button.first").click()
    elif part["asks"] == "move":
        uncover(page)
        BY_KIND.get(part["wanted"]["type"], _by_label)(page, part)


def uncover(page: Page) -> None:
    """Lifts one's cup, where it is down."""
    covered = page.locator("[data-covered] [data-choice]")
    if covered.count():
        covered.first.click()


def _by_label(page: Page, part: Json) -> None:
    page.locator("[data-choice].first").filter(has_text=part["label"]).click()


def _lay(page: Page, part: Json) -> None:
    page.locator(f'[data-thing="die.{part["wanted"]["die"]}"]').click()


def _throw(page: Page, part: Json) -> None:
    dice = part["wanted"]["dice"]
    if len(dice) < 3:
        for _ in dice:
            page.locator(".group [data-choice].fits").first.click()
    page.locator("[data-choice].first").click()


def _bet(page: Page, part: Json) -> None:
    page.get_by_role("button", name=part["label"]).click()


def _place(page: Page, _part: Json) -> None:
    choice = page.locator("button.first[data-choice]")
    if not choice.count():
        page.locator("[data-choice].fits").first.click()
    choice.click()


def _shout(page: Page, part: Json) -> None:
    line = page.locator("[data-shouting] input")
    line.fill(part["wanted"]["word"].lower())
    line.press("Enter")


def _strike(page: Page, part: Json) -> None:
    page.locator(f'[data-thing="tray.{part["wanted"]["die"]}"]').click()


BY_KIND: dict[str, Callable[[Page, Json], None]] = {
    "Strike": _strike,
    "Lay": _lay,
    "Throw": _throw,
    "Bet": _bet,
    "Place": _place,
    "Shout": _shout,
}
"""How moves are made that are no button with their own words on it."""


def learn(page: Page, game: str, language: str, look: Callable[[int], None] = lambda _: None) -> None:
    """Goes through a whole lesson that is open; every sentence, and the rule that answers each slip, must be seen."""
    parts = parts_of(page, game, language)
    for number, part in enumerate(parts):
        expect(teaching(page)).to_have_attribute("data-lesson", str(number)) if part["asks"] != "nothing" else None
        look(number)
        if number == len(parts) - 1:
            return
        follow(page, part)
        if part["refused"]:
            expect(page.locator(".refusal")).to_contain_text(part["refused"]["rule"])
