"""Takes the pictures of the page: every page, and every game's best moment, as they are when people play."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
from playwright.sync_api import Browser, Page, Route, expect

from knobel.core.registry import all_games
from tests.about import about
from tests.page.browsing import open_browser, open_house
from tests.page.people import PATIENCE, make_some_move, play_on, result, sit_down, start, until

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PHONE, DESK = (390, 844), (1440, 900)
MOST_MOVES = 400
SETTLING_MS = 2500
"""Long enough for dice to come to rest, films to end and fonts to be there."""
QUALITIES = (88, 82, 76, 70)
LARGEST = 150_000


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """A game's best moment, and a table at which it comes. Each game tells of its own: `SHOT` in its `about.py`."""

    seen: dict[str, int]
    """Selectors, and how many of each can be seen then at least."""
    bots: int = 2
    options: dict[str, Any] = {}

    def comes(self, page: Page) -> bool:
        """Whether it is there, and we are asked: so it lasts."""
        wanted = {"[data-choice]:enabled": 1, **self.seen}
        return all(page.locator(selector).count() >= least for selector, least in wanted.items())


class RealShot(msgspec.Struct, frozen=True, kw_only=True):
    """A table of real dice: what each of its people presses, and what they type. `REAL_SHOT` in an `about.py`."""

    options: dict[str, Any]
    pressed: tuple[str, ...]
    typed: str


FACE = next(game for game in all_games() if about(game).get("FACE"))
REAL_SHOTS = {
    game: msgspec.convert(about(game)["REAL_SHOT"], RealShot) for game in all_games() if "REAL_SHOT" in about(game)
}
SHOTS = {game: Shot(**about(game)["SHOT"]) for game in all_games() if "SHOT" in about(game)}


def new_page(browser: Browser, house: str, size: tuple[int, int], scheme: Literal["light", "dark"]) -> Page:
    """A visitor with a screen of that size."""
    context = browser.new_context(
        base_url=house, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-GB"
    )
    context.set_default_timeout(PATIENCE)
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
    if page.locator("[data-stage]").count():
        until(page, "() => document.querySelector('[data-stage]').proof.still()")
    path = PICTURES / f"page-{name}.jpg"
    for quality in QUALITIES:
        path.write_bytes(page.screenshot(type="jpeg", quality=quality))
        if path.stat().st_size < LARGEST:
            break
    print(f"docs/pictures/{path.name}: {path.stat().st_size // 1024} kB", flush=True)


def take_home(browser: Browser, house: str) -> None:
    """The tables one can sit down at, a new table, and the place where friends meet."""
    for name, size, scheme in (("home", DESK, "light"), ("home-phone", PHONE, "dark")):
        page = new_page(browser, house, size, scheme)
        page.goto("/")
        expect(page.get_by_role("article").first).to_be_visible()
        take(page, name)
    page = new_page(browser, house, PHONE, "light")
    sit_down(page, FACE, ["Ann"])
    take(page, "friends-phone")


def take_moment(browser: Browser, house: str, game: str, shot: Shot) -> None:
    """A game's best moment, on a desk by day and on a phone by night."""
    for suffix, size, scheme in (("", DESK, "light"), ("-phone", PHONE, "dark")):
        page = new_page(browser, house, size, scheme)
        sit_down(page, game, ["Ann"], bots=shot.bots, options=shot.options)
        start(page)
        chance = Random(game + suffix)
        for _ in range(MOST_MOVES):
            if shot.comes(page) or result(page).count():
                break
            make_some_move(page, chance)
            page.wait_for_timeout(250)
        take(page, game + suffix)
        page.context.close()


def take_real_dice(browser: Browser, house: str, game: str, shot: RealShot) -> None:
    """One phone in the middle of real dice."""
    page, people = new_page(browser, house, PHONE, "light"), ["Ann", "Ben", "Cy"]
    sit_down(page, game, people, options=shot.options, dice="real")
    start(page)
    for _ in people:
        for pressed in shot.pressed:
            page.get_by_role("button", name=pressed, exact=True).click()
    expect(page.get_by_role("region", name="What fell?")).to_be_visible()
    page.keyboard.type(shot.typed)
    take(page, "real-dice-phone")


def take_end(browser: Browser, house: str) -> None:
    """What comes afterwards."""
    page = new_page(browser, house, DESK, "dark")
    sit_down(page, FACE, ["Ann"], bots=2)
    start(page)
    play_on(page, Random(4))
    page.get_by_role("button", name="Verify the dice").click()
    result(page).scroll_into_view_if_needed()
    take(page, "afterwards")


def main() -> None:
    """Takes all of them, or only those that are named: `home`, `afterwards`, `real-dice`, or a game."""
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
        if not wanted or "real-dice" in wanted:
            for game, real in REAL_SHOTS.items():
                take_real_dice(browser, house, game, real)
        for game, shot in SHOTS.items():
            if not wanted or game in wanted:
                take_moment(browser, house, game, shot)


if __name__ == "__main__":
    main()
