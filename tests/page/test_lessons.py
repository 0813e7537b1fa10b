"""Whoever knows nothing learns a game in a minute, on the ordinary table: every step is clicked through."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from knobel.core.lesson import read_lesson
from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from tests.conftest import Sized
from tests.page.conftest import NewPage
from tests.page.lessons import follow, learn, parts_of, teaching
from tests.page.people import felt, sit_down, start

TAUGHT = [name for name, game in all_games().items() if read_lesson(game)]
EVERYWHERE = "shizzle"
"""The game whose lesson is tried in every language every day, and that is played to its end with real dice.

All are in a campaign."""


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_clicked_through(new_page: NewPage, sized: Sized, game: str) -> None:
    for language in LANGUAGES[: sized("languages", len(LANGUAGES) if game == EVERYWHERE else 1, len(LANGUAGES))]:
        page = new_page(locale=language)
        page.goto("/")
        page.locator(f'a[href="/learn/{game}"]').click()
        expect(page.locator("section.felt")).to_be_visible()
        learn(page, game, language)
        expect(teaching(page).get_by_role("link")).to_have_attribute("href", "/")


def test_the_end_of_a_lesson_leads_into_a_game_or_begins_anew(new_page: NewPage) -> None:
    page = new_page(size=(390, 844))
    page.goto("/learn/machz")
    learn(page, "machz", "en")
    page.get_by_role("button", name="Once more").click()
    expect(teaching(page)).to_have_attribute("data-lesson", "0")
    learn(page, "machz", "en")
    teaching(page).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(felt(page)).to_be_visible()


def test_what_the_lesson_does_not_ask_for_is_answered_kindly_and_changes_nothing(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/shizzle")
    parts = parts_of(page, "shizzle", "en")
    for part in parts[:6]:
        follow(page, "shizzle", part)
    expect(teaching(page)).to_have_attribute("data-lesson", "6")
    page.get_by_role("button", name="Stop and take 3 points").click()
    expect(page.locator(".refusal")).to_have_text("Not yet. In this lesson, first: Roll the 3 dice left over")
    expect(teaching(page)).to_have_attribute("data-lesson", "6")
    follow(page, "shizzle", parts[6])
    expect(teaching(page)).to_have_attribute("data-lesson", "7")


def test_one_thing_stands_out_at_each_step_and_can_be_seen_without_scrolling(new_page: NewPage) -> None:
    page = new_page(size=(390, 844))
    page.goto("/learn/shizzle")

    def look(number: int) -> None:
        asked = page.locator("[data-choice].first, .fits, [data-lesson] button.first")
        expect(asked).to_have_count(1)
        expect(asked).to_be_in_viewport(ratio=0.9)

    learn(page, "shizzle", "en", look)


def test_what_is_taught_stands_beneath_the_middle_of_the_table(new_page: NewPage) -> None:
    page = new_page(size=(1440, 900))
    page.goto("/learn/shizzle")
    said, table = teaching(page).bounding_box(), felt(page).bounding_box()
    assert said
    assert table
    assert abs(said["x"] + said["width"] / 2 - table["x"] - table["width"] / 2) < 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_that_is_not_there_says_so(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language, expects=("404",))
    page.goto("/learn/pig")
    expect(page.get_by_role("main")).to_contain_text("Pig")


def test_the_rules_card_is_one_tap_away_and_by_the_tables_own_rules(new_page: NewPage) -> None:
    page = new_page(size=(390, 844))
    sit_down(page, "schocken", ["Ann"], bots=1, options={"discs": 15})
    start(page)
    page.get_by_role("button", name="Rules").first.click()
    card = page.locator("[data-card]")
    expect(card).to_contain_text("15 discs")
    last = card.get_by_role("row").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
