"""Who sits where: people and players of the house, and what they may be called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from zlib import crc32

from msgspec import UnsetType

from knobel.core.contract import Seat
from knobel.core.errors import KnobelError, Malformed
from knobel.core.record import PERSON, Hints, Sitter
from knobel.core.timeline import Timeline
from knobel.core.words import HOUSE, Voice
from knobel.table.lookalikes import looks

MAX_NAME = 24
MAX_MARKS = 3
"""No alphabet stacks more marks than this on one letter."""

BLANKS = "\u2800\u3164\u115f\u1160\uffa0\U0001d159"
"""Signs that show nothing, and yet are no spaces to Unicode: of braille, of Korean, and of music."""
_JOINER, _COLOURED = "\u200d", "\ufe0f"
"""What holds the parts of one emoji together, and what asks for its colours."""


class NameTaken(KnobelError):
    """Somebody at the table is called so already."""


def people_among(sitters: Iterable[Sitter]) -> tuple[Seat, ...]:
    """The seats that people sit in."""
    return tuple(seat for seat, sitter in enumerate(sitters) if sitter.player == PERSON)


def hints_given(agreed: Hints | UnsetType, people: int) -> bool:
    """Whether whoever asks for a hint gets one, where so many people play.

    >>> hints_given("alone", 1), hints_given("alone", 2), hints_given("on", 2), hints_given("off", 1)
    (True, False, True, False)
    """
    return agreed == "on" or (agreed == "alone" and people <= 1)


def voice_at(timeline: Timeline, seat: Seat | None, language: str | None = None) -> Voice:
    """How words reach a seat (None: a spectator), with the names of those who sit there now."""
    names = tuple(sitter.name for sitter in timeline.sitters)
    return Voice(language=language or timeline.header.language, names=names, you=seat)


def name_from(typed: str, taken: Iterable[str] = ()) -> str:
    r"""The name that somebody typed, as everybody will see it. Raises `Malformed` for what is none, or `NameTaken`.

    It is a nickname by RFC 8266: of any alphabet and with emoji, but without what nobody can see or what turns the
    direction of writing; and no two at a table look alike, by Unicode's own list of what is taken for each other.

    >>> name_from(" Zoë   Lee ")
    'Zoë Lee'
    """
    name = _nickname(typed)
    own = looks(name)
    if any(own & looks(other) for other in taken):
        raise NameTaken("name-twice", name=name)
    return name


def person_name(level: str, taken: Iterable[str], language: str = "en") -> str:
    """A person's name for a player of the house who sits down with people; its level is told beside it.

    A level brings the same people to every table, in the same order.

    >>> person_name("casual", []), person_name("casual", ["DOTTIE"]), person_name("strong", [], "de")
    ('Dottie', 'Fergus', 'Gustl')
    """
    people = (HOUSE.template("people.names", language) or "").split()
    first = crc32(level.encode()) % len(people)
    return _free([*people[first:], *people[:first]], taken)


def level_name(level: str, language: str) -> str:
    """What a level is called in a language; one that the house has no word for, by its own name.

    >>> level_name("casual", "fr"), level_name("very_good", "fr")
    ('Tranquille', 'Very good')
    """
    return HOUSE.template(f"level.{level}", language) or level.replace("_", " ").capitalize()


def bot_name(level: str, taken: Iterable[str], language: str) -> str:
    """A name for a player of the house where its level is all that matters: that, numbered where it is taken.

    >>> bot_name("very_good", ["very GOOD"], "en")
    'Very good 2'
    >>> bot_name("casual", [], "es")
    'Tranqui'
    """
    return _free([level_name(level, language)], taken)


def _free(names: Sequence[str], taken: Iterable[str]) -> str:
    """The first of these names that nobody has, numbered where all are taken."""
    known = [looks(name) for name in taken]
    numbered = (name if number == 1 else f"{name} {number}" for number in range(1, len(known) + 2) for name in names)
    return next(name for name in numbered if not any(looks(name) & other for other in known))


def _nickname(typed: str) -> str:
    from precis_i18n import get_profile  # its tables take a moment to load, and most commands name nobody

    try:
        get_profile("NicknameCasePreserved").enforce(_without_joints(typed))
    except UnicodeEncodeError:
        raise Malformed("name", most=MAX_NAME) from None
    name = " ".join(spaced(unicodedata.normalize("NFKC", typed)).split())
    if not name or len(name) > MAX_NAME or _flooded(name):
        raise Malformed("name", most=MAX_NAME)
    return name


def spaced(text: str) -> str:
    r"""The text with a space for everything that shows nothing.

    >>> spaced("a\u3164b")
    'a b'
    """
    return "".join(" " if sign.isspace() or sign in BLANKS else sign for sign in text)


def _without_joints(text: str) -> str:
    """The text with every emoji in its parts, since the profile knows none of several; joints elsewhere stay."""
    kept = ""
    for at, sign in enumerate(text):
        after_emoji = unicodedata.category(kept[-1:] or " ") in ("So", "Sk")
        before_emoji = unicodedata.category(text[at + 1 : at + 2] or " ") == "So"
        if not (after_emoji and (sign == _COLOURED or (sign == _JOINER and before_emoji))):
            kept += sign
    return kept


def _flooded(name: str) -> bool:
    """Whether more marks are heaped on one letter than any alphabet needs."""
    heap = 0
    for sign in name:
        heap = heap + 1 if unicodedata.category(sign) in ("Mn", "Me") and sign != _COLOURED else 0
        if heap > MAX_MARKS:
            return True
    return False
