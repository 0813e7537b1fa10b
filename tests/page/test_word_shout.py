"""Word Shout for newcomers: letters are tapped, dice and line stay in sight, and all play at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from knobel.core.words import LANGUAGES
from tests.page.conftest import NewPage
from tests.page.lessons import follow, parts_of, teaching
from tests.page.people import sit_down

PHONE, SEEN = (390, 844), 450
KEYBOARD = f"""
() => {{
    const seen = window.visualViewport;
    Object.defineProperty(seen, 'height', {{ get: () => {SEEN}, configurable: true }});
    Object.defineProperty(seen, 'offsetTop', {{ get: () => 0, configurable: true }});
    seen.dispatchEvent(new Event('resize'));
}}
"""
"""What a page hears when a keyboard comes up over its lower part."""
SEARCHING = 3
"""The part of the lesson at which the letters lie there."""


def searching(page: Page, language: str = "en") -> None:
    """A table of Word Shout at which the letters AEOSTNHGMR lie, and nobody is in a hurry."""
    page.goto("/learn/word-shout")
    for part in parts_of(page, "word-shout", language)[: SEARCHING + 1]:
        follow(page, "word-shout", part)
    expect(page.locator("[data-shouting] input")).to_be_visible()


def letter(page: Page, sign: str):
    return page.get_by_role("button", name=f"Letter {sign}")


@pytest.mark.parametrize("touch", [False, True])
def test_letters_are_tapped_into_the_word_and_taken_back(new_page: NewPage, touch: bool) -> None:
    page = new_page(size=PHONE if touch else (1280, 800), has_touch=touch, is_mobile=touch)
    searching(page)
    line = page.locator("[data-shouting] input")
    for sign in "STONE":
        letter(page, sign).click()
    expect(line).to_have_value("stone")
    expect(letter(page, "O")).to_have_attribute("aria-pressed", "true")
    letter(page, "O").click()
    expect(line).to_have_value("stne")
    expect(letter(page, "O")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Clear").click()
    expect(line).to_have_value("")
    if touch:
        expect(line).not_to_be_focused()
    else:
        line.press_sequentially("ham")
        expect(letter(page, "H")).to_have_attribute("aria-pressed", "true")


def test_tapped_letters_are_shouted(new_page: NewPage) -> None:
    page = new_page(size=PHONE, has_touch=True, is_mobile=True)
    searching(page)
    follow(page, "word-shout", parts_of(page, "word-shout", "en")[SEARCHING + 1])  # the slip
    expect(page.locator(".refusal")).to_contain_text("WSH-R3")
    for sign in "MONSTER":
        letter(page, sign).click()
    page.get_by_role("button", name="Say it").click()
    expect(teaching(page)).to_contain_text("Seven dice are yours")


def test_dice_and_line_are_in_sight_above_a_keyboard(new_page: NewPage) -> None:
    page = new_page(size=PHONE)
    searching(page)
    page.evaluate(KEYBOARD)
    line = page.locator("[data-shouting]")
    expect(line).to_have_css("position", "fixed")
    box = line.bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= SEEN + 1
    dice = page.locator('[data-group="table"] [data-thing]')
    expect(dice).to_have_count(10)
    for die in dice.all():
        lies = die.bounding_box()
        assert lies
        assert lies["y"] >= 0
        assert lies["y"] + lies["height"] <= box["y"] + 1


@pytest.mark.parametrize(
    ("language", "words"),
    zip(LANGUAGES, ("Everybody at once!", "Alle zugleich!", "¡Todos a la vez!", "Tous à la fois !"), strict=True),
)
def test_nobody_is_told_that_it_is_their_turn_where_all_play_at_once(
    new_page: NewPage, language: str, words: str
) -> None:
    page = new_page(locale=language)
    table = sit_down(page, "word-shout", ["Ann"], options={"starter": 1})
    assert new_page().request.post(f"/api/tables/{table}/seats", data={"name": "Bo"}).ok  # at a device of their own
    assert page.request.post(f"/api/tables/{table}/start").ok
    expect(page.locator(".status")).to_have_text(words)
