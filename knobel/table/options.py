"""The house rules that a table agrees on: a preset, what real dice need, and what people chose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.options import merged


def agreed_options(game: Game, preset: str, chosen: Mapping[str, Any], *, real_dice: bool = False) -> Any:
    """The options that were chosen, over those of a preset. Raises `Malformed`, naming what is wrong.

    With real dice a game may need some to be as they must be there: a preset gives way, but what people chose
    themselves is refused rather than overruled.
    """
    needed: Mapping[str, Any] = game.real_dice if real_dice else {}
    agreed = merged(game.options, game.preset(preset), needed, chosen)
    for name, value in needed.items():
        if getattr(agreed, name) != value:
            raise Malformed("option-real-dice", name=name, value=str(value).lower())
    return agreed
