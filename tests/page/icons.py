"""Draws the icons that an installed page has, from the one drawing in web/public/icon.svg."""

from __future__ import annotations

from pathlib import Path

from tests.page.browsing import open_browser

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"
SIZES = (192, 512)
LOOKS = {"icon": "transparent", "icon-maskable": "#3a281c"}
"""What is around the drawing. A device may cut any shape out of the maskable one: the die in the middle stays whole."""


def main() -> None:
    """Draws all of them."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with open_browser() as browser:
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            for name, around in LOOKS.items():
                page.set_content(f"<style>body {{ margin: 0; background: {around} }}</style>{drawing}")
                page.screenshot(path=PUBLIC / f"{name}-{size}.png", omit_background=True)


if __name__ == "__main__":
    main()
