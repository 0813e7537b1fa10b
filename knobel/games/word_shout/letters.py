"""The ten letter dice, and how words are spelled with them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from knobel.core.chances import Throw
from knobel.core.options import Unfit
from knobel.games.word_shout.moves import Fell

DICE = 10
"""WSH-01: ten letter dice."""

SHORTEST = 3
"""WSH-05: a word has three letters or more."""

LetterSet = tuple[str, ...]
"""Ten dice, each as the letters on its six faces."""

BOX_SET: LetterSet = (
    "AAEEIO",
    "AEEIOU",
    "AEIOUY",
    "EIORST",
    "ALNRST",
    "DLNRST",
    "CDHMPT",
    "BGHLNP",
    "FGKMSW",
    "BCDRVX",
)
"""WSH-R1: the sheet does not say what is on the faces; these are the house's dice."""


@lru_cache(64)
def own_set(dice: tuple[str, ...]) -> LetterSet:
    """WSH-R1: a set as it lies on one's own table: ten dice, each as its six letters, such as `AAEEIO`.

    Raises `Unfit` unless there are ten dice (WSH-01) with six letters from A to Z each.
    """
    faces = tuple(die.replace(" ", "").upper() for die in dice)
    if len(faces) != DICE:
        raise Unfit("set-size", dice=DICE, faces=6)
    for number, die in enumerate(faces, 1):
        if len(die) != 6 or not is_plain(die):
            raise Unfit("set-die", n=number, typed=die, example="AAEEIO")
    return faces


@lru_cache(64)
def thrown(dice: LetterSet) -> Throw:
    """All ten dice in the air (WSH-04)."""
    return Throw([tuple(faces) for faces in dice], lambda up: Fell("".join(map(str.__getitem__, dice, up))))


def can_fall(letters: str, dice: LetterSet) -> bool:
    """Whether these dice, in their order, can show these letters."""
    return len(letters) == DICE and all(letter in faces for letter, faces in zip(letters, dice, strict=True))


def is_plain(word: str) -> bool:
    """Whether a word is made of the letters A to Z and nothing else.

    >>> is_plain("zebra"), is_plain("naïve"), is_plain("")
    (True, False, False)
    """
    return word.isascii() and word.isalpha()


def folded(word: str) -> str:
    """WSH-R18: a word as it is spelled on dice, without accents.

    >>> folded("piñata")
    'pinata'
    """
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


def spelled(word: str, letters: str, lying: Iterable[int]) -> tuple[int, ...] | None:
    """WSH-06, WSH-07: the dice that spell a word, as they lie: for each letter the first free one. None: they cannot.

    >>> spelled("tot", "OTTXO", range(5))
    (1, 0, 2)
    >>> spelled("toot", "OTTXO", (0, 1, 2)) is None
    True
    """
    free = list(lying)
    if len(word) > len(free) or not is_plain(word):
        return None
    used: list[int] = []
    for letter in word.upper():
        die = next((die for die in free if letters[die] == letter), None)
        if die is None:
            return None
        free.remove(die)
        used.append(die)
    return tuple(used)
