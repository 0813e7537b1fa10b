"""Knobel: a house for dice games.

>>> import knobel
>>> knobel.game("pig").title()
'Pig'
>>> knobel.simulate("pig", ["random", "random"], 10, seed=1).games
10
"""

from typing import TYPE_CHECKING, Any

from knobel.core.registry import all_games, game

if TYPE_CHECKING:
    from knobel.lab.simulate import simulate as simulate

__all__ = ["all_games", "game", "simulate"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:  # whoever only wants the rules does not load the lab
    if name == "simulate":
        from knobel.lab.simulate import simulate

        return simulate
    raise AttributeError(name)
