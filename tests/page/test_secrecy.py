"""What reaches the other player's browser, over sockets and over HTTP, is the same whatever is hidden from it."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.async_api import Browser, Response, WebSocket, async_playwright

from knobel.core.game import Game
from knobel.server.tables import actions
from knobel.server.tables.state import Rights
from tests.page.browsing import launching
from tests.server.client import Player
from tests.server.twin_houses import far_apart, house_of, opening_dice
from tests.server.twins import TOKENS, Pair, secret_games


class Log:
    """A browser's network log: all that it was sent, byte by byte, in the order in which it came."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.answers: list[Response] = []

    def open(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    async def read(self) -> list[str]:
        """Pings are left out: how many there are depends on how long it takes, and they come by the clock alone."""
        bodies = [f"{urlsplit(answer.url).path} {await answer.body()!r}" for answer in self.answers]
        return sorted(bodies) + [frame for frame in self.frames if json.loads(frame)["type"] != "ping"]


async def log_of(browser: Browser, game: Game, pair: Pair, n: int, store: Path) -> tuple[list[str], str]:
    """What one player's browser is sent, and what it shows in the end, while one of the twin games is played."""
    pair.now = 1_000_000
    async with house_of(game, pair, store) as (url, house, script):
        dice = iter([*opening_dice(pair), *(move for act in pair.acts for move in act.dice[n])])
        script.answers = lambda *_: next(dice)
        context = await browser.new_context(base_url=url, reduced_motion="reduce", locale="en-GB")
        page, log = await context.new_page(), Log()
        page.on("websocket", log.open)
        page.on("response", lambda answer: log.answers.append(answer))
        tokens = [] if pair.looker is None else [TOKENS[pair.looker]]
        kept = [{"table": "twin", "game": game.name, "title": game.title(), "tokens": tokens, "passed": False, "on": 0}]
        await page.add_init_script(f"localStorage.setItem('knobel.seats', {json.dumps(json.dumps(kept))})")
        seats = [Player(url, "twin", TOKENS[seat]) for seat in range(pair.case.seats)]
        for player in seats:  # before the page: whoever is there is shown on it
            await player.__aenter__()
        await page.goto("/table/twin")
        await page.get_by_role("heading", name=game.title()).wait_for()
        await house.act("twin", lambda draft: actions.start(draft, Rights(host=True)))
        for act in pair.acts:
            pair.now = act.now
            answer = await seats[act.seat].play(act.seat, msgspec.to_builtins(act.moves[n]))
            assert answer["type"] == "done", answer
            await page.locator(f"[data-seq='{answer['seq']}']").wait_for()
        shown = await page.locator("body").inner_text()
        sent = await log.read()
        await context.close()
        for player in seats:
            await player.__aexit__()
        return sent, shown


async def compare(game: Game, pairs: list[Pair], folder: Path) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launching())
        for number, pair in enumerate(pairs):
            one, two = [await log_of(browser, game, pair, n, folder / f"{number}-{n}") for n in (0, 1)]
            assert one == two
            assert len(one[0]) > len(pair.acts)
        await browser.close()


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in secret_games()])
def test_twin_games_send_the_other_players_browser_the_same_bytes(game: Game, tmp_path: Path) -> None:
    """In a thread of its own: the browser of the other tests has an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, compare(game, far_apart(game, 2), tmp_path)).result()


def test_the_log_would_show_a_difference(tmp_path: Path) -> None:
    """What somebody did in secret is in their own log."""
    pairs = [(game, pair) for game in secret_games() for pair in far_apart(game, 1)]
    game, pair, pair.looker = next(
        (game, pair, act.seat) for game, pair in pairs for act in pair.acts if act.moves[0] != act.moves[1]
    )
    with ThreadPoolExecutor(1) as thread, pytest.raises(AssertionError):
        thread.submit(asyncio.run, compare(game, [pair], tmp_path)).result()
