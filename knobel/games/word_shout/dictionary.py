"""The dictionary of Word Shout: which words count, what can be spelt, and what it means (WSH-15 to WSH-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Literal

from knobel.games.word_shout.meanings import Meaning, Meanings
from knobel.games.word_shout.packing import unpack_marked, unpack_text

DATA = Path(__file__).parent / "data"

LEAST = 3
"""WSH-05: a word has three letters or more."""

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70)
"""How common a word is, in SCOWL's measure: 10 for what everybody says, 70 for what a large dictionary has."""

Reason = Literal["too-short", "abbreviation", "name", "apostrophe-or-hyphen", "affix", "not-letters", "not-found"]

MARKS: tuple[Reason, ...] = ("abbreviation", "name", "affix")
"""What a spelling is known to be that is no word."""

EDITION = 2
"""Which edition of the word list counts now; version 1 of the rules was played with the first."""

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
APOSTROPHES = "'’‘ʼ`´"
HYPHENS = "-‐‑‒–—"

SELECTED = 15
"""Every selection of so many letters is looked up; from more, going through all words is faster."""
WEIGHED = 12
"""So many letters are split in the best way; of more, the longest word that is left is taken again and again."""


class Dictionary:
    """Words of a–z with three letters or more, each with its level."""

    def __init__(self, data: Path = DATA, edition: int = EDITION) -> None:
        """Reads the word list, as it is or as it was; everything else waits until it is asked for."""
        self._data = data
        self._levels = unpack_marked((data / "words.xz").read_bytes())
        if edition < EDITION:
            self._levels = words_then(self._levels, (data / "changes.txt").read_text("ascii"), edition)
        self._any = lru_cache(maxsize=1 << 12)(self._find_any)

    def __contains__(self, word: str) -> bool:
        """Whether a word, in small letters, is allowed."""
        return word in self._levels

    def __iter__(self) -> Iterator[str]:
        return iter(self._levels)

    def __len__(self) -> int:
        return len(self._levels)

    def words_in(self, letters: str, least: int = LEAST) -> list[str]:
        """All words that these letters spell, each letter used at most as often as given: longest first."""
        found = [word for group in self._groups_in(letters) for word in group.split() if len(word) >= least]
        found.sort()
        found.sort(key=len, reverse=True)
        return found

    def any_word_in(self, letters: str, least: int = LEAST) -> bool:
        """Whether these letters spell any word."""
        return self._any("".join(sorted(letters)), max(least, LEAST))

    def best_split(self, letters: str, least: int = LEAST) -> tuple[str, ...]:
        """The words that together use most of these letters: the fewest, then the longest, then by the alphabet."""
        pool = "".join(sorted(letters))
        if len(pool) > WEIGHED:
            return self._greedy_split(pool, least)
        return self._exact_split(pool, max(least, LEAST))

    def meaning(self, word: str) -> tuple[Meaning, ...]:
        """What a word means, by part of speech; nothing where WordNet has no entry."""
        return self._meanings.of(word) if word in self else ()

    def why_not(self, word: str) -> Reason | None:
        """Why a word is not allowed, or None if it is."""
        if word in self:
            return None
        small = word.lower()
        if any(sign in word for sign in APOSTROPHES + HYPHENS):
            # A hyphen in the open is how an affix is written.
            ends = small.strip(HYPHENS)
            return "affix" if ends and LETTERS.issuperset(ends) else "apostrophe-or-hyphen"
        if not LETTERS.issuperset(small) or not word.isascii():
            return "not-letters"
        if len(word) < LEAST:
            return "too-short"
        if small in self._marks:
            return MARKS[self._marks[small]]
        return "not-letters" if small in self else "not-found"

    def commonness(self, word: str) -> int:
        """The level of an allowed word: the smaller, the commoner. Raises KeyError for another."""
        return LEVELS[self._levels[word]]

    def coarse(self, word: str) -> bool:
        """Whether a word is first of all a slur or an obscenity. It is allowed; a polite player keeps it to itself."""
        return word in self._coarse

    # How it is found --------------------------------------------------------------------------------------------------

    @cached_property
    def _groups(self) -> dict[str, str]:
        """The words with the same letters, apart by spaces, by those letters in alphabetical order."""
        groups: dict[str, str] = {}
        for word, key in zip(self._levels, map("".join, map(sorted, self._levels)), strict=True):
            first = groups.setdefault(key, word)
            if first is not word:
                groups[key] = f"{first} {word}"
        return groups

    @cached_property
    def _marks(self) -> dict[str, int]:
        return unpack_marked((self._data / "marks.xz").read_bytes())

    @cached_property
    def _coarse(self) -> Container[str]:
        return unpack_marked((self._data / "coarse.xz").read_bytes()).keys()

    @cached_property
    def _meanings(self) -> Meanings:
        return Meanings(unpack_text((self._data / "meanings.xz").read_bytes()).split("\n"), self._levels)

    def _groups_in(self, letters: str) -> Iterable[str]:
        groups = self._groups
        if len(letters) > SELECTED:
            have = Counter(letters)
            return (groups[key] for key in groups if not key.strip(letters) and _spells(have, key))
        return map(groups.__getitem__, _selections(sorted(letters)) & groups.keys())

    def _find_any(self, pool: str, least: int) -> bool:
        groups = self._groups
        # The shortest words are the likeliest, and most rolls have one.
        if len(pool) <= SELECTED and any("".join(key) in groups for key in combinations(pool, least)):
            return True
        return any(len(group.split(" ", 1)[0]) >= least for group in self._groups_in(pool))

    def _greedy_split(self, pool: str, least: int) -> tuple[str, ...]:
        taken: list[str] = []
        have = Counter(pool)
        for word in self.words_in(pool, least):
            while _spells(have, word):
                taken.append(word)
                have.subtract(word)
        return tuple(taken)

    def _exact_split(self, pool: str, least: int) -> tuple[str, ...]:
        groups = self._groups

        @cache
        def best(rest: str) -> tuple[str, ...]:
            """The best split of these letters: their first one is left over, or a word uses it."""
            if len(rest) < least:
                return ()
            splits = [best(rest[1:])]
            for chosen, left in _partings(rest[1:]):
                key = rest[0] + chosen
                if len(key) >= least and key in groups:
                    # Words of one group are equally long; the alphabet decides between them.
                    word = min(groups[key].split())
                    splits.append(tuple(sorted((word, *best(left)), key=_longest_first)))
            return min(splits, key=_merit)

        return best(pool)


def dictionary(edition: int = EDITION) -> Dictionary:
    """The house's dictionary, or an earlier edition of it: each read once."""
    return _read(edition)


@cache
def _read(edition: int) -> Dictionary:
    return Dictionary(edition=edition)


def words_then(words: Mapping[str, int], changes: str, edition: int) -> dict[str, int]:
    r"""The words of an earlier edition, by the alphabet: what came later is taken out, what went is put back.

    >>> words_then({"cafe": 6, "dog": 0}, "2 + cafe 60\n2 - emfs 60\n", edition=1)
    {'dog': 0, 'emfs': 6}
    """
    then = dict(words)
    for line in changes.splitlines():
        since, sign, word, level = line.split()
        if int(since) <= edition:
            continue
        if sign == "+":
            del then[word]
        else:
            then[word] = LEVELS.index(int(level))
    return dict(sorted(then.items()))


def _selections(letters: Iterable[str]) -> set[str]:
    """Every different selection of these letters, in the order they come."""
    found = {""}
    for letter in letters:
        found |= {chosen + letter for chosen in found}
    return found


def _partings(letters: str) -> set[tuple[str, str]]:
    """Every different way to part these letters into those chosen and those left."""
    found = {("", "")}
    for letter in letters:
        found = {parting for chosen, left in found for parting in ((chosen + letter, left), (chosen, left + letter))}
    return found


def _spells(have: Counter[str], word: str) -> bool:
    return all(word.count(letter) <= have[letter] for letter in set(word))


def _longest_first(word: str) -> tuple[int, str]:
    return -len(word), word


def _merit(words: tuple[str, ...]) -> tuple[int, int, tuple[int, ...], tuple[str, ...]]:
    """Smaller is better: most letters, fewest words, longest words, first in the alphabet."""
    lengths = tuple(-len(word) for word in words)
    return sum(lengths), len(words), lengths, words
