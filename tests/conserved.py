"""What no move of a game may change, by the game's name: the property tests keep an eye on it."""

from knobel.testing import Conserved

CONSERVED: dict[str, Conserved] = {
    "machz": lambda state: sum(state.chips) + state.pot - state.supply,  # a refill adds to the supply, and only that
    "schocken": lambda state: sum(state.discs) + state.middle,
    "shizzle": lambda state: sum(state.points) + state.bank,
    "stack-attack": lambda state: _dice_of_the_turn(state) - state.dice_each(),
    "word-shout": lambda state: len(state.lying) + sum(len(word.dice) for word in state.taken) if state.letters else 10,
}


def _dice_of_the_turn(state) -> int:
    """The dice of whose turn it is, wherever they are: on the table, in the hand, on the tower."""
    if state.phase in ("choosing", "ready", "rolling", "over"):
        return state.dice_each()
    return len(state.rolled) + (state.held is not None) + state.on_tower(state.turn)
