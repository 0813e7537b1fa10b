"""Words and picture of a game of MACHZ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from knobel.core.contract import Actor, Move, Seat
from knobel.core.game import CardRow, Guide
from knobel.core.scene import Group, Scene, laid
from knobel.core.words import Argument, Die, Say, Who
from knobel.games.machz.bets import MATCH_PAY, NO_MATCH_PAY, AnyBet, clockwise, winnings
from knobel.games.machz.dice import COLOURS, SET, Colours, drawn, in_order
from knobel.games.machz.matching import matched, missing, partners, rerolls
from knobel.games.machz.moves import (
    Bet,
    Closed,
    Covered,
    Fell,
    Pass,
    Reroll,
    Roll,
    TimeUp,
    Uncovered,
    Vote,
)
from knobel.games.machz.options import MachzOptions
from knobel.games.machz.pays import COMBINATIONS, MACHZ_PAY, combination, machz_pay
from knobel.games.machz.rules import CHOICES, ROLLS, Machz

VALUES = {"white": 25, "yellow": 10, "red": 5, "blue": 1}
"""MCZ-03: what chips are worth by colour, where the table shows them so."""


def piles(points: int) -> dict[str, int]:
    """MCZ-03: points as a pile of chips, the most valuable first.

    >>> piles(68)
    {'white': 2, 'yellow': 1, 'red': 1, 'blue': 3}
    """
    pile: dict[str, int] = {}
    for colour, value in VALUES.items():
        pile[colour], points = divmod(points, value)
    return pile


def tell(before: Machz, actor: Actor, move: Move, after: Machz) -> Iterator[Say]:
    """What happened with a move."""
    who = Who(actor) if isinstance(actor, int) else Who(before.roller)
    match move:
        case Roll():
            yield Say("told.set" if before.phase == "set" else "told.roll", {"who": who})
        case Reroll(dice):
            yield Say("told.give-up" if dice > len(before.loose) else "told.reroll", {"who": who, "n": dice})
        case Pass():
            yield Say("told.pass", {"who": who})
            yield from _roll_settled(before, (*before.locked, *before.loose), (), after)
        case Bet("none"):
            yield Say("told.no-bet", {"who": who})
        case Bet(side, chips):
            yield Say(f"told.bet-{side}", {"who": who, "n": chips})
        case Covered():
            yield Say("told.covered", {"who": who})
        case Vote(yes):
            yield Say("told.vote", {"who": who, "yes": yes})
            yield from _voted(before, after)
        case Closed():
            yield Say("told.closed" if before.phase == "betting" else "told.vote-closed")
            yield from _voted(before, after)
        case TimeUp():
            yield from _ending(before, after)
        case Fell(colours):
            yield from _fallen(before, colours, before.bets, after)
        case Uncovered(colours, bets):
            yield from _fallen(before, colours, bets, after)
        case _:
            raise TypeError(move)


def _voted(before: Machz, after: Machz) -> Iterator[Say]:
    if before.phase not in ("agreeing", "judging") or before.phase == after.phase:
        return
    if before.phase == "agreeing":
        yield Say("told.agreed", {"yes": after.many, "n": after.most_chips()})
    else:
        yield Say("told.passed-over", {"who": Who(after.setter)}) if after.phase == "set" else Say("told.stays")


def _fallen(before: Machz, colours: Colours, bets: Sequence[AnyBet], after: Machz) -> Iterator[Say]:
    match before.phase:
        case "starting":
            yield from _tossed(before, colours, after)
        case "setting":
            yield Say("told.object", {"who": Who(before.setter), "dice": drawn(in_order(colours))})
            yield from _roll_settled(before, colours, (), after)
            if after.phase == "judging":
                yield Say("told.judge")
        case _:
            hits = len(matched(missing(before.object_set, before.locked), in_order(colours))[0])
            yield Say("told.fell", {"n": len(colours), "dice": drawn(in_order(colours)), "hits": hits})
            if after.games > before.games:
                yield Say("told.machz", {"who": Who(before.roller)})
            yield from _roll_settled(before, (*before.locked, *colours), bets, after)


def _tossed(before: Machz, colours: Colours, after: Machz) -> Iterator[Say]:
    tosser = Who(before.contenders[len(before.tossed)])
    yield Say("told.toss", {"who": tosser, "die": drawn(colours)[0]})
    if after.phase == "set":
        yield Say("told.sets", {"who": Who(after.setter)})
    elif not after.tossed:
        yield Say("told.toss-again", {"players": tuple(Who(seat) for seat in after.contenders)})


def _roll_settled(before: Machz, hand: Colours, bets: Sequence[AnyBet], after: Machz) -> Iterator[Say]:
    """MCZ-R12, in words: what the Roller or Setter gets, then every bet, shown with the roll (MCZ-R16)."""
    changes = after.last.changes if after.last else ()
    if earned := changes[before.roller]:
        what = Say("combination.machz" if after.games > before.games else f"combination.{combination(hand)}")
        yield Say("told.earned", {"who": Who(before.roller), "what": what, "n": earned})
    for seat in clockwise(len(changes), before.roller):
        bet = bets[seat] if bets else None
        if isinstance(bet, Bet) and bet.side != "none":
            won = changes[seat] >= 0
            args: dict[str, Argument] = {"who": Who(seat), "side": Say(f"side.{bet.side}"), "n": abs(changes[seat])}
            yield Say("told.won" if won else "told.lost", args)
    if after.options.banker == "honour":
        yield from _honour(changes)
    yield from _ending(before, after)


def _honour(changes: Sequence[int]) -> Iterator[Say]:
    """MCZ-35: where nobody is the banker, everyone is told what to take and what to put in."""
    for seat, change in enumerate(changes):
        if change:
            yield Say("told.take" if change > 0 else "told.give", {"who": Who(seat), "n": abs(change)})


def _ending(before: Machz, after: Machz) -> Iterator[Say]:
    if after.refilled > before.refilled:
        yield Say("told.pot-empty")
        yield Say(f"told.refill-{after.options.refill}", {"n": after.pot})
    if after.phase == "over":
        yield Say("told.limit" if after.pot else "told.pot-empty")
        winners = tuple(Who(seat) for seat, place in enumerate(after.due().places or ()) if place == 1)
        yield Say("told.wins" if len(winners) == 1 else "told.shared", {"who": winners[0], "players": winners})
    elif after.setter != before.setter:
        yield Say("told.next-setter", {"who": Who(after.setter)})


def label(view: Machz, _seat: Seat, move: Move) -> Say:
    """What a move would be."""
    match move:
        case Roll():
            return Say("can.set" if view.phase == "set" else "can.roll")
        case Reroll(dice) if dice > len(view.loose):
            return Say("can.give-up", {"dice": drawn(view.fell)})
        case Reroll(1) if view.fell[:1] == view.fell[1:]:
            return Say("can.keep", {"die": drawn(view.loose)[0]})
        case Reroll():
            return Say("can.reroll", {"dice": drawn(view.loose)})
        case Pass():
            return Say("can.pass")
        case Bet("none"):
            return Say("can.no-bet")
        case Bet(side, chips):
            return Say(f"can.bet-{side}", {"n": chips, "win": winnings(move, view.dice)})
        case Vote(yes):
            return Say("can.vote-many" if view.phase == "agreeing" else "can.vote-over", {"yes": yes})
        case _:
            raise TypeError(move)


def guide(view: Machz, _seat: Seat) -> Guide:
    """What the Setter, the Roller or a Rocker should do now."""
    match view.phase:
        case "set":
            return Guide(Say("guide.set"), ROLLS[0])
        case "agreeing" | "judging":
            return Guide(Say(f"guide.{view.phase}"))
        case "betting":
            pays: dict[str, Argument] = {"win": MATCH_PAY[view.dice], "less": NO_MATCH_PAY}
            args = pays | {"n": view.dice, "who": Who(view.roller)}
            return Guide(Say("guide.bet-first" if view.dice == SET else "guide.bet-again", args))
        case "choice":
            missed = missing(view.object_set, view.locked)
            again = rerolls(view.fell, len(view.loose), view.pair_used)[0]
            return Guide(
                Say("guide.choice", {"n": machz_pay(view.object_set), "dice": drawn(missed)}), CHOICES[again - 1]
            )
        case _:
            return Guide(Say("guide.roll", {"dice": drawn(view.object_set)}), ROLLS[0])


def card(_options: MachzOptions) -> Iterator[CardRow]:
    """MCZ-08 to MCZ-14, MCZ-24, MCZ-28 to MCZ-33: what the Pot pays."""
    for colours, pay in MACHZ_PAY.items():
        shown = _example(next(groups for groups in COMBINATIONS if len(groups) == colours))
        yield CardRow(what=Say("card.machz", {"n": colours}), worth=Say("card.chips", {"n": pay}), dice=shown)
    for groups, (name, pay) in COMBINATIONS.items():
        dice = _example(groups)
        yield CardRow(what=Say(f"card.{name}"), worth=Say("card.chips", {"n": pay}), dice=dice)
    for dice, pay in MATCH_PAY.items():
        yield CardRow(what=Say("card.bet-match", {"n": dice}), worth=Say("card.chips", {"n": pay}))
    yield CardRow(what=Say("card.bet-no_match"), worth=Say("card.chips", {"n": NO_MATCH_PAY}))


def _example(groups: tuple[int, ...]) -> tuple[Die, ...]:
    """Five dice of which so many share each colour."""
    return drawn([colour for colour, many in zip(COLOURS, groups, strict=False) for _ in range(many)])


def scene(view: Machz) -> Scene:
    """The Pot, the object set and the Roller's dice; everyone's chips and bets."""
    places = tuple(tuple(_place(view, seat)) for seat in range(len(view.chips)))
    return Scene(middle=(_pile(view, "pot", "scene.pot", view.pot), *_rows(view)), places=places)


def landing(before: Machz, move: Move, after: Machz) -> Scene | None:
    """Dice that end a turn (MCZ-23), make a MACHZ (MCZ-24) or decide who sets (MCZ-41) lie there for all to see."""
    if not isinstance(move, Fell | Uncovered):
        return None
    colours = in_order(move.colours)
    match before.phase:
        case "starting":
            return None if after.tossed else scene(replace(before, tossed=(*before.tossed, *colours)))
        case "setting":
            return None if after.object_set else scene(replace(before, object_set=colours))
        case _:
            return None if after.fell else scene(replace(before.laid_out(colours), phase="choice"))


def _rows(view: Machz) -> Iterator[Group]:
    """The dice that lie there. One of the Roller's that matches has the number of the die that it stands for."""
    locked = partners(view.object_set, view.locked)
    loose = () if view.phase == "rolling" else view.loose
    rows: dict[str, tuple[str, Colours, Iterable[int]]] = {
        "object": ("object", view.object_set, range(SET)),
        "locked": ("roll", view.locked, locked),
        "loose": ("roll", loose, (place for place in range(SET) if place not in locked)),
        "tossed": ("toss", view.tossed, view.contenders),
    }
    for name, (kind, dice, numbers) in rows.items():
        if dice:
            ids = [f"{kind}.{number}" for _, number in zip(dice, numbers, strict=False)]
            yield Group(id=name, caption=Say(f"scene.{name}"), dice=laid(drawn(dice), ids))


def _place(view: Machz, seat: Seat) -> Iterator[Group]:
    yield _pile(view, f"chips.{seat}", "scene.chips", view.chips[seat])
    bet = view.bets[seat] if view.bets else None
    if isinstance(bet, Covered):
        yield Group(id=f"bet.{seat}", caption=Say("scene.covered"), dice=(Die(id=f"covered.{seat}"),))
    elif bet is not None:
        yield Group(id=f"bet.{seat}", caption=Say(f"side.{bet.side}"), count=bet.chips)


def _pile(view: Machz, name: str, caption: str, points: int) -> Group:
    if not view.options.values:
        return Group(id=name, caption=Say(caption, {"n": points}), count=points)
    return Group(
        id=name, caption=Say("scene.pile", {"what": Say(caption, {"n": points}), **piles(points)}), count=points
    )
