"""A race of shouts: the first to shout wins, and who shouts within 250 ms of the first ties with it.

Shouts carry the time they were made, and may arrive in any order: a late letter can still be the earliest shout.
"""

from __future__ import annotations

from typing import Annotated, Self

from msgspec.structs import replace

from knobel.core.contract import Actor, Alarm, Due, Move, Objection, Options, Seat, State
from knobel.core.game import Game
from knobel.core.options import by_rule
from knobel.core.words import HOUSE, Catalogue

WINDOW = 250

WORDS = Catalogue(
    {
        "en": {
            "title": "Race",
            "rules": {
                "RCE-01": "Whoever shouts first wins.",
                "RCE-02": "Shouts within 250 milliseconds of the first tie with it.",
                "RCE-03": "Nobody shouts twice.",
                "RCE-04": "When nobody shouts for long enough, nobody is better than anyone.",
            },
            "options": {"patience": {"label": "How long to wait for a shout"}},
            "can": {"Shout": "Shout!"},
            "told": {"Shout": "[who:You shout|{who} shouts]!", "Close": "Time is up."},
            "why": {"RCE-02": "Too late: the first shout was [by:one millisecond|# milliseconds] ago"},
        }
    },
    HOUSE,
)


class RaceOptions(Options, frozen=True):
    """How long the table waits."""

    patience: Annotated[int, by_rule("RCE-04", ge=1, le=10_000)] = 2_000


class Shout(Move, frozen=True):
    """A seat shouts."""


class Close(Move, frozen=True):
    """The clock: no further shout counts."""


class Race(State, frozen=True):
    """A position: when each seat shouted (None: not yet), and whether the clock has closed the race."""

    SEAT_MOVES = (Shout,)
    CLOCK_MOVES = (Close,)
    WORDS = WORDS

    options: RaceOptions
    shouts: tuple[int | None, ...]
    closed: bool = False

    @classmethod
    def start(cls, seats: int, options: RaceOptions) -> Self:
        return cls(options, shouts=(None,) * seats)

    def first(self) -> int | None:
        """When the earliest shout was made, whenever it arrived."""
        return min((at for at in self.shouts if at is not None), default=None)

    def due(self) -> Due:
        first = self.first()
        if self.closed:
            return Due(places=tuple(1 if self.in_time(at) else 2 for at in self.shouts))
        quiet = frozenset(seat for seat, at in enumerate(self.shouts) if at is None)
        closing = self.options.patience if first is None else first + WINDOW + 1
        return Due(may=quiet, alarm=Alarm(closing, Close()))

    def in_time(self, at: int | None) -> bool:
        """RCE-02: a shout within the window of the first; with no shout at all (RCE-04) everyone shares."""
        first = self.first()
        return first is None or (at is not None and at <= first + WINDOW)

    def candidates(self, seat: Seat) -> tuple[Move, ...]:
        return (Shout(),)

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        if isinstance(move, Shout) and not self.in_time(at):
            return Objection("RCE-02", args={"by": at - (self.first() or 0)})
        return None

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        if isinstance(move, Close):
            return replace(self, closed=True)
        return replace(self, shouts=tuple(at if seat == actor else then for seat, then in enumerate(self.shouts)))

    def scores(self) -> tuple[int, ...]:
        return tuple(int(at is not None) for at in self.shouts)


RACE = Game(name="race", rulebook=Race, options=RaceOptions, seats=range(2, 6))
