"""What goes wrong before the rules are asked."""

from __future__ import annotations

import errno
import re

import msgspec

from knobel.core.words import HOUSE, Argument, Say


class KnobelError(Exception):
    """Something a person can put right; `say` is the catalogue's sentence for it."""

    def __init__(self, key: str, **args: Argument) -> None:
        self.say = Say(f"error.{key}", args)
        super().__init__(HOUSE.text(self.say))


class Malformed(KnobelError):
    """Input that is not a move, an option or a throw at all. It never reaches the rules."""


def system_reason(error: OSError) -> Say:
    """Why the system did not do something, in words that every language has; of rare reasons, the system's own.

    >>> HOUSE.text(system_reason(IsADirectoryError(errno.EISDIR, "Is a directory")))
    'it is a folder'
    """
    name = errno.errorcode.get(error.errno or 0, type(error).__name__)
    known = HOUSE.template(f"system.{name}", "en")
    return Say(f"system.{name}") if known else Say("system.other", {"why": error.strerror or str(error)})


def misfit_reason(error: Exception) -> Say:
    """Why something that was written is not what it should be: which part of it, as far as that is known.

    >>> class Example(msgspec.Struct):
    ...     port: int
    >>> try:
    ...     msgspec.json.decode(b'{"port": "a"}', type=Example)
    ... except msgspec.ValidationError as error:
    ...     HOUSE.text(misfit_reason(error))
    '“port” is not what it has to be'
    """
    if not isinstance(error, msgspec.ValidationError):
        return Say("error.no-text" if isinstance(error, UnicodeError) else "error.no-json")
    place = re.search(r"at `\$\.?(.+)`$", str(error))
    return Say("error.misfit", {"part": place[1]}) if place else Say("error.misfit-all")
