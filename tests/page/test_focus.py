"""Whoever plays by keys, or listens to the page, stays where one plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from knobel.core.registry import all_games
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, happening, result, sit_down, start
from tests.page.positions import recorded
from tests.page.test_pictures import DESK, Shower

MOVES = 4
PLACED = """
() => {
    const { activeElement: now } = document, box = now.getBoundingClientRect(), { outlineStyle, outlineWidth } = getComputedStyle(now);
    return {
        choice: now.matches('[data-choice], input'), first: now.matches('.first, [data-stage] *, input'),
        playing: Boolean(now.closest('.playing')), ring: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth),
        seen: box.top >= 0 && box.bottom <= innerHeight,
    };
}
"""  # noqa: E501


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_game_goes_on_by_enter_alone_once_a_choice_has_the_focus(new_page: NewPage, game: str) -> None:
    page = new_page(DESK)
    sit_down(page, game, ["Ann"], bots=1)
    start(page)
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
    tab_to_a_choice(page)
    for _ in range(MOVES):
        with happening(page):
            page.keyboard.press("Enter")
        expect(choices(page).or_(result(page)).first).to_be_visible(timeout=PATIENCE)
        if result(page).count():
            return
        page.wait_for_function("() => document.activeElement.matches('[data-choice], input')", timeout=PATIENCE)
        now = page.evaluate(PLACED)
        assert now["choice"], now
        assert now["playing"], now
        assert now["ring"] >= 2, now
        assert now["seen"], now
        if page.locator("input:focus").count():
            return  # words are typed: Enter alone says none


def tab_to_a_choice(page: Page) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(PLACED)["choice"]:
            return
    raise AssertionError("no choice is reached by Tab")


def test_focus_waits_beside_the_table_while_others_play_and_comes_back_to_the_natural_choice(new_page: NewPage) -> None:
    page = new_page(DESK, expects=("404 (Not Found)",))
    shower = Shower(page)
    asked = next(
        each for each in recorded("schocken") if any(choice["primary"] for choice in each["position"]["moves"])
    )
    waiting = asked | {"position": asked["position"] | {"moves": [], "guide": ""}}
    shower.show(asked)
    tab_to_a_choice(page)
    shower.show(waiting)
    now = page.evaluate(PLACED)
    assert now["playing"]
    assert not now["choice"]
    shower.show(asked)
    now = page.evaluate(PLACED)
    assert now["choice"]
    assert now["first"], "what stands out, or glows"


def test_focus_that_is_elsewhere_stays_there(new_page: NewPage) -> None:
    page = new_page(DESK, expects=("404 (Not Found)",))
    shower = Shower(page)
    asked = next(each for each in recorded("shizzle") if each["position"]["moves"])
    shower.show(asked | {"position": asked["position"] | {"moves": [], "guide": ""}})
    chat = page.get_by_role("tab", name="Chat")
    chat.focus()
    shower.show(asked)
    expect(chat).to_be_focused()
