"""What lies on the table, told in a few shapes that any screen can draw: groups of dice, piles, and words."""

from __future__ import annotations

import msgspec

from knobel.core.words import Die, Say


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Things that lie together: dice, or a pile of so many, under a caption."""

    caption: Say
    dice: tuple[Die, ...] = ()
    count: int | None = None
    words: tuple[str, ...] = ()
    """Words that belong to it, in no language but their own; a screen lists them where it has the room."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The middle of the table, and what lies before each seat."""

    middle: tuple[Group, ...] = ()
    drawing: tuple[str, ...] = ()
    """A picture of the middle in lines of text, for what is neither dice in a row nor a pile."""
    places: tuple[tuple[Group, ...], ...] = ()
