"""Knobel: a house for dice games.

>>> import knobel
>>> knobel.game("pig").title()
'Pig'
"""

from knobel.core.registry import all_games, game

__all__ = ["all_games", "game"]
__version__ = "0.1.0"
