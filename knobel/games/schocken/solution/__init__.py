"""Schocken for two, solved: how to play a round so that nobody can do better, whatever they know of it.

What is hidden makes it more than a sum: the follower sees how many dice the leader threw again and draws conclusions,
so the leader may have to do now one thing and now another. What is looked for is an equilibrium: a strategy for either
role, with mixtures where they are needed, against which no rival gains anything to speak of. How much the best rival
does gain, over the whole round, is worked out exactly (`Round.gains`): that is the certificate.

How large it is, under the box rules:

- A round goes from bout to bout through 103 positions of the discs (`positions`). In 91 of them discs lie in the
  middle, which only become fewer; the other 12 lead to each other and are solved together (`rounds`, `solving`).
- A bout is decided by 58 hands, and by who threw first. The leader's turn can look in 13 ways from outside, and knows
  748 decisions with 2,104 choices; the follower, who has thought about what was seen, 2,392 with 11,544 (`plans`).
- Playing one bout in all its ways at once takes a tenth of a millisecond, and after 100 to 400 of them nobody has much
  left to learn (`learning`): three seconds for the round. What it comes to is kept in 0.4 MB (`tables`).

The leader's first and second decisions tell the follower something and are mixed at times; the last one, whether to
turn a six, tells nothing. The follower's throws tell the leader nothing that still matters, so the follower's mixtures
only keep the leader from gaining. What the follower knows is what a view shows at that moment: where dice set aside are
shown, those of the last throw and not those that lay there before.
"""

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
