"""The conformance kit: plays a game at random and checks that it keeps the contract. It needs no test framework.

from knobel.testing import check_game
check_game(MY_GAME)
"""

from knobel.testing.case import LOOKS, Checked, Conserved, Nonconforming
from knobel.testing.kit import check_game, check_one
from knobel.testing.spread import Setting, settings, values_of

__all__ = [
    "LOOKS",
    "Checked",
    "Conserved",
    "Nonconforming",
    "Setting",
    "check_game",
    "check_one",
    "settings",
    "values_of",
]
