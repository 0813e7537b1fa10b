"""What the Tab key offers: games, their presets and options, bots, and records – whatever is there at that moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from knobel.cli.rulebook import spelled
from knobel.cli.shelf import on_the_shelf
from knobel.core.game import Game
from knobel.core.options import options
from knobel.core.record import PERSON
from knobel.core.registry import all_games
from knobel.players.roster import roster
from knobel.table.export import ENDINGS
from knobel.table.rulebook import preset_names

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext


def games(_context: CompletionContext) -> dict[str, str]:
    """Every game, with what people call it."""
    return {game.name: game.title() for game in all_games().values()}


def presets(context: CompletionContext) -> list[str]:
    """The ready-made house rules of the game that stands in the line already."""
    game = _game(context)
    return list(preset_names(game)) if game else []


def house_rules(context: CompletionContext) -> Iterator[str]:
    """Its options, each with everything it may be, or up to the sign where a person goes on."""
    game = _game(context)
    for option in options(game.options) if game else ():
        if option.choices:
            yield from (f"{option.name}={spelled(choice)}" for choice in option.choices)
        else:
            yield f"{option.name}={spelled(option.default)}"


def seats(context: CompletionContext) -> list[str]:
    """The bots that play this game; a person's name nobody can guess."""
    game = _game(context)
    known = list(roster(game)) if game else ["random"]
    before, comma, _ = context.incomplete.rpartition(",")
    name, sign, _ = context.incomplete[len(before + comma) :].partition("=")
    start = f"{before}{comma}{name}=" if sign else before + comma
    return [start + bot for bot in ([*known, PERSON] if sign else known)]


def records(context: CompletionContext) -> list[str]:
    """The records on the shelf by name, and those that lie where the path that is being typed leads."""
    folder = context.incomplete[: context.incomplete.rfind("/") + 1]
    try:
        here = sorted(Path(folder or ".").iterdir())
    except OSError:
        here = []
    paths = [f"{folder}{path.name}/" if path.is_dir() else f"{folder}{path.name}" for path in here]
    return [path.name for path in on_the_shelf()] + [path for path in paths if path.endswith(("/", *ENDINGS))]


def _game(context: CompletionContext) -> Game | None:
    typed = context.get("GAME") or context.get("game")
    return all_games().get(typed.raw or "") if typed else None
