"""The hosted house's own words, over those that every room shares; and what it says no with."""

from __future__ import annotations

from knobel.core.words import HOUSE, LANGUAGES, Argument, Catalogue, Say

WORDS = Catalogue.of_package("knobel.server", HOUSE)


class Denied(Exception):
    """Something the house does not do for whoever asked; `say` is its sentence for that, `code` a name for programs.

    `status` is what HTTP calls it.
    """

    def __init__(self, code: str, status: int = 409, /, **args: Argument) -> None:
        self.code = code
        self.status = status
        self.say = Say(f"no.{code}", args)
        super().__init__(WORDS.text(self.say))


def language_asked(header: str) -> str:
    """The first language of an Accept-Language header that the house speaks; else English.

    >>> language_asked("nl-BE, de;q=0.9, en;q=0.8"), language_asked("")
    ('de', 'en')
    """
    for part in header.split(","):
        spoken = part.strip()[:2].lower()
        if spoken in LANGUAGES:
            return spoken
    return "en"
