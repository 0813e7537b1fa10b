"""The terminal's own words, over those of the house; and in which language a person would like to hear them."""

from __future__ import annotations

from collections.abc import Mapping

from knobel.core.words import HOUSE, LANGUAGES, Argument, Catalogue, Say

WORDS = Catalogue.of_package("knobel.cli", HOUSE)


class Mistake(Exception):
    """A command that cannot be carried out as it was typed; `say` is the terminal's sentence for it."""

    def __init__(self, key: str, **args: Argument) -> None:
        self.say = Say(f"mistake.{key}", args)
        super().__init__(WORDS.text(self.say))


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a person's surroundings, if the house speaks it; else English.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LC_ALL": "fr_FR", "LANG": "de_DE"})
    ('de', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            spoken = value[:2].lower()
            return spoken if spoken in LANGUAGES else "en"
    return "en"
