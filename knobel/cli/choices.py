"""House rules as they are typed: `name=value`."""

from __future__ import annotations

from collections.abc import Iterable

from knobel.cli.words import Mistake
from knobel.core.contract import State
from knobel.core.game import Game
from knobel.core.options import merged


def first_position(game: Game, seats: int, preset: str, given: Iterable[str]) -> State:
    """The opening position under the house rules that were typed, over those of a preset."""
    chosen = dict(_pair(item) for item in given)
    return game.opening(seats, merged(game.options, game.preset(preset), chosen))


def _pair(item: str) -> tuple[str, str]:
    name, found, value = item.partition("=")
    if not found:
        raise Mistake("option", typed=item)
    return name.strip(), value.strip()
