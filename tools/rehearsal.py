"""Stand-ins for sources of nature that are too slow, or not the same on every machine: quick, and by chance alone.

A game that has such a source brings the stand-ins along, in `tools/games/<game>/rehearsal.py`, as `SOURCES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from msgspec.structs import replace

from knobel.core.game import Game, NatureSource

FOLDER = Path(__file__).parent / "games"


def stand_ins(game: Game) -> Mapping[str, NatureSource]:
    """What stands in for a game's sources, by their names."""
    folder = game.name.replace("-", "_")
    if not (FOLDER / folder / "rehearsal.py").is_file():
        return {}
    return import_module(f"tools.games.{folder}.rehearsal").SOURCES


def rehearsed(game: Game) -> Game:
    """The game with its stand-ins."""
    return replace(game, sources={**game.sources, **stand_ins(game)})
