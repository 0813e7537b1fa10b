"""Pig: roll as often as you dare; a one loses what the turn had gathered; first to the target wins.

A whole game in one file. With perfect play to 100 the first of two players wins 53.06 % of the time (Neller and
Presser, 2004).
"""

from __future__ import annotations

from typing import Annotated, Self

from msgspec.structs import replace

from knobel.core.chances import PIPS, Throw
from knobel.core.contract import IN_THE_AIR, Actor, Due, Move, Objection, Options, Seat, State, waits_for
from knobel.core.game import Game, Guide
from knobel.core.options import by_rule
from knobel.core.words import HOUSE, Catalogue, Say

WORDS = Catalogue(
    {
        "en": {
            "title": "Pig",
            "tagline": "Roll as often as you dare; a one loses it all.",
            "rules": {
                "PIG-01": "On your turn roll the die as often as you like.",
                "PIG-02": "A one ends the turn and loses the points it had gathered.",
                "PIG-03": "You may hold once you have gathered something: the points are yours and the turn passes.",
                "PIG-04": "Whoever reaches the target wins at once.",
            },
            "options": {"target": {"label": "Points that win"}},
            "can": {"Roll": "Roll the die", "Hold": "Hold, and keep what you have gathered"},
            "told": {
                "Roll": "[who:You roll|{who} rolls].",
                "Hold": "[who:You hold|{who} holds].",
                "Fell": "The die shows {pips}.",
            },
            "why": {"PIG-03": "You have nothing to hold yet: roll first"},
            "guide": {
                "roll": "Roll the die: each roll adds its points, but a one ends your turn with nothing.",
                "risk": "Hold, and [n:one point is|# points are] yours; or roll for more, and a one loses it all.",
            },
        }
    },
    HOUSE,
)


class PigOptions(Options, frozen=True):
    """The house rules of a table of Pig."""

    target: Annotated[int, by_rule("PIG-04", ge=2, le=1000)] = 100


class Roll(Move, frozen=True):
    """The player throws the die."""


class Hold(Move, frozen=True):
    """The player keeps the gathered points."""


class Fell(Move, frozen=True):
    """Nature: the die shows `pips`."""

    pips: int


DIE = Throw((PIPS,), lambda up: Fell(up[0] + 1))


class Pig(State, frozen=True):
    """A position: everyone's totals, whose turn it is, and what the turn has gathered."""

    SEAT_MOVES = (Roll, Hold)
    NATURE_MOVES = (Fell,)
    WORDS = WORDS

    options: PigOptions
    totals: tuple[int, ...]
    turn: Seat = 0
    gathered: int = 0
    in_the_air: bool = False

    @classmethod
    def start(cls, seats: int, options: PigOptions) -> Self:
        return cls(options, totals=(0,) * seats)

    def due(self) -> Due:
        target = self.options.target
        if max(self.totals) >= target:
            return Due(places=tuple(1 if total >= target else 2 for total in self.totals))
        return IN_THE_AIR if self.in_the_air else waits_for(self.turn)

    def candidates(self, seat: Seat) -> tuple[Move, ...]:
        return Roll(), Hold()

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        match move:
            case Hold() if not self.gathered:
                return Objection("PIG-03")
            case Fell(pips) if pips not in range(1, 7):
                return Objection("DICE")
            case _:
                return None

    def chances(self) -> Throw:
        return DIE

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Roll():
                return replace(self, in_the_air=True)
            case Hold():
                return self.passed_on(self.gathered)
            case Fell(1):
                return self.passed_on(0)
            case Fell(pips) if self.totals[self.turn] + self.gathered + pips >= self.options.target:
                return self.passed_on(self.gathered + pips)
            case Fell(pips):
                return replace(self, gathered=self.gathered + pips, in_the_air=False)
            case _:
                raise TypeError(move)

    def passed_on(self, points: int) -> Self:
        """The turn's points are the player's, and the next player is to move."""
        totals = tuple(total + points * (seat == self.turn) for seat, total in enumerate(self.totals))
        return replace(self, totals=totals, turn=(self.turn + 1) % len(totals), gathered=0, in_the_air=False)

    def scores(self) -> tuple[int, ...]:
        return self.totals


ENOUGH = 20
"""Whoever holds from here on plays nearly as well as can be (Knizia, 1999)."""


def guide(view: Pig, _seat: Seat) -> Guide:
    """What whoever plays Pig for the first time should do now."""
    if not view.gathered:
        return Guide(Say("guide.roll"), Roll())
    return Guide(Say("guide.risk", {"n": view.gathered}), Hold() if view.gathered >= ENOUGH else Roll())


PIG = Game(name="pig", rulebook=Pig, options=PigOptions, seats=range(2, 9), throws=(Roll,), guide=guide)
