"""Words that come from people who type, and words that come from chance."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from knobel.core.contract import Move, Open, Seat
from knobel.core.errors import Malformed
from knobel.games.word_shout.dictionary import EDITION, dictionary
from knobel.games.word_shout.letters import folded, is_plain
from knobel.games.word_shout.moves import LONGEST_TYPED, Pass, Shout
from knobel.games.word_shout.rules import PASS, WordShout

MARKS = "'’-"
"""They are no letters, but people write words with them, and the rules say why these do not count (WSH-19)."""

RESTRAINT = 0.97
"""How often a random player that could only spoil something holds its tongue."""


def parse(_view: WordShout, _seat: Seat, _kind: Open, typed: str) -> Move:
    """The shout a person means who typed a word, accents or not. Raises `Malformed` for what is no word at all."""
    word = folded(typed.strip())
    letters = word.translate(dict.fromkeys(map(ord, MARKS)))
    if len(word) > LONGEST_TYPED or not is_plain(letters):
        raise Malformed("move", why=f"“{word[:LONGEST_TYPED]}”")
    return Shout(word.lower())


def improvise(view: WordShout, seat: Seat, _kind: Open, chance: Random) -> Shout | Pass | None:
    """Any shout that is allowed: letters at random, or a word at random where it will be looked up.

    None: keeps quiet while others are being judged or after having passed, as shouting would nearly always spoil it.
    """
    passed = view.has_passed(seat)
    if not view.by_turns():
        if view.now < max(view.free_at(seat), view.locks[seat]):
            return None if passed else PASS
        if (passed or view.pending) and chance.random() < RESTRAINT:
            return None
    table, least = view.table().lower(), view.options.least_for(seat)
    if view.options.lookup == "at_once":
        return Shout(chance.choice(words_on(table, least, view.EDITION)))
    length = min(chance.randint(least, least + 5), len(table))
    return Shout("".join(chance.sample(table, length)))


@lru_cache(maxsize=64)
def words_on(table: str, least: int, edition: int = EDITION) -> list[str]:
    """Every word that these letters spell, longest first, by an edition of the dictionary."""
    return dictionary(edition).words_in(table, least)
