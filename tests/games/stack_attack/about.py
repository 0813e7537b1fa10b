"""What tests of every game want to know of this one: see tests/about.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knobel.games.stack_attack.rules import StackAttack

if TYPE_CHECKING:
    from playwright.sync_api import Page

WAYS = [{"dexterity": True, "target": 60}]
SHORT = {"target": 5, "dexterity": False}
LUCKY = ("5", "5", "5", "4", "4", "stood", "stood")
QUIET = ("--no-dexterity",)
SHOT = {
    "seen": {".go": 1, "[data-thing='tower.6']": 1},
    "bots": 1,
    "options": {"dexterity": True, "target": 60, "hands": ["expert", "expert"]},
}


def conserved(state: StackAttack) -> int:
    """The dice of whose turn it is (on the table, in the hand, on the tower), beside all that they have."""
    if state.phase in ("choosing", "ready", "rolling", "over"):
        return 0
    return len(state.rolled) + (state.held is not None) + state.on_tower(state.turn) - state.dice_each()


def _place(page: Page, _part: dict[str, Any]) -> None:
    choice = page.locator("button.first[data-choice]")
    if not choice.count():
        page.locator("[data-choice].fits").first.click()
    choice.click()


BY_KIND = {"Place": _place}
