"""Perfect play, worked out: every position of a game for two that hides nothing, with its exact winning chance."""

from knobel.players.exact.explore import Unsolvable
from knobel.players.exact.solution import PerfectPlayer, Solution
from knobel.players.exact.solver import solve

__all__ = ["PerfectPlayer", "Solution", "Unsolvable", "solve"]
