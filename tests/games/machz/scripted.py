"""A game of MACHZ in short: dice are typed by their letters (`rrbgy` is red, red, blue, green, yellow)."""

from msgspec.structs import replace

import knobel
from knobel.games.machz.dice import COLOURS
from knobel.games.machz.moves import Bet, Fell, Pass, Reroll, Roll
from knobel.games.machz.rules import Machz

NAMES = {colour[0]: colour for colour in COLOURS}

OBJECT = "rrbgy"
"""An object set of four colours that earns its Setter one chip."""
NOTHING = "ooopp"
"""Matches none of it. A full house: earns five."""
THREE = "rrbop"
"""Matches three of it; green and yellow are missing. Earns one."""
FOUR = "rrbgo"
"""Matches four of it; yellow is missing. Earns one."""


def colours(letters: str):
    return tuple(NAMES[letter] for letter in letters)


def letters(dice) -> str:
    return "".join(colour[0] for colour in dice)


def begun(seats: int = 3, *, setter: int | str = 1, **options) -> Machz:
    """A table at which the first Setter is known and has not rolled yet."""
    return knobel.game("machz").start(seats, setter=setter, **options)


def opened(seats: int = 3, object_set: str = OBJECT, *, chips=None, pot: int | None = None, **options) -> Machz:
    """A table at which the first player has set this, and the second is about to roll; with these chips then."""
    state = set_down(begun(seats, **options), object_set)
    return holding(state, chips or state.chips, state.pot if pot is None else pot)


def holding(state: Machz, chips, pot: int) -> Machz:
    return replace(state, chips=tuple(chips), pot=pot, supply=sum(chips) + pot)


def set_down(state: Machz, fell: str, at: int = 0) -> Machz:
    return state.play(state.setter, Roll(), at).play("nature", Fell(colours(fell)), at)


def bet(state: Machz, at: int = 0, **bets) -> Machz:
    """Whoever is asked decides: `p0="match"`, `p2=("no_match", 3)`; who is not named does not bet."""
    for seat in sorted(state.due().must):
        wanted = bets.pop(f"p{seat}", "none")
        state = state.play(seat, Bet(wanted) if isinstance(wanted, str) else Bet(*wanted), at)
    assert not bets
    return state


def throw(state: Machz, fell: str, at: int = 0, **bets) -> Machz:
    """The Roller takes up all five, bets are placed, and the dice fall so."""
    return falls(announced(state, Roll(), at, **bets), fell, at)


def again(state: Machz, fell: str, at: int = 0, **bets) -> Machz:
    """The Roller rolls as many dice again as fall."""
    return falls(announced(state, Reroll(len(fell)), at, **bets), fell, at)


def announced(state: Machz, move, at: int = 0, **bets) -> Machz:
    state = state.play(state.roller, move, at)
    return bet(state, at, **bets) if state.phase == "betting" else state


def falls(state: Machz, fell: str, at: int = 0) -> Machz:
    return state.play("nature", Fell(colours(fell)), at)


def leave(state: Machz, at: int = 0) -> Machz:
    return state.play(state.roller, Pass(), at)


def refusal(state: Machz, actor, move, at: int = 0) -> str | None:
    """The rule (and variant) that forbids a move."""
    objection = state.objection(actor, move, at)
    return objection and f"{objection.rule}{'.' + objection.variant if objection.variant else ''}"
