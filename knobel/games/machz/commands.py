"""MACHZ's own command for the terminal."""

from __future__ import annotations

import os
import re
from fractions import Fraction
from typing import Any

import msgspec

from knobel.core.errors import Malformed
from knobel.core.words import HOUSE, Argument, Language, Say, Voice, language_of
from knobel.games.machz.dice import COLOURS, LETTERS, SET, Colours, drawn
from knobel.games.machz.moves import Fell
from knobel.games.machz.odds import BetOdds, TurnOdds, turn_odds
from knobel.games.machz.rules import THROWS, Machz


def odds_command(*, object: str, json: bool = False, language: Language | None = None) -> None:  # noqa: A002
    """The exact odds of a turn of MACHZ against an object set."""
    odds = turn_odds(read_set(object))
    print(as_json(odds) if json else as_text(odds, language or language_of(os.environ)))


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
    raise TypeError(value)


def as_text(odds: TurnOdds, language: str = "en") -> str:
    """The odds in words."""
    voice = Voice(language=language)
    lines = [
        Say("odds.object", {"dice": drawn(odds.object_set)}),
        Say("odds.near", _chance(odds.near, language)),
        Say("odds.machz", _chance(odds.machz, language)),
        Say("odds.bets"),
    ]
    said = [Machz.WORDS.text(line, voice) for line in lines]
    bets = [f"  {Machz.WORDS.text(_window(window, language), voice)}" for window in odds.bets]
    return "\n".join((*said, *bets))


def _window(window: BetOdds, language: str) -> Say:
    alike = len(set(window.wanted)) == 1
    key = {SET: "first", 2: "two-alike" if alike else "two", 1: "one"}[window.dice]
    values: dict[str, Argument] = {
        "match": _signed(window.match, language),
        "no_match": _signed(window.no_match, language),
    }
    return Say(f"odds.{key}", {**_chance(window.chance, language), **values})


def _chance(chance: Fraction, language: str) -> dict[str, Argument]:
    from babel import Locale  # noqa: PLC0415  takes its time, and only odds are told in percent
    from babel.numbers import format_percent  # noqa: PLC0415

    pattern = Locale.parse(language).percent_formats[None].pattern.replace("0", "0.00")
    percent = format_percent(float(chance), pattern, language)
    return {"percent": " ".join(percent.split()), "exact": str(chance)}  # plain spaces: not every terminal has others


def _signed(value: Fraction, language: str) -> str:
    from babel.numbers import format_decimal  # noqa: PLC0415

    return f"{format_decimal(float(value), '+0.000;-0.000', language)} ({value})"
