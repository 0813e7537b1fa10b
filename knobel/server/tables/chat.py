"""What people say, made fit to be shown to others."""

from __future__ import annotations

import unicodedata

from knobel.server.words import Denied
from knobel.table.seats import spaced

MAX_CHAT = 300

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Controls, marks that turn the direction of writing round, halves of letters, and what is no letter at all."""
_JOINERS = "\u200d\ufe0f"
"""These hold the parts of one emoji together."""
_MAX_MARKS = 3
"""No alphabet stacks more marks than this on one letter."""


def cleaned_chat(text: str) -> str:
    """What somebody says, on one line. Raises `Denied` where it is nothing, or too much."""
    clean = _cleaned(text)
    if not clean or len(clean) > MAX_CHAT:
        raise Denied("chat-length", 400, most=MAX_CHAT)
    return clean


def _cleaned(text: str) -> str:
    composed = unicodedata.normalize("NFC", " ".join(spaced(text).split()))
    loaded: list[str] = []
    marks = 0
    for char in composed:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if (kind not in _INVISIBLE or char in _JOINERS) and marks <= _MAX_MARKS:
            loaded.append(char)
    clean = " ".join("".join(loaded).split())
    return clean if any(char not in _JOINERS and not char.isspace() for char in clean) else ""
