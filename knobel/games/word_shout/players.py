"""Players of Word Shout. They look for words the way people do: what is common and short jumps out first.

A player sees the letters on the table and knows the words of its own vocabulary. What lies outside of it looks odd,
whether it is a rare word or a bluff; nobody looks into the dictionary before a challenge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

import msgspec

from knobel.core.contract import Move, Open, Seat
from knobel.core.levels import BEGINNER, CASUAL, MASTER, STRONG
from knobel.core.player import Intent
from knobel.games.word_shout.challenges import TakenWord
from knobel.games.word_shout.dictionary import dictionary
from knobel.games.word_shout.letters import spelled
from knobel.games.word_shout.moves import Challenge, Pass, Shout
from knobel.games.word_shout.rules import ACCEPT, PASS, READY, ROLL, WordShout
from knobel.games.word_shout.speaking import words_on
from knobel.games.word_shout.weighing import chance_if_doubted, pays_to_doubt, word_worth

ENDINGS = ("s", "es", "er", "ed", "y", "ing", "ly", "ish")
"""What makes a word out of a word, or seems to."""


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """How well somebody plays."""

    knows: int
    """The least common words of the vocabulary, in the dictionary's measure of commonness."""
    pace: int
    """Milliseconds that it usually takes to see a word where there are many."""
    spread: float
    """How much that varies (the sigma of its logarithm)."""
    eye: float
    """How much easier (or, below 1, harder) each further letter makes it to see a word."""
    patience: int
    """Milliseconds of seeing nothing after which one gives up."""
    bluff: float
    """How often one tries a word one does not know."""
    doubt: float
    """How often one challenges a word one does not know."""
    trust: float
    """How often one lets it stand all the same if it is a known word with a common ending."""
    looks: int = 1
    """How many words come to mind before one is said; where nobody hurries, three times as many."""
    weighs: bool = False
    """Whether one goes by what the position asks for (`weighing`), and not by letters and looks alone."""

    def knows_word(self, word: str) -> bool:
        """Whether a word is in the vocabulary."""
        return word in dictionary() and dictionary().commonness(word) <= self.knows

    def would_say(self, word: str) -> bool:
        """Known words, but no coarse ones."""
        return self.knows_word(word) and not dictionary().coarse(word)

    def seems_right(self, word: str) -> bool:
        """Whether an unknown word is a known one with an ending."""
        return any(word.endswith(ending) and self.knows_word(word.removesuffix(ending)) for ending in ENDINGS)


LEVELS = {
    BEGINNER: Level(
        knows=20, pace=18_000, spread=0.35, eye=0.4, patience=60_000, bluff=0.06, doubt=0.1, trust=0.9,
    ),
    CASUAL: Level(
        knows=35, pace=4500, spread=0.55, eye=0.7, patience=35_000, bluff=0.05, doubt=0.5, trust=0.8,
    ),
    STRONG: Level(
        knows=50, pace=3000, spread=0.5, eye=1.0, patience=40_000, bluff=0.0, doubt=0.9, trust=0.7,
    ),
    MASTER: Level(
        knows=70, pace=1700, spread=0.4, eye=1.5, patience=45_000, bluff=0.0, doubt=1.0, trust=0.0,
        looks=3, weighs=True,
    ),
}  # fmt: skip
"""What tells the levels apart, a beginner's mistakes among it: knows the commonest words only and sees the short ones
first, says words that there are none of, lets those of others stand. A beginner leaves a newcomer the time to look."""

ODDLY_REAL = 0.15
"""How likely whoever weighs takes a word that they do not know to be one all the same."""

FORMER = {"gentle": BEGINNER, "child": BEGINNER, "careful": STRONG, "champion": MASTER}
"""Who sits down for the players that there were before."""


class Plan(msgspec.Struct, frozen=True):
    """What a player is about to do with the dice as they lie, and at which time of the table."""

    table: tuple[int, Seat, int, tuple[int, ...]]
    move: Shout | Pass
    at: int


class Searcher:
    """Plays as its level can. It remembers only what it is about to say and which words it has thought over."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.plan: Plan | None = None
        self.doubts: dict[tuple[int, Seat, int], bool] = {}

    def decide(self, view: WordShout, seat: Seat, moves: Sequence[Move | Open], chance: Random) -> Intent | None:
        if not moves:
            return None
        match view.phase:
            case "gathering":
                return Intent(READY, self.pause(chance, 500))
            case "shaking":
                return Intent(ROLL, self.pause(chance, 700))
            case "searching":
                return self.search(view, seat, chance)
            case _:
                return self.think_over(view, seat, chance)

    # Searching --------------------------------------------------------------------------------------------------------

    def search(self, view: WordShout, seat: Seat, chance: Random) -> Intent | None:
        """Says the word when it is found. WSH-R17: what rivals are just shouting it has not heard."""
        if not view.by_turns() and (view.has_passed(seat) or view.is_pending(seat)):
            return None
        plan = self.plan_for(view, seat, chance)
        return Intent(plan.move, max(0, plan.at - view.now))

    def plan_for(self, view: WordShout, seat: Seat, chance: Random) -> Plan:
        """The plan for the dice as they lie, made when they are first seen so."""
        table = (view.rolled_at, seat, view.turn_since, view.lying)
        if self.plan is None or self.plan.table != table:
            move, pause = self.found(view, seat, chance)
            may_speak = view.now if view.by_turns() else max(view.free_at(seat), view.locks[seat])
            start = view.now if isinstance(move, Pass) else max(view.now, may_speak)
            self.plan = Plan(table, move, start + pause)
        return self.plan

    def found(self, view: WordShout, seat: Seat, chance: Random) -> tuple[Shout | Pass, int]:
        """What comes to mind, and after how long."""
        level, table, least = self.level, view.table().lower(), view.options.least_for(seat)
        known = [word for word in words_on(table, least, view.EDITION) if level.would_say(word)]
        if view.has_word_for(seat) and view.options.lookup == "challenge" and chance.random() < level.bluff:
            bluffs = bluffs_on(table, known, level)
            if bluffs:
                return Shout(chance.choice(bluffs)), self.pause(chance, level.pace)
        if not known:
            return PASS, self.pause(chance, 2 * level.pace)
        weights = [level.eye ** len(word) / dictionary().commonness(word) for word in known]
        seen = chance.choices(known, weights, k=level.looks * (3 if view.by_turns() else 1))
        word = max(seen, key=lambda word: self.liking(view, seat, word))
        rarity = 1 + 4 / len(known)
        pause = self.pause(chance, round(level.pace * rarity * (1 + 0.1 * (len(word) - 3))))
        return (Shout(word), pause) if pause < level.patience else (PASS, level.patience)

    def liking(self, view: WordShout, seat: Seat, word: str) -> float:
        """How good a word is: its letters, or what it is worth in this position."""
        return word_worth(view, seat, word, (view.EDITION, self.level.knows)) if self.level.weighs else len(word)

    # Doubting ---------------------------------------------------------------------------------------------------------

    def think_over(self, view: WordShout, seat: Seat, chance: Random) -> Intent:
        """Challenges a word that looks odd, if one dares."""
        odd = (
            index
            for index, word in enumerate(view.taken)
            if word.open_to(seat) and self.doubted((view.rolled_at, seat, index), word, chance)
        )
        if self.level.weighs:
            paying = [index for index in odd if pays_to_doubt(view, seat, index, ODDLY_REAL)]
            odd = sorted(paying, key=lambda index: -chance_if_doubted(view, seat, index, ODDLY_REAL))
        doubted = next(iter(odd), None)
        if doubted is None:
            return Intent(ACCEPT, self.pause(chance, 900))
        return Intent(Challenge(doubted), self.pause(chance, 1200))

    def doubted(self, which: tuple[int, Seat, int], word: TakenWord, chance: Random) -> bool:
        """Whether a word is doubted: thought over once."""
        if which not in self.doubts:
            self.doubts = {seen: doubt for seen, doubt in self.doubts.items() if seen[0] == which[0]}
            self.doubts[which] = self.looks_odd(word.word, chance)
        return self.doubts[which]

    def looks_odd(self, word: str, chance: Random) -> bool:
        """A known word never does; an unknown one mostly, less so with a common ending."""
        level = self.level
        if level.knows_word(word) or chance.random() >= level.doubt:
            return False
        return not level.seems_right(word) or chance.random() >= level.trust

    def pause(self, chance: Random, usual: int) -> int:
        """How long something takes a person that usually takes so many milliseconds: often less, sometimes far more."""
        return round(usual * chance.lognormvariate(0, self.level.spread))


def bluffs_on(table: str, known: Sequence[str], level: Level) -> list[str]:
    """Words that one does not know but could pass for some: a known one with an ending, from the letters there are."""
    made = (word + ending for word in known for ending in ENDINGS)
    dice, all_dice = table.upper(), range(len(table))
    return [word for word in made if not level.knows_word(word) and spelled(word, dice, all_dice) is not None]


MINDS = {name: partial(Searcher, level) for name, level in LEVELS.items()}
