"""Stack Attack: one tower of dice on a plate that gives; stack one higher or one lower, and do not bring it down.

A turn: roll, add at least one die that fits, and stop or add more. Adding a die is a small play of its own. Without
dexterity chance says whether the tower stands. With it, the player aims, the hand sways, the player lets go, and nature
says what the tower did: so these rules need no physics.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import copysign, hypot
from typing import Literal, Self

import msgspec
from msgspec.structs import replace

from knobel.core.chances import PIPS, Chances, Listed, Throw
from knobel.core.contract import IN_THE_AIR, Actor, Alarm, Draw, Due, Move, Objection, Open, Seat, State, waits_for
from knobel.core.errors import Malformed
from knobel.core.ranking import places
from knobel.core.words import HOUSE, Catalogue
from knobel.games.stack_attack.hand import swing
from knobel.games.stack_attack.moves import (
    DIE,
    QUARTER,
    REACH,
    Fell,
    Hand,
    HandRequest,
    LetGo,
    Place,
    Placing,
    Pose,
    Roll,
    Rolled,
    Settled,
    Shift,
    Slip,
    Starts,
    Stop,
    Sway,
    Tired,
)
from knobel.games.stack_attack.options import StackAttackOptions
from knobel.games.stack_attack.risk import GRAIN, alone, hazard

PLAYERS = range(2, 5)
"""STK-01: two to four players."""

FIVE_EACH, FOUR_EACH = 5, 4
"""STK-02, STK-03: dice a player, for up to three players and for four."""

LEAST_RISK = Fraction(1, GRAIN)
"""STK-R9: no hand is so steady that a fall is impossible."""

FIRST = 1
"""STK-06: the number that opens the tower."""

PATIENCE = 8_000
"""STK-R8: how many milliseconds a hand can hold a die."""

Phase = Literal["choosing", "ready", "rolling", "stacking", "reaching", "swaying", "settling", "over"]
"""Chance chooses who starts; a player is to roll; dice roll; a player picks a die or stops; a hand reaches out with the
die; it sways until the player lets go; the tower settles; the game is over."""


class Block(msgspec.Struct, frozen=True):
    """A die in the tower: the number on top, and whose it is. STK-R7: the neutral ones are nobody's."""

    number: int
    owner: Seat | None


NEUTRAL = (Block(5, None), Block(6, None))
"""STK-21, STK-R14: what a round for two starts with, a 6 on top."""


STILL, TRUE = Sway((), ()), Slip(0, 0)
"""A hand that does not sway, and a die let go just where it was aimed."""


class StackAttack(State, frozen=True):
    """A position: points, the tower, the dice just rolled, and the die in a hand over the tower."""

    SEAT_MOVES = (Roll, Place, Shift, LetGo, Stop)
    NATURE_MOVES = (Starts, Rolled, Sway, Slip, Settled, Fell)
    CLOCK_MOVES = (Tired,)
    WORDS = Catalogue.of_package("knobel.games.stack_attack", HOUSE)

    options: StackAttackOptions
    points: tuple[int, ...]
    playing: tuple[Seat, ...]
    """Who plays this round: everybody, or those who play off (STK-23)."""
    turn: Seat = 0
    phase: Phase = "ready"
    tower: tuple[Block, ...] = ()
    """From the bottom to the top."""
    poses: tuple[Pose, ...] = ()
    """STK-R9, with dexterity: how each die of the tower lies."""

    # This turn
    rolled: tuple[int, ...] = ()
    """The dice of this turn's roll that still lie there."""
    added: int = 0
    """Dice added in this turn."""
    held: Place | None = None
    """The die in the hand, and its aim."""
    sway: Sway = STILL
    """How the hand sways, ..."""
    since: int = 0
    """... since when, ..."""
    tires: int = 0
    """... and when it opens by itself (STK-R8)."""
    slip: Slip = TRUE
    """How far from its aim the die was let go."""

    @classmethod
    def start(cls, seats: int, options: StackAttackOptions) -> Self:
        """STK-04: the youngest starts, as the table says, or chance."""
        if options.seats_named() > seats:
            raise Malformed("no-seat", seat=options.seats_named())
        state = cls(options, (0,) * seats, tuple(range(seats)))
        if options.starter == "random":
            return replace(state, phase="choosing")
        return state.new_round(options.starter - 1)

    # Whose turn it is, and what they may do --------------------------------------------------------------------------

    def due(self) -> Due:
        match self.phase:
            case "over":
                return Due(places=places(self.points))
            case "ready" | "stacking":
                return waits_for(self.turn)
            case "swaying":
                return Due(must=frozenset((self.turn,)), alarm=Alarm(self.tires, TIRED))
            case _:
                return IN_THE_AIR

    def candidates(self, seat: Seat) -> Iterable[Move | Open]:
        match self.phase:
            case "ready":
                return (ROLL,)
            case "stacking" if self.options.dexterity:
                return (*PLACES, STOP, PLACING)
            case "stacking":
                return (*PLACES, STOP)
            case "swaying":
                return (LET_GO, SHIFTING)
            case _:
                return ()

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        match move:
            case Roll():
                return None if self.phase == "ready" else Objection("STK-R2", "once")
            case Place():
                return self.against_placing(move)
            case Stop():
                return self.against_stopping()
            case LetGo():
                return self.against_handling(at)
            case Shift():
                return self.against_handling(at) or self.against_shifting(move, at)
            case Tired():
                return None
            case _:
                return None if self.is_possible(move) else Objection("DICE")

    def against_placing(self, place: Place) -> Objection | None:
        """STK-06 to STK-08, STK-13: one rolled die at a time, and only one that fits."""
        if self.phase == "ready":
            return Objection("STK-05", "first")
        if self.phase != "stacking":
            return Objection("STK-13")
        if place.die not in self.rolled:
            return Objection("STK-05", "not-rolled", {"n": place.die})
        if not self.fits(place.die):
            return self.against_number(place.die)
        if not self.options.dexterity and place != PLACES[place.die - 1]:
            return Objection("STK-R9", "aim")
        return against_aim(place)

    def against_number(self, number: int) -> Objection:
        """STK-06, STK-07, STK-08: why a number does not go on the tower now."""
        top = self.top()
        if top is None:
            return Objection("STK-06", args={"n": number})
        if top in ONLY_NEIGHBOUR:
            return Objection("STK-08", args={"n": number, "top": top, "only": ONLY_NEIGHBOUR[top]})
        return Objection("STK-07", args={"n": number, "top": top})

    def against_stopping(self) -> Objection | None:
        """STK-10, STK-R2: once a die is added a player may always stop, and not before. Not with a die in the hand."""
        if self.phase == "ready":
            return Objection("STK-05", "first")
        if self.phase == "swaying":
            return Objection("STK-15", "held")
        return None if self.added else Objection("STK-10")

    def against_handling(self, at: int) -> Objection | None:
        """STK-15: a die may be shifted and let go while it is in the hand, and at no other time."""
        if self.phase != "swaying":
            return Objection("STK-15", "none")
        return Objection("STK-R8", "early") if at < self.since else None

    def against_shifting(self, shift: Shift, at: int) -> Objection | None:
        """STK-R8, STK-R15: a tired hand shifts nothing, and no hand reaches farther than the top die."""
        return Objection("STK-R8", "tired") if at >= self.tires else against_aim(shift)

    # What can be read off the table ----------------------------------------------------------------------------------

    def top(self) -> int | None:
        """The number on top of the tower, if there is a tower."""
        return self.tower[-1].number if self.tower else None

    def fits(self, number: int) -> bool:
        """Whether a die of this number can be added."""
        return goes_on(self.top(), number)

    def any_fits(self) -> bool:
        """Whether any of the dice that lie there can be added."""
        return any(map(self.fits, self.rolled))

    def dice_each(self) -> int:
        """STK-02, STK-03, STK-R6: five dice each, four where four play this round."""
        return FOUR_EACH if len(self.playing) == 4 else FIVE_EACH

    def on_tower(self, seat: Seat) -> int:
        """How many of a seat's dice are in the tower."""
        return sum(block.owner == seat for block in self.tower)

    def in_hand(self, seat: Seat) -> int:
        """How many dice a seat has not on the tower; nobody who sits out has any."""
        return self.dice_each() - self.on_tower(seat) if seat in self.playing else 0

    def die_held(self) -> Place:
        """The die in the hand, and its aim."""
        if self.held is None:
            raise TypeError("no hand holds a die")
        return self.held

    def first_of(self, playing: tuple[Seat, ...], seat: Seat) -> Seat:
        """STK-04, STK-R6: this seat if it is among those who play, else the next to the left that is."""
        seats = len(self.points)
        return next(who % seats for who in range(seat, seat + seats) if who % seats in playing)

    def scores(self) -> tuple[int, ...]:
        return self.points

    # Nature -----------------------------------------------------------------------------------------------------------

    def chances(self) -> Chances | Draw:
        match self.phase:
            case "choosing":
                return starters(len(self.points))
            case "rolling":
                return ROLLS[self.in_hand(self.turn)]
            case "reaching":
                level, steadied = self.options.hand_of(self.turn), not self.options.lets_go(self.turn)
                return Draw("hand", HandRequest(level, len(self.tower), steadied))
            case _ if self.options.dexterity:
                return Draw("tower", self.placing())
            case _:
                return standing(len(self.tower), self.options.hand_of(self.turn), self.options.slips)

    def placing(self) -> Placing:
        """STK-R9: where the die was let go, seen from the middle of the plate."""
        top = self.poses[-1] if self.poses else PLATE
        held, slip = self.die_held(), self.slip
        turn = max(-QUARTER, min(QUARTER, held.turn + slip.twist))
        return Placing(self.poses, top.x + held.x + slip.dx, top.y + held.y + slip.dy, turn)

    def is_possible(self, move: Move) -> bool:
        """Whether nature can do that here."""
        match move:
            case Starts(seat):
                return self.phase == "choosing" and seat in self.playing
            case Rolled(faces):
                return self.phase == "rolling" and len(faces) == self.in_hand(self.turn)
            case Sway():
                return self.phase == "reaching" and self.options.lets_go(self.turn)
            case Slip():
                return self.phase == "reaching" and not self.options.lets_go(self.turn)
            case Settled() | Fell():
                return self.phase == "settling" and self.is_possible_end(move)
            case _:
                return False

    def is_possible_end(self, move: Settled | Fell) -> bool:
        """STK-R3: dice that leave the stack are in it. STK-R9: without dexterity all one knows is how it ended."""
        height = len(self.tower)
        if not self.options.dexterity:
            return move in endings(height, self.options.slips)
        dice_of_it = isinstance(move, Settled) or is_ascending(move.left, height)
        return dice_of_it and len(move.poses) == height + 1

    # What happens -----------------------------------------------------------------------------------------------------

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Roll():
                return replace(self, phase="rolling")
            case Rolled(faces):
                return self.fallen(faces)
            case Place(number):
                phase = "reaching" if self.options.dexterity else "settling"
                return replace(self, held=move, rolled=without(self.rolled, number), phase=phase)
            case Settled(poses):
                return self.stood(poses)
            case Fell(left, poses):
                return self.slid(poses) if self.slipped_alone(left) else self.collapsed()
            case Stop():
                return self.passed_on()
            case Sway():
                return replace(self, phase="swaying", sway=move, since=at, tires=self.tires or at + PATIENCE)
            case Shift():
                held = Place(self.die_held().die, move.x, move.y, move.turn)
                return replace(self, held=held, phase="reaching", sway=STILL)
            case LetGo() | Tired():
                return self.let_go(at)
            case Slip():
                return replace(self, slip=move, phase="settling")
            case Starts(seat):
                return self.new_round(seat)
            case _:
                raise TypeError(move)

    def fallen(self, faces: tuple[int, ...]) -> Self:
        """STK-09, STK-R1: if no die fits, the turn is over; so each in turn tries for the 1 that opens the tower."""
        lying = replace(self, phase="stacking", rolled=faces)
        return lying if lying.any_fits() else self.passed_on()

    def let_go(self, at: int) -> Self:
        """STK-15: the moment decides where the die is. STK-R8: a hand holds no longer than it can."""
        dx, dy = swing(self.sway, max(0, min(at, self.tires) - self.since))
        return replace(self, phase="settling", slip=Slip(dx, dy))

    def stood(self, poses: tuple[Pose, ...]) -> Self:
        """STK-11, STK-16: the die is on the tower. The last one of a player ends the round; else more may follow."""
        built = replace(
            self,
            phase="stacking",
            tower=(*self.tower, Block(self.die_held().die, self.turn)),
            poses=poses,
            added=self.added + 1,
            held=None,
            sway=STILL,
            tires=0,
            slip=TRUE,
        )
        if not self.rolled:
            return built.cleared()
        return built if built.any_fits() else built.passed_on()

    def slipped_alone(self, left: tuple[int, ...]) -> bool:
        """STK-R3, where the table says so: only the new die came off."""
        return self.options.slips and left == (len(self.tower),)

    def slid(self, poses: tuple[Pose, ...]) -> Self:
        """STK-R12: a die that slipped off alone goes back to its owner, whose turn is over."""
        return replace(self, poses=poses[: len(self.tower)]).passed_on()

    def passed_on(self) -> Self:
        """STK-04: the next to the left has a turn."""
        return type(self)(
            self.options,
            self.points,
            self.playing,
            turn=self.first_of(self.playing, self.turn + 1),
            tower=self.tower,
            poses=self.poses,
        )

    def new_round(self, begins: Seat) -> Self:
        """STK-18: everybody has all their dice again. STK-21: for two, the tower starts with the neutral dice."""
        neutral = NEUTRAL if len(self.playing) == 2 else ()
        poses = tuple(PLUMB[: len(neutral)]) if self.options.dexterity else ()
        return type(self)(self.options, self.points, self.playing, turn=begins, tower=neutral, poses=poses)

    # How a round ends, and the game ----------------------------------------------------------------------------------

    def cause(self) -> Seat:
        """STK-R4: the one who placed last. Nothing moves the tower but a placement, so it is whose turn it is."""
        return self.turn

    def cleared(self) -> Self:
        """STK-16: all of one's dice are on the tower and it stands (STK-R5): a point a die, for that player alone.

        STK-20: the player to the left of the last to play begins the next round.
        """
        gained = tuple(self.on_tower(seat) if seat == self.turn else 0 for seat in range(len(self.points)))
        return self.settled(gained, self.turn + 1)

    def collapsed(self) -> Self:
        """STK-17: the others have a point for each of their dice in it. STK-19: who caused the fall begins."""
        gained = tuple(0 if seat == self.cause() else self.on_tower(seat) for seat in range(len(self.points)))
        return self.settled(gained, self.cause())

    def settled(self, gained: tuple[int, ...], begins: Seat) -> Self:
        """STK-18, STK-22, STK-23: points are added up; the game is over, or another round begins."""
        points = tuple(had + more for had, more in zip(self.points, gained, strict=True))
        playing = self.still_playing(points)
        if len(playing) == 1:
            return type(self)(self.options, points, playing, turn=playing[0], phase="over")
        return replace(self, points=points, playing=playing).new_round(self.first_of(playing, begins))

    def still_playing(self, points: tuple[int, ...]) -> tuple[Seat, ...]:
        """STK-22, STK-23, STK-R6: who plays the next round. One alone: the winner."""
        reached = tuple(seat for seat in self.playing if points[seat] >= self.options.target)
        if not reached:
            return self.playing
        if self.options.playoff == "all" and not self.is_playoff():
            return reached
        return tuple(seat for seat in reached if points[seat] == max(points))

    def is_playoff(self) -> bool:
        """STK-23: only those tied for the win play this round."""
        return len(self.playing) < len(self.points)


ROLL, STOP, LET_GO, TIRED = Roll(), Stop(), LetGo(), Tired()
PLACES = tuple(Place(number) for number in range(1, 7))
PLACING, SHIFTING = (Open(kind.__name__, msgspec.json.schema(kind)) for kind in (Place, Shift))
"""STK-R15: an aim is too rich to list."""

ROLLS = [Throw((PIPS,) * count, lambda up: Rolled(tuple(face + 1 for face in up))) for count in range(FIVE_EACH + 1)]
ONLY_NEIGHBOUR = {1: 2, 6: 5}
"""STK-08: numbers that have a neighbour on one side alone."""

PLATE = Pose(0, 0, 0)
"""The middle of the plate's top."""
PLUMB = tuple(Pose(0, 0, DIE // 2 + DIE * below) for below in range(len(NEUTRAL)))
"""Dice one on the other, just above the middle of the plate."""

STOOD = Settled()


def goes_on(top: int | None, number: int) -> bool:
    """STK-06: a 1 opens the tower. STK-07, STK-08: on it goes what is one more or one less than the die on top."""
    return number == FIRST if top is None else abs(number - top) == 1


def without(dice: tuple[int, ...], number: int) -> tuple[int, ...]:
    """These dice, one of that number taken away."""
    first = dice.index(number)
    return (*dice[:first], *dice[first + 1 :])


def against_aim(aim: Place | Shift) -> Objection | None:
    """STK-R15: at most half a die to either side, to the front and to the back, and at most a quarter of a turn."""
    if max(abs(aim.x), abs(aim.y)) > REACH:
        return Objection("STK-R15", "far", {"mm": REACH // 1000})
    return Objection("STK-R15", "turn") if abs(aim.turn) > QUARTER else None


def is_ascending(left: tuple[int, ...], highest: int) -> bool:
    """Whether these are dice of a tower, each named once and from the bottom up."""
    return bool(left) and left == tuple(sorted(set(left))) and left[-1] <= highest


@cache
def starters(seats: int) -> Listed:
    """Every seat is as likely to start."""
    return Listed((str(seat + 1), Starts(seat), Fraction(1, seats)) for seat in range(seats))


@cache
def standing(height: int, hand: Hand, slips: bool) -> Listed:
    """STK-R9, without dexterity: the chance that a tower of so many dice takes one more; measured on the simulated one.

    STK-R3: where dice may slip off alone, some of the falls are nothing but that; the first die cannot fall otherwise.
    """
    falls = max(LEAST_RISK, hazard(height, hand))
    stood, everything, only_new = ("stood", STOOD, 1 - falls), Fell(tuple(range(height + 1))), Fell((height,))
    if not slips:
        return Listed([stood, ("fell", everything, falls)])
    if not height:
        return Listed([stood, ("slipped", only_new, falls)])
    slipped = falls * alone()
    return Listed([stood, ("fell", everything, falls - slipped), ("slipped", only_new, slipped)])


@cache
def endings(height: int, slips: bool) -> frozenset[Move]:
    """All that can become of a placement where nobody simulates the tower."""
    return frozenset(standing(height, "ordinary", slips).weighed())


def live(state: StackAttack) -> bool:
    """STK-15: while the hand sways, the moment counts."""
    return state.phase == "swaying"


def marker(state: StackAttack, at: int) -> float:
    """How far from its aim the swaying die is, as a share of half a die's width; negative on the left."""
    dx, dy = swing(state.sway, max(0, at - state.since))
    return copysign(min(1.0, hypot(dx, dy) / (DIE / 2)), dx)
