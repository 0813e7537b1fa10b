"""Takes the pictures of the page: every page, and every game's best moment, as they are when people play."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Literal

from playwright.sync_api import Browser, Page, Route, expect

from knobel.core.registry import all_games
from tests.page.browsing import open_browser, open_house
from tests.page.people import make_some_move, play_on, result, sit_down, start

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PHONE, DESK = (390, 844), (1440, 900)
MOST_MOVES = 400
SETTLING_MS = 2500
"""Long enough for dice to come to rest, films to end and fonts to be there."""

Moment = Callable[[Page], bool]


def count(selector: str, least: int = 1) -> Moment:
    """A moment at which so many of these can be seen."""
    return lambda page: page.locator(selector).count() >= least


MOMENTS: dict[str, Moment] = {
    "shizzle": lambda page: count("ol .end")(page) and count("ol [data-stage-die]", 3)(page),
    "schocken": count("li.best"),
    "machz": lambda page: count(".card.match")(page) and count(".pair.matched", 3)(page),
    "stack-attack": lambda page: count(".pad")(page) and count("figcaption:text-matches(': [5-9]')")(page),
    "word-shout": lambda page: count(".taken li")(page) and count(".letters [data-stage-die]", 4)(page),
}


def new_page(browser: Browser, house: str, size: tuple[int, int], scheme: Literal["light", "dark"]) -> Page:
    """A visitor with a screen of that size."""
    context = browser.new_context(
        base_url=house, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-GB"
    )
    context.route("**/api/games", _only_our_games)
    return context.new_page()


def _only_our_games(route: Route) -> None:
    """Games of other packages that happen to be installed here are not in our pictures."""
    answer = route.fetch()
    ours = [game for game in answer.json() if all_games()[game["name"]].rulebook.__module__.startswith("knobel.")]
    route.fulfill(response=answer, json=ours)


def take(page: Page, name: str) -> None:
    """Takes a picture once everything lies still."""
    page.wait_for_timeout(SETTLING_MS)
    page.screenshot(path=PICTURES / f"page-{name}.jpg", type="jpeg", quality=84)
    print(f"docs/pictures/page-{name}.jpg", flush=True)


def take_home(browser: Browser, house: str) -> None:
    """The tables one can sit down at, a new table, and the place where friends meet."""
    for name, size, scheme in (("home", DESK, "light"), ("home-phone", PHONE, "dark")):
        page = new_page(browser, house, size, scheme)
        page.goto("/")
        expect(page.get_by_role("article").first).to_be_visible()
        take(page, name)
    page = new_page(browser, house, PHONE, "light")
    sit_down(page, "shizzle", ["Ann"])
    take(page, "friends-phone")


def take_moment(browser: Browser, house: str, game: str, moment: Moment) -> None:
    """A game's best moment, on a desk by day and on a phone by night."""
    for suffix, size, scheme in (("", DESK, "light"), ("-phone", PHONE, "dark")):
        page = new_page(browser, house, size, scheme)
        options = {"dexterity": True, "target": 20} if game == "stack-attack" else {}
        sit_down(page, game, ["Ann"], bots=1, options=options)
        start(page)
        chance = Random(game + suffix)
        for _ in range(MOST_MOVES):
            if moment(page) or result(page).count():
                break
            make_some_move(page, chance)
            page.wait_for_timeout(250)
        take(page, game + suffix)
        page.context.close()


def take_end(browser: Browser, house: str) -> None:
    """What comes afterwards."""
    page = new_page(browser, house, DESK, "dark")
    sit_down(page, "shizzle", ["Ann"], bots=2)
    start(page)
    play_on(page, Random(4))
    page.get_by_role("button", name="Verify the dice").click()
    result(page).scroll_into_view_if_needed()
    take(page, "afterwards")


def main() -> None:
    """Takes all of them, or only those that are named: `home`, `afterwards`, or a game."""
    wanted = sys.argv[1:]
    with (
        tempfile.TemporaryDirectory() as folder,
        open_house(Path(folder) / "house.db", 0, KNOBEL_PACE="2") as house,
        open_browser() as browser,
    ):
        if not wanted or "home" in wanted:
            take_home(browser, house)
        if not wanted or "afterwards" in wanted:
            take_end(browser, house)
        for game, moment in MOMENTS.items():
            if not wanted or game in wanted:
                take_moment(browser, house, game, moment)


if __name__ == "__main__":
    main()
