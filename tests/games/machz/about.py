"""What tests of every game want to know of this one: see tests/about.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knobel.games.machz.rules import Machz

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHORT = {"pot": 20}
SHOT = {"seen": {".card.match": 1, "[data-group=locked] [data-thing]": 3}, "options": {"pot": 60}}


def conserved(state: Machz) -> int:
    """The chips of the seats and of the Pot, beside those ever handed out."""
    return sum(state.chips) + state.pot - state.supply  # a refill adds to the supply, and only that


def _bet(page: Page, part: dict[str, Any]) -> None:
    page.get_by_role("button", name=part["label"]).click()


BY_KIND = {"Bet": _bet}
