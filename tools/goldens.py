"""Plays the golden games again and writes them to tests/golden, those of an example to its own: `make goldens`.

One whole record a game and preset, with its words: whatever changes how a game plays or speaks changes one of these.
Those in tests/golden/earlier were written by earlier versions. They are kept: every later version must replay them.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from random import Random
from typing import Any

from knobel.core.game import BOX, Game
from knobel.core.record import SeededDice, Sitter, wrote
from knobel.core.registry import all_games
from knobel.players.random import RandomPlayer
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table, header_for
from tools.rehearsal import rehearsed

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "golden"
EXAMPLES = ROOT / "examples"
NAMES = ("Ann", "Bo", "Cleo")
SEED = "golden"


def golden_files() -> dict[Path, tuple[Game, str]]:
    """Where the golden record of each game and preset belongs."""
    return {
        golden_folder(game) / f"{game.name}-{preset}.knobel": (game, preset)
        for game in map(rehearsed, all_games().values())
        for preset in (BOX, *game.presets)
    }


def golden_folders() -> set[Path]:
    """Where golden records lie."""
    return {FOLDER, *(path.parent for path in golden_files())}


def golden_folder(game: Game) -> Path:
    """Beside the tests of the game: those of the house, or those of the example it is."""
    source = Path(inspect.getfile(game.rulebook)).resolve()
    if not source.is_relative_to(EXAMPLES):
        return FOLDER
    return EXAMPLES / source.relative_to(EXAMPLES).parts[0] / "tests" / "golden"


def golden(game: Game, preset: str, **options: Any) -> bytes:
    """The record of a game by fixed dice and players who do anything."""
    seats = min(len(NAMES), game.seats[-1])
    sitters = tuple(Sitter(name, "random") for name in NAMES[:seats])
    header = header_for(game, game.start(seats, preset, **options), sitters, SeededDice(SEED))
    table = Table.open(game, header, nature_for(header.dice), PlainClock())
    for _ in steps_until_person(table, dict.fromkeys(range(seats), RandomPlayer(game)), Random(SEED)):
        pass
    return wrote(header, table.timeline.entries)


if __name__ == "__main__":
    wanted = golden_files()
    for path, (game, preset) in wanted.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(golden(game, preset))
        print(path.relative_to(ROOT))
    for left_over in {path for folder in golden_folders() for path in folder.glob("*.knobel")} - set(wanted):
        left_over.unlink()
