"""What tests of every game want to know of this one: see tests/about.py."""

from knobel.games.word_shout.rules import WordShout

SHORT = {"target": 10}
QUIET = ("--preset", "quiet", "--option", "turn_seconds=600", "--option", "target=20")
SHOT = {"seen": {"[data-group^=taken]": 1, "[data-group=table] [data-thing]": 4}, "options": {"target": 50}}


def conserved(state: WordShout) -> int:
    """The ten dice: those that lie, and those in words."""
    return len(state.lying) + sum(len(word.dice) for word in state.taken) if state.letters else 10
