"""What goes wrong before the rules are asked."""

from __future__ import annotations

from knobel.core.words import HOUSE, Argument, Say


class KnobelError(Exception):
    """Something a person can put right; `say` is the catalogue's sentence for it."""

    def __init__(self, key: str, **args: Argument) -> None:
        self.say = Say(f"error.{key}", args)
        super().__init__(HOUSE.text(self.say))


class Malformed(KnobelError):
    """Input that is not a move, an option or a throw at all. It never reaches the rules."""
