"""Pictures of the page in browsers that the tests do not drive: for a person to look at, in build/elsewhere.

    python -m tests.page.elsewhere             Firefox and WebKit, whichever of them this machine has
    python -m tests.page.elsewhere firefox     only that one

On Debian they are the packages `firefox-esr`, and `webkit2gtk-driver` with `xvfb`. Each shows home, a table of every
game before and after the first moves, and a game that is over, on a desk and on a phone. Firefox speaks WebDriver BiDi
by itself; WebKit needs its driver, and a screen that nobody sees.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from knobel.core.registry import all_games
from knobel.players.roster import default_player
from tests.about import about
from tests.page.browsing import open_house

FOLDER = Path(__file__).resolve().parents[2] / "build" / "elsewhere"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
PATIENCE_S = 60
MOVES = 4
SETTLED_S = 1.5
"""So long dice fall and films run, after everything that is asked for is there."""
MINIBROWSERS = Path("/usr/lib"), "*/webkit2gtk-4.*/MiniBrowser"


class Elsewhere(Protocol):
    """A browser, as far as it takes to look at a page."""

    def resize(self, wide: int, high: int) -> None:
        """Gives the page that much room."""
        ...

    def open(self, address: str) -> None:
        """Goes there."""
        ...

    def ask(self, expression: str) -> Any:
        """What an expression of the page's own language comes to."""
        ...

    def picture(self) -> bytes:
        """What is seen, as PNG."""
        ...


class Firefox:
    """Firefox by WebDriver BiDi, which it speaks itself."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.asked = 0
        self._tell("session.new", capabilities={})
        self.context = self._tell("browsingContext.getTree")["contexts"][0]["context"]

    def resize(self, wide: int, high: int) -> None:
        self._tell("browsingContext.setViewport", context=self.context, viewport={"width": wide, "height": high})

    def open(self, address: str) -> None:
        self._tell("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def ask(self, expression: str) -> Any:
        target = {"context": self.context}
        asked = f"JSON.stringify({expression} ?? null)"
        found = self._tell("script.evaluate", expression=asked, target=target, awaitPromise=True)
        if found["type"] != "success":
            raise RuntimeError(found)
        return json.loads(found["result"]["value"])

    def picture(self) -> bytes:
        return base64.b64decode(self._tell("browsingContext.captureScreenshot", context=self.context)["data"])

    def _tell(self, method: str, **params: Any) -> Any:
        self.asked += 1
        self.connection.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        while True:
            said = json.loads(self.connection.recv(PATIENCE_S))
            if said.get("id") == self.asked:
                if said["type"] != "success":
                    raise RuntimeError(said)
                return said["result"]


class WebKit:
    """WebKitGTK's small browser, by WebDriver."""

    def __init__(self, driver: str, binary: str) -> None:
        self.http = httpx.Client(base_url=driver, timeout=PATIENCE_S)
        options = {"binary": binary, "args": ["--automation"]}
        asked = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.session = self._tell("", {"capabilities": asked}, at="/session")["sessionId"]

    def resize(self, wide: int, high: int) -> None:
        for _ in range(3):  # what is around the page is known only once the window is there
            seen = self.ask("[innerWidth, innerHeight, outerWidth, outerHeight]")
            if seen[:2] == [wide, high]:
                return
            around = (max(0, seen[2] - seen[0]), max(0, seen[3] - seen[1]))
            self._tell("/window/rect", {"width": wide + around[0], "height": high + around[1]})
            time.sleep(0.5)

    def open(self, address: str) -> None:
        self._tell("/url", {"url": address})

    def ask(self, expression: str) -> Any:
        return self._tell("/execute/sync", {"script": f"return {expression}", "args": []})

    def picture(self) -> bytes:
        return base64.b64decode(self._tell("/screenshot"))

    def close(self) -> None:
        self.http.delete(f"/session/{self.session}")

    def _tell(self, what: str, body: Any = None, at: str = "") -> Any:
        path = at or f"/session/{self.session}{what}"
        answer = self.http.get(path) if body is None else self.http.post(path, json=body)
        said = answer.json()["value"]
        if answer.is_error:
            raise RuntimeError(said)
        return said


@contextmanager
def open_firefox() -> Iterator[Elsewhere]:
    """Firefox without a window, with a profile of its own."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        raise LookupError("no Firefox: apt-get install firefox-esr")
    with tempfile.TemporaryDirectory() as profile, (Path(profile) / "said").open("w+") as said:
        command = [program, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(command, stdout=said, stderr=said, env=os.environ | {"LANG": "en_GB.UTF-8"})
        try:
            listening = r"WebDriver BiDi listening on (ws://\S+)"
            found = _await(lambda: re.search(listening, Path(said.name).read_text("utf-8", "replace")))
            with connect(f"{found[1]}/session", max_size=None, open_timeout=PATIENCE_S) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


@contextmanager
def open_webkit() -> Iterator[Elsewhere]:
    """WebKitGTK's small browser on a screen that nobody sees."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    binaries = sorted(MINIBROWSERS[0].glob(MINIBROWSERS[1]))
    if not (driver and screen and binaries):
        raise LookupError("no WebKit: apt-get install webkit2gtk-driver xvfb")
    read, write = os.pipe()
    shown = subprocess.Popen([screen, "-displayfd", str(write), "-screen", "0", "1600x1200x24"], pass_fds=[write])
    os.close(write)
    display = f":{os.read(read, 16).decode().strip()}"
    os.close(read)
    port = 4444 + os.getpid() % 1000
    driving = subprocess.Popen(
        [driver, f"--port={port}"],
        env=os.environ | {"DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LANG": "en_GB.UTF-8"},
    )
    try:
        _await(lambda: _answers(port))
        browser = WebKit(f"http://127.0.0.1:{port}", str(binaries[-1]))
        yield browser
        browser.close()
    finally:
        for process in (driving, shown):
            process.terminate()
            process.wait(PATIENCE_S)


BROWSERS: dict[str, Callable[[], AbstractContextManager[Elsewhere]]] = {"firefox": open_firefox, "webkit": open_webkit}


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/status").is_success
    except httpx.TransportError:
        return False


def _await(answer: Callable[[], Any]) -> Any:
    """Asks until the answer is more than nothing."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if found := answer():
            return found
        time.sleep(0.1)
    raise TimeoutError


def open_table(house: str, game: str, people: int) -> str:
    """A short table with one person, or one at which only the house plays: where it is."""
    with httpx.Client(base_url=f"{house}/api/tables", timeout=PATIENCE_S) as http:
        opened = http.post("", json={"game": game, "options": about(game).get("SHORT", {})}).raise_for_status().json()
        table, host = opened["table"], {"Authorization": f"Bearer {opened['token']}"}
        seats = [http.post(f"/{table}/seats", json={"name": "Ann"}).json()["token"] for _ in range(people)]
        for _ in range(3 - people):
            bot = {"level": default_player(all_games()[game])}
            http.post(f"/{table}/bots", json=bot, headers=host).raise_for_status()
        http.post(f"/{table}/start", headers=host).raise_for_status()
        if not people:
            _await(lambda: http.get(f"/{table}/record").is_success)
    return "#".join([f"{house}/table/{table}", *seats])


def look(browser: Elsewhere, name: str, house: str) -> None:
    """Takes all pictures in one browser."""
    for size, (wide, high) in SIZES.items():

        def take(what: str, name: str = f"{name}-{size}") -> None:
            time.sleep(SETTLED_S)
            path = FOLDER / f"{name}-{what}.png"
            path.write_bytes(browser.picture())
            print(path.relative_to(FOLDER.parents[1]), flush=True)

        browser.open(house)
        browser.resize(wide, high)
        _await(lambda: browser.ask("document.querySelectorAll('article').length"))
        take("home")
        for game in sorted(all_games()):
            if not all_games()[game].rulebook.__module__.startswith("knobel."):
                continue
            browser.open(open_table(house, game, 1))
            _await(lambda: browser.ask("document.querySelectorAll('[data-stage]').length"))
            take(game)
            for _ in range(MOVES):
                _await(lambda: browser.ask("document.querySelectorAll('[data-choice]:enabled, [data-end]').length"))
                browser.ask("document.querySelector('[data-choice]:enabled')?.click()")
                time.sleep(SETTLED_S)
            take(f"{game}-later")
        browser.open(open_table(house, game, 0))
        _await(lambda: browser.ask("document.querySelectorAll('[data-stage]').length"))
        take(f"{game}-over")
        solid = browser.ask("!!document.querySelector('[data-stage]').proof.seen()")
        print(f"{name} {size}: {'in 3D' if solid else 'drawn flat'}, {browser.ask('innerWidth')} px wide", flush=True)


def main() -> int:
    """Looks with every browser that is asked for; fails where none is there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    seen = 0
    with (
        tempfile.TemporaryDirectory() as store,
        open_house(Path(store) / "house.db", 0) as house,
    ):
        for name in sys.argv[1:] or BROWSERS:
            try:
                with BROWSERS[name]() as browser:
                    look(browser, name, house)
                    seen += 1
            except LookupError as error:
                print(error, file=sys.stderr)
    return 0 if seen else 1


if __name__ == "__main__":
    sys.exit(main())
