"""What reaches the other player's browser, over sockets and over HTTP, is the same whatever is hidden from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from playwright.sync_api import Browser, Page, Response, WebSocket, expect

from knobel.core.game import Game
from knobel.server.tables import room_actions
from knobel.server.tables.state import Rights
from tests.conftest import Sized
from tests.page.conftest import FLAT
from tests.page.people import PATIENCE, felt
from tests.server.client import Player
from tests.server.twin_houses import far_apart, house_of, opening_dice
from tests.server.twins import TOKENS, Act, Pair, secret_games

NOTHING = 204
"""An answer without a body."""


class Log:
    """A browser's network log: all that it was sent, byte by byte, in the order in which it came."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.answers: list[Response] = []
        page.on("websocket", self._listen)
        page.on("response", lambda answer: self.answers.append(answer))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def read(self) -> list[str]:
        """Pings are left out: how many there are depends on how long it takes, and they come by the clock alone.

        So are the files of the page itself: they are everybody's, and when a browser asks for one is its own affair.
        """
        told = [(urlsplit(answer.url).path, answer) for answer in self.answers]
        bodies = [f"{path} {_body(answer)!r}" for path, answer in told if not path.startswith("/assets/")]
        return sorted(bodies) + [frame for frame in self.frames if json.loads(frame)["type"] != "ping"]


def _body(answer: Response) -> bytes:
    return b"" if answer.status == NOTHING else answer.body()


FIXED = """
crypto.getRandomValues = (into) => into.fill((crypto.drawn = (crypto.drawn ?? 0) + 1));
"""
"""Each browser puts words of its own into the dice, which nobody can guess: in those of twins they are the same."""


class Twins:
    """Houses with twin tables, in a thread of their own, and the browser of the one who must not tell them apart."""

    def __init__(self, browser: Browser, folder: Path, portal: BlockingPortal) -> None:
        self.browser, self.folder, self.portal = browser, folder, portal

    def logs(self, game: Game, pair: Pair) -> list[tuple[list[str], str]]:
        """Of each twin, what the looker's browser is sent, and what it shows in the end."""
        return [self._log(game, pair, n) for n in (0, 1)]

    def _log(self, game: Game, pair: Pair, n: int) -> tuple[list[str], str]:
        pair.now = 1_000_000
        dice = iter([*opening_dice(pair), *(move for act in pair.acts for move in act.dice[n])])
        opening = house_of(game, pair, self.folder / f"{game.name}-{pair.case.seed}-{n}")
        with self.portal.wrap_async_context_manager(opening) as (url, house, script):
            script.answers = lambda *_: next(dice)
            seats = [Player(url, "twin", TOKENS[seat]) for seat in range(pair.case.seats)]
            for player in seats:  # before the page: whoever is there is shown on it
                self.portal.call(player.__aenter__)
            context = self.browser.new_context(base_url=url, reduced_motion="reduce", locale="en-GB")
            context.set_default_timeout(PATIENCE)
            context.add_init_script(FLAT + FIXED)
            page = context.new_page()
            log = Log(page)
            self._come(page, game, pair)
            self.portal.call(house.act, "twin", lambda draft: room_actions.start(draft, Rights(host=True)))
            expect(felt(page)).to_be_visible(timeout=PATIENCE)
            for act in pair.acts:
                pair.now = act.now
                seq = self.portal.call(_play, seats[act.seat], act, n)
                expect(page.locator(f"[data-seq='{seq}']")).to_have_count(1, timeout=PATIENCE)
            shown, sent = page.locator("body").inner_text(), log.read()
            context.close()
            for player in seats:
                self.portal.call(player.__aexit__)
            return sent, shown

    def _come(self, page: Page, game: Game, pair: Pair) -> None:
        tokens = [] if pair.looker is None else [TOKENS[pair.looker]]
        kept = [{"table": "twin", "game": game.name, "title": game.title(), "tokens": tokens, "passed": False, "on": 0}]
        page.add_init_script(f"localStorage.setItem('knobel.seats', {json.dumps(json.dumps(kept))})")
        page.goto("/table/twin")
        expect(page.get_by_role("heading", name=game.title())).to_be_visible(timeout=PATIENCE)
        if tokens:
            expect(page.get_by_text("This device has put words in")).to_be_visible(timeout=PATIENCE)


async def _play(player: Player, act: Act, n: int) -> int:
    """Somebody acts: the number of what happened then."""
    answer = await player.play(act.seat, msgspec.to_builtins(act.moves[n]))
    assert answer["type"] == "done", answer
    return answer["seq"]


@pytest.fixture
def twins(browser: Browser, tmp_path: Path) -> Iterator[Twins]:
    with start_blocking_portal() as portal:
        yield Twins(browser, tmp_path, portal)


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in secret_games()])
def test_twin_games_send_the_other_players_browser_the_same_bytes(twins: Twins, sized: Sized, game: Game) -> None:
    for pair in far_apart(game, sized("page_twins", 1, 20)):
        one, two = twins.logs(game, pair)
        assert one == two
        assert len(one[0]) > len(pair.acts)


def test_the_log_would_show_a_difference(twins: Twins) -> None:
    """What somebody did in secret is in their own log."""
    found = ((game, pair) for game in secret_games() for pair in far_apart(game, 1))
    game, pair, pair.looker = next(
        (game, pair, act.seat) for game, pair in found for act in pair.acts if act.moves[0] != act.moves[1]
    )
    one, two = twins.logs(game, pair)
    assert one != two
