"""Moments: the rare things that everybody at a table looks up for."""

from __future__ import annotations

from typing import Literal

import msgspec

MomentSound = Literal["fanfare", "gong", "crash"]


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """How a screen shows a moment: in large words, with a sound of its own, and perhaps in a rain of chips.

    A game names its moments by the sentences that tell them (`Game.moments`), so nobody hears of one who may not know
    of it, and nobody before it is told.
    """

    says: str
    """The key of the words on the banner. They are filled in with what the sentence is filled in with."""
    sound: MomentSound = "fanfare"
    rains: tuple[str, ...] = ()
    """The colours of the chips that rain, as pieces of the stage have them; none: nothing rains."""
