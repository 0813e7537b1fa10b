"""MACHZ: a Setter rolls five colours, Rollers try to match them with five more dice, and Rockers bet on every roll.

A roll goes like this: the Roller says which dice will be rolled; the Rockers bet, covered; the dice fall; all is paid.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Literal, Self

import msgspec
from msgspec.structs import replace

from knobel.core.chances import Throw
from knobel.core.contract import IN_THE_AIR, Actor, Alarm, Due, Guess, Move, Objection, Seat, State, no_seat
from knobel.core.errors import Malformed
from knobel.core.ranking import places
from knobel.core.words import HOUSE, Catalogue
from knobel.games.machz.bets import AnyBet, settled
from knobel.games.machz.dice import COLOURS, LETTERS, SET, Colour, Colours, in_order
from knobel.games.machz.matching import is_pair, matched, missing, rerolls
from knobel.games.machz.moves import Bet, Closed, Covered, Fell, Pass, Reroll, Roll, TimeUp, Uncovered, Vote
from knobel.games.machz.options import MachzOptions
from knobel.games.machz.pays import combination_pay, machz_pay, shape

PLAYERS = range(2, 11)
"""Two to ten players (MCZ-R2)."""

CHIPS = 10
"""MCZ-04: what each player begins with."""

SETS: Colour = "blue"
"""MCZ-41: whoever alone rolls this colour is the first Setter."""

Phase = Literal[
    "agreeing",  # MCZ-34: all vote on bets of more than one chip
    "starting",  # MCZ-41: a die is in the air that may name the first Setter
    "set",  # the Setter is to roll the object set
    "setting",  # the object set is in the air
    "judging",  # MCZ-07: all vote on passing the object set over
    "turn",  # the Roller is to take up the dice
    "choice",  # the Roller may roll again
    "betting",  # the Rockers decide
    "rolling",  # the Roller's dice are in the air
    "over",
]

DICE_IN_THE_AIR = ("starting", "setting", "rolling")

ASKED: dict[Phase, tuple[tuple[type[Move], ...], Objection]] = {
    "agreeing": ((Vote,), Objection("MCZ-34", "vote")),
    "set": ((Roll,), Objection("MCZ-05")),
    "judging": ((Vote,), Objection("MCZ-07")),
    "turn": ((Roll,), Objection("MCZ-15")),
    "choice": ((Reroll, Pass), Objection("MCZ-18", "choose")),
    "betting": ((Bet,), Objection("MCZ-27", "decide")),
}
"""What a seat that is due may do in each phase, and what it is told if it tries something else."""


class Settled(msgspec.Struct, frozen=True):
    """How the last roll was settled, for everyone to see."""

    changes: tuple[int, ...]
    """What each seat won or lost."""
    bets: tuple[AnyBet, ...] = ()
    """MCZ-R16: the bets, shown with the roll."""


class Machz(State, frozen=True):
    """A position. Stakes stay in their owners' stacks until the roll, so that a stack does not betray a bet."""

    SEAT_MOVES = (Roll, Reroll, Pass, Bet, Vote)
    NATURE_MOVES = (Fell,)
    CLOCK_MOVES = (Closed, TimeUp)
    WORDS = Catalogue.of_package("knobel.games.machz", HOUSE)

    options: MachzOptions
    chips: tuple[int, ...]
    pot: int
    supply: int
    """All chips on the table, Pot and stacks together. Only a refill changes it (MCZ-37)."""
    machz: tuple[int, ...]
    """How often each seat has rolled MACHZ in this contest (MCZ-R15)."""
    won: tuple[int, ...]
    """Contests that each seat has won, where the Pot is refilled for a fresh one (MCZ-R17)."""
    many: bool
    """MCZ-34: whether a bet may be more than one chip."""
    phase: Phase
    setter: Seat
    roller: Seat

    # Before the first object set
    contenders: tuple[Seat, ...] = ()
    """MCZ-41: who rolls for the first Setter, in order."""
    tossed: Colours = ()
    """MCZ-41: what they have rolled this time round."""

    # Deciding together
    votes: tuple[bool | None, ...] = ()
    bets: tuple[AnyBet, ...] = ()
    """MCZ-R16: each seat's bet on the coming roll, covered in the views of others; None: not decided, or not asked."""
    deadline: int | None = None
    """MCZ-R8: when the open bets or votes are closed."""

    # This game of the series
    object_set: Colours = ()
    locked: Colours = ()
    """The Roller's dice that match."""
    loose: Colours = ()
    """The Roller's dice that do not."""
    fell: Colours = ()
    """The dice of the Roller's last roll: five, two or one. Empty before the first."""
    dice: int = SET
    """How many dice the coming roll has."""
    pair_used: bool = False
    """MCZ-R6: whether this turn has had its pair re-roll."""
    last: Settled | None = None

    # The series
    sets: int = 0
    """Object sets that were rolled."""
    games: int = 0
    """Games of the series that are over: as many as MACHZ were rolled."""
    refilled: int = 0

    @classmethod
    def start(cls, seats: int, options: MachzOptions) -> Self:
        """MCZ-04, MCZ-R2: ten chips each; the Pot is filled. MCZ-41: a die names the Setter, unless the table does."""
        setter = 0 if options.setter == "roll" else options.setter - 1
        if setter >= seats:
            raise Malformed("no-seat", seat=options.setter)
        pot = filled(options, seats)
        if pot <= 0:
            raise Malformed("option-value", name="pot", value=str(options.pot), why=f"> {CHIPS * seats}")
        nothing = (0,) * seats
        opening = cls(
            options,
            chips=(CHIPS,) * seats,
            pot=pot,
            supply=pot + CHIPS * seats,
            machz=nothing,
            won=nothing,
            phase="set",
            setter=setter,
            roller=setter,
            many=options.bet_size == "many",
        )
        return opening.voting("agreeing", at=0) if options.bet_size == "vote" else opening.seeking_setter()

    # Whose turn it is, and what they may do --------------------------------------------------------------------------

    def due(self) -> Due:
        phase = self.phase
        if phase in DICE_IN_THE_AIR:
            return IN_THE_AIR
        if phase == "over":
            return Due(places=places(list(zip(self.won, self.chips, self.machz, strict=True))))
        return waiting(self.undecided(), self.alarm())

    def undecided(self) -> tuple[Seat, ...]:
        """Whom the table waits for. MCZ-R16: everyone who bets or votes does so at the same time."""
        match self.phase:
            case "betting":
                return tuple(seat for seat in self.rockers() if self.bets[seat] is None)
            case "agreeing" | "judging":
                return tuple(seat for seat, vote in enumerate(self.votes) if vote is None)
            case "set":
                return (self.setter,)
            case _:
                return (self.roller,)

    def rockers(self) -> tuple[Seat, ...]:
        """MCZ-27: all who are not rolling; MCZ-R11: the Setter too; MCZ-R10: only with a chip to bet."""
        return tuple(seat for seat, held in enumerate(self.chips) if held and seat != self.roller)

    def alarm(self) -> Alarm | None:
        """MCZ-R8: bets and votes close. MCZ-38, MCZ-R18: time runs out between rolls; a roll under way is finished."""
        limit = None if self.phase == "betting" else self.options.time_limit
        bells = ((limit, TIME_UP), (self.deadline, CLOSED))
        return min((Alarm(at, move) for at, move in bells if at is not None), key=lambda alarm: alarm.at, default=None)

    def candidates(self, seat: Seat) -> Iterable[Move]:
        match self.phase:
            case "betting":
                return bets_up_to(min(self.most_chips(), self.chips[seat]))
            case "choice":
                return CHOICES
            case "agreeing" | "judging":
                return VOTES
            case _:
                return ROLLS

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        if isinstance(actor, int):
            kinds, objection = ASKED[self.phase]
            if not isinstance(move, kinds):
                return objection
            if self.too_late(at):
                return Objection("MCZ-R18")
        match move:
            case Bet():
                return self.against_lateness(at) or self.against_betting(self.chips[int(actor)], move)
            case Vote():
                return self.against_lateness(at)
            case Reroll(dice):
                return self.against_rerolling(dice)
            case Fell(colours):
                return None if self.can_fall(colours) else Objection("DICE")
            case _:
                return None

    def too_late(self, at: int) -> bool:
        """MCZ-R18: the agreed time is up, and no roll is under way that has to be settled."""
        limit = self.options.time_limit
        return limit is not None and at > limit and self.phase != "betting"

    def against_lateness(self, at: int) -> Objection | None:
        """MCZ-R8: what comes after the deadline does not count."""
        return Objection("MCZ-R8") if self.deadline is not None and at > self.deadline else None

    def against_betting(self, held: int, bet: Bet) -> Objection | None:
        """MCZ-27: one chip, or MCZ-34: as many as the table allows, and never more than one has."""
        if bet.side == "none":
            return Objection("MCZ-27", "none") if bet.chips else None
        if not bet.chips:
            return Objection("MCZ-27", "least")
        if bet.chips > self.most_chips():
            return Objection("MCZ-34", "most", {"n": self.most_chips()})
        return Objection("MCZ-27", "chips", {"n": held}) if bet.chips > held else None

    def against_rerolling(self, dice: int) -> Objection | None:
        """MCZ-18 to MCZ-22: all dice that do not match, and no die that does – but for a pair, once (MCZ-R6)."""
        if dice in rerolls(self.fell, len(self.loose), self.pair_used):
            return None
        if dice < len(self.loose):
            return Objection("MCZ-18", "both")
        return Objection("MCZ-R6") if is_pair(self.fell) else Objection("MCZ-R3")

    def most_chips(self) -> int:
        """MCZ-27: a bet is one chip. MCZ-34: or more, where the table says so."""
        return self.options.most_bet if self.many else 1

    # What is hidden ---------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> Self:
        """MCZ-R16: the bets of others lie covered; a decision not to bet looks the same."""
        if seat is not None and type(seat) is not int:
            raise no_seat(seat)
        covered = tuple(bet if who == seat or bet is None else COVERED for who, bet in enumerate(self.bets))
        return self if covered == self.bets else replace(self, bets=covered)

    def is_view(self) -> bool:
        return COVERED in self.bets

    def guess(self, chance: Random) -> Guess[Self]:
        """MCZ-R16: under a covered bet may lie any that its seat may make."""
        bets, weight = list(self.bets), Fraction(1)
        for seat, bet in enumerate(bets):
            if bet == COVERED:
                possible = bets_up_to(min(self.most_chips(), self.chips[seat]))
                bets[seat] = chance.choice(possible)
                weight /= len(possible)
        return Guess(replace(self, bets=tuple(bets)), weight)

    def shown(self, seat: Seat | None, actor: Actor, move: Move) -> Move:
        """MCZ-R16: others see that somebody has decided, and everybody sees the bets with the roll."""
        if isinstance(move, Bet):
            return move if seat == actor else COVERED
        if isinstance(move, Fell) and self.phase == "rolling":
            return Uncovered(move.colours, self.bets)
        return move

    # The dice ---------------------------------------------------------------------------------------------------------

    def chances(self) -> Throw:
        return THROWS[self.in_the_air()]

    def in_the_air(self) -> int:
        """How many dice nature is to throw."""
        return {"starting": 1, "setting": SET}.get(self.phase, self.dice)

    def can_fall(self, colours: Colours) -> bool:
        """MCZ-01: just the dice in the air lie there."""
        return len(colours) == self.in_the_air()

    # What happens -----------------------------------------------------------------------------------------------------

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Bet():
                return self.bet(int(actor), move)
            case Fell(colours):
                return self.fallen(colours, at)
            case Roll():
                return replace(self, phase="setting") if self.phase == "set" else self.open_to_bets(SET, at)
            case Reroll(dice):
                return self.rolling_again(dice, at)
            case Pass():
                return self.passed(at)
            case Vote(yes):
                return self.voted(int(actor), yes)
            case Closed():
                return self.closed()
            case TimeUp():
                return self.over()
            case _:
                raise TypeError(move)

    def fallen(self, colours: Colours, at: int) -> Self:
        """Dice fall: for the first Setter, for the object set, or for the Roller."""
        match self.phase:
            case "starting":
                return self.toss(colours[0])
            case "setting":
                return self.object_set_down(in_order(colours), at)
            case _:
                return self.thrown(in_order(colours), at)

    # Who sets (MCZ-41, MCZ-25) ----------------------------------------------------------------------------------------

    def seeking_setter(self) -> Self:
        """MCZ-41: everyone rolls one die, unless the table has named the Setter."""
        if self.options.setter != "roll":
            return self
        return replace(self, phase="starting", contenders=tuple(range(len(self.chips))))

    def toss(self, colour: Colour) -> Self:
        """MCZ-41: whoever alone rolls blue sets; several roll again among themselves; if there is none, all of them."""
        tossed = (*self.tossed, colour)
        if len(tossed) < len(self.contenders):
            return replace(self, tossed=tossed)
        blue = tuple(seat for seat, fell in zip(self.contenders, tossed, strict=True) if fell == SETS)
        if len(blue) == 1:
            return replace(self, phase="set", setter=blue[0], roller=blue[0], contenders=(), tossed=())
        return replace(self, contenders=blue or self.contenders, tossed=())

    def next_setter(self) -> Self:
        """MCZ-25, MCZ-R13: the player to the left of the last Setter sets."""
        setter = self.left_of(self.setter)
        return replace(self, phase="set", setter=setter, roller=setter, object_set=(), **NO_HAND)

    def object_set_down(self, colours: Colours, at: int) -> Self:
        """MCZ-05, MCZ-06: the object set lies in view, and the Setter is paid for its combination."""
        down = replace(self, object_set=colours, sets=self.sets + 1).paid(self.setter, combination_pay(colours))
        if ended := down.ending(at):
            return ended
        if len(shape(colours)) < self.options.few_colours:
            return down.voting("judging", at)
        return down.next_turn()

    # Votes (MCZ-07, MCZ-34) -------------------------------------------------------------------------------------------

    def voting(self, phase: Phase, at: int) -> Self:
        nobody = (None,) * len(self.chips)
        return replace(self, phase=phase, votes=nobody, deadline=self.options.deadline(at))

    def voted(self, seat: Seat, yes: bool) -> Self:
        votes = tuple(yes if who == seat else vote for who, vote in enumerate(self.votes))
        voted = replace(self, votes=votes)
        return voted if None in votes else voted.counted()

    def counted(self) -> Self:
        """MCZ-R13: more than half must be for it; who has not voted is not."""
        agreed = 2 * sum(vote is True for vote in self.votes) > len(self.votes)
        done = replace(self, votes=(), deadline=None)
        if self.phase == "agreeing":
            return replace(done, phase="set", many=agreed).seeking_setter()
        return done.next_setter() if agreed else done.next_turn()

    # A turn -----------------------------------------------------------------------------------------------------------

    def next_turn(self) -> Self:
        """MCZ-15, MCZ-23, MCZ-R11: the next to the left rolls: first the one left of the Setter, the Setter last."""
        return replace(self, phase="turn", roller=self.left_of(self.roller), **NO_HAND)

    def open_to_bets(self, dice: int, at: int) -> Self:
        """MCZ-R8: the roll is announced, and whoever can bet is asked. MCZ-R10: if nobody can, the dice fall."""
        asking = replace(self, dice=dice, bets=(None,) * len(self.chips), phase="rolling")
        return replace(asking, phase="betting", deadline=self.options.deadline(at)) if self.rockers() else asking

    def bet(self, seat: Seat, bet: Bet) -> Self:
        """MCZ-R8: betting is closed as soon as all have decided."""
        placed = replace(self, bets=tuple(bet if who == seat else laid for who, laid in enumerate(self.bets)))
        return placed if placed.undecided() else replace(placed, phase="rolling", deadline=None)

    def closed(self) -> Self:
        """MCZ-R8: who has not decided by the deadline does not bet, and has not voted for anything."""
        return replace(self, phase="rolling", deadline=None) if self.phase == "betting" else self.counted()

    def rolling_again(self, dice: int, at: int) -> Self:
        """MCZ-R6, MCZ-R8: a matching die of a pair may be given up; then its colour is missing again."""
        pair_roll = dice == 2 and len(self.fell) == 2
        locked, loose = self.locked, self.loose
        if dice > len(loose):
            locked, loose = matched(self.fell[:1], locked)[1], self.fell
        announced = replace(self, locked=locked, loose=loose, pair_used=self.pair_used or pair_roll)
        return announced.open_to_bets(dice, at)

    def thrown(self, colours: Colours, at: int) -> Self:
        """The Roller's dice fall: what matches is locked (MCZ-R3), the roll is settled, the turn goes on or ends."""
        lying = self.laid_out(colours)
        hits = len(lying.locked) - len(self.locked)
        if not lying.loose:
            return lying.scored_machz(self.bets, hits, at)
        goes_on = bool(rerolls(colours, len(lying.loose), self.pair_used))
        earned = lying.hand_pay() if lying.throw_pays() or (not goes_on and lying.hand_pays()) else 0
        after = lying.paid(self.roller, earned, self.bets, self.dice, hits)
        if ended := after.ending(at):
            return ended
        return replace(after, phase="choice") if goes_on else after.next_turn()  # MCZ-19, MCZ-23

    def laid_out(self, colours: Colours) -> Self:
        """The Roller's dice lie there: those that match are locked (MCZ-R3)."""
        hits, rest = matched(missing(self.object_set, self.locked), colours)
        return replace(self, fell=colours, locked=in_order((*self.locked, *hits)), loose=rest, bets=())

    def scored_machz(self, bets: tuple[AnyBet, ...], hits: int, at: int) -> Self:
        """MCZ-17, MCZ-24: all five match. The game of the series is over, and the next one is set (MCZ-25)."""
        earned = machz_pay(self.object_set)
        if self.options.machz_pay == "both" and (self.throw_pays() or self.hand_pays()):
            earned += self.hand_pay()  # MCZ-R5
        machz = tuple(count + (seat == self.roller) for seat, count in enumerate(self.machz))
        scored = replace(self, machz=machz, games=self.games + 1)
        after = scored.paid(self.roller, earned, bets, self.dice, hits)
        return after.ending(at, machz=True) or after.next_setter()

    def passed(self, at: int) -> Self:
        """The Roller leaves it at that; MCZ-R4, where the table says so: the final hand is paid."""
        after = self.paid(self.roller, self.hand_pay() if self.hand_pays() else 0)
        return after.ending(at) or after.next_turn()

    # What is paid -----------------------------------------------------------------------------------------------------

    def hand_pay(self) -> int:
        """MCZ-16: a Roller earns what a Setter would for the five dice that lie there."""
        return combination_pay(in_order((*self.locked, *self.loose)))

    def throw_pays(self) -> bool:
        """MCZ-R4: the first throw of five is paid."""
        return len(self.fell) == SET and self.options.combination != "final"

    def hand_pays(self) -> bool:
        """MCZ-R4, where the table says so: the hand a turn ends with is paid; MCZ-R19: but no throw is paid twice."""
        paid_for = self.options.combination
        return paid_for == "final" or (paid_for == "both" and len(self.fell) < SET)

    def paid(self, actor: Seat, earned: int, bets: tuple[AnyBet, ...] = (), dice: int = 0, hits: int = 0) -> Self:
        """MCZ-R12: the roll is settled."""
        chips, pot = settled(self.chips, self.pot, actor, earned, bets, dice, hits)
        changes = tuple(after - before for after, before in zip(chips, self.chips, strict=True))
        return replace(self, chips=chips, pot=pot, last=Settled(changes, bets))

    # How it ends ------------------------------------------------------------------------------------------------------

    def ending(self, at: int, machz: bool = False) -> Self | None:
        """MCZ-R12, MCZ-R14: with the roll settled, whether play is over. MCZ-R13: the first end reached counts."""
        if self.limit_reached(at, machz):
            return self.over()
        if self.pot:
            return None
        return self.over() if self.laps_done() or self.refilled >= self.options.refills else self.refill()

    def limit_reached(self, at: int, machz: bool) -> bool:
        """MCZ-38 to MCZ-40, MCZ-26: the time, the points, the number of MACHZ or the laps the table agreed on."""
        options = self.options
        return (
            (options.time_limit is not None and at >= options.time_limit)
            or 0 < options.target <= max(self.chips)
            or 0 < options.machz <= self.games
            or (machz and self.laps_done())
        )

    def laps_done(self) -> bool:
        """MCZ-26, MCZ-R21: everybody has set as often as the table agreed on."""
        return 0 < self.options.laps * len(self.chips) <= self.sets

    def refill(self) -> Self:
        """MCZ-37, MCZ-R13: the Pot is filled for a fresh contest with ten chips each, or the stacks carry over."""
        pot = filled(self.options, len(self.chips))
        again = self.fresh_stacks() if self.options.refill == "fresh" else self
        supply = pot + sum(again.chips)
        return replace(again, pot=pot, supply=supply, refilled=self.refilled + 1).next_setter()

    def fresh_stacks(self) -> Self:
        """MCZ-R13: the contest is counted, and everyone begins again with ten chips."""
        return replace(self.contest_won(), chips=(CHIPS,) * len(self.chips), machz=(0,) * len(self.chips))

    def over(self) -> Self:
        """MCZ-36: play is over, and the most chips win; MCZ-R15: in a tie, the most MACHZ."""
        counted = self.contest_won() if self.options.refill == "fresh" else self
        return replace(counted, phase="over", votes=(), deadline=None)

    def contest_won(self) -> Self:
        """MCZ-R17: whoever is first in a contest has won it; several may."""
        standing = places(list(zip(self.chips, self.machz, strict=True)))
        return replace(self, won=tuple(won + (place == 1) for won, place in zip(self.won, standing, strict=True)))

    def scores(self) -> tuple[int, ...]:
        return self.chips

    def left_of(self, seat: Seat) -> Seat:
        """Play goes to the left."""
        return (seat + 1) % len(self.chips)


COVERED, CLOSED, TIME_UP = Covered(), Closed(), TimeUp()
ROLLS = (Roll(),)
CHOICES = (Reroll(1), Reroll(2), Pass())
VOTES = (Vote(True), Vote(False))
NO_HAND = {"locked": (), "loose": (), "fell": (), "bets": (), "dice": SET, "pair_used": False}
"""Before a turn's first roll."""


def filled(options: MachzOptions, seats: int) -> int:
    """MCZ-R2: what the Pot holds when it has just been filled."""
    return options.pot - (CHIPS * seats if options.stacks == "from_pot" else 0)


@lru_cache(64)
def bets_up_to(chips: int) -> tuple[Bet, ...]:
    """All a Rocker may decide who can stake so many chips."""
    sides = ("match", "no_match")
    return (Bet("none"), *(Bet(side, count) for count in range(1, chips + 1) for side in sides))


@lru_cache(4096)
def waiting(seats: tuple[Seat, ...], alarm: Alarm | None) -> Due:
    """The table waits for these seats, and perhaps for the clock."""
    return Due(must=frozenset(seats), alarm=alarm)


def _fell(up: tuple[int, ...]) -> Fell:
    return Fell(tuple(COLOURS[face] for face in up))


THROWS = {dice: Throw((LETTERS,) * dice, _fell) for dice in (1, 2, SET)}
"""MCZ-R1: all dice are alike."""
