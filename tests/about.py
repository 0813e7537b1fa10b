"""What tests of every game want to know of one, from `about.py` beside the game's own tests; all may be left out.

- `SHORT`: options with which a game is soon over.
- `LUCKY`: what falls more often than other faces where a test types in real dice, so that a game is over sooner.
- `QUIET`: flags of a way to play in which a person’s speed changes nothing, where the box is in a hurry.
- `SHOT`: the game's best moment, for a picture of the page: see tests/page/pictures.py.
- `REAL_SHOT`: a table of real dice for another: what its people press one after another, and what they type then.
- `FACE`: whether the game is the one in pictures of the page as a whole.
- `WAYS`: options of further tables, for phases that a short game does not have.
- `conserved(state)`: what no move of the game may change.
- `type_a_move(position, chance)`: a move too rich to list, as a client sends it, or None.
- `type_on_page(page, chance)`: types such a move into the page where it can be typed; whether it did.
- `BY_KIND`: how a learner makes moves on the page that are no button with their own words on it: by their kind, a
  function of the page and the part of the lesson.

Beside it, in `page/`, lies what a house once sent of the game: `python -m tests.page.positions` records it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from runpy import run_path
from typing import Any

ROOT = Path(__file__).parents[1]


def tests_of(game: str) -> Path:
    """The folder of the tests of the game of that name."""
    folder = game.replace("-", "_")
    ours = ROOT / "tests" / "games" / folder
    return ours if ours.is_dir() else ROOT / "examples" / folder / "tests"


@cache
def about(game: str) -> dict[str, Any]:
    """What there is to know of the game of that name, by the names above."""
    path = tests_of(game) / "about.py"
    return run_path(str(path)) if path.is_file() else {}
