"""What tests of every game want to know of this one: see tests/about.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knobel.games.schocken.rules import Schocken

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHORT = {"discs": 11}
LUCKY = ("1", "1", "1", "6", "6")
SHOT = {"seen": {".marked": 2, ".label:text-matches('Schock|Jule|General')": 1}, "options": {"discs": 15}}
REAL_SHOT = {
    "options": {"starter": 1},
    "pressed": ["Throw all three dice", "Throw one die again", "Stand"],
    "typed": "61144",
}


def conserved(state: Schocken) -> int:
    """The discs, wherever they lie."""
    return sum(state.discs) + state.middle


def _throw(page: Page, part: dict[str, Any]) -> None:
    lit = page.locator(".group [data-choice].fits")
    while len(part["wanted"]["dice"]) < 3 and lit.count():  # what is natural is picked already
        lit.first.click()
    page.locator("[data-choice].first").click()


BY_KIND = {"Throw": _throw}
