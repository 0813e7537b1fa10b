from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from knobel.core.registry import all_games
from tests.page.conftest import NewPage
from tests.page.people import play_now, play_on, result

TITLES = [game.title() for game in all_games().values()]


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_is_played_against_a_bot(new_page: NewPage, title: str) -> None:
    page = new_page()
    play_now(page, title)
    assert play_on(page, Random(title))
    expect(result(page)).to_contain_text("win")
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.get_by_text("rolls follow from the seed")).to_be_visible()
