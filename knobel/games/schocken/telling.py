"""What happened, what could be done and what lies on the table, in words and shapes. It knows only views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from msgspec.structs import replace

from knobel.core.contract import Actor, Move, Seat
from knobel.core.game import CardRow, Guide
from knobel.core.scene import Group, Scene
from knobel.core.words import Argument, Die, Say, Who
from knobel.games.schocken.cup import ALL_DICE, HIDDEN
from knobel.games.schocken.hands import ASSEMBLED, Hand, HandFaces, Kind, discs, strength
from knobel.games.schocken.hands import hand as hand_from
from knobel.games.schocken.hands import kind as kind_of
from knobel.games.schocken.moves import Began, Covered, Fell, Lifted, Stand, Threw, Throw
from knobel.games.schocken.options import SchockenOptions
from knobel.games.schocken.rules import MOST_THROWS, SELECTIONS, Reveal, Schocken

SHOWN = {face: Die("" if face == HIDDEN else str(face)) for face in (HIDDEN, *range(1, 7))}
SAID = {face: Say("die", {"die": die}) for face, die in SHOWN.items()}
PLACES = tuple(Say("place", {"n": place + 1}) for place in ALL_DICE)
"""The dice by their number, which is no face."""
OTHERS: dict[tuple[int, ...], tuple[int, ...]] = {
    dice: tuple(die for die in ALL_DICE if die not in dice) for dice in SELECTIONS
}
"""Of every choice of dice, those that stay out."""
FIRST, STAND = Throw(ALL_DICE), Stand()
TURNING = {False: "", True: "-turning"}


def tell(before: Schocken, _actor: Actor, move: Move, after: Schocken) -> Iterator[Say]:
    """What happened, for the listener whose views these are."""
    match move:
        case Began(faces):
            yield from _told_roll_off(before, faces, after)
        case Throw(dice) if before.options.counted:
            yield Say(f"told.Threw.{_how_many(before, len(dice))}", {"who": Who(before.thrower()), "n": len(dice)})
        case Throw(dice, flip):
            yield _throwing("told", before, before.thrower(), dice, flip)
        case Threw(count, beside):
            seat = before.thrower()
            yield Say(f"told.Threw.{_how_many(before, count)}", {"who": Who(seat), "n": count})
            if beside:
                yield Say("told.aside", {"who": Who(seat), "dice": _dice(beside)})
        case Fell():
            seat = before.thrower()
            yield Say("told.Fell", {"who": Who(seat), "dice": _dice(after.cups[seat].faces)})
        case Covered(count):
            seat = before.thrower()
            key = "blind" if before.fell_blind(seat) else "peeked"
            yield Say(f"told.Covered.{key}", {"who": Who(seat), "n": count})
        case Stand(flip):
            seat = before.thrower()
            yield Say(f"told.Stand.{_standing(flip)}", {"who": Who(seat), "flip": flip})
            if after.is_lifting():
                yield Say("told.lift")
            elif after.reveal:
                yield from _told_hands(after.reveal)
                yield from _told_reveal(before, after.reveal, after)
            elif (
                (used := len(before.cups[seat].throws)) < MOST_THROWS and before.options.leader_caps and not before.turn
            ):
                yield Say("told.capped", {"n": used})
        case Lifted():
            seat, reveal = before.order[before.opened], after.reveal
            yield _told_hand(seat, reveal.hands[-1] if reveal else after.hand_of(seat))
            if reveal:
                yield from _told_reveal(before, reveal, after)
        case _:
            pass


def label(view: Schocken, seat: Seat, move: Move) -> Say:
    """What a move would be, for the seat that may make it."""
    match move:
        case Throw(dice) if view.options.counted:
            how = _how_many(view, len(dice))
            return Say("can.Throw.counted" if how == "some" else f"can.Throw.{how}", {"n": len(dice)})
        case Throw(dice, flip):
            return _throwing("can", view, seat, dice, flip)
        case Stand(flip):
            return Say(f"can.Stand.{_standing(flip)}", {"flip": flip})
        case _:
            return Say(f"can.{type(move).__name__}")


def guide(view: Schocken, seat: Seat) -> Guide:
    """What the player under whose cup the dice lie should do now."""
    cup, options = view.cups[seat], view.options
    if not cup.throws:
        return Guide(Say("guide.first"), FIRST)
    left = view.allowed_throws(seat) - len(cup.throws)
    if HIDDEN in cup.faces:
        return Guide(Say("guide.counted" if left else "guide.unseen", {"left": left}), None if left else STAND)
    high_first = tuple(sorted(cup.faces, reverse=True))
    kind, name, worth = HANDS[high_first, view.fell_at_once(cup), options.assembled]
    has: dict[str, Argument] = {"hand": name, "n": worth or options.discs, "left": left}
    sixes = [die for die in cup.fresh if cup.faces[die] == 6]
    if len(sixes) > 1 and (left or (options.flip_last and options.flip_other == "stays")):
        return Guide(Say("guide.sixes", has))
    if not left:
        return Guide(Say("guide.last", has), STAND)
    if kind is not Kind.SIMPLE:
        return Guide(Say("guide.have", has), STAND)
    again = tuple([die for die in ALL_DICE if cup.faces[die] != 1])
    locked = options.aside_locked and not set(again) <= set(cup.fresh)
    how = "guide.nothing" if again == ALL_DICE else "guide.simple"
    return Guide(Say(how, has), None if locked else Throw(again))


EXAMPLES = (
    (1, 1, 1),
    (2, 2, 1),
    (4, 2, 1),
    *((high, 1, 1) for high in range(6, 1, -1)),
    (6, 6, 6),
    (6, 5, 4),
    (6, 5, 2),
)
"""Dice that show each hand on the card."""


def card(options: SchockenOptions) -> Iterator[CardRow]:
    """SCH-R2, SCH-10: the hands, the strongest first, and what each costs the loser."""
    hands = [hand_from(faces, True, options) for faces in EXAMPLES]
    for hand in sorted(hands, key=lambda hand: strength(hand, options), reverse=True):
        worth = Say("card.discs", {"n": discs(hand, options.discs)})
        yield CardRow(what=hand_name(hand), worth=worth, dice=_dice(hand.faces))


def scene(view: Schocken) -> Scene:
    """The discs in the middle; before each seat its cup or the hand it has shown, its discs and the red one."""
    middle = Group(id="middle", caption=Say("scene.middle"), count=view.middle)
    red = view.red_disc()
    return Scene(middle=(middle,), places=tuple([_place(view, seat, red) for seat in range(len(view.discs))]))


def landing(before: Schocken, move: Move, _after: Schocken) -> Scene | None:
    """The dice that decide who begins lie before those who rolled them; all others stay where they fell."""
    if not isinstance(move, Began):
        return None
    rolled = {
        seat: (Group(id=f"hand.{seat}", caption=Say("scene.begins"), dice=_lying(seat, (0,), (face,))),)
        for seat, face in zip(before.contenders, move.faces, strict=True)
    }
    still = scene(before)
    return replace(still, places=tuple((*rolled.get(seat, ()), *place) for seat, place in enumerate(still.places)))


def hand_name(hand: Hand) -> Say:
    """What people call a hand."""
    return Say(f"hands.{hand.kind.value}", {"n": hand.faces[0]} if hand.kind is Kind.SCHOCK else {})


def _hands() -> Iterator[tuple[tuple[HandFaces, bool, str], tuple[Kind, Say, int]]]:
    for faces in combinations_with_replacement(range(6, 0, -1), 3):
        for at_once in (False, True):
            for assembled in ASSEMBLED:
                hand = Hand(kind_of(faces, at_once, assembled), faces)
                yield (faces, at_once, assembled), (hand.kind, hand_name(hand), discs(hand, 0))


HANDS = dict(_hands())
"""Of all dice, by whether they fell at once and by what may be put together: kind, name, discs (0: every disc)."""


# Throwing and standing -----------------------------------------------------------------------------------------------


def _told_roll_off(before: Schocken, faces: tuple[int, ...], after: Schocken) -> Iterator[Say]:
    rolls = tuple(
        Say("told.Began.one", {"who": Who(seat), "die": Die(str(face))})
        for seat, face in zip(before.contenders, faces, strict=True)
    )
    yield Say("told.Began.all", {"rolls": rolls})
    if after.order:
        yield Say("told.begins", {"who": Who(after.order[0])})
    else:
        yield Say("told.Began.tie", {"n": len(after.contenders)})


def _how_many(view: Schocken, count: int) -> str:
    if count < len(ALL_DICE):
        return "some"
    return "again" if view.cups[view.thrower()].throws else "first"


def _standing(flip: int) -> str:
    return "turning" if flip else "plain"


def _throwing(key: str, view: Schocken, seat: Seat, dice: tuple[int, ...], flip: int) -> Say:
    """A throw is named by its faces, and also by its places where another die of the same face stays out."""
    face_of = view.cups[seat].faces.__getitem__
    faces = tuple(map(face_of, dice))
    if len(dice) == len(ALL_DICE):
        how = _how_many(view, len(dice))
    else:
        how = "some" if set(faces).isdisjoint(map(face_of, OTHERS[dice])) else "these"
    args: dict[str, Argument] = {
        "who": Who(seat),
        "n": len(dice),
        "flip": flip,
        "dice": tuple(map(SAID.__getitem__, faces)),
        "places": tuple(map(PLACES.__getitem__, dice)),
    }
    return Say(f"{key}.Throw.{how}{TURNING[bool(flip)]}", args)


def _dice(faces: Iterable[int]) -> tuple[Die, ...]:
    return tuple([SHOWN[face] for face in faces])


# The reveal ----------------------------------------------------------------------------------------------------------


def _told_hands(reveal: Reveal) -> Iterator[Say]:
    return (_told_hand(seat, hand) for seat, hand in zip(reveal.order, reveal.hands, strict=True))


def _told_hand(seat: Seat, hand: Hand) -> Say:
    return Say("told.shows", {"who": Who(seat), "dice": _dice(hand.faces), "hand": hand_name(hand)})


def _told_reveal(before: Schocken, reveal: Reveal, after: Schocken) -> Iterator[Say]:
    yield _told_taking(reveal)
    if reveal.round_lost:
        yield from _told_round(before, reveal.loser, after)
    else:
        for seat in reveal.order:
            if seat not in after.order:
                yield Say("told.safe", {"who": Who(seat)})


def _told_taking(reveal: Reveal) -> Say:
    best = reveal.hands[reveal.order.index(reveal.winner)]
    if best.kind is Kind.OUT:
        source = "all"
    elif not reveal.from_players:
        source = "middle"
    else:
        source = "both" if reveal.from_middle else "winner"
    people: dict[str, Argument] = {"who": Who(reveal.loser), "winner": Who(reveal.winner)}
    return Say(f"told.takes.{source}", people | {"n": reveal.from_middle, "m": reveal.from_players})


def _told_round(before: Schocken, loser: Seat, after: Schocken) -> Iterator[Say]:
    who: dict[str, Argument] = {"who": Who(loser)}
    if before.is_final():
        yield Say("told.lost.final", who)
    else:
        yield Say(f"told.lost.round{len(after.losers)}", who)
    if not after.order:
        yield from _told_end(loser, len(after.discs))
    elif after.is_final():
        yield Say("told.final", who | {"other": Who(after.order[1])})
    else:
        yield Say("told.red", who)
        yield Say("told.second", who)


def _told_end(loser: Seat, seats: int) -> Iterator[Say]:
    if seats == 2:
        yield Say("told.over.two", {"winner": Who(1 - loser)})
    else:
        yield Say("told.over.many", {"who": Who(loser)})


# The table -----------------------------------------------------------------------------------------------------------


def _place(view: Schocken, seat: Seat, red: Seat | None) -> tuple[Group, ...]:
    cup, reveal = view.cups[seat], view.reveal
    groups: list[Group] = []
    if cup.throws:
        fresh = () if view.in_the_air and seat == view.thrower() else cup.fresh
        caption = Say("scene.cup", {"n": len(cup.throws)})
        groups.append(Group(id=f"cup.{seat}", caption=caption, dice=_lying(seat, fresh, cup.faces)))
        if aside := OTHERS[cup.fresh]:
            groups.append(Group(id=f"aside.{seat}", caption=Say("scene.aside"), dice=_lying(seat, aside, cup.faces)))
    elif reveal and seat in reveal.order:
        hand = reveal.hands[reveal.order.index(seat)]
        caption = Say("scene.hand", {"hand": hand_name(hand)})
        groups.append(Group(id=f"hand.{seat}", caption=caption, dice=_lying(seat, ALL_DICE, hand.faces)))
    groups.append(
        Group(id=f"discs.{seat}", caption=Say("scene.discs", {"n": view.discs[seat]}), count=view.discs[seat])
    )
    if seat == red:
        groups.append(Group(id="red", caption=Say("scene.red"), count=1))
    return tuple(groups)


def _lying(seat: Seat, dice: Sequence[int], faces: Sequence[int]) -> tuple[Die, ...]:
    """Some of a seat's three dice. To rivals a cup is covered so that which die is which tells them nothing."""
    return tuple([Die(SHOWN[faces[die]].face, "", f"die.{seat}.{die}") for die in dice])
