"""Accessibility by axe on every page, no layout shift, no long tasks while idle."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import CDPSession, Page, expect

from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from tests.conftest import Sized
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, play_now, play_on, result, sit_down, start

SIZES = {"phone": (390, 844), "landscape": (844, 390), "desktop": (1440, 900)}
SPAN_MS, MOST_WORK_S = 2000, 0.2
WATCH = """
window.shift = 0;
new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value; })
    .observe({ type: 'layout-shift', buffered: true });
"""


def violations(page: Page, axe: str) -> list[str]:
    """What axe finds wrong, in a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then(result => result.violations)")
    return [f"{each['id']}: {each['help']} ({each['nodes'][0]['html'][:160]})" for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_home_and_the_ways_to_a_table_are_for_everyone(new_page: NewPage, axe: str, size: str, scheme: str) -> None:
    page = new_page(SIZES[size], color_scheme=scheme, bypass_csp=True)
    page.goto("/")
    expect(page.get_by_role("article")).to_have_count(len(all_games()))
    assert violations(page, axe) == []
    fits(page)
    for way in ("friends", "pass", "real"):
        page.goto(f"/new?way={way}")
        expect(page.get_by_role("button", name="Open the table")).to_be_visible()
        assert violations(page, axe) == []
        fits(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_spoken_and_fits_on_a_phone(new_page: NewPage, sized: Sized, language: str) -> None:
    """Every other game in each language, and each game in every other language; all in all in a campaign."""
    page = new_page(SIZES["phone"], locale=language)
    for way in ("friends", "pass", "real"):
        page.goto(f"/new?way={way}")
        expect(page.locator("form")).to_be_visible()
        fits(page)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    offered = page.locator("select").first.locator("option")
    expect(offered).to_have_count(len(LANGUAGES))
    assert {option.get_attribute("value") for option in offered.all()} == set(LANGUAGES)
    games = page.get_by_role("article")
    expect(games).to_have_count(len(all_games()))
    fits(page)
    every = sized("spoken_games", 2, 1)
    for at in range(LANGUAGES.index(language) % every, len(all_games()), every):
        page.goto("/")
        games.nth(at).get_by_role("button").first.click()
        expect(choices(page).first).to_be_visible(timeout=PATIENCE)
        fits(page)


def test_a_language_that_nobody_speaks_here_any_more_leaves_nobody_without_a_page(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script("""localStorage['knobel.settings'] = '{"language": "xx"}'""")
    page.goto("/")
    expect(page.get_by_role("button", name="Play now: Shizzle")).to_be_visible()


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_table_is_for_everyone(new_page: NewPage, axe: str, game: str) -> None:
    page = new_page(SIZES["phone"], color_scheme="dark", bypass_csp=True)
    sit_down(page, game, ["Ann"], bots=1)
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    assert violations(page, axe) == []
    start(page)
    chance = Random(game)
    for _ in range(3):
        play_on(page, chance, moves=2)
        assert violations(page, axe) == []
        fits(page)
    page.get_by_role("button", name="More", exact=True).click()
    for tab in ("Story", "Chat", "Rules"):
        if not page.get_by_role("tab").count():
            page.get_by_role("button", name="Story, chat and rules").click()
        page.get_by_role("tab", name=tab).click()
        assert violations(page, axe) == []


def test_what_comes_afterwards_is_for_everyone(new_page: NewPage, axe: str) -> None:
    page = new_page(bypass_csp=True)
    sit_down(page, "shizzle", ["Ann"], bots=1)
    start(page)
    assert play_on(page, Random(4))
    expect(page.get_by_role("img", name="The course of the game")).to_be_visible(timeout=PATIENCE)
    assert violations(page, axe) == []
    page.get_by_role("button", name="Watch the replay").click()
    assert violations(page, axe) == []
    page.keyboard.press("Escape")
    look_again(page, axe)
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("button", name="Start the game").or_(choices(page).first)).to_be_visible(timeout=PATIENCE)
    assert not result(page).count()


def look_again(page: Page, axe: str) -> None:
    """One tap: the chart, luck and skill, every decision, and moments that lead to their place in the replay."""
    page.get_by_role("button", name="Review the game").click()
    review = page.get_by_role("dialog", name="Review the game")
    expect(review.get_by_role("img", name="Chance to win")).to_be_visible(timeout=PATIENCE)
    expect(review.get_by_role("row", name="Luck")).to_be_visible()
    expect(review.get_by_text("All chances are exact.")).to_be_visible()
    review.get_by_role("checkbox").check()
    assert review.locator("[data-decision]").count() > 1
    assert violations(page, axe) == []
    moments = review.locator("[data-moment]")
    expect(moments).to_have_count(3)
    for moment in moments.all():
        moment.click()
        replay = page.get_by_role("dialog", name="Watch the replay")
        expect(replay.get_by_role("slider")).to_have_value(moment.get_attribute("data-moment") or "")
        page.keyboard.press("Escape")
        expect(replay).to_have_count(0)
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert review.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    page.keyboard.press("Escape")
    expect(review).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_and_nothing_is_busy_while_someone_thinks(new_page: NewPage, size: str) -> None:
    page = new_page(SIZES[size], still=False)
    page.add_init_script(WATCH)
    page.goto("/")
    expect(page.get_by_role("article")).to_have_count(len(all_games()))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shift") < 0.1
    play_now(page, "Shizzle")
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # what other programs take is not counted
    for _ in range(PATIENCE // SPAN_MS):  # the 3D part may still be on its way
        before = worked(session)
        page.wait_for_timeout(SPAN_MS)
        if worked(session) - before < MOST_WORK_S:
            return
    raise AssertionError("the page never comes to rest")


def worked(session: CDPSession) -> float:
    """How many seconds of a processor the page has had so far."""
    measured = session.send("Performance.getMetrics")["metrics"]
    return next(each["value"] for each in measured if each["name"] == "TaskDuration")


def fits(page: Page) -> None:
    """Nothing sticks out to the side."""
    sticking = page.evaluate(
        "() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]"
        ".filter(each => each.getBoundingClientRect().right > innerWidth + 1)"
        ".map(each => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`).slice(-5)"
    )
    assert sticking == []
