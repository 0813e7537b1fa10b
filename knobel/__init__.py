"""Knobel: a house for dice games.

>>> import knobel
>>> knobel.game("pig").title()
'Pig'
>>> knobel.simulate("pig", ["random", "random"], 10, seed=1).games
10
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from knobel.core.registry import all_games, game

if TYPE_CHECKING:
    from knobel.lab.compare import compare as compare
    from knobel.lab.league import league as league
    from knobel.lab.plan import plan_comparison as plan_comparison
    from knobel.lab.simulate import simulate as simulate
    from knobel.players.roster import player as player

__all__ = ["all_games", "compare", "game", "league", "plan_comparison", "player", "simulate"]
__version__ = "0.1.0"

_LATER = {
    "compare": "knobel.lab.compare",
    "league": "knobel.lab.league",
    "plan_comparison": "knobel.lab.plan",
    "player": "knobel.players.roster",
    "simulate": "knobel.lab.simulate",
}


def __getattr__(name: str) -> Any:  # whoever only wants the rules does not load the lab
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(name)
