"""Faces that the rules tell apart differ by what is drawn on them: whoever sees no colours loses nothing."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import numpy as np
import pytest
from matplotlib.image import imread
from playwright.sync_api import Page, expect

from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choose, sit_down, start

SIGHTS = ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
SCALE = 2
LEAST_CONTRAST = 3.0
"""What WCAG asks of anything drawn that means something."""
LEAST_DIFFERENCE = 0.01
"""So much of a face, at least, is ink on one and not on the other, whatever their colours."""
BOXES = """
() => {
    const all = document.querySelector('.faces').getBoundingClientRect();
    return Object.fromEntries([...document.querySelectorAll('.faces button')].map(button => {
        const { x, y, width, height } = button.querySelector('svg').getBoundingClientRect();
        return [button.ariaLabel, [x - all.x, y - all.y, width, height]];
    }));
}
"""
WAYS = {
    "shizzle": (["Make die 1 the Spark"], 6),
    "machz": (["Roll the object set"], 6),
    "word-shout": (["Say that you are ready", "Say that you are ready", "Roll the ten dice"], 23),
}
"""How to come to where all faces of a game lie side by side, and how many there are."""


def luminance(page: Page) -> dict[str, np.ndarray]:
    """Every face as it is seen now, as relative luminance, without its rim."""
    picture = imread(BytesIO(page.locator(".faces").screenshot()))[..., :3]
    linear = np.where(picture <= 0.04045, picture / 12.92, ((picture + 0.055) / 1.055) ** 2.4)
    light = linear @ np.array([0.2126, 0.7152, 0.0722])
    faces = {}
    for name, box in page.evaluate(BOXES).items():
        x, y, width, height = (round(value * SCALE) for value in box)
        rim = round(width * 0.12)
        faces[name] = light[y + rim : y + height - rim, x + rim : x + width - rim]
    return faces


def ink(face: np.ndarray) -> tuple[np.ndarray, float]:
    """Where something is drawn on a face, and how well it stands out from its body."""
    low, high = np.quantile(face, [0.02, 0.98])
    drawn = face > (low + high) / 2
    if drawn.mean() > 0.5:
        drawn = ~drawn
    return drawn, float((high + 0.05) / (low + 0.05))


@pytest.mark.parametrize("game", WAYS)
def test_every_two_faces_differ_by_what_is_drawn_on_them_however_colours_are_seen(new_page: NewPage, game: str) -> None:
    page = new_page((900, 1000), device_scale_factor=SCALE)
    sit_down(page, game, ["Ann", "Ben"], options={"setter": 1} if game == "machz" else {}, dice="real")
    start(page)
    clicks, count = WAYS[game]
    for name in clicks:
        choose(page, name)
    expect(page.locator(".faces button").first).to_be_visible(timeout=PATIENCE)
    page.locator(".faces").scroll_into_view_if_needed()
    sight = page.context.new_cdp_session(page)
    for kind in SIGHTS:
        sight.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        seen = {name: ink(face) for name, face in luminance(page).items()}
        assert len(seen) >= count
        faint = {name: contrast for name, (_, contrast) in seen.items() if contrast < LEAST_CONTRAST}
        assert faint == {}, kind
        side = min(drawn.shape[0] for drawn, _ in seen.values())
        alike = [
            (one, two, difference)
            for (one, (a, _)), (two, (b, _)) in combinations(seen.items(), 2)
            if (difference := (a[:side, :side] ^ b[:side, :side]).mean()) < LEAST_DIFFERENCE
        ]
        assert alike == [], kind
