"""Players' own words in the dice, and the check afterwards."""

from __future__ import annotations

import json
from random import Random

from playwright.sync_api import Page, expect

from knobel.core.record import FairDice, read_record
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, felt, make_some_move, play_on, result, sit_down, start
from tests.page.test_for_everyone import violations


def gathered(new_page: NewPage, game: str = "pig") -> tuple[Page, Page, str]:
    """A host and a friend at a table that has not begun."""
    ann, ben = new_page(bypass_csp=True), new_page((390, 844))
    table = sit_down(ann, game, ["Ann"])
    ben.goto(f"/table/{table}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").first.click()
    expect(ben.get_by_role("button", name="Put them in")).to_be_visible()
    return ann, ben, table


def put_in(page: Page, words: str) -> None:
    page.get_by_label("Words of your own").fill(words)
    page.get_by_role("button", name="Put them in").click()
    expect(page.get_by_text("Your words are in")).to_be_visible()


def test_everybodys_words_go_into_the_dice_and_the_check_says_so(new_page: NewPage, axe: str) -> None:
    ann, ben, table = gathered(new_page)
    put_in(ann, "blau & ñ “x” 🎲")
    expect(ben.get_by_text("Words from Ann are in")).to_be_visible()
    put_in(ben, "")
    assert violations(ann, axe) == []
    ben.reload()
    expect(ben.get_by_text("Your words are in")).to_be_visible()
    start(ann)
    expect(felt(ben)).to_be_visible(timeout=PATIENCE)
    chance = Random(1)
    while not result(ann).count():
        for page in (ann, ben):
            make_some_move(page, chance)
    expect(result(ann)).to_be_visible(timeout=PATIENCE)
    ann.get_by_role("button", name="Verify the dice").click()
    expect(ann.get_by_text("rolls follow from the seed")).to_be_visible(timeout=PATIENCE)
    expect(ann.get_by_text("own words went into these dice: 2")).to_be_visible()
    assert violations(ann, axe) == []
    with ann.expect_download() as download:
        ann.get_by_role("status").get_by_role("link", name="Save the record").click()
    record = read_record(download.value.path().read_bytes())
    assert isinstance(record.header.dice, FairDice)
    opened = record.header.dice.deal.opened
    assert opened[0].text == "blau & ñ “x” 🎲"
    assert len(opened[1].text) == 32
    assert json.loads(ann.request.get(f"/api/tables/{table}/verification").text())["verdict"] == "fair"


def test_where_somebody_is_gone_the_host_fixes_the_dice_anew(new_page: NewPage) -> None:
    ann, ben, _ = gathered(new_page)
    put_in(ben, "by the door")
    ben.close()
    ann.get_by_role("button", name="Start the game").click()
    expect(ann.get_by_text("Waiting for Ben")).to_be_visible()
    ann.get_by_role("button", name="Fix the dice anew without them").click()
    expect(ann.get_by_role("button", name="Put them in")).to_be_visible()
    start(ann)
    play_on(ann, Random(2), moves=1)


def test_real_dice_take_no_words(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "pig", ["Ann"], bots=1, dice="real")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    expect(page.get_by_role("region", name="Your words in the dice")).to_have_count(0)
    start(page)
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
