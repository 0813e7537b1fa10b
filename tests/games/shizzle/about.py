"""What tests of every game want to know of this one: see tests/about.py."""

from knobel.games.shizzle.rules import Shizzle

SHORT = {"turns": 2}
SHOT = {"seen": {"[data-group=line] [data-thing]": 4, ".fits": 1}, "options": {"turns": 0}}


def conserved(state: Shizzle) -> int:
    """The points of the seats and of the Bank."""
    return sum(state.points) + state.bank
