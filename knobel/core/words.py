"""Words for what happened, what is possible and why not: one catalogue a language, nothing spoken anywhere else.

A template holds `{name}` for a value and `[name:this|that]` for a choice: for a person, how it sounds to them and to
others; for a number, one and many (or none, one and many), with `#` for the number; for a truth, yes and no.
Which numbers count as one is the language's own rule: in French, none does too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple, get_args

import msgspec

Language = Literal["en", "de", "es", "fr"]
"""The languages of the house, by their ISO codes: the one list of them. Each has its `words/<language>` files."""

LANGUAGES: tuple[Language, ...] = get_args(Language)

SYMBOLS = {"red": "▲", "orange": "◆", "yellow": "★", "green": "●", "blue": "■", "purple": "✚"}
"""A colour is never alone: each has its symbol."""


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a person's surroundings, if the house speaks it; else English.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LC_ALL": "nl_NL", "LANG": "de_DE"})
    ('de', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            spoken = value[:2].lower()
            return spoken if spoken in LANGUAGES else "en"
    return "en"


class Who(msgspec.Struct, frozen=True, tag=True):
    """A person or player at the table, by seat."""

    seat: int


class Die(msgspec.Struct, frozen=True, tag=True):
    """A die as it lies: what its upper face shows, and in which colour. A covered die shows nothing."""

    face: str = ""
    colour: str = ""
    id: str = ""
    """Which die it is, where it lies in a scene; sentences need none."""


class NamedDie(msgspec.Struct, frozen=True):
    """A die inside a sentence: what it is called there, and how it looks."""

    name: str
    face: str
    colour: str


Parts = tuple[str | NamedDie, ...]
"""A sentence in its parts: text, and the dice that it names."""


def plain(parts: Parts) -> str:
    """A sentence in words alone.

    >>> plain(("You lay the ", NamedDie("red 3", "3", "red"), "."))
    'You lay the red 3.'
    """
    return "".join([part if isinstance(part, str) else part.name for part in parts])


class Say(msgspec.Struct, frozen=True, tag=True):
    """Something to be said: a key of the catalogue and what fills its template."""

    key: str
    args: dict[str, Argument] = {}

    def __hash__(self) -> int:
        return hash((self.key, frozenset(self.args.items())))


class Percent(msgspec.Struct, frozen=True, tag=True):
    """A part of the whole, from 0 to 1, as the listener's language writes it in per cent."""

    part: float
    digits: int = 1
    """How many stand behind the point."""


Argument = int | str | Who | Die | Say | Percent | tuple[Who | Die | Say, ...]

_encode = msgspec.msgpack.Encoder().encode

_HOLE = re.compile(r"\{(\w+)\}|\[(\w+):([^\]]*)\]")


class _Hole(NamedTuple):
    """A place in a template that a value fills, or that a value chooses one of several forms for."""

    name: str
    forms: tuple[str, ...] = ()


@lru_cache(4096)
def _parts(template: str) -> tuple[str | _Hole, ...]:
    """A template taken apart: once, since the same few are said all the time."""
    parts: list[str | _Hole] = []
    end = 0
    for hole in _HOLE.finditer(template):
        plain, chooser, forms = hole.groups()
        parts += [template[end : hole.start()], _Hole(plain) if plain else _Hole(chooser, tuple(forms.split("|")))]
        end = hole.end()
    return tuple(part for part in (*parts, template[end:]) if part)


MAX_REMEMBERED = 2_000
"""A table says the same few things all game long, so this many are remembered as they were said.

Every table has names of its own: with many tables they all fill up, at about half a KiB a sentence.
"""


class Voice(msgspec.Struct, frozen=True, kw_only=True):
    """How words reach one listener: the language, the names at the table, and which seat is theirs."""

    language: str = "en"
    names: tuple[str, ...] = ()
    you: int | None = None

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat] if seat in range(len(self.names)) else f"#{seat + 1}"


PLAIN = Voice()


class MissingWords(LookupError):
    """The catalogue has no text under this key, in any language."""


class Catalogue:
    """All texts of a game (or of a room of the house), per language, by dotted key."""

    def __init__(self, texts: Mapping[str, Mapping[str, Any]], beneath: Catalogue | None = None) -> None:
        self.texts = {language: dict(_flattened(tree)) for language, tree in texts.items()}
        self.beneath = beneath
        self._said: dict[object, Parts] = {}

    @classmethod
    def of_package(cls, package: str, beneath: Catalogue | None = None) -> Catalogue:
        """The catalogue a package carries as `words/<language>.toml`."""
        folder = files(package) / "words"
        paths = {language: folder / f"{language}.toml" for language in LANGUAGES}
        return cls(
            {language: tomllib.loads(path.read_text("utf-8")) for language, path in paths.items() if path.is_file()},
            beneath,
        )

    def template(self, key: str, language: str) -> str | None:
        """The text under a key: in this language, else in English, else from the catalogue beneath."""
        return found[1] if (found := self._found(key, language)) else None

    def _found(self, key: str, language: str) -> tuple[str, str] | None:
        """The text under a key, after the language that it is really in."""
        for spoken in (language, "en"):
            if (text := self.texts.get(spoken, {}).get(key)) is not None:
                return spoken, text
        return self.beneath._found(key, language) if self.beneath else None

    def under(self, prefix: str, language: str = "en") -> dict[str, str]:
        """The texts whose keys begin with `prefix.`, by the rest of their keys."""
        start = f"{prefix}."
        keys = [key for key in self.texts["en"] if key.startswith(start)]
        return {key.removeprefix(start): self.template(key, language) or "" for key in keys}

    def text(self, say: Say, voice: Voice = PLAIN) -> str:
        """The words for `say`, as one listener hears them.

        >>> words = Catalogue({"en": {"threw": "[who:You throw|{who} throws] [n:one die|# dice]."}})
        >>> words.text(Say("threw", {"who": Who(1), "n": 2}), Voice(names=("Ann", "Bo")))
        'Bo throws 2 dice.'
        >>> words.text(Say("threw", {"who": Who(1), "n": 1}), Voice(you=1))
        'You throw one die.'
        """
        said = self._said.get((say.key, voice, _encode(say.args))) or self.parts(say, voice)
        return said[0] if len(said) == 1 and isinstance(said[0], str) else plain(said)

    def parts(self, say: Say, voice: Voice = PLAIN) -> Parts:
        """The same in its parts, for a screen that draws dice where words only name them.

        >>> Catalogue({"en": {"lay": "You lay the {die}."}}).parts(Say("lay", {"die": Die("3", "red")}))
        ('You lay the ', NamedDie(name='red 3', face='3', colour='red'), '.')
        """
        asked = say.key, voice, _encode(say.args)
        if (said := self._said.get(asked)) is not None:
            return said
        found = self._found(say.key, voice.language)
        if found is None:
            raise MissingWords(say.key)
        parts: list[str | NamedDie] = []
        self._fill(parts, *found, say.args, voice)
        said = _merged(parts)
        if len(self._said) >= MAX_REMEMBERED:
            self._said.clear()
        self._said[asked] = said
        return said

    def _fill(
        self, said: list[str | NamedDie], language: str, template: str, args: Mapping[str, Argument], voice: Voice
    ) -> None:
        """Says a template, with what fills its gaps and in the forms that its values choose."""
        for part in _parts(template):
            if isinstance(part, str):
                said.append(part)
            elif part.forms:
                value = args[part.name]
                chosen = _chosen(value, part.forms, voice, language)
                counted = chosen.replace("#", written(value)) if "#" in chosen else chosen
                self._fill(said, language, counted, args, voice)
            else:
                self._speak(said, args[part.name], voice)

    def _speak(self, said: list[str | NamedDie], value: Argument, voice: Voice) -> None:
        match value:
            case Who(seat):
                said.append(voice.name(seat))
            case Die(face, colour):
                said.append(NamedDie(self._named(value, voice), face, colour))
            case Say():
                said.extend(self.parts(value, voice))
            case Percent(part, digits):
                said.append(percent(part, voice.language, digits))
            case tuple():
                for place, item in enumerate(value):
                    if place:
                        said.append(self._between(place, len(value), voice))
                    if isinstance(item, Who) and item.seat == voice.you:
                        said.append(self._you(voice, not said))
                    else:
                        self._speak(said, item, voice)
            case _:
                said.append(written(value))

    def _you(self, voice: Voice, first: bool) -> str:
        """The listener, where several people are named."""
        you = self.template("you", voice.language) or voice.name(voice.you or 0)
        return you.capitalize() if first else you

    def _named(self, die: Die, voice: Voice) -> str:
        if not die.colour:
            return die.face or "?"
        colour = self.template(f"colour.{die.colour}", voice.language) or die.colour
        if not die.face:
            return colour
        coloured = self.template("coloured", voice.language) or "{colour} {face}"
        return coloured.format(colour=colour, face=die.face)

    def _between(self, place: int, many: int, voice: Voice) -> str:
        """What stands before one of several things."""
        return f" {self.template('and', voice.language) or '&'} " if place == many - 1 else ", "


def written(value: Argument) -> str:
    """A word as it is; a number below nothing with a minus, which no hyphen stands for.

    >>> written(-8), written("a-z")
    ('−8', 'a-z')
    """
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def _merged(parts: Sequence[str | NamedDie]) -> Parts:
    """Parts without two texts in a row."""
    merged: list[str | NamedDie] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        else:
            merged.append(part)
    return tuple(merged)


def is_text(text: str) -> bool:
    """Whether it can be written down: a terminal may hand over bytes that are no letters in any alphabet."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


@lru_cache(4096)
def is_singular(number: int, language: str) -> bool:
    """Whether a language says this many in the singular, by the rules that Unicode's CLDR has for it.

    >>> [[number for number in (0, 1, 2) if is_singular(number, language)] for language in ("en", "fr")]
    [[1], [0, 1]]
    """
    return _plural_rule(language)(number) == "one"


def percent(part: float, language: str, digits: int = 1) -> str:
    """A part of the whole as a language writes it, with plain spaces: not every terminal has others.

    >>> percent(0.6118, "en"), percent(0.6118, "de"), percent(1 / 3, "fr", 0)
    ('61.2%', '61,2 %', '33 %')
    """
    from babel.numbers import format_percent  # noqa: PLC0415

    return " ".join(format_percent(part, _percent_pattern(language, digits), language).split())


@cache
def _percent_pattern(language: str, digits: int) -> str:
    from babel import Locale  # noqa: PLC0415

    pattern: str = Locale.parse(language).percent_formats[None].pattern
    return pattern.replace("0", f"0.{'0' * digits}") if digits else pattern


@cache
def _plural_rule(language: str) -> Callable[[int], str]:
    from babel import Locale  # noqa: PLC0415  takes its time, and many a command counts nothing

    return Locale.parse(language).plural_form


def _chosen(value: Argument, forms: Sequence[str], voice: Voice, language: str) -> str:
    match value:
        case Who(seat):
            return forms[0 if seat == voice.you else 1]
        case bool():
            return forms[0 if value else 1]
        case 0 if len(forms) == 3:
            return forms[0]
        case int():
            return forms[-2 if is_singular(value, language) else -1]
        case _:
            raise TypeError(f"no choice by {value!r}")


def _flattened(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    flat: list[tuple[str, str]] = []
    for key, value in tree.items():
        if isinstance(value, str):
            flat.append((prefix + key, value))
        else:
            flat.extend(_flattened(value, f"{prefix}{key}."))
    return flat


HOUSE = Catalogue.of_package("knobel.core")
"""The words that every game shares."""


MAX_COUNTED = 10
"""Up to one time in so many, people are told by counting in words."""
MAX_RARE = 1000
"""What comes less often than one time in so many hardly ever comes."""
TIMES_IN = (3, 4, 5, 10, 8, 9, 7)
"""Of how many times people are told otherwise; the ones they know best first."""
NEAR_ENOUGH = 0.06
"""How far off that may be, as a part of how often it happens, or does not."""


def how_often(part: float) -> Say:
    """How often something happens, as people say it where that is near enough: one time in five; else in per cent.

    >>> [HOUSE.text(how_often(part)) for part in (0.202, 0.296, 0.055, 0.96)]
    ['one time in five', '3 times in 10', 'one time in 18', '96.0% of the time']
    """
    if part in (0, 1):
        return Say("often.always" if part else "often.never")
    if not 1 / MAX_RARE <= part <= 1 - 1 / MAX_RARE:
        return Say("often.mostly" if part > 0.5 else "often.hardly")
    near, times = NEAR_ENOUGH * min(part, 1 - part), round(1 / part)
    if abs(part - 1 / times) <= near:
        return Say(f"often.{times}") if 1 < times <= MAX_COUNTED else Say("often.rare", {"times": times})
    for times in TIMES_IN:
        if abs(part - round(part * times) / times) <= near:
            return Say("often.times", {"n": round(part * times), "times": times})
    return Say("often.part", {"part": Percent(part)})
