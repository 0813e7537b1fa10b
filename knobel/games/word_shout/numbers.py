"""Word Shout as numbers: the moves of a table, and what a seat sees of it.

Numbers of moves, in this order: be ready; roll; pass; accept; doubt each of the words taken; one bluff of each length;
then every word of the dictionary that the dice could spell, in the order of the alphabet, of which those are legal that
lie there. A bluff is the first arrangement of the letters that lie there, by the alphabet, that is no word; every other
shout that is no word has the number of the bluff of its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from string import ascii_lowercase
from typing import get_args

from knobel.core.contract import Move, Open, Seat
from knobel.core.numbers import Observation, counted, from_seat, one_of, share
from knobel.games.word_shout.dictionary import EDITION, dictionary
from knobel.games.word_shout.letters import DICE, SHORTEST
from knobel.games.word_shout.moves import Shout
from knobel.games.word_shout.options import WordShoutOptions
from knobel.games.word_shout.rules import ACCEPT, CHALLENGES, MOST_PENDING, PASS, READY, ROLL, Phase, WordShout

PHASES: tuple[Phase, ...] = get_args(Phase)
PLAIN: tuple[Move, ...] = (READY, ROLL, PASS, ACCEPT, *CHALLENGES)
LENGTHS = range(SHORTEST, DICE + 1)
FIRST_BLUFF = len(PLAIN)
FIRST_WORD = FIRST_BLUFF + len(LENGTHS)
EACH_SEAT = 9
EACH_WORD = 3
REST = 2


class WordShoutNumbers:
    """A table of Word Shout as numbers."""

    def __init__(self, seats: int, options: WordShoutOptions) -> None:
        self.seats = seats
        self.words, self.places = _vocabulary()
        self.actions = FIRST_WORD + len(self.words)
        self.observed = EACH_SEAT * seats + len(PHASES) + len(ascii_lowercase) + REST
        self.observed += (seats + EACH_WORD) * MOST_PENDING

    def move(self, view: WordShout, seat: Seat, number: int) -> Move:
        if number not in range(self.actions):
            raise IndexError(number)
        if number < FIRST_BLUFF:
            return PLAIN[number]
        if number < FIRST_WORD:
            return Shout(bluff("".join(sorted(view.table().lower())), LENGTHS[number - FIRST_BLUFF]))
        return Shout(self.words[number - FIRST_WORD])

    def number(self, view: WordShout, seat: Seat, move: Move) -> int:
        if not isinstance(move, Shout):
            return _PLAIN_NUMBERS[move]
        word = move.word.lower()
        return FIRST_WORD + self.places[word] if word in self.places else FIRST_BLUFF + LENGTHS.index(len(word))

    def legal(self, view: WordShout, seat: Seat, at: int = 0) -> list[int]:
        moves = view.moves(seat, at)
        plain = [_PLAIN_NUMBERS[move] for move in moves if not isinstance(move, Open)]
        if len(plain) == len(moves) or view.against_speaking(seat, at):
            return sorted(plain)
        bluffs = (number for number in range(FIRST_BLUFF, FIRST_WORD) if self._may(view, seat, number, at))
        return [*sorted(plain), *bluffs, *self._words(view, view.options.least_for(seat))]

    def _words(self, view: WordShout, least: int) -> Sequence[int]:
        if view.locks_out():  # WSH-R3: there any word may be shouted, and is paid for
            return _from(least)
        return sorted(
            FIRST_WORD + self.places[word] for word in dictionary(EDITION).words_in(view.table().lower(), least)
        )

    def _may(self, view: WordShout, seat: Seat, number: int, at: int) -> bool:
        return view.refusal(seat, self.move(view, seat, number), at) is None

    def observe(self, view: WordShout, seat: Seat) -> Observation:
        row: list[float] = []
        passed = [view.passes and view.has_passed(other) for other in view.seats()]
        for other in from_seat(seat, self.seats):
            row += (share(view.totals[other], view.options.target), float(view.roller == other))
            row += (float(other in view.ready), float(bool(passed[other])), float(other in view.accepted))
            row += (float(view.turn == other), share(sum(cry.seat == other for cry in view.pending), MOST_PENDING))
            row += (
                share(view.options.least_for(other), DICE),
                float(bool(view.locks) and view.locks[other] > view.now),
            )
        row += one_of(PHASES.index(view.phase), len(PHASES))
        row += counted(view.table().lower(), ascii_lowercase, DICE)
        for index in range(MOST_PENDING):
            word = view.taken[index] if index < len(view.taken) else None
            row += one_of((word.seat - seat) % self.seats if word else None, self.seats)
            row += (share(len(word.word) if word else 0, DICE), float(bool(word and word.challenger is not None)))
            row.append(float(bool(word and word.word.lower() in self.places)))
        row += (float(view.doubled), share(len(view.lying), DICE))
        return tuple(row)


_PLAIN_NUMBERS: dict[Move, int] = {move: number for number, move in enumerate(PLAIN)}


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[tuple[str, ...], dict[str, int]]:
    """Every word that ten dice could spell, and its place among them."""
    words = tuple(sorted(word for word in dictionary(EDITION) if len(word) in LENGTHS))
    return words, {word: place for place, word in enumerate(words)}


@lru_cache(maxsize=len(LENGTHS))
def _from(least: int) -> tuple[int, ...]:
    """The numbers of every word of at least so many letters."""
    return tuple(number for number, word in enumerate(_vocabulary()[0], FIRST_WORD) if len(word) >= least)


@lru_cache(maxsize=4096)
def bluff(lying: str, length: int) -> str:
    """The first so many letters, by the alphabet, that are no word; what lies there and more, where that is too little.

    >>> bluff("aabcdeeist", 3), bluff("ab", 4)
    ('aab', 'abqq')
    """
    known = dictionary(EDITION)
    arranged = ("".join(letters) for letters in permutations(lying.ljust(length, "q"), length))
    return next((word for word in arranged if word not in known), "q" * length)


def numbers(seats: int, options: WordShoutOptions) -> WordShoutNumbers:
    """The numbers of a table of Word Shout."""
    return WordShoutNumbers(seats, options)
