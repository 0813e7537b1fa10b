"""Finds the solution of Schocken for two under a table's options, and for more the best that is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobel.core.solution import Judge, Progress, Tables, rules_key, unsolved_option
from knobel.games.schocken.options import SchockenOptions
from knobel.games.schocken.rules import MOST_THROWS

if TYPE_CHECKING:
    from knobel.games.schocken.solution.company import Company

TWO = 0.5
"""About the part of the work for more than two that the solution for two takes."""

TARGET = 3e-7
"""In each single bout the best leader and the best follower gain less than this together."""


class SchockenSolver:
    """Solves a round for two; for study also with dice of fewer faces, or with fewer throws a turn."""

    version: int = 1
    proven: bool = True
    position: str = "middle,first,second"

    def __init__(
        self,
        options: SchockenOptions,
        faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6),
        throws: int = MOST_THROWS,
        target: float = TARGET,
    ) -> None:
        self.options = options
        self.faces = faces
        self.throws = throws
        self.target = target
        self.key = rules_key(options, "starter")

    def solve(self, progress: Progress) -> Tables:
        """Works a round out. Raises `ImportError` without NumPy and Numba."""
        from knobel.games.schocken.solution.plans import Form
        from knobel.games.schocken.solution.rounds import Round
        from knobel.games.schocken.solution.solving import worked_out
        from knobel.games.schocken.solution.tables import packed

        form = Form(self.options, self.faces, self.throws)
        return packed(form, *worked_out(Round(form), progress, self.target))

    def judge(self, tables: Tables) -> Judge:
        """Reads tables that were worked out before. Raises `Malformed` for what are none."""
        from knobel.games.schocken.solution.judge import SchockenJudge
        from knobel.games.schocken.solution.plans import Form

        return SchockenJudge(Form(self.options, self.faces, self.throws), tables)


class CompanySolver(SchockenSolver):
    """What is known for more than two: how turns usually end among so many, and the solution for the last two."""

    proven = False

    def __init__(self, seats: int, options: SchockenOptions) -> None:
        super().__init__(options)
        self.seats = seats

    def solve(self, progress: Progress) -> Tables:
        two = super().solve(lambda share: progress(TWO * share))
        return {**two, **self._company().solve(lambda share: progress(TWO + (1 - TWO) * share))}

    def judge(self, tables: Tables) -> Judge:
        from knobel.games.schocken.solution.company_judge import CompanyJudge
        from knobel.games.schocken.solution.judge import SchockenJudge

        company = self._company()
        return CompanyJudge(company, tables, SchockenJudge(company.form, tables))

    def _company(self) -> Company:
        from knobel.games.schocken.solution.company import Company

        return Company(self.seats, self.options, self.faces, self.throws)


def solver(seats: int, options: SchockenOptions) -> SchockenSolver:
    """Raises `Malformed` where no solution is kept: where the house does not know the dice."""
    if options.counted:
        raise unsolved_option("counted", "true")
    return SchockenSolver(options) if seats == 2 else CompanySolver(seats, options)
