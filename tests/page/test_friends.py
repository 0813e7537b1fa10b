"""Friends: a link that works, a seat with one button, who is there, and what is said between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect

from knobel.server.reach import here
from tests.page.browsing import open_house
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, felt, make_some_move, sit_down, start

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
    moving = ann if choices(ann).count() else ben
    expect(choices(moving).first).to_be_visible(timeout=PATIENCE)
    make_some_move(moving, chance)
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
