"""A page that is older or newer than its house: it loads itself anew, once, and keeps its seat."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, felt, sit_down, start

FOREIGN = "please reload the page"


class Renewed:
    """A house that is renewed while a tab is open: the next so many hellos are of a version that it does not speak."""

    def __init__(self, page: Page) -> None:
        self.foreign = 0
        self.loads = 0
        self._socket: WebSocketRoute | None = None
        page.on("load", self._loaded)
        page.route_web_socket("**/play", self._between)

    def renew(self, foreign: int) -> None:
        """The connection is lost, and the house that is there next is another."""
        self.foreign, self.loads = foreign, 0
        assert self._socket
        self._socket.close(code=1012)

    def _loaded(self, _: Page) -> None:
        self.loads += 1

    def _between(self, socket: WebSocketRoute) -> None:
        self._socket, house = socket, socket.connect_to_server()

        def said(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "hello" and self.foreign:
                self.foreign -= 1
                told |= {"protocol": 99, "of_tomorrow": True}
            house.send(json.dumps(told))

        socket.on_message(said)


def test_a_tab_of_another_version_loads_itself_anew_and_keeps_its_seat(new_page: NewPage) -> None:
    page = new_page()
    house = Renewed(page)
    sit_down(page, "shizzle", ["Ann"], bots=1, options={"turns": 10, "starter": 1})
    start(page)
    for _ in range(2):  # once for each time that page and house do not understand each other
        with page.expect_event("load", timeout=PATIENCE):
            house.renew(foreign=1)
        expect(felt(page)).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_role("button", name="Make die 1 the Spark")).to_be_visible(timeout=PATIENCE)
        assert house.loads == 1
    page.get_by_role("button", name="Make die 1 the Spark").click()
    expect(page.get_by_role("button", name="Roll the 5 dice")).to_be_visible(timeout=PATIENCE)


def test_a_tab_that_no_new_page_helps_says_so_and_does_not_load_for_ever(new_page: NewPage) -> None:
    page = new_page()
    house = Renewed(page)
    sit_down(page, "shizzle", ["Ann"], bots=1)
    start(page)
    house.renew(foreign=1000)
    expect(page.get_by_text(FOREIGN)).to_be_visible(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text(FOREIGN)).to_be_visible()
    assert (house.loads, house.foreign) == (1, 998)
