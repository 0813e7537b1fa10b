"""Contact sheets: every phase of every game, on desk and phone, for a person to look at. `make look`.

Each game by day and by night, in 3D and as it is drawn without WebGL: four sheets.

make look                       # all games, into build/look
make look ARGS="NAME --kind flat-dark"   # one game, one sheet
make look ARGS="--docs"         # one sheet a game, by day on a desk and by night on a phone, into docs/pictures
"""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser, Namespace, RawTextHelpFormatter
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page

from knobel.core.registry import all_games
from tests.page.browsing import open_browser, open_house
from tests.page.conftest import FLAT
from tests.page.positions import Json, positions_of
from tests.page.test_pictures import DESK, PHONE, Shower

Scheme = Literal["light", "dark"]
ROOT = Path(__file__).resolve().parents[2]
DESK_WIDE, PHONE_WIDE, GAP, IN_ROW = 720, 208, 10, 2
SETTLING_MS = 400


def shots(
    browser: Browser, house: str, positions: list[Json], size: tuple[int, int], scheme: Scheme, flat: bool = False
) -> list[Image.Image]:
    """A picture of each position."""
    context = browser.new_context(
        base_url=house, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
    )
    if flat:
        context.add_init_script(FLAT)
    page = context.new_page()
    shower = Shower(page)
    found = [_shot(page, shower, welcome) for welcome in positions]
    context.close()
    return found


def _shot(page: Page, shower: Shower, welcome: Json) -> Image.Image:
    shower.show(welcome)
    page.keyboard.press("Escape")
    page.wait_for_timeout(SETTLING_MS)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def sheet(desks: list[Image.Image], phones: list[Image.Image]) -> Image.Image:
    """Each phase twice: on a desk, and beside it on a phone."""
    high = round(DESK_WIDE * DESK[1] / DESK[0])
    wide = DESK_WIDE + PHONE_WIDE + 2 * GAP
    rows = -(-len(desks) // IN_ROW)
    made = Image.new("RGB", (IN_ROW * wide + GAP, rows * (high + GAP) + GAP), "#808080")
    for number, (desk, phone) in enumerate(zip(desks, phones, strict=True)):
        x, y = GAP + (number % IN_ROW) * wide, GAP + (number // IN_ROW) * (high + GAP)
        made.paste(desk.resize((DESK_WIDE, high), Image.Resampling.LANCZOS), (x, y))
        made.paste(phone.resize((PHONE_WIDE, high), Image.Resampling.LANCZOS), (x + DESK_WIDE + GAP, y))
    return made


SHEETS: dict[str, tuple[Scheme, Scheme, bool]] = {
    f"-{'flat' if flat else 'solid'}-{scheme}": (scheme, scheme, flat)
    for flat in (False, True)
    for scheme in ("light", "dark")
}
"""Of each sheet what its name ends with, how a desk and a phone look there, and whether without a third dimension."""
SMALL: dict[str, Any] = {"quality": 58, "optimize": True, "progressive": True}
"""How a sheet is kept that goes into the documentation."""
ONE: dict[str, tuple[Scheme, Scheme, bool]] = {"": ("light", "dark", False)}


def words_of(told: list[str]) -> Namespace:
    """What was asked for: which games, which sheets of each, and whether for the documentation."""
    parser = ArgumentParser(prog="python -m tests.page.look", description=__doc__, formatter_class=RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(sorted(all_games()))}; else all")
    parser.add_argument("--kind", action="append", choices=[suffix[1:] for suffix in SHEETS], help="else all four")
    parser.add_argument("--docs", action="store_true", help="the sheets of the documentation, in their place")
    asked = parser.parse_args(told)
    if unknown := sorted({*asked.games} - {*all_games()}):
        parser.error(f"no game is called {', '.join(unknown)}")
    asked.kind = asked.kind or [suffix[1:] for suffix in SHEETS]
    return asked


def main() -> None:
    """Plays every game, or those that are named, and lays the sheets out."""
    asked = words_of(sys.argv[1:])
    folder = ROOT / "docs" / "pictures" if asked.docs else ROOT / "build" / "look"
    sheets = ONE if asked.docs else {suffix: SHEETS[suffix] for suffix in SHEETS if suffix[1:] in asked.kind}
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as store,
        open_house(Path(store) / "house.db", 0) as house,
        open_browser() as browser,
    ):
        for game in asked.games or sorted(all_games()):
            positions = positions_of(house, game)
            for suffix, (desk, phone, flat) in sheets.items():
                made = sheet(
                    shots(browser, house, positions, DESK, desk, flat),
                    shots(browser, house, positions, PHONE, phone, flat),
                )
                path = folder / f"sheet-{game}{suffix}.{'jpg' if asked.docs else 'png'}"
                made.save(path, **(SMALL if asked.docs else {}))
                print(f"{path.relative_to(ROOT)}: {len(positions)} phases", flush=True)


if __name__ == "__main__":
    main()
