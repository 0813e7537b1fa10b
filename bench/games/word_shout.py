"""All words in ten letters: Knobel's dictionary against a plain scan and a trie walked letter by letter.

Time is the processor's, not the wall's: on a busy machine a long search would otherwise lose more than a short one.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence

from knobel.games.word_shout.dictionary import Dictionary

DICE = ("aaeeio", "aeeiou", "aeiouy", "eiorst", "alnrst", "dlnrst", "cdhmpt", "bghlnp", "fgkmsw", "bcdrvx")
ROLLS = 1000
SLOW_ROLLS = 20
"""The peers are so much slower that a part of the rolls tells enough."""


def scanner(words: Sequence[str]) -> Callable[[str], list[str]]:
    """Every word of the list is tried."""

    def words_in(letters: str) -> list[str]:
        return [word for word in words if all(word.count(letter) <= letters.count(letter) for letter in set(word))]

    return words_in


def trie_walker(words: Sequence[str]) -> Callable[[str], list[str]]:
    """A trie from PyPI, walked along the letters that are left."""
    trie = importlib.import_module("marisa_trie").Trie(words)

    def walk(prefix: str, left: str, found: list[str]) -> list[str]:
        for letter in set(left):
            longer = prefix + letter
            if next(trie.iterkeys(longer), None):
                if longer in trie:
                    found.append(longer)
                walk(longer, left.replace(letter, "", 1), found)
        return found

    return lambda letters: walk("", letters, [])


def median_ms(find: Callable[[str], object], rolls: Sequence[str]) -> float:
    """The processor's time for one roll."""
    times: list[float] = []
    for roll in rolls:
        begun = time.process_time()
        find(roll)
        times.append(time.process_time() - begun)
    return statistics.median(times) * 1000


def load_ms() -> tuple[float, float]:
    """The word list alone, and the first question to it, which sorts it by letters."""
    begun = time.process_time()
    book = Dictionary()
    read = time.process_time()
    book.words_in("aeinorstbc")
    return (read - begun) * 1000, (time.process_time() - read) * 1000


def main() -> None:
    """Measures, and prints ratios."""
    parser = argparse.ArgumentParser(description="All words in ten letters, against two peers.")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    as_json = parser.parse_args().json
    chance = random.Random(10)
    rolls = ["".join(chance.choice(die) for die in DICE) for _ in range(ROLLS)]
    few = rolls[:SLOW_ROLLS]
    loads = [load_ms() for _ in range(5)]
    book = Dictionary()
    words = list(book)
    scan, walk = scanner(words), trie_walker(words)
    for roll in few:
        if not set(book.words_in(roll)) == set(scan(roll)) == set(walk(roll)):
            raise SystemExit(f"The three disagree about {roll}.")
    found = {
        "load_ms": min(read for read, _ in loads),
        "first_question_ms": min(first for _, first in loads),
        "words_in_ms": median_ms(book.words_in, rolls),
        "any_word_in_ms": median_ms(book.any_word_in, rolls),
        "best_split_ms": median_ms(book.best_split, rolls[:100]),
        "scan_ms": median_ms(scan, few),
        "trie_ms": median_ms(walk, few),
    }
    found["times_faster_than_scan"] = found["scan_ms"] / found["words_in_ms"]
    found["times_faster_than_trie"] = found["trie_ms"] / found["words_in_ms"]
    if as_json:
        print(json.dumps(found))
        return
    print(f"All words in ten letters, of {len(words):,}: median of {ROLLS} rolls ({SLOW_ROLLS} for the peers)")
    print(f"  words_in      {found['words_in_ms']:8.3f} ms")
    print(
        f"  marisa-trie   {found['trie_ms']:8.3f} ms   words_in is {found['times_faster_than_trie']:,.0f} times faster"
    )
    print(
        f"  plain scan    {found['scan_ms']:8.3f} ms   words_in is {found['times_faster_than_scan']:,.0f} times faster"
    )
    print(f"  any_word_in   {found['any_word_in_ms']:8.4f} ms")
    print(f"  best_split    {found['best_split_ms']:8.3f} ms")
    print(f"  loading       {found['load_ms']:8.1f} ms, and {found['first_question_ms']:.1f} ms more once")


if __name__ == "__main__":
    main()
