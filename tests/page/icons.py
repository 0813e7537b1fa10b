"""Draws the icons that an installed page has, from the one drawing in web/public/icon.svg."""

from __future__ import annotations

from pathlib import Path

from tests.page.browsing import open_browser

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"
SIZES = (192, 512)
WOOD = "#3a281c"
PLAIN = "<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{drawing}"
MASKABLE = (
    "<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center; background: "
    + WOOD
    + " }} svg {{ width: 80% }}</style>{drawing}"
)
"""Whatever shape a device cuts out, the die is inside it: 80 % of the width is safe."""


def main() -> None:
    """Draws all of them."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with open_browser() as browser:
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            for name, look in (("icon", PLAIN), ("icon-maskable", MASKABLE)):
                page.set_content(look.format(size=size, drawing=drawing))
                page.screenshot(path=PUBLIC / f"{name}-{size}.png", omit_background=True)


if __name__ == "__main__":
    main()
