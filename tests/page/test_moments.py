"""The moments that each game is played for."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any

import pytest
from matplotlib.image import imread
from playwright.sync_api import Locator, Page, expect

from knobel.core.registry import all_games
from tests.games.shizzle.on_page import roll_a_die_that_fits
from tests.page.conftest import NewPage
from tests.page.greatness import NAMES, Great, great, moments_of, played
from tests.page.people import PATIENCE, felt, resize, sit_down, start, stop_the_clock
from tests.page.positions import turn_with
from tests.page.test_pictures import DESK, DRAWN, MEASURED, PHONE, Shower, overlap, shows
from tests.page.test_turns import LOSING_MS

WINDOW = (900, 700)
STEP_MS, MOST_STEPS = 50, 400
TABLE = """
told => {
    const { proof } = document.querySelector('[data-stage]'), shown = proof.shown();
    return {
        told: document.body.textContent.includes(told),
        open: shown.filter(({ kind, up }) => kind === 'die' && up?.face).length,
        chips: shown.some(({ kind }) => kind === 'chip'),
        best: [...document.querySelectorAll('.marked')].some(({ textContent }) => textContent.includes('best')),
        middle: document.querySelector('[data-group=middle]').textContent.trim(),
    };
}
"""
"""Whether a sentence is to be read anywhere, how many dice are, and what lies on a table of Schocken beside them."""


def test_until_the_cups_are_up_and_could_be_read_nothing_on_the_page_tells_who_won(new_page: NewPage) -> None:
    page = new_page(WINDOW, still=False, expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    page.clock.install()
    shower, turn = Shower(page), turn_with("schocken", "Stand")
    won = turn["news"]["happenings"][-1]["words"][-1]
    shower.show(turn["before"])
    stop_the_clock(page)
    samples = [page.evaluate(TABLE, won)]
    shower.tell(turn["news"])
    for _ in range(MOST_STEPS):
        page.clock.run_for(STEP_MS)
        samples.append(page.evaluate(TABLE, won))
        last = samples[-1]
        if last["told"] and last["middle"] != samples[0]["middle"] and not last["chips"]:
            break
    told = [sample["told"] for sample in samples].index(True)
    hidden, after = samples[:told], samples[told:]
    assert sum(sample["open"] == 9 for sample in hidden) * STEP_MS >= LOSING_MS, "they lie there to be read"
    assert {sample["middle"] for sample in hidden} == {samples[0]["middle"]}, "none has been taken yet"
    assert not any(sample["chips"] or sample["best"] for sample in hidden)
    assert any(sample["chips"] for sample in after)
    assert samples[-1]["best"]
    assert samples[-1]["middle"] != samples[0]["middle"]


def test_who_wants_no_motion_waits_for_no_reveal(new_page: NewPage) -> None:
    page = new_page(WINDOW, expects=("404 (Not Found)",))
    page.clock.install()
    shower, turn = Shower(page), turn_with("schocken", "Stand")
    won = turn["news"]["happenings"][-1]["words"][-1]
    shower.show(turn["before"])
    stop_the_clock(page)  # whatever is seen from now on was not waited for
    shower.tell(turn["news"])
    expect(page.locator(".marked").filter(has_text="best")).to_be_visible()
    expect(page.locator(".told")).to_have_text(won)
    assert not page.evaluate(TABLE, won)["chips"]


def test_a_die_that_was_laid_is_taken_back_before_the_next_roll(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "shizzle", ["Ann"], bots=1, options={"starter": 1}, dice="real")
    start(page)
    line = page.locator("[data-group=line] [data-thing]")
    fitting = roll_a_die_that_fits(page)
    expect(line).to_have_count(1)
    fitting.first.click()
    expect(line).to_have_count(2)
    page.get_by_role("button", name="Take it back").click()
    expect(line).to_have_count(1)
    expect(fitting.first).to_be_visible()


def falling_tower() -> Great:
    """A tower of Stack Attack that falls, with its film."""
    game = all_games()["stack-attack"]
    steps = played(game, Random(2), dexterity=True, starter=1)
    return great(game, next(step for step in steps if type(step.move).__name__ == "Fell"), "told.fell")


def test_a_tower_that_fell_is_shown_once_more_slowly(new_page: NewPage) -> None:
    page = new_page(WINDOW, still=False, expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    page.clock.install()
    shower, tower = Shower(page), falling_tower()
    shower.show(tower.welcome)
    stop_the_clock(page)
    again = page.get_by_role("button", name="Once more, slowly")
    shower.tell(tower.news)
    pass_time(page, again)
    again.click()
    expect(again).to_have_count(0)  # as long as it is shown: the clock stands still
    pass_time(page, again)


def pass_time(page: Page, awaited: Locator) -> None:
    """Lets time go on until something is there."""
    for _ in range(MOST_STEPS):
        if awaited.count():
            return
        page.clock.run_for(STEP_MS)
    expect(awaited).to_be_visible()


def test_who_wonders_about_a_bet_is_told_the_odds(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "machz", ["Ann"], bots=1, options={"setter": 1})
    start(page)
    page.get_by_role("button", name="Roll the object set").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-guide]")).to_contain_text("The roll matches", timeout=PATIENCE)
    expect(page.locator(".hint [data-worth]")).to_have_count(3)


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
    page.clock.install()
    shower, wrong = Shower(page), []
    for moment in moments_of(game):  # a banner goes by itself: as long as it is looked at the clock stands still
        for size in (DESK, PHONE):
            resize(page, size)
            shower.show(moment.welcome)
            page.keyboard.press("Escape")
            expect(page.locator("[data-banner]")).to_have_count(0)
            before = page.evaluate(PLACES)
            stop_the_clock(page)
            shower.tell(moment.news)
            banner = page.locator("[data-banner]")
            pass_time(page, banner)
            what = moment.news["happenings"][0]["what"]["moment"]
            expect(banner).to_have_text(what["words"] if what else _winning(moment.news["position"]["places"]))
            told, box = page.evaluate(MEASURED), page.evaluate(BANNER)
            wrong += [f"{moment.key} {size}: covers {name}" for name, die in _dice(told).items() if overlap(box, die)]
            wrong += [] if box["fits"] else [f"{moment.key} {size}: the words do not fit"]
            wrong += [] if page.evaluate(PLACES) == before else [f"{moment.key} {size}: the page has moved"]
            clip = {"x": told["left"], "y": told["top"], "width": told["width"], "height": told["height"]}
            middle = {"x": (box["left"] + box["right"]) / 2, "y": box["bottom"] - 0.01, "size": 0.02}
            picture = imread(BytesIO(page.screenshot(clip=clip)))[..., :3]
            wrong += [] if shows(picture, told, middle, PAPER) else [f"{moment.key} {size}: the banner is not seen"]
            felt(page).click(position={"x": 30, "y": 200})
            expect(banner).to_have_count(0)
            page.clock.resume()
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
