"""What people do on the page, by what they see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from knobel.core.registry import all_games
from knobel.games.word_shout.speaking import words_on
from knobel.players.roster import default_player
from tests.about import about

MOST_MOVES = 1500
PATIENCE = 90_000
MOST_SHIFT = 0.05
"""So much may what lies on the page jump about by itself, from coming in to the end of a game."""
SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => {
    const told = ({ node }) => (node?.parentElement ?? node)?.outerHTML?.slice(0, 90) ?? '';
    for (const { value, sources } of list.getEntries()) shifts.push({ value, what: sources.map(told) });
}).observe({ type: 'layout-shift', buffered: true });
"""
"""Notes every layout shift, also those right after a click: buttons must not jump either."""


def play_now(page: Page, title: str) -> None:
    """One click on the home page."""
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {title}").click()
    expect(felt(page)).to_be_visible(timeout=PATIENCE)


def sit_down(
    page: Page,
    game: str,
    people: list[str],
    bots: int = 0,
    options: dict[str, Any] | None = None,
    house: str = "",
    dice: str = "fair",
) -> str:
    """Opens a short table with these people at this device, as the page does it, and goes there: its name."""
    page.goto(f"{house}/")
    asked = {"game": game, "options": about(game).get("SHORT", {}) | (options or {}), "dice": dice}
    tables = f"{house}/api/tables"
    opened = page.request.post(tables, data=asked).json()
    table, tokens = opened["table"], [opened["token"]]
    for name in people:
        tokens.append(page.request.post(f"{tables}/{table}/seats", data={"name": name}).json()["token"])
    kept = {"table": table, "game": game, "title": game, "tokens": tokens, "passed": len(people) > 1, "on": 0}
    page.evaluate("kept => localStorage.setItem('knobel.seats', JSON.stringify([kept]))", kept)
    for _ in range(bots):
        assert page.request.post(f"{tables}/{table}/bots", data={"level": default_player(all_games()[game])}).ok
    page.goto(f"{house}/table/{table}")
    return table


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the game").click()
    expect(felt(page)).to_be_visible(timeout=PATIENCE)


def felt(page: Page) -> Locator:
    return page.get_by_role("region", name="The middle of the table")


def choose(page: Page, name: str) -> None:
    """Clicks what is called so, and waits until it has happened: another click might be meant for somebody else."""
    with happening(page):
        page.get_by_role("button", name=name).click()


@contextmanager
def happening(page: Page) -> Iterator[None]:
    """Goes on only when something has happened at the table by what is done meanwhile."""
    table = page.locator("[data-seq]")
    before = table.get_attribute("data-seq") or ""
    yield
    expect(table).not_to_have_attribute("data-seq", before, timeout=PATIENCE)


def roll_until_a_die_fits(page: Page) -> Locator:
    """In Shizzle: makes the first die the Spark and rolls until another can join it; the dice that can."""
    roll, fitting = page.get_by_role("button", name="Roll the 5 dice"), page.get_by_role("button", name="Lay the")
    choose(page, "Make die 1 the Spark")
    for _ in range(60):
        expect(roll.or_(fitting).first).to_be_visible(timeout=PATIENCE)
        if fitting.count():
            break
        choose(page, "Roll the 5 dice")
    return fitting


def expect_calm(page: Page) -> None:
    """Nothing has jumped about since the page came: what comes and goes has its room, or lies over the rest."""
    shifts = page.evaluate("() => new Promise(done => setTimeout(() => done(shifts)))")  # the last are being told
    assert sum(shift["value"] for shift in shifts) <= MOST_SHIFT, shifts


def choices(page: Page) -> Locator:
    """What can be done now, on the felt or in the dock."""
    return page.locator("[data-choice]:enabled")


def result(page: Page) -> Locator:
    return page.get_by_role("region", name="The game is over")


def play_on(page: Page, chance: Random, moves: int = MOST_MOVES) -> bool:
    """Makes some move whenever there is one, so many times; whether the game is over."""
    for _ in range(moves):
        expect(choices(page).or_(result(page)).first).to_be_visible(timeout=PATIENCE)
        if result(page).count():
            return True
        make_some_move(page, chance)
    return False


def make_some_move(page: Page, chance: Random) -> None:
    """Shouts a word or clicks one of the choices. The table may move on meanwhile: then there will be others."""
    if chance.random() < 0.7 and shout_a_word(page, chance):
        return
    found = choices(page)
    if count := found.count():
        try:
            found.nth(chance.randrange(count)).click(timeout=1000)
        except Error:
            return  # it was taken away while we reached for it


def shout_a_word(page: Page, chance: Random) -> bool:
    """Where there is a line to type words into: types one that lies there. Whether there was."""
    line = page.get_by_label("Shout a word")
    if not line.count():
        return False
    letters = page.evaluate(LETTERS)
    words = list(islice(words_on(letters, 3), 20))
    if not words:
        return False
    try:
        line.fill(chance.choice(words), timeout=1000)
        line.press("Enter", timeout=1000)
    except Error:
        return False  # the round was over before it was typed
    return True


LETTERS = """
() => [...document.querySelectorAll('[data-group="table"] [data-thing]')]
    .map(die => die.ariaLabel.split(' ').at(-1)).join('').toLowerCase()
"""
