"""What no move of a game may change, by the game's name: the property tests keep an eye on it."""

from knobel.testing import Conserved

CONSERVED: dict[str, Conserved] = {
    "shizzle": lambda state: sum(state.points) + state.bank,
}
