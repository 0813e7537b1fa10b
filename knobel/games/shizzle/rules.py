"""Shizzle: build the longest line of dice from a Spark, each matching its neighbour; press your luck.

A turn: roll, lay at least one die that fits, then stop and take the points, or roll the dice outside the line again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Self

from msgspec.structs import replace

from knobel.core.chances import Chances, Listed, Throw
from knobel.core.contract import IN_THE_AIR, Actor, Due, Move, Objection, Seat, State, waits_for
from knobel.core.errors import Malformed
from knobel.core.ranking import places
from knobel.core.words import HOUSE, Catalogue
from knobel.games.shizzle.dice import DICE, Face, FaceSet, joins, longest, throw
from knobel.games.shizzle.moves import Fell, Lay, Return, Roll, Starts, Stop, Strike
from knobel.games.shizzle.options import ShizzleOptions

PLAYERS = range(2, 7)
"""SHZ-01: two to six players."""

BANK = {2: 40, 3: 60, 4: 75, 5: 90, 6: 100}
"""SHZ-04: what the Bank holds at the start, by the number of players."""

SHIZZLE = 6
"""SHZ-18: a line of all six dice; what it is worth, and what a rival returns for it."""

FIZZLE = 2
"""SHZ-14: a roll of five dice that allows no longer line than this ends the turn."""


class Shizzle(State, frozen=True):
    """A position: chips, the line, and the dice that were rolled and are not in it."""

    SEAT_MOVES = (Strike, Roll, Lay, Return, Stop)
    NATURE_MOVES = (Starts, Fell)
    WORDS = Catalogue.of_package("knobel.games.shizzle", HOUSE)

    options: ShizzleOptions
    points: tuple[int, ...]
    bank: int
    turn: Seat = 0
    starter_open: bool = False
    """Whether chance has yet to say who starts."""

    # This turn
    line: tuple[Face, ...] = ()
    """From the Spark to the open end. Empty only before the very first Spark."""
    rolled: tuple[Face, ...] = ()
    """The dice of the last roll that are not in the line."""
    in_the_air: tuple[int, ...] = ()
    begun: bool = False
    """Whether the turn has rolled."""
    laid: int = 0
    """Dice laid since the last roll."""
    possible: int = 0
    """The longest line that the last roll allowed."""
    fizzled: bool = False
    """Whether the last roll was a Fizzle."""
    shizzles: int = 0
    """Shizzles of this turn that were rolled on from."""
    returned: int = 0
    """How many of this turn's Shizzles a rival has already returned points for."""
    line_returned: bool = False
    """Whether the Shizzle that lies there is one of those."""

    # The game
    turns: int = 0
    """Turns that are over."""
    rolloff: tuple[tuple[Seat, int | None], ...] = ()
    """SHZ-R8: who rolls off for the win, in order, and what each made of their turn."""
    rolloffs_won: tuple[int, ...] = ()
    """SHZ-R8: how many roll-offs each seat has come through."""
    ended: bool = False

    @classmethod
    def start(cls, seats: int, options: ShizzleOptions) -> Self:
        """SHZ-04, SHZ-05: the Bank is filled; the youngest, as the table says, has the first turn."""
        nothing = (0,) * seats
        state = cls(options, nothing, BANK[seats], rolloffs_won=nothing)
        if options.starter == "random":
            return replace(state, starter_open=True)
        if options.starter > seats:
            raise Malformed("no-seat", seat=options.starter)
        return replace(state, turn=options.starter - 1)

    # Whose turn it is, and what they may do --------------------------------------------------------------------------

    def due(self) -> Due:
        if self.ended:
            return Due(places=places(list(zip(self.points, self.rolloffs_won, strict=True))))
        if self.in_the_air or self.starter_open:
            return IN_THE_AIR
        return waits_for(self.turn)

    def candidates(self, seat: Seat) -> Iterable[Move]:
        if not self.line:
            return STRIKES
        if not self.begun:
            return (ROLL,)
        lays = [LAYS[face.die] for face in self.rolled]
        if self.options.returns == "at_end":
            return (*lays, ROLL, *stops(self.rivals(), self.shizzles_now()))
        return (*lays, ROLL, STOP, *RETURNS[: len(self.points)]) if self.is_shizzle() else (*lays, ROLL, STOP)

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        match move:
            case Lay(die):
                return self.against_laying(die)
            case Roll():
                return self.against_rolling()
            case Stop(returns):
                return self.against_stopping() or self.against_returns(returns)
            case Return(rival):
                return self.against_returning_now(rival)
            case Strike():
                return Objection("SHZ-06", "once") if self.line else None
            case Starts(seat):
                return None if self.starter_open and seat in range(len(self.points)) else Objection("DICE")
            case Fell(faces):
                return None if self.can_fall(faces) else Objection("DICE")
            case _:
                raise TypeError(move)

    def against_laying(self, die: int) -> Objection | None:
        """SHZ-08 to SHZ-10: a rolled die joins the open end, if it shares colour or number with the die there."""
        face = next((face for face in self.rolled if face.die == die), None)
        if face is None:
            return Objection("SHZ-08", "not-rolled")
        if not joins(self.line[-1], face):
            return Objection("SHZ-08", "no-match", {"die": face.drawn(), "end": self.line[-1].drawn()})
        if self.options.placing == "longest" and self.laid_on(die).reach() < self.possible:
            return Objection("SHZ-R2", "longest", {"n": self.possible})
        return None

    def against_rolling(self) -> Objection | None:
        """SHZ-17: the last roll must have added a die; SHZ-14: a Fizzle must stop."""
        if not self.line:
            return Objection("SHZ-06", "first")
        if not self.begun:
            return None
        if objection := self.against_leaving_the_roll():
            return objection
        if self.fizzled:
            return Objection("SHZ-14")
        if len(self.line) == 2 and self.options.twos == "stop":
            return Objection("SHZ-R2", "twos")
        return None

    def against_stopping(self) -> Objection | None:
        """SHZ-07, SHZ-17: a turn rolls, and lays at least one die, before it may stop."""
        if not self.line:
            return Objection("SHZ-06", "first")
        if not self.begun:
            return Objection("SHZ-07")
        return self.against_leaving_the_roll()

    def against_leaving_the_roll(self) -> Objection | None:
        """SHZ-17: at least one die was added. SHZ-R2, where the table wants it: as many as the roll allowed."""
        if not self.laid:
            return Objection("SHZ-17")
        if self.options.placing == "longest" and len(self.line) < self.possible:
            return Objection("SHZ-R2", "longest", {"n": self.possible})
        return None

    def against_returns(self, returns: tuple[Seat, ...]) -> Objection | None:
        """SHZ-18, SHZ-21: each return is a Shizzle's and a chosen rival's."""
        if not returns:
            return None
        if self.options.returns == "at_once":
            return Objection("SHZ-R3", "at-once")
        if len(returns) > self.shizzles_now():
            return Objection("SHZ-21", "few", {"n": self.shizzles_now()})
        if list(returns) != sorted(returns):
            return Objection("SHZ-21", "order")
        return next(filter(None, (self.against_rival(rival, returns.count(rival)) for rival in returns)), None)

    def against_returning_now(self, rival: Seat) -> Objection | None:
        """SHZ-18, SHZ-R3: a rival returns for a Shizzle when it is made, once, and not later."""
        if self.options.returns != "at_once":
            return Objection("SHZ-R3", "at-end")
        if not self.is_shizzle() or self.line_returned:
            return Objection("SHZ-18", "none")
        return self.against_rival(rival, 1)

    def against_rival(self, rival: Seat, times: int) -> Objection | None:
        """SHZ-R5: every return needs a rival who still has a chip. SHZ-R10: a roll-off is for points alone."""
        if self.rolloff:
            return Objection("SHZ-R10")
        if rival not in self.rivals():
            return Objection("SHZ-18", "rival")
        if self.points[rival] <= SHIZZLE * (times - 1):
            return Objection("SHZ-R5")
        return None

    # What can be read off the table ----------------------------------------------------------------------------------

    def is_shizzle(self) -> bool:
        """SHZ-18: all six dice are in line."""
        return len(self.line) == SHIZZLE

    def shizzles_now(self) -> int:
        """The turn's Shizzles, the one that lies there included."""
        return self.shizzles + self.is_shizzle()

    def reach(self) -> int:
        """SHZ-14, SHZ-R2: how long the line can become with the dice of this roll."""
        return len(self.line) + longest(self.line[-1], self.rolled)

    def worth(self) -> int:
        """SHZ-12, SHZ-16, SHZ-18: one point a die of the line, and six for every Shizzle not used for a return."""
        return SHIZZLE * (self.shizzles_now() - self.returned) + (0 if self.is_shizzle() else len(self.line))

    def rivals(self) -> tuple[Seat, ...]:
        """Everybody but the player whose turn it is."""
        return tuple(seat for seat in range(len(self.points)) if seat != self.turn)

    def scores(self) -> tuple[int, ...]:
        return self.points

    # The dice ---------------------------------------------------------------------------------------------------------

    def chances(self) -> Chances:
        if self.starter_open:
            return starters(len(self.points))
        return thrown(self.options.face_set(), self.in_the_air)

    def can_fall(self, faces: tuple[Face, ...]) -> bool:
        """Whether just the dice in the air lie there, each on a face it has (SHZ-02)."""
        carried, fallen = self.options.face_set(), tuple(face.die for face in faces)
        return bool(fallen) and fallen == self.in_the_air and all(face in carried[face.die] for face in faces)

    # What happens -----------------------------------------------------------------------------------------------------

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Lay(die):
                return self.laid_on(die)
            case Roll():
                return self.rolling()
            case Stop(returns):
                return self.settled(returns)
            case Return(rival):
                points, bank = returned(self.points, self.bank, rival)
                return replace(self, points=points, bank=bank, returned=self.returned + 1, line_returned=True)
            case Strike(die):
                return replace(self, in_the_air=(die,))
            case Starts(seat):
                return replace(self, turn=seat, starter_open=False)
            case Fell(faces):
                return self.fallen(faces)
            case _:
                raise TypeError(move)

    def laid_on(self, die: int) -> Self:
        """SHZ-10: the line grows at its one open end."""
        line = (*self.line, *(face for face in self.rolled if face.die == die))
        rest = tuple(face for face in self.rolled if face.die != die)
        return replace(self, line=line, rolled=rest, laid=self.laid + 1)

    def rolling(self) -> Self:
        """SHZ-25: every die outside the line is rolled. SHZ-19: after a Shizzle its last die is the new Spark."""
        line = self.line[-1:] if self.is_shizzle() else self.line
        return replace(
            self,
            line=line,
            rolled=(),
            in_the_air=outside(line),
            begun=True,
            laid=0,
            shizzles=self.shizzles_now(),
            line_returned=False,
        )

    def fallen(self, faces: tuple[Face, ...]) -> Self:
        """SHZ-06: the first die rolled is the Spark. SHZ-13: if no die can join it is a Choke: nothing is paid."""
        if not self.line:
            return replace(self, line=faces, in_the_air=())
        lying = replace(self, rolled=faces, in_the_air=())
        possible = lying.reach()
        if possible == len(self.line):
            return lying.passed_on(0, self.points, self.bank)
        # SHZ-14, SHZ-15: a Fizzle is a roll of five that allows no longer line than two
        return replace(lying, possible=possible, fizzled=len(faces) == 5 and possible == FIZZLE)

    def settled(self, returns: tuple[Seat, ...]) -> Self:
        """SHZ-22, SHZ-R4, SHZ-R5: rivals return first, then the Bank pays what it has. SHZ-R10: not in a roll-off."""
        points, bank = self.points, self.bank
        for rival in returns:
            points, bank = returned(points, bank, rival)
        worth = self.worth() - SHIZZLE * len(returns)
        paid = 0 if self.rolloff else min(worth, bank)
        return self.passed_on(worth, changed(points, self.turn, paid), bank - paid)

    def passed_on(self, worth: int, points: tuple[int, ...], bank: int) -> Self:
        """SHZ-23, SHZ-R6: the end of the line, as it lies, is the Spark of the player to the left (SHZ-05)."""
        next_turn = replace(
            self,
            points=points,
            bank=bank,
            turn=(self.turn + 1) % len(points),
            line=self.line[-1:],
            rolled=(),
            in_the_air=(),
            begun=False,
            laid=0,
            fizzled=False,
            shizzles=0,
            returned=0,
            line_returned=False,
            turns=self.turns + 1,
        )
        return next_turn.rolled_off(self.turn, worth) if self.rolloff else next_turn.tested()

    # How it ends ------------------------------------------------------------------------------------------------------

    def tested(self) -> Self:
        """SHZ-24: the game ends when the Bank is empty. SHZ-R9: or at a limit the table has set."""
        limit, target = self.options.turns * len(self.points), self.options.target
        if self.bank and not (limit and self.turns >= limit) and not (target and max(self.points) >= target):
            return self
        leaders = [seat for seat in self.from_the_left() if self.points[seat] == max(self.points)]
        return self.decided(leaders)

    def decided(self, leaders: Sequence[Seat]) -> Self:
        """SHZ-24, SHZ-R8: one leader wins; several share the win, or roll off for it."""
        if len(leaders) > 1 and self.options.ties == "rolloff":
            return replace(self, rolloff=tuple((seat, None) for seat in leaders), turn=leaders[0])
        return replace(self, rolloff=(), ended=True)

    def rolled_off(self, seat: Seat, worth: int) -> Self:
        """SHZ-R8: everyone tied has one turn; the best of them wins, and if several are best they roll off again."""
        results = [(who, worth if who == seat else made) for who, made in self.rolloff]
        if waiting := [who for who, made in results if made is None]:
            return replace(self, rolloff=tuple(results), turn=waiting[0])
        best = max(made or 0 for _, made in results)
        through = [who for who, made in results if made == best]
        won = tuple(wins + (who in through) for who, wins in enumerate(self.rolloffs_won))
        return replace(self, rolloffs_won=won).decided(through)

    def from_the_left(self) -> list[Seat]:
        """All seats in order of play, the next to play first."""
        return [(self.turn + step) % len(self.points) for step in range(len(self.points))]


STRIKES = tuple(Strike(die) for die in DICE)
LAYS = tuple(Lay(die) for die in DICE)
RETURNS = tuple(Return(seat) for seat in range(PLAYERS[-1]))
ROLL, STOP = Roll(), Stop()


@cache
def stops(rivals: tuple[Seat, ...], shizzles: int) -> tuple[Stop, ...]:
    """SHZ-21: every way to split so many Shizzles between points and returns of rivals."""
    return tuple(
        Stop(returns) for count in range(shizzles + 1) for returns in combinations_with_replacement(rivals, count)
    )


@cache
def starters(seats: int) -> Listed:
    """Every seat is as likely to start."""
    return Listed((str(seat + 1), Starts(seat), Fraction(1, seats)) for seat in range(seats))


@lru_cache(512)
def thrown(faces: FaceSet, dice: tuple[int, ...]) -> Throw:
    """These dice of the set, in the air."""
    return throw(faces, dice, Fell)


def outside(line: tuple[Face, ...]) -> tuple[int, ...]:
    """The dice that are not in the line."""
    inside = [face.die for face in line]
    return tuple(die for die in DICE if die not in inside)


def returned(points: tuple[int, ...], bank: int, rival: Seat) -> tuple[tuple[int, ...], int]:
    """SHZ-18, SHZ-R5: a rival returns six points to the Bank, or all they have if that is less."""
    given = min(SHIZZLE, points[rival])
    return changed(points, rival, -given), bank + given


def changed(points: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    """The points, with those of one seat changed."""
    return (*points[:seat], points[seat] + by, *points[seat + 1 :])
