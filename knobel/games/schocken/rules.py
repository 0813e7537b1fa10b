"""Schocken: three dice under a cup, up to three throws, and the worst hand takes the discs.

A game is two rounds and, where different players lost them, a final. A round is a row of bouts: everybody in it throws
in turn, all lift their cups together, and discs change hands. Whoever holds every disc has lost the round.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import ClassVar, Self

import msgspec
from msgspec.structs import replace

from knobel.core.chances import PIPS, Chances
from knobel.core.chances import Throw as Dice
from knobel.core.contract import IN_THE_AIR, Actor, Due, Guess, Move, Objection, Seat, State, no_seat, waits_for
from knobel.core.errors import Malformed
from knobel.core.ranking import places
from knobel.core.words import HOUSE, Catalogue
from knobel.games.schocken.cup import ALL_DICE, EMPTY, HIDDEN, Cup
from knobel.games.schocken.hands import Hand, Kind, discs, hand, strength
from knobel.games.schocken.moves import Began, Covered, Fell, Lifted, Stand, Threw, Throw
from knobel.games.schocken.options import SchockenOptions

MOST_THROWS = 3
"""SCH-04: throws a turn."""

SELECTIONS = ((0, 1, 2), (0, 1), (0, 2), (1, 2), (0,), (1,), (2,))
"""SCH-05: what may go under the cup: all three dice, two of them or one."""

ONE_SIX, TWO_SIXES = (
    (*(Stand(flip) for flip in flips), *(Throw(dice, flip) for flip in flips for dice in SELECTIONS))
    for flips in (range(2), range(3))
)
"""What a player could think of, where no throw lets two sixes be turned, and where one does."""

COUNTS = (Stand(), *(Throw(ALL_DICE[:count]) for count in (3, 2, 1)))
"""SCH-R24: what a player could think of, where throws are only counted."""

ROLL_OFF = [Dice((PIPS,) * count, lambda up: Began(tuple(face + 1 for face in up))) for count in range(9)]
THROWN = [Dice((PIPS,) * count, lambda up: Fell(tuple(face + 1 for face in up))) for count in range(4)]
OPENED = {
    only_ones: [
        Dice((PIPS,) * under + (beside,) * (3 - under), lambda up: Lifted(tuple(face + 1 for face in up)))
        for under in range(4)
    ]
    for only_ones, beside in ((False, PIPS), (True, PIPS[:1]))
}
"""SCH-R24: what a cup may show, by whether only ones lie beside it and by how many dice lie under it."""

NOT_THESE_DICE = Objection("SCH-05", "dice")
FIRST_ALL_THREE = Objection("SCH-R15", "all")
FIRST_THROW = Objection("SCH-R15", "once")
NO_THROWS_LEFT = Objection("SCH-04")
LEADER_STOOD = Objection("SCH-R6")
NO_TWO_SIXES = Objection("SCH-27")
ONE_FLIP = Objection("SCH-R7", "one")
FLIP_TOO_LATE = Objection("SCH-R7", "last")
OTHER_SIX = Objection("SCH-R7", "other")
TURNED_SIX_STAYS = Objection("SCH-R16")
LOCKED = Objection("SCH-R8", "locked")
ONLY_ONES = Objection("SCH-R8", "ones")
UNSEEN = Objection("SCH-R9")
ONLY_COUNTED = Objection("SCH-R24", "dice")
TURN_BY_HAND = Objection("SCH-R24", "turn")
IMPOSSIBLE_DICE = Objection("DICE")


class Reveal(msgspec.Struct, frozen=True, kw_only=True):
    """SCH-08: the cups are lifted. Everybody's hand, and which discs change hands for it."""

    order: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    """In the order in which they were thrown."""
    winner: Seat
    loser: Seat
    from_middle: int
    from_players: int
    round_lost: bool


class Schocken(State, frozen=True):
    """A position: where the discs are, whose cup hides what, and who lost the rounds before."""

    SEAT_MOVES = (Throw, Stand)
    NATURE_MOVES = (Began, Fell, Lifted)
    WORDS = Catalogue.of_package("knobel.games.schocken", HOUSE)
    SIDES: ClassVar[int] = len(PIPS)
    THROWS: ClassVar[int] = MOST_THROWS
    """SCH-04: what dice and turns are like. For study there are smaller games."""

    options: SchockenOptions
    middle: int
    discs: tuple[int, ...]
    cups: tuple[Cup, ...]
    contenders: tuple[Seat, ...] = ()
    """SCH-R11: those who roll for the beginning."""
    order: tuple[Seat, ...] = ()
    """Who throws in this bout, one after the other."""
    turn: int = 0
    """How many of them have finished."""
    in_the_air: bool = False
    opened: int = 0
    """SCH-R24: how many cups have been lifted, where throws were only counted."""
    losers: tuple[Seat, ...] = ()
    """Who lost each round so far; the third is the final."""
    reveal: Reveal | None = None
    """The last bout, until the next begins."""

    # The course of a game ------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, seats: int, options: SchockenOptions) -> Self:
        """SCH-01, SCH-03: all discs lie in the middle, and who begins is settled by a named seat or by dice."""
        everyone = tuple(range(seats))
        state = cls(options, options.discs, (0,) * seats, (EMPTY,) * seats)
        if options.starter == "dice":
            return replace(state, contenders=everyone)
        if options.starter > seats:
            raise Malformed("no-seat", seat=options.starter)
        return replace(state, order=left_from(options.starter - 1, everyone))

    def due(self) -> Due:
        if self.in_the_air or self.contenders or self.is_lifting():
            return IN_THE_AIR
        return waits_for(self.order[self.turn]) if self.order else Due(places=self.final_places())

    def final_places(self) -> tuple[int, ...]:
        """SCH-17, SCH-29, SCH-R13: the one left with the discs comes last; all who hold none share the win."""
        return places([-held for held in self.discs])

    def scores(self) -> tuple[int, ...]:
        """SCH-29: penalty discs now. The fewer the better."""
        return self.discs

    def is_final(self) -> bool:
        """SCH-18: two rounds are over, and this is the third."""
        return len(self.losers) == 2

    def red_disc(self) -> Seat | None:
        """SCH-15: who has the red disc, as a reminder of having lost round one."""
        return self.losers[0] if self.losers else None

    # Whose turn, and how many throws -------------------------------------------------------------------------------

    def thrower(self) -> Seat:
        """Whose cup it is now."""
        return self.order[self.turn]

    def allowed_throws(self, seat: Seat) -> int:
        """SCH-04, SCH-R6: three throws; where the leader caps, the others have no more than the leader used."""
        leader = self.order[0]
        if self.options.leader_caps and seat != leader:
            return len(self.cups[leader].throws)
        return self.THROWS

    def was_last_throw(self, seat: Seat) -> bool:
        """SCH-R17: the last throw is the last one that this player is allowed."""
        return len(self.cups[seat].throws) == self.allowed_throws(seat)

    def fell_blind(self, seat: Seat) -> bool:
        """SCH-R9: at a blind table nobody sees their last throw before the reveal."""
        return self.options.blind and self.was_last_throw(seat)

    def ends_bout(self) -> bool:
        """SCH-07, SCH-08: whether all others in this bout have finished."""
        return self.turn == len(self.order) - 1

    def is_lifting(self) -> bool:
        """SCH-R24: all have thrown, and the cups are being lifted one after the other."""
        return self.turn == len(self.order) and self.turn > 0

    # What may be done ----------------------------------------------------------------------------------------------

    def candidates(self, seat: Seat) -> tuple[Move, ...]:
        if self.options.counted:
            return COUNTS
        return TWO_SIXES if self.options.flip_three else ONE_SIX

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        match move:
            case Throw(dice, flip) if isinstance(actor, int):
                return self.throw_refused(actor, dice, flip)
            case Stand(flip) if isinstance(actor, int):
                return self.stand_refused(actor, flip)
            case Began(faces):
                return None if can_show(faces, len(self.contenders)) else IMPOSSIBLE_DICE
            case Fell(faces) if self.in_the_air and can_show(faces, len(self.cups[self.thrower()].fresh)):
                return None
            case Lifted(faces) if self.is_lifting() and self.can_lie(faces):
                return None
            case _:
                return IMPOSSIBLE_DICE

    def throw_refused(self, seat: Seat, dice: tuple[int, ...], flip: int) -> Objection | None:
        """SCH-04, SCH-05: up to three throws, the first with all three dice, each later one with one, two or three."""
        cup = self.cups[seat]
        if dice not in SELECTIONS:
            return NOT_THESE_DICE
        if not cup.throws and dice != ALL_DICE:
            return FIRST_ALL_THREE
        if self.options.counted and dice != ALL_DICE[: len(dice)]:
            return ONLY_COUNTED
        if flip and (refused := self.flip_refused(seat, dice, flip)):
            return refused
        if cup.throws and len(cup.throws) == (allowed := self.allowed_throws(seat)):
            return NO_THROWS_LEFT if allowed == self.THROWS else LEADER_STOOD
        return self.setting_aside_refused(cup, dice, flip) if cup.throws else None

    def stand_refused(self, seat: Seat, flip: int) -> Objection | None:
        """SCH-05, SCH-R15: a player may stop after any throw, but throws at least once."""
        if not self.cups[seat].throws:
            return FIRST_THROW
        return self.flip_refused(seat, (), flip) if flip else None

    def flip_refused(self, seat: Seat, thrown: tuple[int, ...], flip: int) -> Objection | None:
        """SCH-27, SCH-R7: of two sixes in the throw just made, one may be turned into a one.

        What a player may not see can be refused only for reasons that do not depend on it, so those come first.
        """
        options, cup = self.options, self.cups[seat]
        if options.counted:
            return TURN_BY_HAND
        if (options.blind or not options.flip_last) and self.was_last_throw(seat):
            return UNSEEN if self.fell_blind(seat) else FLIP_TOO_LATE
        # asked of every move with a flip, and mostly no two sixes lie there at all
        if cup.faces.count(6) < 2 or len(sixes := cup.fresh_sixes()) < 2:
            return NO_TWO_SIXES
        if flip not in (1, 2) or (flip == 2 and not (options.flip_three and len(sixes) == 3)):
            return ONE_FLIP
        staying = sum(die not in thrown for die in sixes)
        if staying < flip:
            return TURNED_SIX_STAYS
        return OTHER_SIX if options.flip_other == "rethrown" and staying > flip else None

    def setting_aside_refused(self, cup: Cup, dice: tuple[int, ...], flip: int) -> Objection | None:
        """SCH-R8: any die may be set aside and come back later, unless the table locks them or lets only ones out."""
        options = self.options
        if options.aside_locked and any(die not in cup.fresh for die in dice):
            return LOCKED
        if options.aside_ones and not options.counted:
            faces = cup.turned(flip, dice).faces
            if any(faces[die] != 1 for die in ALL_DICE if die not in dice):
                return ONLY_ONES
        return None

    def can_lie(self, faces: tuple[int, ...]) -> bool:
        """SCH-R24: whether the cup that is lifted now can show this; beside it lie ones, where nothing else may."""
        beside = faces[len(self.next_opened().fresh) :]
        return can_show(faces, len(ALL_DICE)) and (not self.options.aside_ones or set(beside) <= {1})

    def next_opened(self) -> Cup:
        """SCH-R24: the cup that is lifted next."""
        return self.cups[self.order[self.opened]]

    def chances(self) -> Chances:
        if self.is_lifting():
            return OPENED[self.options.aside_ones][len(self.next_opened().fresh)]
        return ROLL_OFF[len(self.contenders)] if self.contenders else THROWN[len(self.cups[self.thrower()].fresh)]

    # What follows --------------------------------------------------------------------------------------------------

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Throw(dice, flip):
                cup = self.cups[self.thrower()].turned(flip, dice).lifted(dice)
                return replace(self, cups=self.with_cup(cup), in_the_air=not self.options.counted, reveal=None)
            case Fell(faces):
                cup = self.cups[self.thrower()].fallen(faces)
                return replace(self, cups=self.with_cup(cup), in_the_air=False)
            case Stand(flip):
                stood = replace(self, cups=self.with_cup(self.cups[self.thrower()].turned(flip)), turn=self.turn + 1)
                return stood.settled() if self.ends_bout() and not self.options.counted else stood
            case Lifted(faces):
                return self.lifted(faces)
            case Began(faces):
                return self.rolled_off(faces)
            case _:
                raise TypeError(f"Schocken has no move {move!r}")

    def with_cup(self, cup: Cup) -> tuple[Cup, ...]:
        """All cups, the thrower's being this one."""
        return changed(self.cups, self.thrower(), cup)

    def lifted(self, faces: tuple[int, ...]) -> Self:
        """SCH-R24: one more cup is open to all; with the last one the bout is settled."""
        cups = changed(self.cups, self.order[self.opened], self.next_opened().opened(faces))
        seen = replace(self, cups=cups, opened=self.opened + 1)
        return seen.settled() if seen.opened == len(self.order) else seen

    def rolled_off(self, faces: tuple[int, ...]) -> Self:
        """SCH-R11: the highest die begins; those who tie for it roll again."""
        best = max(faces)
        first, *tied = [seat for seat, face in zip(self.contenders, faces, strict=True) if face == best]
        if tied:
            return replace(self, contenders=(first, *tied))
        return replace(self, contenders=(), order=left_from(first, tuple(range(len(self.discs)))))

    def settled(self) -> Self:
        """SCH-08 to SCH-13: all hands are shown, the loser takes discs, and begins the next bout or round."""
        reveal = self.revealed()
        loser, every = reveal.loser, self.options.discs
        if reveal.round_lost:
            losers = (*self.losers, loser)
            if self.is_decided(losers):
                held = tuple(every * (seat == loser) for seat in range(len(self.discs)))
                return self.next_bout(0, held, (), losers, reveal)
            return self.next_bout(every, (0,) * len(self.discs), left_from(loser, self.players(losers)), losers, reveal)
        held = list(self.discs)
        held[loser] += reveal.from_middle + reveal.from_players
        held[reveal.winner] -= reveal.from_players
        middle = self.middle - reveal.from_middle
        staying = tuple(seat for seat in self.order if middle or held[seat])
        return self.next_bout(middle, tuple(held), left_from(loser, staying), self.losers, reveal)

    def next_bout(
        self, middle: int, held: tuple[int, ...], order: tuple[Seat, ...], losers: tuple[Seat, ...], reveal: Reveal
    ) -> Self:
        """All cups are empty again, and the first of `order` is to throw."""
        cups = (EMPTY,) * len(self.cups)
        emptied = replace(self, cups=cups, turn=0, opened=0)
        return replace(emptied, middle=middle, discs=held, order=order, losers=losers, reveal=reveal)

    def is_decided(self, losers: tuple[Seat, ...]) -> bool:
        """SCH-17, SCH-18: whether the game is over once these have lost their rounds."""
        return decided(losers)

    def players(self, losers: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """SCH-R13: everybody plays the two rounds; only those who lost one play the final."""
        return losers if len(losers) == 2 else tuple(range(len(self.discs)))

    # The reveal ----------------------------------------------------------------------------------------------------

    def revealed(self) -> Reveal:
        """SCH-08 to SCH-14, SCH-25: who has the best hand and who the worst, and what that costs."""
        order = self.order
        hands = tuple(self.hand_of(seat) for seat in order)
        strengths = [strength(each, self.options) for each in hands]
        best, worst = best_of(strengths), worst_of(strengths)
        winner, loser = order[best], order[worst]
        if hands[best].kind is Kind.OUT:
            from_middle, from_players = self.middle, sum(self.discs) - self.discs[loser]
        else:
            from_middle, from_players = self.owed(discs(hands[best], self.options.discs), winner)
        return Reveal(
            order=order,
            hands=hands,
            winner=winner,
            loser=loser,
            from_middle=from_middle,
            from_players=from_players,
            round_lost=self.discs[loser] + from_middle + from_players == self.options.discs,
        )

    def hand_of(self, seat: Seat) -> Hand:
        """The hand under a cup."""
        cup = self.cups[seat]
        return hand(cup.faces, self.fell_at_once(cup), self.options)

    def fell_at_once(self, cup: Cup) -> bool:
        """SCH-26, SCH-R4: all three dice fell in one single throw, the last one; at some tables also the first one."""
        return cup.fresh == ALL_DICE and (self.options.single_throw == "any" or len(cup.throws) == 1)

    def owed(self, due: int, winner: Seat) -> tuple[int, int]:
        """SCH-11, SCH-12, SCH-R10: what the loser takes from the middle, and what from the winner.

        The middle pays while it has any, then the winner; what is not there is forgotten. At some tables the winner
        makes up what the middle lacks.
        """
        from_middle = min(due, self.middle)
        if self.middle and self.options.shortfall == "forgotten":
            return from_middle, 0
        return from_middle, min(due - from_middle, self.discs[winner])

    # Who may know what ---------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> Self:
        """SCH-06, SCH-R8, SCH-R9: one's own dice, unless they fell blind; of the others how many dice they threw.

        SCH-R24: where throws are only counted, the house knows no more than everybody sees.
        """
        if seat is not None and type(seat) is not int:
            raise no_seat(seat)
        if not self.order or self.options.counted:
            return self
        return replace(self, cups=tuple([self.cup_seen(owner, seat) for owner in range(len(self.cups))]))

    def cup_seen(self, owner: Seat, seat: Seat | None) -> Cup:
        """A cup as one seat may know it."""
        cup = self.cups[owner]
        if owner != seat:
            return cup.covered(self.options.aside_shown)
        return cup.unseen() if cup.throws and self.fell_blind(owner) else cup

    def is_view(self) -> bool:
        return any(self.covered_dice(seat) for seat in range(len(self.cups)))

    def covered_dice(self, seat: Seat) -> tuple[int, ...]:
        """SCH-06: the dice of a cup that lie there and are not seen; those in the air do not lie there yet."""
        cup = self.cups[seat]
        if not cup.throws or self.options.counted:
            return ()
        flying = cup.fresh if self.in_the_air and seat == self.thrower() else ()
        return tuple(die for die, face in enumerate(cup.faces) if face == HIDDEN and die not in flying)

    def guess(self, chance: Random) -> Guess[Self]:
        """SCH-06: a covered die may show anything; SCH-R8: but beside the cup only ones, where nothing else may lie."""
        cups, weight = list(self.cups), Fraction(1)
        for seat, cup in enumerate(cups):
            lying = list(cup.faces)
            for die in self.covered_dice(seat):
                free = die in cup.fresh or not self.options.aside_ones
                lying[die] = chance.randint(1, self.SIDES) if free else 1
                weight *= Fraction(1, self.SIDES) if free else 1
            cups[seat] = Cup(tuple(lying), cup.fresh, cup.throws)
        return Guess(replace(self, cups=tuple(cups)), weight)

    def shown(self, seat: Seat | None, actor: Actor, move: Move) -> Move:
        """SCH-06, SCH-R7, SCH-R8: rivals learn how many dice are thrown, neither which nor whether a six was turned."""
        if self.options.counted:
            return move
        match move:
            case Fell(faces) if seat != (thrower := self.thrower()) or self.fell_blind(thrower):
                return Covered(len(faces))
            case Throw(dice) if isinstance(actor, int) and actor != seat:
                return Threw(len(dice), self.beside(actor, move))
            case Stand() if actor != seat:
                return Stand()
            case _:
                return move

    def beside(self, seat: Seat, throw: Throw) -> tuple[int, ...]:
        """SCH-R8: what rivals see of the dice that a throw leaves beside the cup, where set-aside dice are shown."""
        return tuple(sorted(self.after(seat, throw, 0).cups[seat].aside())) if self.options.aside_shown else ()

    def binding(self, seat: Seat, move: Move) -> bool:
        """The stand that ends a bout lifts all cups, unless what they show has still to be said."""
        return isinstance(move, Stand) and self.ends_bout() and not self.options.counted


def left_from(first: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """SCH-13, SCH-R13: the loser throws first, and it goes on to the left among those who play."""
    return tuple(sorted(seats, key=lambda seat: (seat < first, seat)))


def changed(cups: tuple[Cup, ...], seat: Seat, cup: Cup) -> tuple[Cup, ...]:
    """All cups, with another one before a seat."""
    return (*cups[:seat], cup, *cups[seat + 1 :])


def decided(losers: tuple[Seat, ...]) -> bool:
    """SCH-17, SCH-18: whoever lost both rounds has lost the game; else the final's loser has."""
    return len(losers) == 3 or (len(losers) == 2 and losers[0] == losers[1])


def best_of(strengths: list[tuple[int, ...]]) -> int:
    """SCH-08, SCH-09: the strongest hand; of equal ones the first that was thrown."""
    return strengths.index(max(strengths))


def worst_of(strengths: list[tuple[int, ...]]) -> int:
    """SCH-09, SCH-R13: the weakest hand; of equal ones the last that was thrown."""
    return len(strengths) - 1 - strengths[::-1].index(min(strengths))


def can_show(faces: tuple[int, ...], count: int) -> bool:
    """Whether so many dice, thrown together, can show these faces."""
    return len(faces) == count > 0
