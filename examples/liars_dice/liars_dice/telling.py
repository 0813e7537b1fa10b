"""What happened, what could be done and what lies on the table, in words and shapes. It knows only views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from knobel.core.contract import Actor, Move, Seat
from knobel.core.game import Guide
from knobel.core.scene import Group, Scene
from knobel.core.words import Argument, Die, Say, Who
from liars_dice.moves import Bid, Covered, Doubt, Fell, Lifted
from liars_dice.players import LIKELY, chance_of
from liars_dice.rules import HIDDEN, LiarsDice, Showdown, counts


def tell(before: LiarsDice, _actor: Actor, move: Move, after: LiarsDice) -> Iterator[Say]:
    """What happened, for the listener whose views these are."""
    match move:
        case Bid():
            yield Say("told.Bid", _who(before.turn) | {"bid": bid_in_words(move)})
        case Doubt():
            yield Say("told.Doubt", _who(before.turn))
            if after.showdown:
                yield from (_shows(seat, cup) for seat, cup in enumerate(after.showdown.cups) if cup)
                yield from _told_showdown(after.showdown, after)
        case Fell(faces):
            yield Say("told.Fell", _who(before.next_cup()) | {"dice": dice(faces)})
        case Covered(count):
            yield Say("told.Covered", _who(before.next_cup()) | {"n": count})
        case Lifted(faces):
            yield _shows(before.next_cup(), faces)
            if after.showdown:
                yield from _told_showdown(after.showdown, after)
        case _:
            pass


def label(_view: LiarsDice, _seat: Seat, move: Move) -> Say:
    """What a move would be, for the seat that may make it."""
    match move:
        case Bid():
            return Say("can.Bid", {"bid": bid_in_words(move)})
        case _:
            return Say("can.Doubt")


def guide(view: LiarsDice, seat: Seat) -> Guide:
    """What to do now: doubt what is hardly true, else bid; which bid is for each to choose, and so none stands out."""
    bid = view.bid
    if not bid:
        return Guide(Say("guide.begin", {"n": sum(view.dice), "wild": view.options.wild}))
    args = _who(view.bidder()) | {"bid": bid_in_words(bid)}
    if [*view.moves(seat)] == [Doubt()]:
        return Guide(Say("guide.last", args), Doubt())
    if view.options.counted:
        return Guide(Say("guide.unseen", args))
    own = sum(counts(die, bid.face, view.options) for die in view.cups[seat])
    return Guide(Say("guide.raise", args | {"n": own}), Doubt() if chance_of(view, seat, bid) < LIKELY else None)


def scene(view: LiarsDice) -> Scene:
    """The bid in the middle; before each seat its cup, and what it showed when the last round ended."""
    return Scene(middle=tuple(_middle(view)), places=tuple(tuple(_place(view, seat)) for seat in range(len(view.dice))))


def bid_in_words(bid: Bid) -> Say:
    """Three fives."""
    return Say(f"bid.{bid.face}", {"n": bid.quantity})


def dice(faces: Iterable[int]) -> tuple[Die, ...]:
    """Dice as they lie; a hidden one shows nothing."""
    return tuple(Die("" if face == HIDDEN else str(face)) for face in faces)


def _who(seat: Seat | None) -> dict[str, Argument]:
    return {} if seat is None else {"who": Who(seat)}


def _shows(seat: Seat | None, cup: Iterable[int]) -> Say:
    return Say("told.shows", _who(seat) | {"dice": dice(cup)})


def _told_showdown(showdown: Showdown, after: LiarsDice) -> Iterator[Say]:
    stands = showdown.loser == showdown.doubter
    yield Say("told.found", {"n": showdown.found, "stands": stands, "bid": bid_in_words(showdown.bid)})
    yield Say("told.loses", _who(showdown.loser) | {"n": showdown.lost})
    if not after.dice[showdown.loser]:
        yield Say("told.out", _who(showdown.loser))
    yield Say("told.wins" if after.is_over() else "told.begins", _who(after.turn))


def _middle(view: LiarsDice) -> Iterator[Group]:
    if view.bid:
        yield Group(caption=Say(f"scene.bid.{view.bid.face}", {"who": Who(view.bidder())}), count=view.bid.quantity)
    elif view.showdown:
        yield Group(caption=Say(f"scene.found.{view.showdown.bid.face}"), count=view.showdown.found)


def _place(view: LiarsDice, seat: Seat) -> Iterator[Group]:
    if cup := view.cups[seat]:
        yield Group(caption=Say("scene.cup"), dice=dice(cup))
    elif view.options.counted or not view.dice[seat]:
        yield Group(caption=Say("scene.dice"), count=view.dice[seat])
    if view.showdown and (lifted := view.showdown.cups[seat]):
        yield Group(caption=Say("scene.lifted"), dice=dice(lifted))
