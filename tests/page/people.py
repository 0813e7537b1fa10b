"""What people do on the page, by what they see."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from knobel.core.registry import all_games
from knobel.players.roster import default_player
from tests.about import about
from tests.nursery import PATIENCE_S

TYPING = [ways["type_on_page"] for game in all_games() if "type_on_page" in (ways := about(game))]
"""How moves are typed that are too rich to list; each does so where its game is on the page."""
MOST_MOVES = 1500
PATIENCE = 1000 * PATIENCE_S
REACHING_MS = 5000
"""So long somebody reaches for something that may be taken away meanwhile."""
AHEAD_S = 60
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
WITNESS = """
window.witnessed = [];
new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[role=status], [role=alert]')) {
        const words = textContent.trim();
        if (words && words !== witnessed.at(-1)) witnessed.push(words);
    }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes whatever was announced, also what is gone again before anybody looks."""
SIZED = "addEventListener('resize', () => (window.sized = `${innerWidth}×${innerHeight}`));"
"""Notes for which window the page has last been laid out: the media are asked in the same breath."""


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
    page.goto(f"{house}/healthz")  # somewhere to keep the seats, and nothing to wait for
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
    """The middle of the table, in any language."""
    return page.locator("section.felt[aria-label]")


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


def thrown(page: Page) -> list[list[str]]:
    """Of each real die that was thrown, the faces that it has; or what may have happened to a real tower."""
    return json.loads(page.locator("[data-dice]").get_attribute("data-dice") or "[]")


def say_what_fell(page: Page, faces: Iterable[str]) -> None:
    """Taps these faces, and waits until the house has been told of the throw.

    What was picked for the throw before lies there until the house's answer has come.
    """
    expect(page.locator(".said button")).to_have_count(0)
    with happening(page):
        for face in faces:
            page.locator(f".faces [data-face='{face}']").click()


def expect_told(page: Page, words: str) -> None:
    """It was announced since the page came, be it for a moment."""
    until(page, "words => witnessed.some(each => each.includes(words))", words)


def until(page: Page, question: str, about: Any = None) -> Any:
    """Asks the page until the answer is more than nothing, also where its clock stands still: the answer."""
    for _ in range(PATIENCE // 50):
        if answer := page.evaluate(question, about):
            return answer
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {question} {about or ''}")


def resize(page: Page, size: tuple[int, int]) -> None:
    """The window becomes that large, and the page has noticed: only with the next frame, which may come late."""
    wide, high = size
    if page.viewport_size != {"width": wide, "height": high}:
        page.set_viewport_size({"width": wide, "height": high})
        until(page, "size => window.sized === size", f"{wide}×{high}")


def letters_come(page: Page) -> None:
    """Every face of type is there: how much room a word takes is known."""
    page.evaluate("() => Promise.all([...document.fonts].map(face => face.load())).then(() => null)")


def stop_the_clock(page: Page) -> None:
    """From now on time goes on here only by `page.clock`, which must have been installed.

    It jumps ahead to where it stops: on a machine that has much to do the page may be there late, but never too late.
    """
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + AHEAD_S)


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
    """Types a move or clicks one of the choices. The table may move on meanwhile: then there will be others."""
    if chance.random() < 0.7 and any(type_it(page, chance) for type_it in TYPING):
        return
    if found := choices(page).element_handles():
        with suppress(Error):  # it was taken away while we reached for it
            chance.choice(found).click(timeout=REACHING_MS)
