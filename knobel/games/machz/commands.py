"""MACHZ's own command for the terminal."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import msgspec

from knobel.core.errors import Malformed
from knobel.core.words import HOUSE, Argument, Say, Voice
from knobel.games.machz.dice import COLOURS, LETTERS, SET, Colours, drawn
from knobel.games.machz.moves import Fell
from knobel.games.machz.odds import BetOdds, TurnOdds, turn_odds
from knobel.games.machz.rules import THROWS, Machz


def odds_command(*, object: str, json: bool = False, language: str = "en") -> None:  # noqa: A002
    """The exact odds of a turn of MACHZ against an object set.

    Parameters
    ----------
    object
        The five colours, such as red,red,blue,green,yellow or r,r,b,g,y.
    json
        Print JSON, with exact fractions.
    language
        The language of the answer: en, de or es.

    """
    odds = turn_odds(read_set(object))
    print(as_json(odds) if json else as_text(odds, language))


def read_set(typed: str) -> Colours:
    """An object set from what a person typed: names of colours in any language, or their first letters in English.

    >>> read_set("red, rot blue g y")
    ('red', 'red', 'blue', 'green', 'yellow')
    """
    letters = [_letter(word) for word in re.split(r"[\s,]+", typed.strip().lower()) if word]
    fell = THROWS[SET].read(letters)
    if not isinstance(fell, Fell):
        raise Malformed("dice-faces", typed=typed)
    return fell.colours


def _letter(word: str) -> str:
    for letter, colour in zip(LETTERS, COLOURS, strict=True):
        if word in {texts.get(f"colour.{colour}", "").lower() for texts in HOUSE.texts.values()}:
            return letter
    return word


def as_json(odds: TurnOdds) -> str:
    """The odds as JSON; every chance and every value as an exact fraction."""
    plain: Any = msgspec.to_builtins(odds, enc_hook=_written)
    return msgspec.json.format(msgspec.json.encode(plain), indent=2).decode()


def _written(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(type(value))


def as_text(odds: TurnOdds, language: str = "en") -> str:
    """The odds in words."""
    voice = Voice(language=language, die=lambda _die, name: name)
    lines = [
        Say("odds.object", {"dice": drawn(odds.object_set)}),
        Say("odds.near", _chance(odds.near)),
        Say("odds.machz", _chance(odds.machz)),
        Say("odds.bets"),
        *(_window(window) for window in odds.bets),
    ]
    return "\n".join(Machz.WORDS.text(line, voice) for line in lines)


def _window(window: BetOdds) -> Say:
    key = "odds.first" if window.dice == SET else "odds.one" if window.dice == 1 else _two(window)
    values: dict[str, Argument] = {"match": _signed(window.match), "no_match": _signed(window.no_match)}
    return Say(key, {**_chance(window.chance), **values})


def _two(window: BetOdds) -> str:
    return "odds.two-alike" if len(set(window.wanted)) == 1 else "odds.two"


def _chance(chance: Fraction) -> dict[str, Argument]:
    return {"percent": f"{float(chance):.2%}", "exact": str(chance)}


def _signed(value: Fraction) -> str:
    return f"{float(value):+.3f} ({value})"
