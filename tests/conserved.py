"""What no move of a game may change, by the game's name: the property tests keep an eye on it."""

from knobel.testing import Conserved

CONSERVED: dict[str, Conserved] = {
    "machz": lambda state: sum(state.chips) + state.pot - state.supply,  # a refill adds to the supply, and only that
    "schocken": lambda state: sum(state.discs) + state.middle,
    "shizzle": lambda state: sum(state.points) + state.bank,
    "word-shout": lambda state: len(state.lying) + sum(len(word.dice) for word in state.taken) if state.letters else 10,
}
