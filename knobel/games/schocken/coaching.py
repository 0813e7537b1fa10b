"""What the coach asks of Schocken: what may lie under the other cups, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from msgspec.structs import replace

from knobel.core.contract import Seat
from knobel.core.words import Say, how_often
from knobel.games.schocken.cup import EMPTY, HIDDEN, Cup
from knobel.games.schocken.hands import strength
from knobel.games.schocken.moves import Stand, Throw
from knobel.games.schocken.players import Strong, hand_after, promise
from knobel.games.schocken.rules import Schocken, changed
from knobel.games.schocken.telling import label

TRIES = 40
"""So often a turn is thrown anew until it looks as it did; if it never does, any dice may lie there."""


def odds(view: Schocken, seat: Seat) -> Iterator[Say]:
    """SCH-05: how often another throw, with the ones staying out, is better than what lies under the cup."""
    throws = [move for move in view.moves(seat) if isinstance(move, Throw)]
    cup = view.cups[seat]
    if not throws or not cup.throws or HIDDEN in cup.faces:
        return
    throw = max(throws, key=lambda move: promise(view, seat, move))
    thrown, now = view.after(seat, throw, 0), _best(view, seat)
    fallen = thrown.chances().weighed().items()
    better = sum((part for move, part in fallen if _best(thrown.after("nature", move, 0), seat) > now), Fraction(0))
    yield Say("odds.better", {"throw": label(view, seat, throw), "often": how_often(float(better))})


def _best(view: Schocken, seat: Seat) -> tuple[int, ...]:
    """How strong the best hand is that can be stood on."""
    stands = (move for move in view.moves(seat) if isinstance(move, Stand))
    return max(strength(hand_after(view, seat, stand), view.options) for stand in stands)


def imagine(view: Schocken, seat: Seat, chance: Random) -> Schocken | None:
    """SCH-07: under each cup that is covered lies what a strong player would have left there after such throws."""
    if view.options.counted:
        return None  # nobody tells the house what anybody has
    whole = view
    for other, cup in enumerate(view.cups):
        if cup.throws and HIDDEN in cup.faces:
            lies = _filled(cup, chance) if other == seat else _left(view, other, chance) or _filled(cup, chance)
            whole = replace(whole, cups=changed(whole.cups, other, lies))
    return whole


def _left(view: Schocken, seat: Seat, chance: Random) -> Cup | None:
    """What somebody's turn may have ended with, if it can be played so that it looks like this."""
    known = view.cups[seat]
    for _ in range(TRIES):
        cup = _turn(view, seat, known, chance)
        if cup and (not view.options.aside_shown or sorted(cup.aside()) == sorted(known.aside())):
            return cup
    return None


def _turn(view: Schocken, seat: Seat, known: Cup, chance: Random) -> Cup | None:
    """A turn of just these throws; None where it goes another way."""
    state = replace(view, cups=changed(view.cups, seat, EMPTY), turn=view.order.index(seat), in_the_air=False)
    while True:
        cup = state.cups[seat]
        shown = state.view(seat)
        intent = Strong().decide(shown, seat, shown.moves(seat), chance)
        match intent and intent.move:
            case Stand(flip):
                return cup.turned(flip) if cup.throws == known.throws else None
            case Throw(dice) as throw if (
                len(cup.throws) < len(known.throws) and len(dice) == known.throws[len(cup.throws)]
            ):
                state = state.after(seat, throw, 0)
                state = state.after("nature", state.chances().outcome(chance.randrange(state.chances().total)), 0)
            case _:
                return None


def _filled(cup: Cup, chance: Random) -> Cup:
    return Cup(tuple(face or chance.randint(1, 6) for face in cup.faces), cup.fresh, cup.throws)


def lead(state: Schocken) -> list[tuple[int, int]]:
    """Whoever has lost fewer rounds is ahead (SCH-18), then whoever has fewer discs (SCH-29)."""
    return [(-state.losers.count(seat), -held) for seat, held in enumerate(state.discs)]
