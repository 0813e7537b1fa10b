"""The moments that each game is played for."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from random import Random
from typing import Any

import pytest
from matplotlib.image import imread
from playwright.sync_api import Error, Page, expect

from knobel.core.registry import all_games
from tests.page.conftest import NewPage
from tests.page.greatness import NAMES, moments_of
from tests.page.people import PATIENCE, choices, felt, make_some_move, roll_until_a_die_fits, sit_down, start
from tests.page.test_pictures import DESK, MEASURED, PHONE, Shower, overlap, shows

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


CALM = """if (location.protocol !== 'about:') localStorage['knobel.settings'] ??= '{"flat": true, "speed": "calm"}'"""
BANNER = """
() => {
    const box = document.querySelector('[data-stage]').getBoundingClientRect();
    const banner = document.querySelector('[data-banner]');
    const { left, top, right, bottom } = banner.getBoundingClientRect();
    return { left: (left - box.left) / box.width, right: (right - box.left) / box.width,
        top: (top - box.top) / box.height, bottom: (bottom - box.top) / box.height,
        fits: banner.scrollWidth <= banner.clientWidth && banner.scrollHeight <= banner.clientHeight };
}
"""
PLACES = """
() => JSON.stringify(['.felt', '.below'].map(each => document.querySelector(each).getBoundingClientRect())
    .map(({ x, y, width }) => [x, y, width]))
"""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_great_moment_has_a_banner_that_moves_nothing_and_covers_no_die(new_page: NewPage, game: str) -> None:
    page = new_page(DESK, still=False, reduced_motion="reduce", expects=("404 (Not Found)",))
    page.context.add_init_script(CALM)  # without movement, but beat by beat
    shower, wrong = Shower(page), []
    for great in moments_of(game):
        for size in (DESK, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            shower.show(great.welcome)
            page.keyboard.press("Escape")
            expect(page.locator("[data-banner]")).to_have_count(0)
            before = page.evaluate(PLACES)
            shower.tell(great.news)
            banner = page.locator("[data-banner]")
            expect(banner).to_be_visible(timeout=PATIENCE)
            what = great.news["happenings"][0]["what"]["moment"]
            expect(banner).to_have_text(what["words"] if what else _winning(great.news["position"]["places"]))
            told, box = page.evaluate(MEASURED), page.evaluate(BANNER)
            wrong += [f"{great.key} {size}: covers {name}" for name, die in _dice(told).items() if overlap(box, die)]
            wrong += [] if box["fits"] else [f"{great.key} {size}: the words do not fit"]
            wrong += [] if page.evaluate(PLACES) == before else [f"{great.key} {size}: the page has moved"]
            clip = {"x": told["left"], "y": told["top"], "width": told["width"], "height": told["height"]}
            middle = {"x": (box["left"] + box["right"]) / 2, "y": box["bottom"] - 0.01, "size": 0.02}
            picture = imread(BytesIO(page.screenshot(clip=clip)))[..., :3]
            wrong += [] if shows(picture, told, middle, PAPER) else [f"{great.key} {size}: the banner is not seen"]
            felt(page).click(position={"x": 30, "y": 200})
            expect(banner).to_have_count(0)
    assert not wrong, "\n".join(wrong)


PAPER = (0xF8 / 255, 0xE8 / 255, 0xC4 / 255)


def _dice(told: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Where the dice are seen that can be read, without their shadows; nothing that only waits."""
    read = {target["id"] for target in told["targets"]}
    aspect = told["width"] / told["height"]
    return {
        die["id"]: {
            "left": die["x"] - die["size"] / 2,
            "right": die["x"] + die["size"] / 2,
            "top": die["y"] - die["size"] * aspect * 0.64,
            "bottom": die["y"] + die["size"] * aspect * 0.64,
        }
        for die in told["things"]
        if die["kind"] == "die" and die["id"] in read
    }


def _winning(places: list[int]) -> str:
    winners = [name for name, place in zip(NAMES, places, strict=True) if place == 1]
    return f"{winners[0]} wins!" if len(winners) == 1 else f"{' and '.join(winners)} share the win!"
