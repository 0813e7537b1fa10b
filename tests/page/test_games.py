from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from knobel.coach.advice import reviews
from knobel.core.registry import all_games
from tests.conftest import Sized
from tests.page.conftest import NewPage
from tests.page.people import (
    MOST_MOVES,
    PATIENCE,
    expect_calm,
    felt,
    make_some_move,
    play_now,
    play_on,
    resize,
    result,
    sit_down,
    start,
)
from tests.page.test_pictures import DESK, PHONE

GAMES = sorted(all_games())
TITLES = sorted(game.title() for game in all_games().values())


REVIEW = "Review the game"
WAYS = ["Play again", "Watch the replay", REVIEW, "Verify the dice", "All tables"]


@pytest.mark.parametrize("title", TITLES)
def test_one_click_leads_into_a_game_against_bots(new_page: NewPage, sized: Sized, title: str) -> None:
    """One in three dimensions and with all its movement; all in a campaign. How each looks so, other tests see."""
    page = new_page((390, 844), still=TITLES.index(title) >= sized("moving_games", 1, len(TITLES)))
    play_now(page, title)
    assert not play_on(page, Random(title), moves=2)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_calmly_against_a_bot_and_its_dice_verified(
    new_page: NewPage, sized: Sized, game: str
) -> None:
    """To its own end; one that lasts very long is ended by its host, but not in a campaign."""
    page = new_page()
    table = sit_down(page, game, ["Ann"], bots=1)
    start(page)
    if play_on(page, Random(game), sized("page_moves", 40, MOST_MOVES)):
        expect(result(page)).to_contain_text("win")
    else:
        assert page.request.post(f"/api/tables/{table}/end").status in (204, 409)  # it may just have been over
        expect(result(page)).to_be_visible()
    expect_calm(page)
    page.keyboard.press("Escape")  # on a phone the story would lie over it
    for size in (DESK, PHONE):
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        ways = result(page).locator(".ways > *")
        expect(ways).to_have_text([way for way in WAYS if way != REVIEW or reviews(all_games()[game])])
        for way in ways.all():
            expect(way).to_be_in_viewport(ratio=1)
            assert way.evaluate("way => way.scrollWidth <= way.clientWidth")
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.get_by_text("rolls follow from the seed")).to_be_visible(timeout=PATIENCE)
    expect(result(page).get_by_role("status")).to_be_in_viewport(ratio=0.99)
    page.get_by_role("button", name="Watch the replay").click()
    replay = page.get_by_role("dialog")
    steps = replay.get_by_role("slider")
    replay.get_by_role("button", name="Play", exact=True).click()  # who wants no motion begins it
    expect(steps).not_to_have_value("0")
    expect(steps).not_to_have_value("1")
    replay.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="To the end").click()
    expect(steps).to_have_value(steps.get_attribute("max") or "")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_calmly_between_two_browsers_and_ends_in_both(
    new_page: NewPage, sized: Sized, game: str
) -> None:
    """The first moves of a game, which the host then ends; to its own end in a campaign."""
    ann, ben = new_page(), new_page((390, 844))
    table = sit_down(ann, game, ["Ann"])
    ben.goto(f"/table/{table}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").first.click()
    start(ann)
    expect(felt(ben)).to_be_visible(timeout=PATIENCE)
    chance = Random(game)
    seen = "() => Number(document.querySelector('[data-seq]').dataset.seq)"
    began, most = ann.evaluate(seen), sized("page_events", 12, 100 * MOST_MOVES)
    for _ in range(10 * most):
        if ann.evaluate(seen) >= began + most or result(ann).count():
            break
        for page in (ann, ben):
            make_some_move(page, chance)
    else:
        pytest.fail(f"they came no further: {[page.locator('body').inner_text() for page in (ann, ben)]}")
    if not result(ann).count():
        assert ann.request.post(f"/api/tables/{table}/end").status in (204, 409)  # it may just have been over
    for page in (ann, ben):
        expect(result(page)).to_be_visible()
        expect_calm(page)
