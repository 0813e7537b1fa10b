"""The terminal's own words, over those of the house."""

from __future__ import annotations

from knobel.core.words import HOUSE, Argument, Catalogue, Say

TERMINAL_WORDS = Catalogue.of_package("knobel.cli", HOUSE)


class Mistake(Exception):
    """A command that cannot be carried out as it was typed; `say` is the terminal's sentence for it."""

    def __init__(self, key: str, **args: Argument) -> None:
        self.say = Say(f"mistake.{key}", args)
        super().__init__(TERMINAL_WORDS.text(self.say))
