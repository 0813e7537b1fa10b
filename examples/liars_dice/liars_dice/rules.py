"""Liar's Dice: everybody throws under a cup, bids go up, and whoever is caught with the wrong belief loses a die.

A round: all throw, then each in turn bids higher than the one before, until somebody doubts. All cups are lifted and
the dice decide. Whoever has no dice left is out; the last one at the table wins.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Self

import msgspec
from msgspec.structs import replace

from knobel.core.chances import PIPS, Throw
from knobel.core.contract import IN_THE_AIR, Actor, Due, Guess, Move, Objection, Seat, State, waits_for
from knobel.core.ranking import places
from knobel.core.words import HOUSE, Catalogue
from liars_dice.moves import Bid, Covered, Doubt, Fell, Lifted
from liars_dice.options import LiarsDiceOptions

Cup = tuple[int, ...]
"""What the dice under a cup show; nothing while they have not been thrown, or not been told."""

HIDDEN = 0
"""What a die shows to somebody who may not look at it."""

MOST_DICE = 5
THROWN = [Throw((PIPS,) * count, lambda up: Fell(tuple(face + 1 for face in up))) for count in range(MOST_DICE + 1)]
LIFTED = [Throw((PIPS,) * count, lambda up: Lifted(tuple(face + 1 for face in up))) for count in range(MOST_DICE + 1)]


class Showdown(msgspec.Struct, frozen=True, kw_only=True):
    """LIE-06, LIE-07: the cups are lifted. What lay under each, how many dice counted, and who loses dice for it."""

    bid: Bid
    bidder: Seat
    doubter: Seat
    cups: tuple[Cup, ...]
    found: int
    loser: Seat
    lost: int


class LiarsDice(State, frozen=True):
    """A position: how many dice each has left, what lies under the cups, and the bid that stands."""

    SEAT_MOVES = (Bid, Doubt)
    NATURE_MOVES = (Fell, Lifted)
    WORDS = Catalogue.of_package("liars_dice", HOUSE)

    options: LiarsDiceOptions
    dice: tuple[int, ...]
    cups: tuple[Cup, ...]
    turn: Seat = 0
    bid: Bid | None = None
    doubted: bool = False
    out: tuple[Seat, ...] = ()
    """Who lost their last die, the first to go first."""
    showdown: Showdown | None = None
    """How the last round ended, until the next bid."""

    # The course of a game ------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, seats: int, options: LiarsDiceOptions) -> Self:
        """LIE-01: everybody has a cup and the same number of dice."""
        return cls(options, (options.dice,) * seats, ((),) * seats)

    def due(self) -> Due:
        if self.is_over():
            return Due(places=self.final_places())
        return IN_THE_AIR if self.next_cup() is not None else waits_for(self.turn)

    def is_over(self) -> bool:
        """LIE-09: only one still has dice."""
        return len(self.out) == len(self.dice) - 1

    def final_places(self) -> tuple[int, ...]:
        """LIE-09, LIE-R4: the last one with dice wins; of the others, whoever stayed longer comes before."""
        seats = range(len(self.dice))
        return places([self.out.index(seat) if seat in self.out else len(self.dice) for seat in seats])

    def scores(self) -> tuple[int, ...]:
        """The dice everybody has left."""
        return self.dice

    def next_cup(self) -> Seat | None:
        """LIE-02, LIE-R6: whose dice fall next; with real dice, whose cup is lifted next once somebody doubts."""
        if self.options.counted and not self.doubted:
            return None
        empty = (seat for seat, count in enumerate(self.dice) if count and not self.cups[seat])
        return next(empty, None)

    def left_of(self, seat: Seat) -> Seat:
        """LIE-03: the next one to the left who still has dice."""
        around = ((seat + step) % len(self.dice) for step in range(1, len(self.dice) + 1))
        return next(other for other in around if self.dice[other])

    def bidder(self) -> Seat:
        """Who made the bid that stands: the one to the right of whose turn it is."""
        return next(seat for seat in range(len(self.dice)) if self.dice[seat] and self.left_of(seat) == self.turn)

    # What may be done ----------------------------------------------------------------------------------------------

    def candidates(self, seat: Seat) -> tuple[Move, ...]:
        return (Doubt(), *(Bid(n, face) for n in range(1, sum(self.dice) + 1) for face in range(1, 7)))

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        match move:
            case Bid(quantity) if quantity > sum(self.dice):
                return Objection("LIE-R3", args={"n": sum(self.dice)})
            case Bid() if self.bid and not is_higher(move, self.bid):
                return Objection("LIE-05")
            case Doubt() if not self.bid:
                return Objection("LIE-04")
            case Fell(faces) if self.options.counted or not self.fit_next_cup(faces):
                return Objection("DICE")
            case Lifted(faces) if not self.options.counted or not self.fit_next_cup(faces):
                return Objection("DICE")
            case _:
                return None

    def fit_next_cup(self, faces: Cup) -> bool:
        """Whether as many dice are told as lie under the cup."""
        seat = self.next_cup()
        return seat is not None and len(faces) == self.dice[seat]

    def chances(self) -> Throw:
        seat = self.next_cup()
        if seat is None:
            raise TypeError("no dice are in the air")
        return (LIFTED if self.options.counted else THROWN)[self.dice[seat]]

    # What follows --------------------------------------------------------------------------------------------------

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Bid():
                return replace(self, bid=move, turn=self.left_of(self.turn), showdown=None)
            case Doubt():
                doubted = replace(self, doubted=True)
                return doubted if self.options.counted else doubted.settled()
            case Fell(faces):
                return self.with_cup(faces)
            case Lifted(faces):
                lifted = self.with_cup(faces)
                return lifted.settled() if lifted.next_cup() is None else lifted
            case _:
                raise TypeError(f"Liar's Dice has no move {move!r}")

    def with_cup(self, faces: Cup) -> Self:
        """LIE-02: the next cup hides (or, once lifted, shows) these dice."""
        filled = self.next_cup()
        return replace(self, cups=tuple(faces if seat == filled else cup for seat, cup in enumerate(self.cups)))

    def settled(self) -> Self:
        """LIE-07, LIE-08: somebody loses dice and begins the next round; without dice, the next to the left does."""
        showdown = self.shown_down()
        loser = showdown.loser
        dice = tuple(count - showdown.lost * (seat == loser) for seat, count in enumerate(self.dice))
        out = self.out if dice[loser] else (*self.out, loser)
        after = replace(self, dice=dice, out=out, cups=((),) * len(dice), bid=None, doubted=False, showdown=showdown)
        return replace(after, turn=loser if dice[loser] else after.left_of(loser))

    def shown_down(self) -> Showdown:
        """LIE-06, LIE-07, LIE-R2: the dice under all cups decide who was wrong, and how many dice that costs."""
        bid, bidder = self.bid, self.bidder()
        if bid is None:
            raise TypeError("nothing was bid")
        found = sum(counts(die, bid.face, self.options) for cup in self.cups for die in cup)
        loser = self.turn if found >= bid.quantity else bidder
        wrong_by = max(1, abs(found - bid.quantity)) if self.options.loss == "difference" else 1
        lost = min(wrong_by, self.dice[loser])
        return Showdown(bid=bid, bidder=bidder, doubter=self.turn, cups=self.cups, found=found, loser=loser, lost=lost)

    # Who may know what ---------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> Self:
        """LIE-02: one's own dice, and of the others only how many there are.

        LIE-R6: where dice are told only once the cups are lifted, the house knows no more than everybody sees.
        """
        if self.options.counted:
            return self
        cups = (cup if owner == seat else (HIDDEN,) * len(cup) for owner, cup in enumerate(self.cups))
        return replace(self, cups=tuple(cups))

    def is_view(self) -> bool:
        return any(HIDDEN in cup for cup in self.cups)

    def guess(self, chance: Random) -> Guess[Self]:
        """LIE-02: a covered die may show anything."""
        unseen = sum(cup.count(HIDDEN) for cup in self.cups)
        cups = tuple(tuple(die or chance.randint(1, 6) for die in cup) for cup in self.cups)
        return Guess(replace(self, cups=cups), Fraction(1, 6**unseen))

    def shown(self, seat: Seat | None, actor: Actor, move: Move) -> Move:
        """LIE-02: only the owner of a cup sees what fell under it."""
        return Covered(len(move.faces)) if isinstance(move, Fell) and seat != self.next_cup() else move

    def binding(self, seat: Seat, move: Move) -> bool:
        """LIE-06: a doubt lifts all cups and cannot be taken back, unless what they show has still to be told."""
        return isinstance(move, Doubt) and not self.options.counted


def is_higher(bid: Bid, last: Bid) -> bool:
    """LIE-05: more dice of any face, or as many of a higher face."""
    return (bid.quantity, bid.face) > (last.quantity, last.face)


def counts(die: int, face: int, options: LiarsDiceOptions) -> bool:
    """LIE-06, LIE-R1: a die counts if it shows the face; where ones are wild, they count for every face."""
    return die == face or (options.wild and die == 1)
