"""A game of Word Shout in short. Times are milliseconds of the table; the dice fall at 1000.

The usual roll: A0 O1 E2 T3 S4 D5 C6 G7 M8 R9, which makes CAT, DOG and REMS and is empty then.
"""

import knobel
from knobel.games.word_shout.moves import Accept, Challenge, Fell, Pass, Ready, Roll, Shout
from knobel.games.word_shout.rules import WordShout

ROLL = "AOETSDCGMR"
FELL = 1000


def started(seats: int = 2, **options) -> WordShout:
    return knobel.game("word-shout").start(seats, **options)


def opened(seats: int = 2, letters: str = ROLL, **options) -> WordShout:
    """A table at which everybody searches."""
    return rolled(started(seats, **options), letters)


def rolled(state: WordShout, letters: str = ROLL, at: int = FELL) -> WordShout:
    """Everybody is ready, the roller rolls, and the dice fall so."""
    for seat in state.seats():
        state = state.play(seat, Ready(), at - 2)
    return state.play(state.roller, Roll(), at - 1).play("nature", Fell(letters), at)


def shout(state: WordShout, seat: int, word: str, at: int) -> WordShout:
    return state.play(seat, Shout(word), at)


def shouts(state: WordShout, *cries: tuple[int, str, int]) -> WordShout:
    """Shouts as they come in: seat, word, and when it was shouted."""
    for seat, word, at in cries:
        state = shout(state, seat, word, at)
    return state


def ring(state: WordShout) -> WordShout:
    """The clock makes its move at its time."""
    alarm = state.due().alarm
    return state.play("clock", alarm.move, alarm.at)


def take(state: WordShout, seat: int, word: str, at: int) -> WordShout:
    """A seat shouts a word, nobody else does, and it takes the dice."""
    return ring(shout(state, seat, word, at))


def all_pass(state: WordShout, at: int = 60_000) -> WordShout:
    """Everybody passes, and the round is over (if it is not already)."""
    if state.phase != "searching":
        return state
    for seat in state.seats():
        state = state.play(seat, Pass(), at)
    return ring(state)


def no_doubts(state: WordShout) -> WordShout:
    """Nobody challenges anything (more)."""
    while state.phase == "disputing":
        state = state.play(min(state.due().must), Accept(), 70_000)
    return state


def challenge(state: WordShout, seat: int, word: int) -> WordShout:
    return state.play(seat, Challenge(word), 65_000)


def tie(state: WordShout, at: int = 50_000) -> WordShout:
    """Seats 0 and 1 shout at the same time."""
    return ring(shouts(state, (0, "dog", at), (1, "cat", at)))


def refusal(state: WordShout, seat, move, at: int = 2000) -> str | None:
    """The rule (and variant) that forbids a move."""
    objection = state.objection(seat, move, at)
    return objection and f"{objection.rule}{'.' + objection.variant if objection.variant else ''}"


def held(state: WordShout) -> list[tuple[int, str]]:
    """The words that were taken, with their makers, in order."""
    return [(word.seat, word.word) for word in state.taken]
