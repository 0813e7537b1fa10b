"""What tests of every game want to know of this one: see tests/about.py."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from knobel.games.word_shout.rules import WordShout
from knobel.games.word_shout.speaking import words_on

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHORT = {"target": 10}
QUIET = ("--preset", "quiet", "--option", "turn_seconds=600", "--option", "target=20")
SHOT = {"seen": {"[data-group^=taken]": 1, "[data-group=table] [data-thing]": 4}, "options": {"target": 50}}


def conserved(state: WordShout) -> int:
    """The ten dice: those that lie, and those in words."""
    return len(state.lying) + sum(len(word.dice) for word in state.taken) if state.letters else 10


def type_a_move(position: dict[str, Any], chance: Random) -> dict[str, Any] | None:
    """A word that lies there."""
    view = position["view"]
    letters = "".join(view["letters"][die] for die in view["lying"]).lower() if view["letters"] else ""
    words = list(islice(words_on(letters, 3), 30))
    return {"type": "Shout", "word": chance.choice(words)} if words else None


def type_on_page(page: Page, chance: Random) -> bool:
    """Where there is a line to type words into: types one that lies there."""
    from playwright.sync_api import Error

    from tests.page.people import REACHING_MS

    line = page.get_by_label("Shout a word")
    if not line.count():
        return False
    letters = page.evaluate(LETTERS)
    words = list(islice(words_on(letters, 3), 20))
    if not words:
        return False
    try:
        line.fill(chance.choice(words), timeout=REACHING_MS)
        line.press("Enter", timeout=REACHING_MS)
    except Error:
        return False  # the round was over before it was typed
    return True


def _shout(page: Page, part: dict[str, Any]) -> None:
    line = page.locator("[data-shouting] input")
    line.fill(part["wanted"]["word"].lower())
    line.press("Enter")


BY_KIND = {"Shout": _shout}

LETTERS = """
() => [...document.querySelectorAll('[data-group="table"] [data-thing]')]
    .map(die => die.ariaLabel.split(' ').at(-1)).join('').toLowerCase()
"""
