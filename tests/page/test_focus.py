"""Whoever plays by keys, or listens to the page, stays where one plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from knobel.core.registry import all_games
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, result, sit_down, start, until
from tests.page.positions import recorded
from tests.page.test_pictures import DESK, Shower

PRESSED = 6
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


SEQ = "() => Number(document.querySelector('[data-seq]').dataset.seq)"
ANSWERED = """
([pressed, seq]) => !pressed.isConnected || pressed.ariaPressed === 'true'
    || Number(document.querySelector('[data-seq]').dataset.seq) > seq
"""
READY = """
() => Boolean(document.querySelector('section.over')) || document.activeElement.matches('[data-choice], .playing input')
    || document.activeElement.ariaPressed === 'true'
"""
"""The next choice has the focus; or what was picked keeps it; or the game is over."""


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_game_goes_on_by_enter_alone_once_a_choice_has_the_focus(new_page: NewPage, game: str) -> None:
    page = new_page(DESK)
    sit_down(page, game, ["Ann"], bots=1)
    start(page)
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
    tab_to_a_choice(page)
    began = page.evaluate(SEQ)
    for _ in range(PRESSED):
        pressed = [page.evaluate_handle("document.activeElement"), page.evaluate(SEQ)]
        page.keyboard.press("Enter")  # it makes a move, or picks something for one
        until(page, ANSWERED, pressed)
        until(page, READY)
        if result(page).count() or page.locator("input:focus, [aria-pressed=true]:focus").count():
            break  # it is over; or words are typed, or dice picked, and Enter alone does not go on
        now = page.evaluate(PLACED)
        assert now["playing"], now
        assert now["ring"] >= 2, now
        assert now["seen"], now
    assert page.evaluate(SEQ) > began


def tab_to_a_choice(page: Page) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(PLACED)["choice"]:
            return
    raise AssertionError("no choice is reached by Tab")


def test_focus_waits_beside_the_table_while_others_play_and_comes_back_to_the_natural_choice(new_page: NewPage) -> None:
    page = new_page(DESK, expects=("404 (Not Found)",))
    shower = Shower(page)
    asked = next(each for each in recorded("schocken") if len(each["position"]["moves"]) == 1)
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
