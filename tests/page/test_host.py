"""What hosts may do, seats that the house plays for, and moving to another device."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.browsing import open_house
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, felt, play_on, sit_down, start
from tests.page.test_for_everyone import fits, violations


def two(new_page: NewPage, game: str = "shizzle", expects: tuple[str, ...] = (), **setup: str) -> tuple[Page, Page]:
    """A host and a friend, in the game."""
    ann, ben = new_page(bypass_csp=True, expects=expects), new_page((390, 844), bypass_csp=True)
    table = sit_down(ann, game, ["Ann"], **setup)
    ben.goto(f"/table/{table}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").first.click()
    expect(ann.get_by_text("Ben", exact=True)).to_be_visible()
    start(ann)
    expect(felt(ben)).to_be_visible(timeout=PATIENCE)
    return ann, ben


def menu(page: Page) -> Locator:
    found = page.get_by_role("region", name="More", exact=True)
    if not found.count():
        page.get_by_role("button", name="More", exact=True).click()
    return found


def place(page: Page, name: str) -> Locator:
    return page.locator(".place").filter(has_text=name)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_the_hosts_menu_is_for_everyone(new_page: NewPage, axe: str, size: tuple[int, int], scheme: str) -> None:
    page = new_page(size, color_scheme=scheme, bypass_csp=True)
    sit_down(page, "shizzle", ["Ann", "Ben"], dice="real")
    start(page)
    menu(page).get_by_role("button", name="Put a throw right").click()
    menu(page).get_by_role("button", name="End the game").click()
    menu(page).get_by_role("button", name="Go on with another device").click()
    expect(menu(page).get_by_text("Whoever opens it plays for you")).to_be_visible()
    assert violations(page, axe) == []
    fits(page)


def test_the_host_pauses_the_game_and_lets_it_go_on(new_page: NewPage) -> None:
    ann, ben = two(new_page)
    expect(menu(ben).get_by_text("You are the host")).to_have_count(0)
    menu(ann).get_by_role("button", name="Pause").click()
    expect(ben.get_by_text("The table is paused").first).to_be_visible()
    menu(ann).get_by_role("button", name="Go on", exact=True).click()
    expect(ben.get_by_text("The table is paused")).to_have_count(0)


def test_the_host_ends_the_game_only_after_being_asked_once_more(new_page: NewPage) -> None:
    ann, ben = two(new_page)
    menu(ann).get_by_role("button", name="End the game").click()
    menu(ann).get_by_role("button", name="Better not").click()
    expect(menu(ann).get_by_role("button", name="End the game")).to_be_focused()
    expect(menu(ann).get_by_role("button", name="Pause")).to_be_visible()
    menu(ann).get_by_role("button", name="End the game").click()
    menu(ann).get_by_role("group", name="End the game").get_by_role("button", name="End the game").click()
    expect(ben.get_by_role("region", name="The game is over")).to_be_visible(timeout=PATIENCE)


def test_who_is_muted_is_told_so_and_may_speak_again(new_page: NewPage) -> None:
    ann, ben = two(new_page)
    menu(ann).get_by_role("button", name="Mute: Ben").click()
    ben.get_by_role("button", name="Story, chat and rules").click()
    ben.get_by_role("tab", name="Chat").click()
    expect(ben.get_by_text("The host has muted you")).to_be_visible()
    expect(ben.get_by_label("Say something")).to_have_count(0)
    menu(ann).get_by_role("button", name="Let speak again: Ben").click()
    ben.get_by_label("Say something").fill("Thank you")
    ben.get_by_role("button", name="Send").click()
    ann.get_by_role("tab", name="Chat").click()
    expect(ann.get_by_role("list", name="Chat").get_by_text("Thank you")).to_be_visible()


def test_the_role_of_host_is_handed_on(new_page: NewPage) -> None:
    ann, ben = two(new_page)
    menu(ann).get_by_role("button", name="Make host: Ben").click()
    expect(menu(ann).get_by_text("You are the host")).to_have_count(0)
    menu(ben).get_by_role("button", name="Pause").click()
    expect(ann.get_by_text("The table is paused").first).to_be_visible()


def test_somebody_sent_away_is_played_for_and_another_takes_the_seat_over(new_page: NewPage) -> None:
    ann, ben = two(new_page)
    menu(ann).get_by_role("button", name="Send away, and free the seat: Ben").click()
    sure = menu(ann).get_by_role("group", name="Send away, and free the seat: Ben")
    sure.get_by_role("button", name="Send away").click()
    expect(ben.get_by_text("You are watching")).to_be_visible(timeout=PATIENCE)
    expect(place(ann, "Ben")).to_contain_text("Bot")
    cy = new_page()
    cy.goto(ann.url)
    cy.get_by_role("button", name="Take over from Ben").click()
    expect(place(cy, "Guest")).to_contain_text("you")
    expect(place(ann, "Guest")).not_to_contain_text("Bot")


def test_whoever_takes_a_hidden_hand_over_is_told_that_they_wait(new_page: NewPage, axe: str) -> None:
    ann, ben = two(new_page, "liars-dice")
    menu(ann).get_by_role("button", name="Pause").click()
    expect(ben.get_by_text("The table is paused").first).to_be_visible(timeout=PATIENCE)
    menu(ann).get_by_role("button", name="Send away, and free the seat: Ben").click()
    sure = menu(ann).get_by_role("group", name="Send away, and free the seat: Ben")
    sure.get_by_role("button", name="Send away").click()
    cy = new_page(bypass_csp=True)
    cy.goto(ann.url)
    cy.get_by_role("button", name="Take over from Ben").click()
    expect(cy.get_by_text("This seat is yours as soon as nothing is hidden there")).to_be_visible(timeout=PATIENCE)
    expect(cy.get_by_text("You are watching")).to_have_count(0)
    expect(cy.get_by_role("button", name="Take over from")).to_have_count(0)
    assert violations(cy, axe) == []


def test_a_seat_that_the_house_plays_for_is_seen_and_taken_back(new_page: NewPage, axe: str) -> None:
    ann, ben = two(new_page)
    menu(ben).get_by_role("button", name="Leave the seat to a bot").click()
    expect(ben.get_by_text("The house plays for you")).to_be_visible()
    assert violations(ben, axe) == []
    expect(place(ann, "Ben")).to_contain_text("away")
    ben.get_by_role("button", name="Take your seat again").click()
    expect(ben.get_by_text("The house plays for you")).to_have_count(0)
    expect(place(ann, "Ben")).not_to_contain_text("away")


def test_a_seat_goes_to_another_device_with_the_hosts_role_and_this_one_only_watches(
    new_page: NewPage, axe: str
) -> None:
    ann, _ = two(new_page, expects=("409 (Conflict)",))  # where its link is opened again
    menu(ann).get_by_role("button", name="Go on with another device").click()
    expect(menu(ann).get_by_text("/table/")).to_have_count(0)
    menu(ann).get_by_role("button", name="Show the link").click()
    expect(menu(ann).get_by_role("note")).to_contain_text("open for this machine alone")  # so no camera is to read it
    assert violations(ann, axe) == []
    link = menu(ann).get_by_text("/table/").inner_text()
    expect(place(ann, "Ann")).to_contain_text("you")
    phone = new_page((390, 844))
    phone.goto(link)
    expect(place(phone, "Ann")).to_contain_text("you", timeout=PATIENCE)
    expect(ann.get_by_text("You are watching")).to_be_visible(timeout=PATIENCE)
    assert "#" not in phone.url
    expect(menu(phone).get_by_text("You are the host")).to_be_visible()
    ann.goto("about:blank")
    ann.goto(link)
    expect(ann.get_by_text("This link was used already")).to_be_visible(timeout=PATIENCE)
    expect(ann.get_by_text("You are watching")).to_be_visible()


def test_the_owner_of_a_seat_sees_its_other_devices_and_ends_them(new_page: NewPage, axe: str) -> None:
    ann, _ = two(new_page)
    thief = new_page()
    thief.goto("/")
    thief.evaluate("seats => localStorage['knobel.seats'] = seats", ann.evaluate("localStorage['knobel.seats']"))
    thief.goto(ann.url)
    expect(place(thief, "Ann")).to_contain_text("you", timeout=PATIENCE)
    others = menu(ann).get_by_role("group", name="Your seat is open on one more device")
    expect(others).to_contain_text("from your own address", timeout=PATIENCE)
    assert violations(ann, axe) == []
    others.get_by_role("button", name="End the others").click()
    expect(thief.get_by_text("You are watching")).to_be_visible(timeout=PATIENCE)
    expect(others).to_have_count(0, timeout=PATIENCE)
    expect(place(ann, "Ann")).to_contain_text("you")
    for page in (ann, thief):
        page.reload()
    expect(place(ann, "Ann")).to_contain_text("you", timeout=PATIENCE)
    expect(thief.get_by_text("You are watching")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("fragment", ["x" * 101, "not a token", "a,b", "%00"], ids=["long", "words", "two", "nothing"])
def test_what_is_no_token_in_a_link_costs_nobody_their_seat(new_page: NewPage, fragment: str) -> None:
    ann, _ = two(new_page)
    link = ann.url
    ann.goto("about:blank")
    ann.goto(f"{link}#{fragment}")
    expect(place(ann, "Ann")).to_contain_text("you", timeout=PATIENCE)
    assert "#" not in ann.url
    ann.reload()
    expect(place(ann, "Ann")).to_contain_text("you", timeout=PATIENCE)


def test_a_seat_that_such_a_link_has_closed_opens_again(new_page: NewPage) -> None:
    ann, _ = two(new_page)
    ann.evaluate(
        "broken => localStorage['knobel.seats'] = JSON.stringify(JSON.parse(localStorage['knobel.seats'])"
        ".map(seat => ({ ...seat, tokens: [...seat.tokens, ...broken] })))",
        ["x" * 101, *map(str, range(20))],
    )
    ann.reload()
    expect(place(ann, "Ann")).to_contain_text("you", timeout=PATIENCE)


def test_the_host_puts_an_earlier_throw_right_and_everybody_sees_it(new_page: NewPage) -> None:
    page, spectator = new_page(bypass_csp=True), new_page()
    table = sit_down(page, "pig", ["Ann"], bots=1, dice="real", options={"target": 100})
    spectator.goto(f"/table/{table}")
    start(page)
    for pips in ("6", "5"):
        page.get_by_role("button", name="Roll").click()
        page.get_by_role("button", name=f"a die showing {pips}").click()
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
    menu(page).get_by_role("button", name="Put a throw right").click()
    menu(page).get_by_role("list").get_by_role("button").nth(1).click()
    menu(page).get_by_role("button", name="a die showing 1").click()
    expect(menu(page).get_by_role("alert")).to_be_visible()
    menu(page).get_by_role("button", name="a die showing 2").click()
    expect(menu(page).get_by_text("Put right. Everybody was told.")).to_be_visible()
    for looker in (page, spectator):
        story = looker.get_by_role("list", name="Story")
        expect(story.get_by_text("A throw was put right")).to_be_visible()


def test_the_line_of_the_story_opens_the_whole_of_it(new_page: NewPage) -> None:
    page = new_page((390, 844))
    sit_down(page, "shizzle", ["Ann"], bots=1)
    start(page)
    play_on(page, Random(1), moves=2)
    expect(page.get_by_role("tab", name="Story")).to_have_count(0)
    page.get_by_role("button", name="Open the whole story").click()
    expect(page.get_by_role("tab", name="Story")).to_have_attribute("aria-selected", "true")


def test_everybody_sees_how_many_look_on(new_page: NewPage, tmp_path: Path) -> None:
    ann, spectator = new_page(), new_page()
    with open_house(tmp_path / "house.db", 0, KNOBEL_PING_S="0.2", KNOBEL_BEAT_S="0.1") as house:
        table = sit_down(ann, "pig", ["Ann"], bots=1, house=house)
        start(ann)
        spectator.goto(f"{house}/table/{table}")
        expect(ann.get_by_text("1 watching")).to_be_visible(timeout=PATIENCE)
        expect(spectator.get_by_text("1 watching")).to_be_visible()
        spectator.close()
        expect(ann.get_by_text("1 watching")).to_have_count(0, timeout=PATIENCE)
        ann.goto("about:blank")
