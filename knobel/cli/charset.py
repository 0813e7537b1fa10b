"""For screens that know only plain letters: every text and sign as well as those can say it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from knobel.core.words import SYMBOLS

_PLAIN = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "¿": "",
        "¡": "",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "’": "'",
        "‘": "'",
        "º": ".",
        "ª": ".",
        "–": "-",
        "—": "-",
        "…": "...",
        "·": "-",
        "▸": ">",
        "×": "x",
        "→": "->",
        "●": "o",
        "─": "-",
        "│": "|",
        "═": "=",
        "┴": "^",
    }
)
_SAMPLE = "".join(SYMBOLS.values()) + "╭│●▒„“…"


_JOINERS = "\u200c\u200d"
"""They shape what stands beside them (an emoji of several parts, a letter of Devanagari) and do nothing else."""


def plain(text: str) -> str:
    """The text in plain letters.

    >>> plain("¿Más? „Größe“ … 5–6")
    'Mas? "Groesse" ... 5-6'
    """
    spelled = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return "".join(char if char.isascii() else "?" for char in spelled if not unicodedata.combining(char))


def printable(text: str) -> str:
    """The text without anything that would move the cursor, ring a bell or break a record."""
    whole = text.encode("utf-8", "replace").decode()
    return "".join(
        char if char.isprintable() or char in _JOINERS else " " if char.isspace() else "\ufffd" for char in whole
    )


def only_letters(encoding: str | None, environment: Mapping[str, str]) -> bool:
    """Whether a screen can show plain letters only: its encoding says so, or the person's own setting does.

    >>> only_letters("utf-8", {}), only_letters("ascii", {}), only_letters("utf-8", {"LC_ALL": "C"})
    (False, True, True)
    """
    names = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    if next((name for name in names if name), "") in ("C", "POSIX"):
        return True
    try:
        _SAMPLE.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False
