from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.games.shizzle.on_page import roll_a_die_that_fits
from tests.page.browsing import open_house
from tests.page.conftest import NewPage
from tests.page.people import (
    PATIENCE,
    choices,
    expect_told,
    felt,
    make_some_move,
    play_on,
    sit_down,
    start,
)


def story(page: Page) -> Locator:
    return page.get_by_role("list", name="Story").locator("li p")


def told(page: Page) -> list[str]:
    return story(page).all_inner_texts()


def test_a_page_reloaded_in_mid_game_is_back_in_its_seat_with_the_whole_story(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "shizzle", ["Ann"], bots=1)
    start(page)
    play_on(page, Random(1), moves=3)
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
    before = told(page)
    page.reload()
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
    expect(story(page).nth(len(before) - 1)).to_be_attached()
    assert told(page)[: len(before)] == before  # what was on its way when we reloaded comes after it
    assert len(before) > 3


def test_a_house_that_goes_and_comes_back_is_seen_to_and_nothing_is_lost(new_page: NewPage, tmp_path: Path) -> None:
    store, page = tmp_path / "house.db", new_page(expects=("ERR_CONNECTION_REFUSED",))
    with open_house(store, 0) as house:
        page.context.set_default_timeout(PATIENCE)
        sit_down(page, "shizzle", ["Ann"], bots=1, house=house)
        start(page)
        play_on(page, Random(2), moves=2)
        expect(choices(page).first).to_be_visible(timeout=PATIENCE)
        before, port = told(page), int(house.rsplit(":", 1)[1])
    expect(page.get_by_text("The connection is lost")).to_be_visible(timeout=PATIENCE)
    with open_house(store, port):
        expect_told(page, "Back at the table")
        expect(choices(page).first).to_be_visible(timeout=PATIENCE)
        expect(story(page).nth(len(before) - 1)).to_be_attached()
        assert told(page)[: len(before)] == before
        make_some_move(page, Random(3))
        expect(story(page).nth(len(before))).to_be_visible(timeout=PATIENCE)


def test_two_share_a_device_and_neither_sees_the_others_hand(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "schocken", ["Ann", "Ben"])
    start(page)
    page.get_by_role("button", name="I am Ann").or_(page.get_by_role("button", name="I am Ben")).click()
    page.get_by_role("button", name="Throw all three dice").click()
    hand = page.locator("[data-group^=cup] [data-thing]")
    expect(hand).to_have_count(3, timeout=PATIENCE)
    expect(story(page).filter(has_text="You have")).not_to_have_count(0)
    page.get_by_role("button", name="Stand", exact=True).click()
    curtain = page.get_by_role("dialog")
    expect(curtain).to_contain_text("Hand the device to")
    curtain.get_by_role("button").click()
    expect(choices(page).first).to_be_visible(timeout=PATIENCE)
    expect(story(page).filter(has_text="You have")).to_have_count(0)
    expect(hand).to_have_count(0)


def test_the_other_players_network_log_holds_nothing_of_a_hidden_hand(new_page: NewPage) -> None:
    ann, ben = new_page(), new_page()
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    ben.on("websocket", listen)
    table = sit_down(ann, "schocken", ["Ann"], options={"starter": 1})
    ben.goto(f"/table/{table}")
    ben.get_by_role("button", name="Sit down").first.click()
    start(ann)
    expect(felt(ben)).to_be_visible(timeout=PATIENCE)
    ann.get_by_role("button", name="Throw all three dice").click()
    expect(ann.locator("[data-group^=cup] [data-thing]")).to_have_count(3, timeout=PATIENCE)
    ann.get_by_role("button", name="Stand", exact=True).click()
    expect(choices(ben).first).to_be_visible(timeout=PATIENCE)
    seen = [json.loads(frame) for frame in frames]
    positions = [message["position"] for message in seen if message.get("position")]
    assert any(position["view"]["cups"][0]["throws"] for position in positions)
    assert all(set(position["view"]["cups"][0]["faces"]) == {0} for position in positions)
    assert "Fell" not in [what["move"]["type"] for what in _moves(seen)]


def _moves(seen: list[dict]) -> list[dict]:
    happenings = [each for message in seen for each in (*message.get("happenings", ()), *message.get("missed", ()))]
    return [each["what"] for each in happenings if each["what"]["type"] == "moved"]


def test_an_illegal_try_explains_itself_with_its_rule(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "shizzle", ["Ann"], bots=1, options={"starter": 1}, dice="real")
    start(page)
    roll_a_die_that_fits(page)
    page.get_by_role("button", name="does not fit").first.click()
    alert = page.get_by_role("alert").filter(has_text="Rule SHZ-08")
    expect(alert).to_contain_text("shares neither colour nor number")
    alert.get_by_role("button").click()
    expect(page.get_by_text("This matters now")).to_be_visible()


def test_a_game_can_be_played_with_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    button = page.get_by_role("button", name="Play now: Shizzle")
    expect(button).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Make die 1 the Spark")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("1")
    expect(page.get_by_text("The Spark is")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Roll the 5 dice")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("r")
    expect(page.get_by_text("You roll 5 dice")).not_to_have_count(0, timeout=PATIENCE)
    page.keyboard.press("?")
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")


def test_without_webgl_the_dice_are_flat_and_everything_can_be_played(new_page: NewPage) -> None:
    page = new_page(still=False)
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null; console.error = () => undefined")
    sit_down(page, "shizzle", ["Ann"], bots=1)
    start(page)
    play_on(page, Random(6), moves=3)
    expect(page.locator("[data-drawn] path").first).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "play", "dock"),
    [("de-DE", "Gleich spielen", "Was du tun kannst"), ("es-ES", "Jugar ya", "Lo que puedes hacer")],
)
def test_the_page_speaks_the_lookers_language(new_page: NewPage, locale: str, play: str, dock: str) -> None:
    page = new_page(locale=locale)
    page.goto("/")
    page.get_by_text(play).first.click()
    expect(page.get_by_role("region", name=dock)).to_be_visible(timeout=PATIENCE)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])


def test_a_table_that_is_not_there_says_so(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/table/nobody-opened-it")
    expect(page.get_by_text("There is no table")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="All tables", exact=True).click()
    expect(page.get_by_role("article").first).to_be_visible()
