"""Words and picture of a game of Word Shout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from knobel.core.contract import Actor, Move, Seat
from knobel.core.game import CardRow, Guide
from knobel.core.scene import Group, Scene, laid
from knobel.core.words import Die, Say, Who, written
from knobel.games.word_shout.challenges import TakenWord
from knobel.games.word_shout.dictionary import dictionary
from knobel.games.word_shout.letters import DICE, SHORTEST
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
from knobel.games.word_shout.rules import ACCEPT, PASS, READY, ROLL, Round, WordShout
from knobel.games.word_shout.shouts import Cries, tied
from knobel.games.word_shout.speaking import words_on

ROUND = ("falling", "searching", "disputing")
"""The phases of a round that can end in its settlement."""

FEW = 3
"""So many of the words nobody found are read out."""


def missed(state: WordShout) -> list[str]:
    """The words that nobody found in the round before, longest first; nothing until its challenges are settled."""
    if state.last is None or state.phase not in ("gathering", "over"):
        return []
    found = {word.word for word in state.last.taken}
    least = min(map(state.options.least_for, state.seats()))
    return [word for word in words_on(state.last.letters.lower(), least, state.EDITION) if word not in found]


def meaning(word: str) -> str:
    """What a word means, in a line; empty where the dictionary does not say, or says what is not for every ear."""
    return "" if dictionary().coarse(word) else next((sense.text for sense in dictionary().meaning(word)), "")


# What happened --------------------------------------------------------------------------------------------------------


def tell(before: WordShout, actor: Actor, move: Move, after: WordShout) -> Iterator[Say]:
    """What happened with a move."""
    who = Who(actor if isinstance(actor, int) else before.turn)
    match move:
        case Starts(seat):
            yield Say("told.starts", {"who": Who(seat)})
        case Ready():
            yield Say("told.ready", {"who": who})
        case Roll():
            yield Say("told.roll", {"who": who})
        case Fell(letters):
            yield Say("told.fell", {"dice": drawn(letters)})
            if before.doubled:
                yield Say("told.doubled")
        case Shout(word):
            yield from _shouted(before, who, word, after)
        case Shouted():
            yield Say("told.shouted", {"who": who})
        case Pass():
            yield Say("told.pass", {"who": who})
        case Challenge(index):
            yield from _challenged(before, who, index)
        case Accept():
            yield Say("told.accept", {"who": who})
        case Judged(cries):
            yield from _judged(before, cries, after)
        case Bell("window"):
            yield from _judged(before, before.judged_now(), after)
        case Bell("turn"):
            yield Say("told.turn-over", {"who": who})
        case Bell():
            pass
        case _:
            raise TypeError(move)
    yield from _ending(before, after)


def _shouted(before: WordShout, who: Who, word: str, after: WordShout) -> Iterator[Say]:
    yield Say("told.shout", {"who": who, "word": word.upper()})
    if not before.by_turns():
        if after.locks != before.locks:
            yield Say("told.locked", {"who": who, "seconds": _seconds(before.options.lockout)})
    elif before.too_late(after.now):
        yield Say("told.late", {"who": who})
    else:
        yield Say("told.take", {"who": who, "n": len(word)})


def _challenged(before: WordShout, who: Who, index: int) -> Iterator[Say]:
    word = before.taken[index]
    yield Say("told.challenge", {"who": who, "maker": Who(word.seat), "word": word.word.upper()})
    why = before.dictionary().why_not(word.word)
    if why is None:
        text = meaning(word.word)
        yield Say("told.valid" if text else "told.valid-bare", {"word": word.word.upper(), "meaning": text})
    else:
        kind = why if why in ("abbreviation", "name", "affix") else "not-found"
        yield Say(f"told.invalid.{kind}", {"word": word.word.upper()})


def _judged(before: WordShout, cries: Cries, after: WordShout) -> Iterator[Say]:
    if together := tied(cries, before.closes()):
        players = tuple(Say("told.crier", {"who": Who(cry.seat), "word": cry.word.upper()}) for cry in together)
        yield Say("told.tie", {"players": players})
        return
    first, *gone = cries
    yield Say("told.judged", {"who": Who(first.seat), "word": first.word.upper(), "n": len(first.word)})
    for cry in gone:
        if after.phase == "searching":
            yield Say("told.gone", {"who": Who(cry.seat), "word": cry.word.upper()})


def _ending(before: WordShout, after: WordShout) -> Iterator[Say]:
    """How the round ended, what it brought, and who has won."""
    settled = after.last if before.phase in ROUND and after.phase not in ROUND else None
    ending = after.ending if settled is None else settled.ending
    if before.ending is None and ending not in (None, "tie"):
        yield Say(f"told.over.{ending}")
    if before.ending is None and after.phase == "disputing":
        yield Say("told.disputing")
    if settled is not None:
        yield from _settled(settled, after)


def _settled(settled: Round, after: WordShout) -> Iterator[Say]:
    scored = tuple(
        Say(
            "told.gain", {"who": Who(seat), "points": "+" * (points > 0) + written(points), "total": after.totals[seat]}
        )
        for seat, points in enumerate(settled.gained)
        if points
    )
    yield Say("told.scores", {"players": scored}) if scored else Say("told.no-scores")
    yield from _missed(missed(after))
    if after.phase == "over":
        winner = after.totals.index(max(after.totals))
        yield Say("told.won", {"who": Who(winner), "n": after.totals[winner]})
    elif max(after.totals) >= after.options.target:
        yield Say("told.play-on")
    if after.doubled and after.phase != "over":
        yield Say("told.next-doubled")


def _missed(words: Sequence[str]) -> Iterator[Say]:
    """The longest of them are read out, with what the first one means; coarse ones are only counted."""
    aloud = _fit_for_all(words)[:FEW]
    if not aloud:
        return
    listed = tuple(Say("told.word", {"word": word.upper()}) for word in aloud)
    yield Say("told.missed", {"words": listed, "more": len(words) - len(aloud)})
    if text := meaning(aloud[0]):
        yield Say("told.meaning", {"word": aloud[0].upper(), "meaning": text})


def _fit_for_all(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if not dictionary().coarse(word))


# What is possible, and what lies there --------------------------------------------------------------------------------


def label(view: WordShout, _seat: Seat, move: Move) -> Say:
    """What a move would be."""
    match move:
        case Shout(word):
            return Say("can.shout-word", {"word": word.upper()})
        case Challenge(index):
            word = view.taken[index]
            return Say("can.Challenge", {"word": word.word.upper(), "maker": Who(word.seat)})
        case _:
            return Say(f"can.{type(move).__name__}")


def guide(view: WordShout, seat: Seat) -> Guide | None:
    """What a player should do now. A pass is never the natural thing while a word can be found."""
    match view.phase:
        case "gathering":
            return Guide(Say("guide.ready"), READY)
        case "shaking":
            return Guide(Say("guide.roll"), ROLL)
        case "disputing":
            return Guide(Say("guide.doubt"), ACCEPT)
        case "searching" if not view.has_word_for(seat):
            return Guide(Say("guide.none-left"), None if view.has_passed(seat) else PASS)
        case "searching":
            least = view.options.least_for(seat)
            return Guide(Say("guide.turn" if view.by_turns() else "guide.shout", {"n": least}))
        case _:
            return None


def card(_options: WordShoutOptions) -> Iterator[CardRow]:
    """WSH-05, WSH-11: every die of a word counts."""
    for letters in range(SHORTEST, DICE + 1):
        yield CardRow(what=Say("card.word", {"n": letters}), worth=Say("card.points", {"n": letters}))


def scene(view: WordShout) -> Scene:
    """The dice on the table as they landed, the shouts in the air, and what lies before each player."""
    middle: list[Group] = []
    if view.doubled:
        middle.append(Group(id="doubled", caption=Say("scene.doubled")))
    if view.letters:
        lying = laid(drawn(view.table()), [f"die.{die}" for die in view.lying])
        middle.append(Group(id="table", caption=Say("scene.table"), dice=lying))
    for cry in view.pending:
        if not cry.word:
            continue
        name, word = f"cry.{cry.seat}.{cry.at}.{cry.word.lower()}", cry.word.upper()
        caption = Say("scene.cry", {"who": Who(cry.seat), "word": word})
        letters = laid(drawn(word), [f"{name}.{place}" for place in range(len(word))])
        middle.append(Group(id=name, caption=caption, dice=letters))
    if words := _fit_for_all(missed(view)):
        middle.append(Group(id="missed", caption=Say("scene.missed"), count=len(words), words=words))
    return Scene(middle=tuple(middle), places=tuple(_place(view, seat) for seat in view.seats()))


def _place(view: WordShout, seat: Seat) -> tuple[Group, ...]:
    words = tuple(_taken(index, word) for index, word in enumerate(view.taken) if word.seat == seat)
    return (
        Group(id=f"points.{seat}", caption=Say("scene.points", {"n": view.totals[seat]}), count=view.totals[seat]),
        *words,
    )


def _taken(index: int, word: TakenWord) -> Group:
    state = "taken" if word.challenger is None else "valid" if word.valid else "invalid"
    caption = Say(f"scene.{state}", {"word": word.word.upper()})
    return Group(id=f"taken.{index}", caption=caption, count=len(word.dice))


def drawn(letters: str) -> tuple[Die, ...]:
    """Letters as dice."""
    return tuple(map(Die, letters))


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:g}"
