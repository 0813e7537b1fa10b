"""What words mean: WordNet's entries, found by part of speech.

An inflected form is led back to its base only along the rules of one part of speech, and only to an entry of that same
part: `bluffing` is the verb bluff, never the bluff by the river.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

import msgspec

PARTS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}

ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("sses", "ss"),
        ("xes", "x"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("s", ""),
        ("ses", "s"),
        ("zes", "z"),
        ("oes", "o"),
        ("ies", "y"),
        ("men", "man"),
    ),
    "v": (
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("ed", "e"),
        ("ed", ""),
        ("nging", "ng"),
        ("ing", "e"),
        ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
"""WordNet's regular endings, and what stands in their place in the base form.

The first that leads to an entry counts, so the order decides: `hoped` is hope and not hop, `swinging` swing and not
swinge, `crosses` cross and not crosse.
"""


class Meaning(msgspec.Struct, frozen=True):
    """One sense of a word."""

    part: str
    """The part of speech."""
    text: str
    of: str
    """The base form it was looked up as."""


class WordEntry(msgspec.Struct, frozen=True):
    """What is known of one spelling: its senses, and the bases it is an irregular form of, by part of speech."""

    senses: Mapping[str, tuple[str, ...]]
    irregular: Mapping[str, tuple[str, ...]]

    def line(self) -> str:
        """The entry as it is packed, without its word."""
        senses = [f"{part}:{text}" for part, texts in self.senses.items() for text in texts]
        return "\t".join(senses + [f"{part}>{' '.join(bases)}" for part, bases in self.irregular.items()])


def read_entry(line: str) -> WordEntry:
    r"""The entry of a packed line.

    >>> read_entry("n:a bird\tv>fly flee")
    WordEntry(senses={'n': ('a bird',)}, irregular={'v': ('fly', 'flee')})
    """
    senses: dict[str, tuple[str, ...]] = {}
    irregular: dict[str, tuple[str, ...]] = {}
    for field in filter(None, line.split("\t")):
        part, kind, text = field[0], field[1], field[2:]
        if kind == ":":
            senses[part] = (*senses.get(part, ()), text)
        else:
            irregular[part] = tuple(text.split())
    return WordEntry(senses, irregular)


NO_ENTRY = WordEntry({}, {})


class Meanings:
    """All entries, by spelling. `words` are the words of the dictionary, which vouch for regular comparison."""

    def __init__(self, lines: Iterable[str], words: Container[str]) -> None:
        """Each line is a word, a tab and its entry."""
        self._lines = dict(line.split("\t", 1) for line in lines)
        self._words = words

    def of(self, word: str) -> tuple[Meaning, ...]:
        """The senses of a word, by part of speech."""
        return tuple(
            Meaning(part=PARTS[part], text=text, of=base)
            for part in PARTS
            for base in self.bases(word, part)
            for text in self._entry(base).senses.get(part, ())
        )

    def bases(self, word: str, part: str) -> tuple[str, ...]:
        """The entries of this part of speech that a word is a form of: itself first, then as WordNet lists it.

        A regular ending is tried only for a word that is neither an entry itself nor on the list of irregular forms.
        """
        entry = self._entry(word)
        exact = (word,) if part in entry.senses else ()
        if part in entry.irregular:
            return exact + tuple(base for base in entry.irregular[part] if base != word)
        return exact or self._regular(word, part)

    def _regular(self, word: str, part: str) -> tuple[str, ...]:
        if part == "a" and not self._compares(word):
            return ()
        for ending, instead in ENDINGS[part]:
            base = word.removesuffix(ending) + instead
            if word.endswith(ending) and len(base) > 1 and part in self._entry(base).senses:
                return (base,)
        return ()

    def _compares(self, word: str) -> bool:
        """Who is greater can be greatest: `colder` goes with coldest, but a broker is nobody who is more broke."""
        stem = word.removesuffix("er").removesuffix("est")
        return stem + "er" in self._words and stem + "est" in self._words

    def _entry(self, word: str) -> WordEntry:
        line = self._lines.get(word)
        return NO_ENTRY if line is None else read_entry(line)
