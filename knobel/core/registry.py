"""Which games there are. Packages add theirs by an entry point of the group `knobel.games`; ours come the same way.

A package that is broken costs nobody else anything: its game is left out, and whoever asks hears why.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.words import Say

GROUP = "knobel.games"
OURS = "knobel"
MAX_WHY = 200


class BrokenGame(Malformed):
    """A game whose package is here but cannot be used: which entry point of which package, why, and what to do."""

    def __init__(self, entry: EntryPoint, why: str | Say) -> None:
        super().__init__("game-broken", name=entry.name, entry=entry.value, package=_package(entry), why=why)
        self.name = entry.name


@cache
def _loaded() -> tuple[dict[str, Game], dict[str, BrokenGame]]:
    found: dict[str, Game] = {}
    broken: dict[str, BrokenGame] = {}
    for entry in sorted(entry_points(group=GROUP), key=_order):
        try:
            loaded = entry.load()
        except (Exception, SystemExit) as error:  # whatever a stranger's package does when it is loaded
            broken[entry.name] = BrokenGame(entry, _in_a_line(error))
            continue
        if not isinstance(loaded, Game) or loaded.name != entry.name:
            broken[entry.name] = BrokenGame(entry, Say("error.game-not", {"name": entry.name}))
        elif found.setdefault(entry.name, cast("Game", loaded)) is not loaded:
            broken[entry.name] = BrokenGame(entry, Say("error.game-twice"))
    return found, broken


def all_games() -> dict[str, Game]:
    """Every installed game by name, in alphabetical order; those that cannot be used are left out."""
    return _loaded()[0]


def broken_games() -> dict[str, BrokenGame]:
    """The games that cannot be used, by name: each with what to say of it."""
    return _loaded()[1]


def game(name: str) -> Game:
    """The game of that name. Raises `Malformed`, listing those there are; `BrokenGame` where it cannot be used."""
    if name in all_games():
        return all_games()[name]
    if name in broken_games():
        raise broken_games()[name].with_traceback(None)
    raise Malformed("game-unknown", name=name, known=", ".join(all_games()))


def _order(entry: EntryPoint) -> tuple[str, bool, str]:
    """By name; where two have the same, ours is first."""
    return entry.name, _package(entry) != OURS, _package(entry)


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.module.partition(".")[0]


def _in_a_line(error: BaseException) -> str:
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return words if len(words) <= MAX_WHY else f"{words[:MAX_WHY]}…"
