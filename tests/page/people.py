"""What people do on the page, by what they see."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Locator, Page, expect

MOST_MOVES = 2000


def play_now(page: Page, game: str) -> None:
    """One click on the home page."""
    page.goto("/")
    page.get_by_role("button", name=f"Play {game} now against bots").click()
    expect(page.get_by_role("region", name="The middle of the table")).to_be_visible(timeout=30_000)


def choices(page: Page) -> Locator:
    """What can be done now, on the felt or in the dock."""
    return page.locator("[data-choice]:enabled")


def result(page: Page) -> Locator:
    return page.get_by_role("region", name="The game is over")


def play_on(page: Page, chance: Random, moves: int = MOST_MOVES) -> bool:
    """Makes some move whenever there is one, so many times; whether the game is over."""
    for _ in range(moves):
        expect(choices(page).or_(result(page)).first).to_be_visible(timeout=30_000)
        if result(page).count():
            return True
        make_some_move(page, chance)
    return False


def make_some_move(page: Page, chance: Random) -> None:
    """Clicks one of the choices. The table may move on meanwhile: then there will be others."""
    found = choices(page)
    chosen = found.nth(chance.randrange(max(1, found.count())))
    told = page.locator("[data-seq]").get_attribute("data-seq")
    try:
        chosen.click(timeout=1000)
    except Exception:  # noqa: BLE001 - it was taken away while we reached for it
        return
    expect(page.locator("[data-seq]")).not_to_have_attribute("data-seq", told or "")
