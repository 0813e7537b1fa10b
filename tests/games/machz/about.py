"""What tests of every game want to know of this one: see tests/about.py."""

from knobel.games.machz.rules import Machz

SHORT = {"pot": 20}
SHOT = {"seen": {".card.match": 1, "[data-group=locked] [data-thing]": 3}, "options": {"pot": 60}}


def conserved(state: Machz) -> int:
    """The chips of the seats and of the Pot, beside those ever handed out."""
    return sum(state.chips) + state.pot - state.supply  # a refill adds to the supply, and only that
