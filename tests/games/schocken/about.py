"""What tests of every game want to know of this one: see tests/about.py."""

from knobel.games.schocken.rules import Schocken

SHORT = {"discs": 11}
LUCKY = ("1", "1", "1", "6", "6")
SHOT = {"seen": {".marked": 2, ".label:text-matches('Schock|Jule|General')": 1}, "options": {"discs": 15}}


def conserved(state: Schocken) -> int:
    """The discs, wherever they lie."""
    return sum(state.discs) + state.middle
