"""What the coach asks of Shizzle."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.core.contract import Seat
from knobel.core.words import Say, how_often
from knobel.games.shizzle.dice import choke_chance
from knobel.games.shizzle.rules import ROLL, Shizzle


def odds(view: Shizzle, seat: Seat) -> Iterator[Say]:
    """SHZ-13: how often the dice that could be rolled now would be a Choke."""
    if ROLL not in view.moves(seat) or not view.line:
        return
    rolled = view.after(seat, ROLL, 0)
    chance = choke_chance(rolled.line[-1], rolled.in_the_air, view.options.face_set())
    yield Say("odds.choke", {"often": how_often(float(chance))})
