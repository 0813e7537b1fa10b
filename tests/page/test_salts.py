"""Players' own words in the dice, and the check afterwards."""

from __future__ import annotations

import json
from random import Random

from playwright.sync_api import Page, expect

from knobel.core.record import FairDice, read_record
from knobel.core.verify import PromiseCard, broken_card, checked, read_card
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, felt, make_some_move, play_now, play_on, result, sit_down, start
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
    expect(ben.get_by_text("This device has put words in")).to_be_visible()
    assert violations(ann, axe) == []
    ben.reload()
    expect(ben.get_by_text("This device has put words in")).to_be_visible()
    ann.reload()
    expect(ann.get_by_text("Your words are in")).to_be_visible()
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
    expect(ann.get_by_text("fair against everybody, the house too")).to_be_visible()
    expect(ann.get_by_text("Rolls that this page was shown")).to_be_visible()
    assert violations(ann, axe) == []
    with ann.expect_download() as download:
        ann.get_by_role("status").get_by_role("link", name="Save the record").click()
    record = read_record(download.value.path().read_bytes())
    assert isinstance(record.header.dice, FairDice)
    for page in (ann, ben):
        assert broken_card(checked(record)[0], card_of(page)) is None
    opened = record.header.dice.deal.opened
    assert opened[0].text == "blau & ñ “x” 🎲"
    assert len(opened[1].text) == 32
    assert json.loads(ann.request.get(f"/api/tables/{table}/verification").text())["verdict"] == "fair"


def card_of(page: Page) -> PromiseCard:
    """The card of promises that a page saves once the dice were verified."""
    if not page.get_by_role("button", name="Save my card of promises").count():
        page.get_by_role("button", name="Verify the dice").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my card of promises").click()
    return read_card(download.value.path().read_bytes())


def test_nobody_waits_for_somebody_who_is_gone(new_page: NewPage) -> None:
    ann, ben, _ = gathered(new_page)
    ben.close()
    expect(ann.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("away", timeout=PATIENCE)
    start(ann)
    play_on(ann, Random(2), moves=1)


def test_where_a_page_does_not_open_what_it_promised_the_host_fixes_the_dice_anew(new_page: NewPage) -> None:
    ann, ben, _ = gathered(new_page)
    ben.route("**/salts/open", lambda route: route.abort())
    ann.get_by_role("button", name="Start the game").click()
    expect(ann.get_by_text("Waiting for Ben")).to_be_visible()
    ben.unroute("**/salts/open")
    ann.get_by_role("button", name="Fix the dice anew without them").click()
    expect(ben.get_by_text("This device has put words in")).to_be_visible()
    start(ann)
    expect(felt(ben)).to_be_visible(timeout=PATIENCE)


def test_one_click_is_enough_and_a_house_that_swaps_its_promise_is_caught(new_page: NewPage) -> None:
    """Nobody is asked for anything; what the page has kept since before the game is held against the record."""
    page = new_page()
    play_now(page, "Shizzle")
    table = page.url.rsplit("/", 1)[1]
    tokens = page.evaluate("() => JSON.parse(localStorage.getItem('knobel.seats'))[0].tokens")
    ended = page.request.post(f"/api/tables/{table}/end", headers={"Authorization": f"Bearer {','.join(tokens)}"})
    assert ended.ok, ended.text()
    expect(result(page)).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.get_by_text("fair against everybody, the house too")).to_be_visible(timeout=PATIENCE)
    card = card_of(page)
    timeline = checked(read_record(page.request.get(f"/api/tables/{table}/record").body()))[0]
    assert broken_card(timeline, card) is None
    salt = card.deals[-1].salt
    assert salt
    assert len(salt.text) == 32

    held = page.evaluate("() => JSON.parse(localStorage.getItem('knobel.salts'))")
    swapped = [{**one, "house": "0" * 64} for one in held]
    page.evaluate("held => localStorage.setItem('knobel.salts', JSON.stringify(held))", swapped)
    page.reload()
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.get_by_text("do not check out")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("What the house promised to this device")).to_be_visible()
    broken = broken_card(timeline, card_of(page))
    assert broken
    assert broken.key == "error.card-swapped"


def test_real_dice_take_no_words(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "pig", ["Ann"], bots=1, dice="real")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    expect(page.get_by_role("region", name="Your words in the dice")).to_have_count(0)
    start(page)
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
