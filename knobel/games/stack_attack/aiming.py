"""Aims: as people type them, as chance makes them up, and in words."""

from __future__ import annotations

import re
from math import degrees, radians
from random import Random
from unicodedata import combining, normalize

from knobel.core.contract import Move, Open, Seat
from knobel.core.errors import Malformed
from knobel.core.words import Say
from knobel.games.stack_attack.moves import REACH, Place, Shift
from knobel.games.stack_attack.rules import StackAttack

MILLIMETRE, TENTH = 1_000, 100

WAYS = {"left": ("x", -1), "right": ("x", 1), "front": ("y", -1), "back": ("y", 1), "turn": ("turn", 1)}
"""The ways a die can be moved. Front is towards the player."""


def _called(key: str) -> frozenset[str]:
    """What people may type for it, in any language of the house, with accents or without."""
    words = " ".join(texts[f"ways.{key}"] for texts in StackAttack.WORDS.texts.values())
    bare = "".join(letter for letter in normalize("NFD", words) if not combining(letter))
    return frozenset(f"{words} {bare}".split())


NAMES = {way: _called(key) for key, way in WAYS.items()}
IDLE = {"mm", "°", ",", ";", *_called("idle")}
"""People may write these; they say nothing new."""

NUMBER = re.compile(r"[+-]?\d{1,4}([.,]\d{1,3})?")


def parse(_view: StackAttack, _seat: Seat, kind: Open, typed: str) -> Move:
    """The aim a person means: `3 1.5 left 2 back 10 turn`, or in numbers alone `3 -1.5 2 10`. Raises `Malformed`.

    The first number is that of the die; where the die is already in the hand, there is none.
    """
    words = [word for word in re.findall(r"[^\s\d.,+°-]+|[+-]?[\d.,]*\d|\S", typed.lower()) if word not in IDLE]
    fields: dict[str, int] = {}
    if kind.kind == Place.__name__:
        fields["die"] = _die(words.pop(0) if words else "", typed)
    numbers = [_number(word, typed) for word in words if _is_number(word)]
    ways = [_way(word, typed) for word in words if not _is_number(word)]
    if not ways:
        ways = [("x", 1), ("y", 1), ("turn", 1)][: len(numbers)]
    if len(ways) != len(numbers) or len({axis for axis, _ in ways}) != len(ways):
        raise _unclear(typed)
    for (axis, sign), number in zip(ways, numbers, strict=True):
        fields[axis] = round(sign * (radians(number) if axis == "turn" else number) * MILLIMETRE)
    return Place(**fields) if "die" in fields else Shift(**fields)


def improvise(view: StackAttack, _seat: Seat, kind: Open, chance: Random) -> Move:
    """Some aim or other, nearer to the middle than to the edge."""
    x, y, turn = (round(chance.triangular(-limit, limit, 0)) for limit in (REACH // 2, REACH // 2, 500))
    if kind.kind == Shift.__name__:
        return Shift(x, y, turn)
    return Place(chance.choice([number for number in view.rolled if view.fits(number)]), x, y, turn)


def in_words(x: int, y: int, turn: int = 0) -> tuple[Say, ...]:
    """An aim, or a place: how far to either side, to the front or the back, and turned how far."""
    said = [
        Say(f"aim.{way}", {"mm": millimetres(length)})
        for way, length in (("left", -x), ("right", x), ("front", -y), ("back", y))
        if length > TENTH // 2
    ]
    if turned := round(degrees(turn / MILLIMETRE)):
        said.append(Say("aim.turn", {"degrees": turned}))
    return tuple(said) or (Say("aim.middle"),)


def millimetres(length: float) -> Say:
    """A length in words, to a tenth of a millimetre."""
    whole, tenth = divmod(round(length / TENTH), 10)
    return Say("aim.mm", {"whole": whole, "tenth": tenth})


def _is_number(word: str) -> bool:
    return NUMBER.fullmatch(word) is not None


def _number(word: str, typed: str) -> float:
    if not _is_number(word):
        raise _unclear(typed)
    return float(word.replace(",", "."))


def _die(word: str, typed: str) -> int:
    number = _number(word, typed)
    if number not in range(1, 7):
        raise _unclear(typed)
    return int(number)


def _way(word: str, typed: str) -> tuple[str, int]:
    """The way that a word, or the beginning of one, means."""
    meant = {way for way, names in NAMES.items() if any(name.startswith(word) for name in names)}
    if len(meant) != 1:
        raise _unclear(typed)
    return meant.pop()


def _unclear(typed: str) -> Malformed:
    return Malformed("move", why=typed[:40])
