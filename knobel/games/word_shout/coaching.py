"""What the coach says in Word Shout: what words, a pass and doubts are worth, as master weighs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from knobel.core.contract import Move, Open, Seat
from knobel.core.game import Weighed
from knobel.core.levels import MASTER
from knobel.core.words import Say, how_often
from knobel.games.word_shout.moves import Challenge, Shout
from knobel.games.word_shout.players import LEVELS, ODDLY_REAL
from knobel.games.word_shout.rules import ACCEPT, PASS, WordShout
from knobel.games.word_shout.speaking import words_on
from knobel.games.word_shout.weighing import (
    chance_if_doubted,
    chance_if_trusted,
    chance_with,
    pass_worth,
    word_worth,
)

KNOWS = LEVELS[MASTER]
NAMED = 12
"""So many of the words that lie there are named, the best ones."""
ERROR = {"shouting": 0.1, "turns": 0.2}
"""How far a chance is from what comes of games between masters, 95 % sure (`bench/games/word_shout.py --chances`)."""


def weigh(view: WordShout, seat: Seat) -> Sequence[Weighed]:
    """The best words and the pass; or every doubt, and to have none. The best one comes first."""
    if view.phase == "searching":
        return _searching(view, seat)
    moves = [move for move in view.moves(seat) if not isinstance(move, Open)]
    found = [Weighed(move, _doubting(view, seat, move), ERROR[view.options.play]) for move in moves]
    return sorted(found, key=lambda each: (-each.chance, each.move != ACCEPT))


def _searching(view: WordShout, seat: Seat) -> list[Weighed]:
    seen = heard(view)
    worths = word_worths(seen, seat)
    passing = [] if view.has_passed(seat) else [(pass_worth(seen, seat, (view.EDITION, KNOWS.knows)), PASS)]
    named: list[tuple[float, Move]] = [*((worth, Shout(word)) for worth, word in worths[:NAMED]), *passing]
    best_first = sorted(named, key=lambda each: -each[0])
    return [Weighed(move, chance_with(seen, seat, worth), ERROR[view.options.play]) for worth, move in best_first]


def _doubting(view: WordShout, seat: Seat, move: Move) -> float:
    """WSH-21: a word that master does not know may be one all the same; one that it knows surely is."""
    if not isinstance(move, Challenge):
        return chance_if_trusted(view, seat)
    word = view.taken[move.word].word
    return chance_if_doubted(view, seat, move.word, 1.0 if KNOWS.knows_word(word) else ODDLY_REAL)


def heard(view: WordShout) -> WordShout:
    """The position once one's own shouts have been judged, if nobody else shouted: what they leave."""
    for cry in view.pending:
        if cry.word and view.dice_for(cry.word):
            view = view.took(cry.seat, cry.word)
    return replace(view, pending=())


def word_worths(view: WordShout, seat: Seat) -> list[tuple[float, str]]:
    """Every word that a seat may shout and would say, with what it is worth in letters, the best one first."""
    if not view.has_word_for(seat):
        return []
    words = words_on(view.table().lower(), view.options.least_for(seat), view.EDITION)
    known = (view.EDITION, KNOWS.knows)
    found = [(word_worth(view, seat, word, known), word) for word in words if KNOWS.would_say(word)]
    return sorted(found, key=lambda each: -each[0])


def odds(view: WordShout, seat: Seat) -> Iterator[Say]:
    """What the best word brings in this round, how many more there are; and how sure a doubt is."""
    match view.phase:
        case "searching":
            worths = word_worths(heard(view), seat)
            if not worths:
                yield Say("odds.no-word")
                return
            (worth, word), *others = worths
            points = round(worth * view.factor())
            key = "ahead" if points > 0 else "behind" if points else "level"
            yield Say(f"odds.{key}", {"word": word.upper(), "n": abs(points)})
            if len(others) >= NAMED:
                yield Say("odds.more", {"n": len(others) + 1 - NAMED})
        case "disputing":
            for word in view.taken:
                if word.open_to(seat):
                    key = "known" if KNOWS.knows_word(word.word) else "odd"
                    yield Say(f"odds.{key}", {"word": word.word.upper(), "often": how_often(ODDLY_REAL)})
        case _:
            return
