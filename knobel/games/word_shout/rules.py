"""Word Shout: ten letter dice, everybody at once: see a word, shout it, take its dice.

A round: everybody is ready, the roller rolls, all search and shout until nothing is left, two shout at the same time
or nobody sees anything more; then words can be doubted, and the dice are counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from operator import itemgetter
from random import Random
from typing import Any, ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from knobel.core.chances import Chances, Listed
from knobel.core.contract import IN_THE_AIR, Actor, Alarm, Due, Guess, Move, Objection, Open, Seat, State, waits_for
from knobel.core.errors import Malformed
from knobel.core.ranking import places
from knobel.core.words import HOUSE, Catalogue
from knobel.games.word_shout.challenges import TakenWord, gains
from knobel.games.word_shout.dictionary import EDITION, Dictionary, dictionary
from knobel.games.word_shout.letters import DICE, SHORTEST, can_fall, folded, is_plain, spelled, thrown
from knobel.games.word_shout.moves import (
    Accept,
    Bell,
    Challenge,
    Fell,
    Judged,
    Pass,
    Ready,
    Roll,
    Shout,
    Shouted,
    Starts,
)
from knobel.games.word_shout.options import WordShoutOptions
from knobel.games.word_shout.shouts import GRACE, Cries, Cry, heard, tied

PLAYERS = range(2, 9)
"""WSH-R11: two to eight players."""

MOST_PENDING = DICE // SHORTEST
"""WSH-R15: ten dice make three words at most, so nobody has more than three shouts waiting to be judged."""

NOBODY: frozenset[Seat] = frozenset()

NEVER = -1
"""Before any time of the table."""

Phase = Literal["choosing", "gathering", "shaking", "falling", "searching", "disputing", "over"]
Ending = Literal["tie", "dice", "words", "passes", "clock"]
"""How a round ended: WSH-10, WSH-08 (no dice, or no word left), WSH-R9, WSH-R13."""

ROUND_ON = Objection("WSH-03", "not-now")
NOT_YET, SEARCH_OVER = Objection("WSH-04", "not-now"), Objection("WSH-04", "over")
NO_DISPUTE = Objection("WSH-21")

UNTIMELY: dict[type[Move], dict[Phase, Objection]] = {
    Ready: {"shaking": Objection("WSH-03", "all"), "searching": ROUND_ON, "disputing": ROUND_ON},
    Roll: {"gathering": Objection("WSH-03", "not-all"), "searching": ROUND_ON, "disputing": ROUND_ON},
    Shout: {"gathering": NOT_YET, "shaking": NOT_YET, "disputing": SEARCH_OVER},
    Pass: {"gathering": NOT_YET, "shaking": NOT_YET, "disputing": SEARCH_OVER},
    Challenge: {"gathering": NO_DISPUTE, "shaking": NO_DISPUTE, "searching": NO_DISPUTE},
    Accept: {"gathering": NO_DISPUTE, "shaking": NO_DISPUTE, "searching": NO_DISPUTE},
}
"""What is said to a seat that makes a move when it does not have its time."""

NO_WORD = {
    "abbreviation": Objection("WSH-16"),
    "affix": Objection("WSH-17"),
    "name": Objection("WSH-18"),
}
"""WSH-R4, where words are looked up at once: why the dictionary does not have one. Else it is simply not in it."""


class Round(msgspec.Struct, frozen=True):
    """A round that is over and settled."""

    letters: str
    taken: tuple[TakenWord, ...]
    ending: Ending
    doubled: bool
    gained: tuple[int, ...]


class WordShout(State, frozen=True):
    """A position: totals, the dice as they landed, the words taken, and the shouts that wait to be judged."""

    SEAT_MOVES = (Ready, Roll, Shout, Pass, Challenge, Accept)
    NATURE_MOVES = (Starts, Fell)
    CLOCK_MOVES = (Bell,)
    WORDS = Catalogue.of_package("knobel.games.word_shout", HOUSE)
    EDITION: ClassVar[int] = EDITION
    """Which edition of the word list decides (WSH-15)."""

    options: WordShoutOptions
    totals: tuple[int, ...]
    roller: Seat = 0
    phase: Phase = "gathering"
    doubled: bool = False
    """WSH-12: whether this round scores double."""
    last: Round | None = None
    """The round before."""
    now: int = 0
    """The latest time that the table has seen."""

    # This round
    ready: tuple[Seat, ...] = ()
    letters: str = ""
    """What each die shows. WSH-06: it stays so for the whole round."""
    lying: tuple[int, ...] = ()
    """The dice that nobody has taken."""
    rolled_at: int = 0
    taken: tuple[TakenWord, ...] = ()
    pending: Cries = ()
    """WSH-R2: shouts that wait to be judged, in the order of their times."""
    closed: int = NEVER
    """WSH-R2: up to this time everything has been judged."""
    spoke: tuple[int, ...] = ()
    """When each seat last shouted a word that it got."""
    passes: tuple[int, ...] = ()
    """WSH-R9: when each seat last passed."""
    locks: tuple[int, ...] = ()
    """WSH-R3: until when each seat is locked out."""
    turn: Seat = 0
    """WSH-R12, turn by turn: whose turn it is, ..."""
    turn_since: int = 0
    """... and since when."""
    ending: Ending | None = None
    accepted: tuple[Seat, ...] = ()
    """WSH-21: who has no more doubts, in the order of the seats."""

    @classmethod
    def start(cls, seats: int, options: WordShoutOptions) -> Self:
        """WSH-02: the youngest rolls first, as the table says, or chance."""
        for named in (options.least, options.head_start):
            if len(named) > seats:
                raise Malformed("no-seat", seat=len(named))
        nothing = (0,) * seats
        if options.starter == "random":
            return cls(options, nothing, phase="choosing")
        if options.starter > seats:
            raise Malformed("no-seat", seat=options.starter)
        return cls(options, nothing, roller=options.starter - 1)

    # Who may do what -------------------------------------------------------------------------------------------------

    def due(self) -> Due:
        match self.phase:
            case "over":
                return Due(places=places(self.totals))
            case "choosing" | "falling":
                return IN_THE_AIR
            case "gathering":
                return waits_for(*(seat for seat in self.seats() if seat not in self.ready))
            case "shaking":
                return waits_for(self.roller)
            case "searching":
                return self.due_in_search()
            case "disputing":
                return waits_for(*self.undecided())

    def due_in_search(self) -> Due:
        """WSH-04: everyone at once; nobody waits for who has passed (WSH-R9) or has three shouts waiting (WSH-R15).

        WSH-R12: or one after the other.
        """
        if self.by_turns():
            return Due(must=frozenset((self.turn,)), alarm=self.alarm())
        passed = tuple([at != NEVER and self.has_passed(seat) for seat, at in enumerate(self.passes)])
        must, may = speakers(passed, self.spent())
        return Due(must=must, may=may, alarm=self.alarm())

    def alarm(self) -> Alarm | None:
        """When the clock will move in the search, whichever comes first; GRACE lets every shout until then come in."""
        bells = self.ends()
        if self.pending and all(self.pending[0].at <= end for end, _ in bells):
            bells = [(self.closes(), WINDOW_OVER)]  # nothing ends before it is judged
        if not bells:
            return None
        at, bell = min(bells, key=itemgetter(0))
        return Alarm(at + GRACE, bell)

    def ends(self) -> list[tuple[int, Bell]]:
        """When the search ends by itself: the time is up (WSH-R13, WSH-R12), or all have passed (WSH-R9).

        What is shouted after that is not heard, however soon it comes in.
        """
        sooner = (self.deadline(), TURN_OVER) if self.by_turns() else (self.all_passed_at(), PASSES_OVER)
        return [(at, bell) for at, bell in ((self.ends_at(), ROUND_OVER), sooner) if at is not None]

    def candidates(self, seat: Seat) -> Iterable[Move | Open]:
        match self.phase:
            case "gathering":
                return (READY,)
            case "shaking":
                return (ROLL,)
            case "searching" if self.has_word_for(seat) and seat not in self.spent():
                return PASS, shouting(self.options.least_for(seat))
            case "searching":
                return (PASS,)
            case "disputing":
                return (*CHALLENGES[: len(self.taken)], ACCEPT)
            case _:
                return ()

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        if isinstance(actor, int):
            if isinstance(move, Challenge | Accept) and self.options.lookup == "at_once":
                return Objection("WSH-R4")
            return UNTIMELY[type(move)].get(self.phase) or self.against(actor, move, at)
        match move:
            case Starts(seat):
                possible = self.phase == "choosing" and seat in self.seats()
            case Fell(letters):
                possible = self.phase == "falling" and can_fall(letters, self.options.letter_set())
            case _:
                possible = True
        return None if possible else Objection("DICE")

    def against(self, seat: Seat, move: Move, at: int) -> Objection | None:
        """What speaks against a seat's move in its phase."""
        match move:
            case Shout(word):
                return self.against_speaking(seat, at) or self.against_word(seat, word)
            case Pass() if self.has_passed(seat):
                return Objection("WSH-R9")
            case Challenge(word):
                return self.against_challenge(seat, word)
            case _:
                return None

    def against_speaking(self, seat: Seat, at: int) -> Objection | None:
        """Whether a seat may shout anything at that time."""
        if at < self.rolled_at:
            return Objection("WSH-04", "early")
        if at <= self.closed:
            return Objection("WSH-R2", "late")
        if at < self.free_at(seat):
            return Objection("WSH-R12", "head-start")
        if self.locks[seat] - self.options.lockout <= at < self.locks[seat]:
            return Objection("WSH-R3", "locked")
        if seat in self.spent():
            return Objection("WSH-R15")
        if not self.has_word_for(seat):
            return Objection("WSH-R12", "none-left", {"n": self.options.least_for(seat)})
        return None

    def against_word(self, seat: Seat, word: str) -> Objection | None:
        """WSH-05, WSH-19, WSH-R3: what cannot be a word from these dice is no shout at all."""
        least, shown = self.options.least_for(seat), word[:DICE].upper()
        if any(mark in word for mark in "'’-"):
            return Objection("WSH-19")
        if not is_plain(word):
            plain = folded(word)
            if is_plain(plain):
                return Objection("WSH-R18", args={"word": plain.upper()})
            return Objection("WSH-15", "letters")
        if len(word) < SHORTEST:
            return Objection("WSH-05")
        if len(word) < least:
            return Objection("WSH-R12", "short", {"n": least})
        if self.dice_for(word) is None:
            return None if self.locks_out() else Objection("WSH-R3", "dice", {"word": shown})
        if self.options.lookup == "at_once" and (why := self.dictionary().why_not(word.lower())):
            return NO_WORD.get(why, Objection("WSH-15", "none", {"word": shown}))
        return None

    def against_challenge(self, seat: Seat, index: int) -> Objection | None:
        """WSH-R8: a word is challenged once, and by another player."""
        if index not in range(len(self.taken)):
            return Objection("WSH-R8", "none")
        word = self.taken[index]
        if word.seat == seat:
            return Objection("WSH-R8", "own")
        return None if word.challenger is None else Objection("WSH-R8", "once")

    def binding(self, seat: Seat, move: Move) -> bool:
        """A word that was heard cannot be unsaid, and a challenge shows what the dictionary says."""
        return isinstance(move, Shout | Challenge)

    # Who may know what ------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> Self:
        """WSH-R17: what rivals have shouted is not heard before it is judged."""
        if all(cry.seat == seat for cry in self.pending):
            return super().view(seat)
        pending = tuple(cry if cry.seat == seat else Cry(cry.at, cry.seat, "") for cry in self.pending)
        return replace(self, pending=pending)

    def is_view(self) -> bool:
        return any(not cry.word for cry in self.pending)

    def guess(self, chance: Random) -> Guess[Self]:
        """WSH-R17: what was shouted and not heard may be any word that lies there; where none does, it is a bluff."""
        cries, weight = list(self.pending), Fraction(1)
        for index, cry in enumerate(cries):
            if not cry.word:
                least = self.options.least_for(cry.seat)
                table = self.table().lower()
                words = self.dictionary().words_in(table, least) or [table[:least]]
                cries[index] = Cry(cry.at, cry.seat, chance.choice(words))
                weight /= len(words)
        return Guess(replace(self, pending=tuple(cries)), weight)

    def shown(self, seat: Seat | None, actor: Actor, move: Move) -> Move:
        """WSH-R17: a shout is told when its window closes. What is no shout (WSH-R3) needs not wait."""
        match move:
            case Shout(word) if seat != actor and not self.by_turns() and self.dice_for(word):
                return SHOUTED
            case Bell("window"):
                return Judged(self.judged_now())
            case _:
                return move

    def judged_now(self) -> Cries:
        """WSH-R2: what the bell decides: the shouts of one moment, or the first and those it leaves no dice for."""
        if together := tied(self.pending, self.closes()):
            return together
        first, *later = self.pending
        took = self.took(first.seat, first.word)
        return (first, *(cry for cry in later if took.dice_for(cry.word) is None))

    # What can be read off the table ----------------------------------------------------------------------------------

    def seats(self) -> range:
        """Everybody at the table."""
        return range(len(self.totals))

    def by_turns(self) -> bool:
        """WSH-R12: whether this table plays turn by turn."""
        return self.options.play == "turns"

    def locks_out(self) -> bool:
        """WSH-R3: whether shouting what the dice cannot spell locks a player out, instead of being refused."""
        return self.options.lockout > 0 and not self.by_turns()

    def has_passed(self, seat: Seat) -> bool:
        """WSH-R9: a pass stands until a later shout withdraws it."""
        return self.passes[seat] != NEVER and self.passes[seat] >= max(self.shouts_of(seat))

    def all_passed_at(self) -> int | None:
        """WSH-R9: when the last one passed, if by the players' own times nobody had withdrawn a pass by then."""
        if NEVER in self.passes:
            return None
        last = max(self.passes)
        withdrawn = any(self.passes[seat] < at <= last for seat in self.seats() for at in self.shouts_of(seat))
        return None if withdrawn else last

    def shouts_of(self, seat: Seat) -> list[int]:
        """When a seat shouted: its last shout that counted, and those that wait to be judged."""
        return [self.spoke[seat], *(cry.at for cry in self.pending if cry.seat == seat)]

    def is_pending(self, seat: Seat) -> bool:
        """Whether a shout of a seat waits to be judged."""
        return any(cry.seat == seat for cry in self.pending)

    def spent(self) -> frozenset[Seat]:
        """WSH-R15: who has as many shouts waiting as ten dice can make words."""
        if len(self.pending) < MOST_PENDING:
            return NOBODY
        crying = [cry.seat for cry in self.pending]
        return frozenset(seat for seat in crying if crying.count(seat) == MOST_PENDING)

    def free_at(self, seat: Seat) -> int:
        """WSH-R12: when a seat may first shout, after the head start of others."""
        return self.rolled_at + (0 if self.by_turns() else self.options.held_back(seat))

    def closes(self) -> int:
        """WSH-R2: when the window of the first pending shout closes; the end of the search cuts it short."""
        return min([self.pending[0].at + self.options.window, *(end for end, _ in self.ends())])

    def ends_at(self) -> int | None:
        """WSH-R13: when the round's time is up."""
        limit = self.options.round_seconds
        return self.rolled_at + 1000 * limit if limit else None

    def deadline(self) -> int | None:
        """WSH-R12: when the turn's time is up."""
        limit = self.options.turn_seconds
        return self.turn_since + 1000 * limit if limit else None

    def dictionary(self) -> Dictionary:
        """WSH-15: the dictionary that decides at this table."""
        return dictionary(self.EDITION)

    def any_word(self, least: int) -> bool:
        """WSH-08: whether the dictionary has a word of so many letters that the dice on the table can spell."""
        return len(self.lying) >= least and self.dictionary().any_word_in(self.table().lower(), least)

    def table(self) -> str:
        """The letters that nobody has taken, as they lie."""
        return "".join(self.letters[die] for die in self.lying)

    def dice_for(self, word: str) -> tuple[int, ...] | None:
        """The dice on the table that spell a word."""
        return spelled(word, self.letters, self.lying)

    def factor(self) -> int:
        """WSH-12: how often everything counts in this round."""
        return 2 if self.doubled else 1

    def has_word_for(self, seat: Seat) -> bool:
        """Whether the dice can spell something that a seat may shout."""
        least = self.options.least_for(seat)
        if self.options.lookup == "at_once":
            return self.any_word(least)
        return len(self.lying) >= least

    def undecided(self) -> tuple[Seat, ...]:
        """WSH-21: who can still challenge a word and has not said that they will not."""
        waiting = (seat for seat in self.seats() if seat not in self.accepted)
        return tuple(seat for seat in waiting if any(word.open_to(seat) for word in self.taken))

    def scores(self) -> tuple[int, ...]:
        return self.totals

    # The dice ---------------------------------------------------------------------------------------------------------

    def chances(self) -> Chances:
        return starters(len(self.totals)) if self.phase == "choosing" else thrown(self.options.letter_set())

    # What happens -----------------------------------------------------------------------------------------------------

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        state = replace(self, now=at) if at > self.now else self
        seat = actor if isinstance(actor, int) else self.turn
        match move:
            case Ready():
                return state.gathered(seat)
            case Roll():
                return replace(state, phase="falling")
            case Shout(word) if self.by_turns():
                return state.said(seat, word.lower(), at)
            case Shout(word):
                return state.shouted(seat, word.lower(), at)
            case Pass() if self.by_turns():
                return state.turn_passed(seat, at)
            case Pass():
                return replace(state, passes=put(self.passes, seat, max(at, self.passes[seat])))
            case Challenge(word):
                return state.challenged(seat, word)
            case Accept():
                return replace(state, accepted=tuple(sorted((*self.accepted, seat)))).disputed()
            case Starts(starter):
                return replace(state, roller=starter, phase="gathering")
            case Fell(letters):
                return state.fallen(letters, at)
            case Bell(over):
                return state.rung(over, at)
            case _:
                raise TypeError(move)

    def gathered(self, seat: Seat) -> Self:
        """WSH-03: once everybody is ready, the roller may roll."""
        ready = tuple(sorted((*self.ready, seat)))
        return replace(self, ready=ready, phase="shaking" if len(ready) == len(self.totals) else "gathering")

    def fallen(self, letters: str, at: int) -> Self:
        """WSH-04: all ten dice lie there and everyone searches."""
        never = (NEVER,) * len(self.totals)
        lying = replace(
            self,
            phase="searching",
            letters=letters,
            lying=ALL_DICE,
            rolled_at=at,
            spoke=never,
            passes=never,
            locks=never,
            turn=self.roller,
            turn_since=at,
        )
        return lying.searched_on()

    def shouted(self, seat: Seat, word: str, at: int) -> Self:
        """WSH-R2: a shout waits for those of the same moment. WSH-R3: one the dice cannot spell is none."""
        if self.dice_for(word) is None:
            return replace(self, locks=put(self.locks, seat, max(at + self.options.lockout, self.locks[seat])))
        return replace(self, pending=heard(self.pending, Cry(at, seat, word)))

    def rung(self, over: str, at: int) -> Self:
        """What the clock's bell brings."""
        match over:
            case "window":
                return self.judged()
            case "turn":
                return self.turn_passed(self.turn, at)
            case "passes":
                return self.finished("passes")
            case _:
                return self.finished("clock")

    def judged(self) -> Self:
        """WSH-10, WSH-R2: the first window has closed. Shouts at the same time end the round; one alone takes its dice.

        WSH-R5: tied shouts get nothing. What was shouted later is judged after it, by the dice that are left; WSH-R3:
        what these cannot spell was no shout.
        """
        closes = self.closes()
        if tied(self.pending, closes):
            return self.finished("tie")
        first, *gone = self.judged_now()
        took = self.took(first.seat, first.word)
        left = tuple(cry for cry in self.pending[1:] if cry not in gone)
        spoke = put(self.spoke, first.seat, max(first.at, self.spoke[first.seat]))
        locks = self.locks
        for cry in gone:
            if self.locks_out() and cry.at > closes:
                locks = put(locks, cry.seat, max(cry.at + self.options.lockout, locks[cry.seat]))
        return replace(took, pending=left, closed=closes, spoke=spoke, locks=locks).searched_on()

    def took(self, seat: Seat, word: str) -> Self:
        """WSH-07: the word's dice are out of play for the others."""
        dice = self.dice_for(word) or ()
        lying = tuple(die for die in self.lying if die not in dice)
        return replace(self, lying=lying, taken=(*self.taken, TakenWord(seat, word, dice)))

    def searched_on(self) -> Self:
        """WSH-08, WSH-R9: the round is over when no dice are left, or no word that the dictionary has."""
        if not self.lying:
            return self.finished("dice")
        if not self.any_word(min(map(self.options.least_for, self.seats()))):
            return self.finished("words")
        return self

    # Turn by turn (WSH-R12) -------------------------------------------------------------------------------------------

    def said(self, seat: Seat, word: str, at: int) -> Self:
        """A word in one's turn takes its dice at once; said after the time was up it is a pass."""
        if self.too_late(at):
            return self.turn_passed(seat, at)
        return self.took(seat, word).next_turn(seat, at).searched_on()

    def too_late(self, at: int) -> bool:
        """Whether the time of the turn or of the round was up."""
        return any(limit is not None and at > limit for limit in (self.deadline(), self.ends_at()))

    def turn_passed(self, seat: Seat, at: int) -> Self:
        """WSH-R14: who passes sits out the rest of the round; it is over when all do."""
        passed = replace(self, passes=put(self.passes, seat, at))
        return passed.finished("passes") if all(map(passed.has_passed, self.seats())) else passed.next_turn(seat, at)

    def next_turn(self, seat: Seat, at: int) -> Self:
        """The next to the left who has not passed."""
        seats = len(self.totals)
        following = ((seat + step) % seats for step in range(1, seats + 1))
        return replace(self, turn=next(who for who in following if not self.has_passed(who)), turn_since=at)

    # The end of a round -----------------------------------------------------------------------------------------------

    def finished(self, ending: Ending) -> Self:
        """WSH-11: words taken before stay. WSH-21: they can be challenged now, unless they were looked up at once."""
        over = replace(self, ending=ending, pending=())
        return replace(over, phase="disputing").disputed() if self.options.lookup == "challenge" else over.settled()

    def challenged(self, seat: Seat, index: int) -> Self:
        """WSH-R8: the first to doubt a word has challenged it, and it is looked up."""
        word = self.taken[index]
        doubted = replace(word, challenger=seat, valid=word.word in self.dictionary())
        return replace(self, taken=(*self.taken[:index], doubted, *self.taken[index + 1 :])).disputed()

    def disputed(self) -> Self:
        """WSH-21: the round is settled when nobody can or wants to challenge a word any more."""
        return self if self.undecided() else self.settled()

    def settled(self) -> Self:
        """WSH-09: what the round gained is added. WSH-13, WSH-14, WSH-R11: a single leader at the target has won."""
        ending = self.ending or "dice"
        gained = gains(self.taken, len(self.totals), self.factor(), self.options.invalid == "costs")
        totals = tuple(total + more for total, more in zip(self.totals, gained, strict=True))
        best = max(totals)
        won = best >= self.options.target and totals.count(best) == 1
        return type(self)(
            self.options,
            totals,
            roller=(self.roller + 1) % len(totals),  # WSH-02: the roll passes to the left
            phase="over" if won else "gathering",
            doubled=ending == "tie",  # WSH-12, WSH-R5: only the round after a tie
            last=Round(self.letters, self.taken, ending, self.doubled, gained),
            now=self.now,
        )


class FirstWordShout(WordShout, frozen=True):
    """Version 1 of the rules: the same game with the first edition of the word list."""

    EDITION: ClassVar[int] = 1


READY, ROLL, PASS, ACCEPT, SHOUTED = Ready(), Roll(), Pass(), Accept(), Shouted()
CHALLENGES = tuple(Challenge(index) for index in range(MOST_PENDING))
WINDOW_OVER, PASSES_OVER, ROUND_OVER, TURN_OVER = Bell("window"), Bell("passes"), Bell("round"), Bell("turn")
ALL_DICE = tuple(range(DICE))


def live(state: WordShout) -> bool:
    """WSH-04: while dice lie there everyone searches at once. WSH-R12: unless the table plays turn by turn."""
    return state.phase == "searching" and not state.by_turns()


def hush(state: WordShout) -> int:
    """WSH-R17: after so long, whatever could be said at the same time has been judged; before, nobody hears of it."""
    return state.options.window + GRACE + 1


@cache
def speakers(passed: tuple[bool, ...], spent: frozenset[Seat]) -> tuple[frozenset[Seat], frozenset[Seat]]:
    """Who is still searching, and who has passed or waits to be judged."""
    seats = range(len(passed))
    may = frozenset(seat for seat in seats if passed[seat]) | spent
    return frozenset(seats) - may, may


@cache
def shouting(least: int) -> Open:
    """A word is too rich to list: anything the dice may spell."""
    word: dict[str, Any] = {"type": "string", "minLength": least, "maxLength": DICE, "pattern": "^[A-Za-z]+$"}
    schema = {"type": "object", "properties": {"type": {"const": "Shout"}, "word": word}, "required": ["type", "word"]}
    return Open("Shout", schema)


@cache
def starters(seats: int) -> Listed:
    """Every seat is as likely to roll first."""
    return Listed((str(seat + 1), Starts(seat), Fraction(1, seats)) for seat in range(seats))


def put(times: tuple[int, ...], seat: Seat, at: int) -> tuple[int, ...]:
    """The times, with that of one seat set."""
    return (*times[:seat], at, *times[seat + 1 :])
