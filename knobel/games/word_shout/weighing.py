"""What is best in a position of Word Shout: points for oneself, nothing left for others, and doubts that pay.

Turn by turn (WSH-R12) the rest of a round is played through with every word that one knows, as if all knew as many.
Where everybody shouts, who gets what a word leaves is judged by who got most so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, prod, sqrt

from msgspec.structs import replace

from knobel.core.contract import Seat
from knobel.games.word_shout.challenges import TakenWord, gains
from knobel.games.word_shout.dictionary import dictionary
from knobel.games.word_shout.letters import SHORTEST
from knobel.games.word_shout.rules import WordShout

EVEN = 10
"""So many points each are taken to have been won evenly before the first: who is quicker shows in time."""

SWING = {"shouting": 20.0, "turns": 5.0}
"""How much the lead of one player over another still varies (its variance) for each point that the leader needs.

Fitted to games played on by masters (`bench/games/word_shout.py --chances`): where all shout, more is left to chance.
"""

Known = tuple[int, int]
"""Which words somebody knows: the edition of the dictionary, and the least common ones."""


# Which word to say ----------------------------------------------------------------------------------------------------


def word_worth(view: WordShout, seat: Seat, word: str, known: Known) -> float:
    """By how many letters of this round a seat gets ahead of the others (their mean) by a word and what it leaves."""
    dice = view.dice_for(word) or ()
    left = "".join(sorted(view.letters[die] for die in view.lying if die not in dice)).lower()
    others = len(view.totals) - 1
    if not view.by_turns():
        share = share_of_next(view, seat)
        rest = sum(map(len, dictionary(view.EDITION).best_split(left)))
        return len(word) + rest * (share - (1 - share) / others)
    order = [(seat + step) % (others + 1) for step in range(1, others + 2)]
    going_on = [who for who in order if not view.has_passed(who)]
    got = rest_of_round(left, tuple(map(view.options.least_for, going_on)), known)
    mine = got[going_on.index(seat)]
    return len(word) + mine - (sum(got) - mine) / others


def share_of_next(view: WordShout, seat: Seat) -> float:
    """How likely a seat is the first to see the next word, by what everybody has got so far.

    WSH-R9: who has passed sees nothing more.
    """
    got = [max(0, total) + EVEN for total in view.totals]
    for word in view.taken:
        got[word.seat] += len(word.dice)
    return got[seat] / sum(got[who] for who in view.seats() if who == seat or not view.has_passed(who))


def pass_worth(view: WordShout, seat: Seat, known: Known) -> float:
    """By how many letters of this round a seat gets ahead of the others (their mean) that takes nothing more."""
    others = len(view.totals) - 1
    order = [(seat + step) % (others + 1) for step in range(1, others + 1)]
    going_on = [who for who in order if not view.has_passed(who)]
    letters = "".join(sorted(view.table())).lower()
    if not going_on:
        return 0.0
    if not view.by_turns():
        return -sum(map(len, dictionary(view.EDITION).best_split(letters))) / others
    return -sum(rest_of_round(letters, tuple(map(view.options.least_for, going_on)), known)) / others


def chance_with(view: WordShout, seat: Seat, worth: float) -> float:
    """How likely a seat wins that gets so many letters ahead of the others by the end of this round."""
    totals: list[float] = [*settled(view)]
    totals[seat] += worth * view.factor()
    return standing(view, seat, totals)


@lru_cache(20_000)
def rest_of_round(letters: str, leasts: tuple[int, ...], known: Known) -> tuple[int, ...]:
    """WSH-R12: the letters that each still gets, whose turn it is first, when each says what leaves them most ahead.

    By the least letters of each one's words, in the order of turns. WSH-R14: who knows no word sits out the rest.
    """
    first, *others = leasts
    found: list[tuple[int, ...]] = []
    for key in spelled_by(letters, first, known):
        *later, mine = rest_of_round(without(letters, key), (*others, first), known)
        found.append((len(key) + mine, *later))
    if found:
        return max(found, key=lambda got: got[0] * max(len(others), 1) - sum(got[1:]))
    return (0, *rest_of_round(letters, tuple(others), known)) if others else (0,)


@lru_cache(20_000)
def spelled_by(letters: str, least: int, known: Known) -> tuple[str, ...]:
    """The letters of every word that one knows among these; words of the same letters are one."""
    edition, rarest = known
    book = dictionary(edition)
    words = book.words_in(letters, max(least, SHORTEST)) if len(letters) >= least else []
    return tuple(dict.fromkeys("".join(sorted(word)) for word in words if book.commonness(word) <= rarest))


def without(letters: str, taken: str) -> str:
    """The letters that are left."""
    for letter in taken:
        letters = letters.replace(letter, "", 1)
    return letters


# What to doubt --------------------------------------------------------------------------------------------------------


def pays_to_doubt(view: WordShout, seat: Seat, index: int, real: float) -> bool:
    """WSH-21 to WSH-23: whether a challenge makes a seat likelier to win, if the word is as likely to be one.

    A point lost costs nothing where a rival has won without it, and everything where it would have been the win.
    """
    return chance_if_doubted(view, seat, index, real) > chance_if_trusted(view, seat)


def chance_if_doubted(view: WordShout, seat: Seat, index: int, real: float) -> float:
    """How likely a seat wins that challenges a word, which is one as likely as that."""
    right, wrong = (standing(view, seat, settled(view, index, (seat, valid))) for valid in (False, True))
    return (1 - real) * right + real * wrong


def chance_if_trusted(view: WordShout, seat: Seat) -> float:
    """How likely a seat wins if no word is challenged any more."""
    return standing(view, seat, settled(view))


def settled(view: WordShout, index: int = 0, challenged: tuple[Seat, bool] | None = None) -> list[int]:
    """Everybody's points after the round, if one of its words is challenged (and valid, or not) and no other is."""
    words: list[TakenWord] = list(view.taken)
    if challenged:
        challenger, valid = challenged
        words[index] = replace(words[index], challenger=challenger, valid=valid)
    gained = gains(words, len(view.totals), view.factor(), view.options.invalid == "costs")
    return [total + more for total, more in zip(view.totals, gained, strict=True)]


def standing(view: WordShout, seat: Seat, totals: Sequence[float]) -> float:
    """How likely a seat wins with these points: WSH-14 where it is over, else by the leads and what is to come."""
    best, target = max(totals), view.options.target
    if best >= target and totals.count(best) == 1:
        return float(totals[seat] == best)
    spread = sqrt(2 * SWING[view.options.play] * max(target - best, SHORTEST))
    ahead = [_ahead_of_all(who, totals, spread) for who in view.seats()]
    return ahead[seat] / sum(ahead)


def _ahead_of_all(seat: Seat, totals: Sequence[float], spread: float) -> float:
    """How likely a seat ends up ahead of each of the others, as if one had nothing to do with the other."""
    others = (points for rival, points in enumerate(totals) if rival != seat)
    return prod(0.5 + erf((totals[seat] - points) / spread) / 2 for points in others)
