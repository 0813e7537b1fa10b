"""The moments that each game is played for."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from playwright.sync_api import Error, Page, expect

from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, make_some_move, roll_until_a_die_fits, sit_down, start

CHIPS = "() => document.querySelector('[data-stage]').proof.shown().some(({ kind }) => kind === 'chip')"


def bout(page: Page) -> None:
    """Both players of this device throw once and stand: the cups go up."""
    for _ in ("Ann", "Ben"):
        page.get_by_role("dialog").get_by_role("button").click(timeout=PATIENCE)
        page.get_by_role("button", name="Throw all three dice", exact=True).click()
        page.get_by_role("button", name="Lift your cup").click()
        page.get_by_role("button", name="Stand", exact=True).click()


def test_until_the_cups_are_up_and_could_be_read_nothing_on_the_page_tells_who_won(new_page: NewPage) -> None:
    page = new_page(still=False, bypass_csp=True)
    sit_down(page, "schocken", ["Ann", "Ben"], options={"starter": 1})
    start(page)
    bout(page)
    expect(page.locator("[data-group^=hand] [data-thing]")).to_have_count(6, timeout=PATIENCE)
    told, story = page.locator(".told"), page.get_by_role("list", name="Story")
    if not page.locator(".marked").count():  # they lie there to be read
        assert "wins the bout" not in told.inner_text() + story.inner_text()
        expect(page.locator("[data-group=middle]")).to_contain_text("11")  # none has been taken yet
    page.wait_for_function(CHIPS, timeout=PATIENCE)
    expect(page.locator(".marked").filter(has_text="best")).to_be_visible()
    expect(story.get_by_text("wins the bout")).not_to_have_count(0)


def test_who_wants_no_motion_waits_for_no_reveal(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "schocken", ["Ann", "Ben"], options={"starter": 1, "single_throw": "first"})
    start(page)
    for _ in ("Ann", "Ben"):
        page.get_by_role("dialog").get_by_role("button").click(timeout=PATIENCE)
        page.get_by_role("button", name="Throw all three dice", exact=True).click()
        page.get_by_role("button", name="Stand", exact=True).click()
    expect(page.locator(".marked").filter(has_text="best")).to_be_visible()
    expect(page.locator(".told")).to_be_visible()
    assert not page.evaluate(CHIPS)


def test_a_die_that_was_laid_is_taken_back_before_the_next_roll(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "shizzle", ["Ann"], bots=1, options={"turns": 10, "starter": 1})
    start(page)
    line = page.locator("[data-group=line] [data-thing]")
    fitting = roll_until_a_die_fits(page)
    expect(line).to_have_count(1)
    fitting.first.click()
    expect(line).to_have_count(2)
    page.get_by_role("button", name="Take it back").click()
    expect(line).to_have_count(1)
    expect(fitting.first).to_be_visible()


def test_a_tower_that_fell_is_shown_once_more_slowly(new_page: NewPage) -> None:
    page, chance = new_page(still=False), Random(2)
    sit_down(page, "stack-attack", ["Ann"], bots=1, options={"target": 20, "dexterity": True})
    start(page)
    again = page.get_by_role("button", name="Once more, slowly")
    for _ in range(200):
        expect(choices(page).or_(again).first).to_be_visible(timeout=PATIENCE)
        if again.count():
            break
        with suppress(Error):  # the die may just have been taken up: then there is nothing to aim
            page.get_by_role("slider", name="Aim").focus(timeout=500)
            for _ in range(12):
                page.keyboard.press("ArrowRight")
        make_some_move(page, chance)
    again.click()
    expect(again).to_have_count(0)
    expect(again).to_be_visible(timeout=PATIENCE)


def test_who_wonders_about_a_bet_is_told_the_odds(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "machz", ["Ann"], bots=1, options={"setter": 1})
    start(page)
    page.get_by_role("button", name="Roll the object set").click()
    page.get_by_role("button", name="Odds?").click(timeout=PATIENCE)
    expect(page.get_by_role("button", name="% for a match")).to_be_visible()
