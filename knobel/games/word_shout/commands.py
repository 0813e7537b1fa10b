"""Word Shout's own commands for the terminal."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec

from knobel.core.words import Argument, Language, Say, Voice, language_of
from knobel.games.word_shout.dictionary import LETTERS, Dictionary, dictionary
from knobel.games.word_shout.meanings import Meaning
from knobel.games.word_shout.rules import WordShout

MOST_LETTERS = 15


def words_command(
    letters: str,
    /,
    *,
    least: int = 3,
    meanings: bool = True,
    json: bool = False,
    language: Language | None = None,
) -> None:
    """Show the words that letters can spell, longest first, and what they mean."""
    voice = Voice(language=language or language_of(os.environ))

    def text(key: str, **args: Argument) -> str:
        return WordShout.WORDS.text(Say(f"search.{key}", args), voice)

    typed = "".join(letters.split()).lower()
    if not typed or not LETTERS.issuperset(typed):
        _refuse(text("not-letters", typed=letters))
    if len(typed) > MOST_LETTERS:
        _refuse(text("too-many", n=len(typed), most=MOST_LETTERS))
    book = dictionary()
    words = book.words_in(typed, least)
    if json:
        print(_document(book, typed, words, meanings))
    elif not words:
        print(text("none", n=max(least, 3), letters=" ".join(typed)))
    else:
        print(text("found", n=len(words), letters=" ".join(typed), best=", ".join(book.best_split(typed, least))))
        print()
        for word in words:
            print(f"{len(word):>2}  {word}")
            for part, of, sense in _first_senses(book.meaning(word)) if meanings else ():
                spoken = text(f"part.{part}")
                print(f"      {spoken if of == word else text('from', part=spoken, of=of)}: {sense}")


def _refuse(why: str) -> None:
    print(f"knobel: {why}", file=sys.stderr)
    raise SystemExit(2)


def _first_senses(senses: tuple[Meaning, ...]) -> list[tuple[str, str, str]]:
    """The first sense for each part of speech, and the word it was looked up as."""
    first: dict[tuple[str, str], str] = {}
    for sense in senses:
        first.setdefault((sense.part, sense.of), sense.text)
    return [(part, of, text) for (part, of), text in first.items()]


def _document(book: Dictionary, letters: str, words: list[str], meanings: bool) -> str:
    rows: list[dict[str, Any]] = [{"word": word, "level": book.commonness(word)} for word in words]
    if meanings:
        for row in rows:
            row["meanings"] = book.meaning(row["word"])
    return msgspec.json.encode({"letters": letters, "words": rows}).decode()
