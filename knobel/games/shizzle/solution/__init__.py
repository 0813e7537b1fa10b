"""Shizzle, solved: for two players, under house rules that leave all Sparks alike.

One position of the game stands for very many: which Spark lies there does not matter, since each can be renamed to any
other (`symmetry`), and of a line only its length and the dice outside it count (`rolls`). So a turn has a dozen
standings, and a game for two no more than some thousand holds of chips and Shizzles (`chips`), whose worths are
worked out together (`match`). A judge (`judge`) looks up where the rulebook's moves lead. For three there are tables of
their own (`trio`), which are not proven; for more the tables for two are asked about the rival who leads (`duel`).
"""

from __future__ import annotations

from knobel.core.solution import Judge, Progress, Solver, Tables, rules_key, unsolved_option
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import BANK
from knobel.games.shizzle.solution.symmetry import renamings

MOST_TURNS = 16
"""With a limit of more turns than this for each, too many numbers would have to be kept."""


class ShizzleSolver:
    """Solves a game for two under some house rules, with as many chips as the Bank holds at the start."""

    version = 1
    proven = True
    position = "mine,theirs"

    def __init__(self, options: ShizzleOptions, chips: int = BANK[2]) -> None:
        self.options, self.chips = options, chips
        self.key = rules_key(options, "starter")

    def solve(self, progress: Progress) -> Tables:
        from knobel.games.shizzle.solution.match import Match

        return Match(self.options, self.chips).solve(progress)

    def judge(self, tables: Tables) -> Judge:
        from knobel.games.shizzle.solution.judge import ShizzleJudge
        from knobel.games.shizzle.solution.match import Match

        return ShizzleJudge(Match(self.options, self.chips).read(tables), self.position)


class DuelSolver(ShizzleSolver):
    """What is known for more than two: the same tables, about the rival who leads."""

    proven = False

    def __init__(self, seats: int, options: ShizzleOptions) -> None:
        super().__init__(options)
        self.seats = seats

    def judge(self, tables: Tables) -> Judge:
        from knobel.games.shizzle.solution.duel import DuelJudge
        from knobel.games.shizzle.solution.judge import ShizzleJudge
        from knobel.games.shizzle.solution.match import Match

        two = ShizzleJudge(Match(self.options, self.chips).read(tables), self.position)
        return DuelJudge(two, self.seats)


class TrioSolver(ShizzleSolver):
    """What is known for three: what everybody's nearly best moves lead to."""

    version = 2
    proven = False
    position = "mine,next,third"

    def __init__(self, options: ShizzleOptions, chips: int = BANK[3]) -> None:
        super().__init__(options, chips)

    def solve(self, progress: Progress) -> Tables:
        from knobel.games.shizzle.solution.trio import Trio

        return Trio(self.options, self.chips).solve(progress)

    def judge(self, tables: Tables) -> Judge:
        from knobel.games.shizzle.solution.trio import Trio
        from knobel.games.shizzle.solution.trio_judge import TrioJudge

        trio = Trio(self.options, self.chips)
        return TrioJudge(trio, trio.read(tables), self.position)


def solver(seats: int, options: ShizzleOptions) -> Solver:
    """What solves it for so many seats. Raises `Malformed` where no solution is kept."""
    if seats > 2 and options.ties == "rolloff":
        raise unsolved_option("ties", options.ties)
    if options.turns > MOST_TURNS:
        raise unsolved_option("turns", options.turns)
    if renamings(options.face_set()) is None:
        name, value = ("faces", " / ".join(options.faces)) if options.faces else ("square", str(options.square))
        raise unsolved_option(name, value)
    if seats == 2:
        return ShizzleSolver(options)
    ends_with_the_bank = not options.turns and not options.target
    if seats == 3 and options.returns == "at_once" and ends_with_the_bank:
        return TrioSolver(options)
    return DuelSolver(seats, options)
