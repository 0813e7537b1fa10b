"""A hint where moves are too rich for buttons: the best of them become some, each with its bar, and can be tapped."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, sit_down, start

TURNS = {"play": "turns", "turn_seconds": 0, "starter": 1}
"""Nobody else can take the dice that a hint names."""


def test_the_best_words_are_named_with_their_bars_and_a_tap_says_one(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "word-shout", ["Ann"], bots=1, options=TURNS)
    start(page)
    page.get_by_role("button", name="Say that you are ready").click()
    page.get_by_role("button", name="Roll the ten dice").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    words = page.locator("[data-advised]")
    expect(words.first).to_contain_text("%", timeout=PATIENCE)
    expect(page.locator("[data-choice] [data-worth]")).to_have_count(1)  # the pass, beside its own button
    said = words.first.inner_text().split()
    assert said[0] == "Shout"
    words.first.click()
    expect(page.locator("body")).to_contain_text(f": {said[1]}!", timeout=PATIENCE)
