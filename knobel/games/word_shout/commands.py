"""Word Shout's own commands for the terminal."""

from __future__ import annotations

from typing import Any

import msgspec

from knobel.games.word_shout.dictionary import LETTERS, Dictionary, dictionary
from knobel.games.word_shout.meanings import Meaning

MOST_LETTERS = 15


def words_command(letters: str, /, *, least: int = 3, meanings: bool = True, json: bool = False) -> None:
    """Show the words that letters can spell, longest first, and what they mean.

    Each letter counts once: type it as often as it lies on the table.

    Parameters
    ----------
    letters
        The letters, such as `aeinorstbc`: up to fifteen of a to z.
    least
        The fewest letters a word may have.
    meanings
        Say what each word means.
    json
        Print one JSON document instead.

    """
    typed = "".join(letters.split()).lower()
    if not typed or not LETTERS.issuperset(typed):
        raise SystemExit(f"“{letters}” is not a set of letters: type only a to z, such as aeinorstbc.")
    if len(typed) > MOST_LETTERS:
        raise SystemExit(f"That is {len(typed)} letters, and {MOST_LETTERS} are the most.")
    book = dictionary()
    words = book.words_in(typed, least)
    if json:
        print(_document(book, typed, words, meanings))
    elif not words:
        print(f"No word of {max(least, 3)} letters or more can be made from {' '.join(typed)}.")
    else:
        count = "One word" if len(words) == 1 else f"{len(words)} words"
        print(f"{count} from {' '.join(typed)}. Best together: {', '.join(book.best_split(typed, least))}.\n")
        for word in words:
            print(f"{len(word):>2}  {word}" + (_told(word, book.meaning(word)) if meanings else ""))


def _told(word: str, senses: tuple[Meaning, ...]) -> str:
    """The first sense for each part of speech."""
    first = {(sense.part, sense.of): sense for sense in reversed(senses)}
    lines = [
        f"\n      {part}{'' if of == word else f' (from {of})'}: {first[part, of].text}"
        for part, of in dict.fromkeys((sense.part, sense.of) for sense in senses)
    ]
    return "".join(lines)


def _document(book: Dictionary, letters: str, words: list[str], meanings: bool) -> str:
    rows: list[dict[str, Any]] = [{"word": word, "level": book.commonness(word)} for word in words]
    if meanings:
        for row in rows:
            row["meanings"] = book.meaning(row["word"])
    return msgspec.json.encode({"letters": letters, "words": rows}).decode()
