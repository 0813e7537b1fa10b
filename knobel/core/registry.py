"""Which games there are. Packages add theirs by an entry point of the group `knobel.games`; ours come the same way."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from knobel.core.errors import Malformed
from knobel.core.game import Game

GROUP = "knobel.games"


@cache
def all_games() -> dict[str, Game]:
    """Every installed game by name, in alphabetical order."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        loaded = entry.load()
        if not isinstance(loaded, Game) or loaded.name != entry.name:
            raise TypeError(f"the entry point {entry.name!r} of {GROUP} must name a Game called {entry.name!r}")
        found[entry.name] = loaded
    return found


def game(name: str) -> Game:
    """The game of that name. Raises `Malformed`, listing those there are."""
    try:
        return all_games()[name]
    except KeyError:
        raise Malformed("game-unknown", name=name, known=", ".join(all_games())) from None
