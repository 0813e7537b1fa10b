"""Shizzle, solved: for two players, under house rules that leave all Sparks alike.

One position of the game stands for very many: which Spark lies there does not matter, since each can be renamed to any
other (`symmetry`), and of a line only its length and the dice outside it count (`rolls`). So a turn has a dozen
standings, and a game for two no more than some thousand holds of chips and Shizzles (`chips`), whose worths are
worked out together (`match`). A judge (`judge`) looks up where the rulebook's moves lead. For three there are tables of
their own (`trio`), which are not proven; for more those are asked about the two rivals who lead (`leaders`).
"""

from __future__ import annotations

from knobel.core.solution import Judge, Progress, Solver, Tables, rules_key, unsolved_option
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import BANK
from knobel.games.shizzle.solution.symmetry import renamings

TRIO = 3
"""For so many there are tables of their own, and whoever is one of more goes by them as well."""
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


class LeadersSolver:
    """What is known for more: the tables for fewer, about the rivals who lead."""

    proven = False

    def __init__(self, few: Solver, size: int, seats: int) -> None:
        self.few, self.tables_for, self.seats = few, size, seats
        self.key, self.version, self.position = few.key, few.version, few.position

    def solve(self, progress: Progress) -> Tables:
        return self.few.solve(progress)

    def judge(self, tables: Tables) -> Judge:
        from knobel.games.shizzle.solution.leaders import LeadersJudge

        return LeadersJudge(self.few.judge(tables), self.tables_for, self.seats)


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
    if options.returns != "at_once" or options.turns or options.target:
        return LeadersSolver(ShizzleSolver(options), 2, seats)
    trio = TrioSolver(options)
    if seats == TRIO:
        return trio
    comes_solved = trio.key == TrioSolver(ShizzleOptions()).key  # anything else would take minutes for little
    return LeadersSolver(trio, TRIO, seats) if comes_solved else LeadersSolver(ShizzleSolver(options), 2, seats)
