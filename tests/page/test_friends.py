"""Friends: a link that works, a seat with one button, who is there, and what is said between them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from knobel.server.reach import here
from tests.page.browsing import open_house
from tests.page.conftest import NewPage
from tests.page.people import (
    MOST_MOVES,
    PATIENCE,
    choices,
    choose,
    expect_calm,
    expect_told,
    felt,
    happening,
    make_some_move,
    play_now,
    sit_down,
    start,
)
from tests.page.positions import turn_with
from tests.page.test_pictures import Shower

PHONE = (390, 844)
NOT_SECURE = ("Cross-Origin-Opener-Policy",)
"""What Chromium remarks about any page that came over plain HTTP."""


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house that is open for the network, as this machine itself sees it."""
    if not here("0.0.0.0"):
        pytest.skip("this machine is in no network")
    with open_house(tmp_path_factory.mktemp("party") / "house.db", 0, KNOBEL_HOST="0.0.0.0") as address:
        yield address


def joined(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down", exact=True).click()
    expect(page.get_by_text("Waiting for the host to start")).to_be_visible()


def test_a_house_for_this_machine_alone_hands_out_no_link_and_says_what_would_help(new_page: NewPage) -> None:
    page = new_page(PHONE)
    sit_down(page, "shizzle", ["Ann"])
    expect(page.get_by_role("note")).to_contain_text("open for this machine alone")
    expect(page.get_by_role("note")).to_contain_text("make party")
    expect(page.get_by_role("img", name="QR code")).to_have_count(0)
    expect(page.get_by_text("127.0.0.1")).to_have_count(0)


def test_an_invitation_works_on_an_address_that_is_not_this_machine_alone(new_page: NewPage, party: str) -> None:
    """The whole way: the link that Ann is shown, opened by Ben without a secure context, and a game between them."""
    ann, ben = new_page(PHONE), new_page(PHONE, expects=NOT_SECURE)
    sit_down(ann, "shizzle", ["Ann"], house=party)
    expect(ann.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = ann.get_by_text("/table/").inner_text()
    assert re.match(r"http://(?!127\.|localhost)", link)
    joined(ben, link, "Ben")
    assert ben.evaluate("isSecureContext") is False
    start(ann)
    expect(felt(ben)).to_be_visible(timeout=PATIENCE)
    chance, before = Random(1), ben.locator("[data-seq]").get_attribute("data-seq")
    for _ in range(MOST_MOVES):  # whoever begins: for the other there is nothing to do
        if ben.locator("[data-seq]").get_attribute("data-seq") != before:
            break
        for page in (ann, ben):
            make_some_move(page, chance)
    expect(ben.locator("[data-seq]")).not_to_have_attribute("data-seq", before or "", timeout=PATIENCE)


def test_the_name_comes_first_and_one_button_sits_down(new_page: NewPage) -> None:
    ann, ben = new_page(), new_page(PHONE)
    table = sit_down(ann, "schocken", ["Ann"])
    ben.goto(f"/table/{table}")
    name, sit = ben.get_by_label("Your name"), ben.get_by_role("button", name="Sit down", exact=True)
    expect(sit).to_have_count(1)
    seats = ben.get_by_role("heading", name="Who sits where")
    tops = [each.bounding_box() for each in (name, sit, seats)]
    assert [box and box["y"] for box in tops] == sorted(box["y"] for box in tops if box)
    name.fill("Ben")
    name.press("Enter")
    expect(ben.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("you")
    expect(sit).to_have_count(0)


class Line:
    """A page's line to the house, which can go dead without anybody closing it."""

    def __init__(self, page: Page) -> None:
        self.dead = False
        page.route_web_socket(re.compile("/play$"), self._open)

    def _open(self, ours: WebSocketRoute) -> None:
        if self.dead:  # it opens, and nothing ever comes
            return
        theirs = ours.connect_to_server()
        ours.on_message(lambda text: None if self.dead else theirs.send(text))
        theirs.on_message(lambda text: None if self.dead else ours.send(text))


@pytest.mark.long
def test_a_line_that_goes_dead_is_seen_on_both_sides_and_so_is_that_it_is_back(new_page: NewPage, house: str) -> None:
    ann, ben = new_page(PHONE), new_page(PHONE)
    line = Line(ben)
    table = sit_down(ann, "shizzle", ["Ann"])
    joined(ben, f"{house}/table/{table}", "Ben")
    start(ann)
    expect(felt(ben)).to_be_visible(timeout=PATIENCE)
    line.dead = True
    expect(ben.get_by_text("The connection is lost")).to_be_visible()
    expect(ann.get_by_text("Ben is not there")).to_be_visible()
    line.dead = False
    expect(ben.get_by_text("The connection is lost")).to_have_count(0, timeout=PATIENCE)
    expect(ann.get_by_text("Ben is not there")).to_have_count(0)
    for page in (ann, ben):
        expect_calm(page)


def test_chat_is_marked_until_it_is_read_and_quick_words_reach_everybody_in_their_own_language(
    new_page: NewPage, house: str
) -> None:
    ann, ben = new_page(PHONE), new_page(PHONE, locale="de-DE")
    table = sit_down(ann, "shizzle", ["Ann"])
    ben.goto(f"/table/{table}")
    ben.get_by_role("button", name="Hinsetzen").click()
    start(ann)
    ben.get_by_role("button", name="Verlauf, Chat").click()
    ben.get_by_role("tab", name="Chat").click()
    ben.get_by_role("button", name="Gut gespielt!").click()
    expect_told(ann, "Well played!")
    ann.get_by_role("button", name="1 new message").click()
    expect(ann.get_by_role("tabpanel")).to_contain_text("Well played!")
    ann.get_by_role("button", name="Close").click()
    expect(ann.get_by_role("button", name="new message")).to_have_count(0)


def test_a_notice_comes_when_it_is_ones_turn_and_the_page_is_out_of_sight(new_page: NewPage) -> None:
    page = new_page(PHONE, permissions=["notifications"])
    page.add_init_script(NOTED)
    play_now(page, "Shizzle")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Notice when it is my turn").check()
    page.get_by_role("button", name="More", exact=True).click()
    page.evaluate("hide()")
    chance = Random(2)
    for _ in range(MOST_MOVES):
        if page.evaluate("noted.length"):
            break
        expect(choices(page).first).to_be_visible(timeout=PATIENCE)
        make_some_move(page, chance)
    assert "Your turn" in page.evaluate("noted[0]")


NOTED = """
window.noted = [];
window.hide = () => Object.defineProperty(document, 'hidden', { get: () => true });
window.Notification = class { constructor(title, { body }) { noted.push(`${title}: ${body}`); }
  static permission = 'granted'; static requestPermission() { return Promise.resolve('granted'); } };
"""
"""A browser without a window shows no notices: what would have been shown is written down instead."""


def test_a_shake_rolls(new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.add_init_script("localStorage.setItem('knobel.settings', JSON.stringify({ shake: true }))")
    sit_down(page, "shizzle", ["Ann"], bots=1)
    start(page)
    roll = page.get_by_role("button", name="Roll the 5 dice")
    choose(page, "Make die 1 the Spark")
    expect(roll).to_be_visible(timeout=PATIENCE)
    with happening(page):
        page.evaluate(SHAKE)


SHAKE = """
() => [20, -20, 20].forEach((x) =>
    dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x, y: 0, z: 0 } })))
"""


def test_what_needs_a_secure_page_says_so_where_it_is_none(new_page: NewPage, party: str) -> None:
    lan = party.replace("127.0.0.1", here("0.0.0.0")[0])
    page = new_page(PHONE, expects=NOT_SECURE)
    sit_down(page, "shizzle", ["Ann"], bots=1, house=lan)
    start(page)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_text("need a page that came over HTTPS")).to_be_visible()
    expect(page.get_by_label("Shake to roll")).to_be_disabled()
    expect(page.get_by_label("Notice when it is my turn")).to_be_disabled()


def test_one_device_that_goes_around_needs_no_curtain_where_nothing_is_secret(new_page: NewPage) -> None:
    page, chance = new_page(PHONE), Random(4)
    sit_down(page, "shizzle", ["Ann", "Ben"])
    start(page)
    seen: set[str] = set()
    for _ in range(MOST_MOVES):
        expect(page.locator(".status.mine")).to_be_visible()
        seen.add(page.locator(".status.mine").inner_text())
        if len(seen) == 2:
            break
        make_some_move(page, chance)
    assert seen == {"Ann, your turn", "Ben, your turn"}
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_cups_that_are_lifted_are_for_everybody_before_the_device_goes_on(new_page: NewPage) -> None:
    page = new_page(PHONE, expects=("404 (Not Found)",))
    page.add_init_script(GOING_AROUND)
    shower, turn = Shower(page), turn_with("schocken", "Stand")
    everybody = [seat for seat, _ in enumerate(turn["before"]["room"]["seats"])]
    (last,), (loser,) = (each["position"]["due"]["must"] for each in (turn["before"], turn["news"]))
    all_here = turn["before"] | {"yours": everybody, "looking": last}
    assert loser != last
    shower.show(all_here)
    dialog, lifted = page.get_by_role("dialog"), page.locator(".marked").filter(has_text="best")
    expect(dialog).to_have_count(0)
    shower.tell(turn["news"])
    expect(dialog).to_be_visible()
    box = dialog.bounding_box()
    assert box
    assert box["height"] < PHONE[1] / 3, "what everybody may see stays in sight"
    expect(lifted).to_be_in_viewport()
    shower.expect_back(all_here | {"looking": loser, "position": turn["news"]["position"]})
    dialog.get_by_role("button").click()
    expect(dialog).to_have_count(0)
    assert shower.asked["looking"] == loser


GOING_AROUND = """
const kept = { table: 'shown', game: '', title: '', tokens: [''], passed: true, on: 0 };
localStorage['knobel.seats'] = JSON.stringify([kept]);
"""
"""Everybody at the table that is shown plays with this device."""


def test_a_refused_throw_of_real_dice_names_the_die_keeps_the_others_and_one_is_changed(new_page: NewPage) -> None:
    page = new_page(PHONE)
    sit_down(page, "word-shout", ["Ann", "Ben"], dice="real")
    start(page)
    for _ in ("Ann", "Ben"):
        choose(page, "Say that you are ready")
    choose(page, "Roll the ten dice")
    entry = page.get_by_role("region", name="What fell?")
    expect(entry).to_be_visible(timeout=PATIENCE)
    dice: list[list[str]] = json.loads(entry.get_attribute("data-dice") or "[]")
    rare = min({face for die in dice for face in die}, key=lambda face: sum(face in die for die in dice))
    for _ in dice:
        entry.locator(f".faces [data-face='{rare}']").click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("cannot show .*: number [0-9]+, "))
    expect(entry.locator(".said button")).to_have_count(len(dice))
    entry.locator(".said button").first.click()
    expect(entry.locator(".said button")).to_have_count(len(dice) - 1)
    expect(entry).to_contain_text(f"Die {len(dice)} of {len(dice)}")
    page.keyboard.press("Backspace")
    expect(entry.locator(".said button")).to_have_count(len(dice) - 2)
