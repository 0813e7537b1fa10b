"""Players' own words in the dice, and the check afterwards."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from knobel.core.record import FairDice, read_record
from knobel.core.verify import PromiseCard, broken_card, checked, read_card
from tests.page.conftest import NewPage
from tests.page.people import (
    PATIENCE,
    choices,
    felt,
    letters_come,
    make_some_move,
    play_now,
    play_on,
    result,
    sit_down,
    start,
    until,
)
from tests.page.test_for_everyone import violations


def gathered(new_page: NewPage, game: str = "pig", expects: tuple[str, ...] = ()) -> tuple[Page, Page, str]:
    """A host and a friend at a table that has not begun."""
    ann, ben = new_page(bypass_csp=True), new_page((390, 844), expects=expects)
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
    expect(ann.get_by_text("words in these dice: 2")).to_be_visible()
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


PLACES = """
() => {
    const paper = document.querySelector('.seed').closest('section');
    const { top, height } = paper.getBoundingClientRect(), all = [...paper.querySelectorAll('button, input, .seed')];
    return [height, ...all.map(each => each.getBoundingClientRect().top - top)];
}
"""
"""Where everything lies on the paper about words in the dice."""


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES", "fr-FR"])
def test_nothing_jumps_when_words_go_in(new_page: NewPage, size: tuple[int, int], locale: str) -> None:
    page = new_page(size, locale=locale)
    held = held_back(page)
    table = sit_down(page, "shizzle", ["Ann"])
    until_there(page, held)
    expect(page.locator(".seed")).to_be_visible()
    letters_come(page)
    before = page.evaluate(PLACES)
    held.pop().continue_()
    expect(page.locator(".fine")).not_to_be_empty()
    ben = {"name": "Benjamin", "promise": "0" * 64}
    assert new_page().request.post(f"/api/tables/{table}/seats", data=ben).ok  # at a device of their own
    expect(page.locator(".others")).to_contain_text("Benjamin")
    assert len(before) == 5
    assert page.evaluate(PLACES) == before


def test_who_starts_at_once_has_words_in_the_dice_and_words_that_come_too_late_are_no_fault(new_page: NewPage) -> None:
    """Pages put theirs in by themselves, and cannot know that somebody has just started."""
    ann, ben = new_page(), new_page()
    held, late = held_back(ann), held_back(ben)
    table = sit_down(ann, "shizzle", ["Ann"])
    token = ben.request.post(f"/api/tables/{table}/seats", data={"name": "Ben"}).json()["token"]
    kept = [{"table": table, "game": "shizzle", "title": "Shizzle", "tokens": [token], "passed": False, "on": 0}]
    ben.goto("/healthz")
    ben.evaluate("kept => localStorage.setItem('knobel.seats', JSON.stringify(kept))", kept)
    ben.goto(f"/table/{table}")
    until_there(ann, held)
    until_there(ben, late)
    ann.get_by_role("button", name="Start the game").click()
    held.pop().continue_()
    for page in (ann, ben):
        expect(felt(page)).to_be_visible(timeout=PATIENCE)
    late.pop().continue_()
    until(ben, "() => localStorage['knobel.salts'] === '[]'")
    assert ann.request.get(f"/api/tables/{table}").json()["room"]["deal"]["opened"] == [0]


def held_back(page: Page) -> list[Route]:
    """The words that a page promises, on their way until somebody lets them go on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/salts", hold)
    return held


def until_there(page: Page, held: list[Route]) -> None:
    for _ in range(PATIENCE // 50):
        if held:
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing was promised")


def test_nobody_waits_for_somebody_who_is_gone(new_page: NewPage) -> None:
    ann, ben, _ = gathered(new_page)
    ben.close()
    expect(ann.locator(".room li").filter(has_text="Ben")).to_contain_text("away", timeout=PATIENCE)
    start(ann)
    play_on(ann, Random(2), moves=1)


def test_where_a_page_does_not_open_what_it_promised_the_host_fixes_the_dice_anew(new_page: NewPage) -> None:
    ann, ben, _ = gathered(new_page, expects=("ERR_FAILED",))
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
