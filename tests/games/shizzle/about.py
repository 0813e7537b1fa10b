"""What tests of every game want to know of this one: see tests/about.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knobel.games.shizzle.rules import Shizzle

if TYPE_CHECKING:
    from playwright.sync_api import Page

FACE = True
SHORT = {"turns": 2}
SHOT = {"seen": {"[data-group=line] [data-thing]": 4, ".fits": 1}, "options": {"turns": 0}}


def conserved(state: Shizzle) -> int:
    """The points of the seats and of the Bank."""
    return sum(state.points) + state.bank


def _lay(page: Page, part: dict[str, Any]) -> None:
    page.locator(f'[data-thing="die.{part["wanted"]["die"]}"]').click()


def _strike(page: Page, part: dict[str, Any]) -> None:
    page.locator(f'[data-thing="tray.{part["wanted"]["die"]}"]').click()


BY_KIND = {"Strike": _strike, "Lay": _lay}
