"""What tests of every game want to know of one, from `about.py` beside the game's own tests; all may be left out.

- `SHORT`: options with which a game is soon over.
- `LUCKY`: what falls more often than other faces where a test types in real dice, so that a game is over sooner.
- `QUIET`: flags of a way to play in which a person’s speed changes nothing, where the box is in a hurry.
- `SHOT`: the game's best moment, for a picture of the page: see tests/page/pictures.py.
- `conserved(state)`: what no move of the game may change.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from runpy import run_path
from typing import Any

ROOT = Path(__file__).parents[1]


@cache
def about(game: str) -> dict[str, Any]:
    """What there is to know of the game of that name, by the names above."""
    folder = game.replace("-", "_")
    kept = [ROOT / "tests" / "games" / folder / "about.py", ROOT / "examples" / folder / "tests" / "about.py"]
    return next((run_path(str(path)) for path in kept if path.is_file()), {})
