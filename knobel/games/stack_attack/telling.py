"""Words and picture of a game of Stack Attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from msgspec.structs import replace

from knobel.core.contract import Actor, Move, Seat
from knobel.core.game import CardRow, Guide
from knobel.core.scene import Group, Scene, laid
from knobel.core.words import Die, Say, Who
from knobel.games.stack_attack.aiming import in_words, millimetres
from knobel.games.stack_attack.drawing import COLOURS, drawn
from knobel.games.stack_attack.moves import (
    Fell,
    LetGo,
    Place,
    Roll,
    Rolled,
    Settled,
    Shift,
    Slip,
    Starts,
    Stop,
    Sway,
    Tired,
)
from knobel.games.stack_attack.options import StackAttackOptions
from knobel.games.stack_attack.rules import FIRST, LET_GO, PLACES, ROLL, STOP, Block, StackAttack, goes_on

# What happened --------------------------------------------------------------------------------------------------------


def tell(before: StackAttack, _actor: Actor, move: Move, after: StackAttack) -> Iterator[Say]:
    """What happened with a move."""
    who = Who(before.turn)
    match move:
        case Starts(seat):
            yield Say("told.starts", {"who": Who(seat)})
        case Roll():
            yield Say("told.roll", {"who": who})
        case Rolled(faces):
            yield Say("told.rolled", {"dice": tuple(die(face, before.turn) for face in faces)})
            if after.phase == "ready":
                yield Say("told.nothing-fits", {"first": not before.tower})
        case Place(number, x, y, turn):
            key = "told.aimed" if x or y or turn else "told.place"
            yield Say(key, {"who": who, "die": die(number, before.turn), "aim": in_words(x, y, turn)})
        case Sway():
            yield Say("told.sway", {"who": who})
        case Shift(x, y, turn):
            yield Say("told.shift", {"who": who, "aim": in_words(x, y, turn)})
        case LetGo():
            yield _let_go("told.let-go", who, after.slip)
        case Tired():
            yield _let_go("told.tired", who, after.slip)
        case Slip():
            yield _let_go("told.house-lets-go", who, move)
        case Settled():
            yield Say("told.stood", {"n": len(before.tower) + 1})
            yield from _stood(before, after)
        case Fell():
            yield from _fallen(before, move, after)
        case Stop():
            yield Say("told.stop", {"who": who})
        case _:
            raise TypeError(move)


def _let_go(key: str, who: Who, slip: Slip) -> Say:
    return Say(key, {"who": who, "off": millimetres(hypot(slip.dx, slip.dy))})


def _stood(before: StackAttack, after: StackAttack) -> Iterator[Say]:
    """What the die that stands leads to."""
    if not before.rolled:
        seat = before.turn
        gained = after.points[seat] - before.points[seat]
        others = len(before.playing) - 1
        yield Say("told.cleared", {"who": Who(seat), "n": gained, "total": after.points[seat], "others": others})
        yield from _next_round(after)
    elif after.phase == "ready":
        yield Say("told.no-more")


def _fallen(before: StackAttack, fell: Fell, after: StackAttack) -> Iterator[Say]:
    """STK-17: who brought it down, which dice left, and who gets what."""
    who, held = Who(before.turn), Block(before.die_held().die, before.turn)
    if before.slipped_alone(fell.left):
        yield Say("told.slipped", {"who": who, "die": shown(held), "n": len(before.tower)})
        return
    yield Say("told.fell", {"who": who})
    if before.options.dexterity:
        dice = (*before.tower, held)
        if len(fell.left) == len(dice):
            yield Say("told.whole", {"n": len(dice)})
        else:
            yield Say("told.left", {"dice": tuple(shown(dice[index]) for index in fell.left)})
    gains = [(seat, new - old) for seat, (old, new) in enumerate(zip(before.points, after.points, strict=True))]
    scored = tuple(
        Say("told.gain", {"who": Who(seat), "points": gained, "total": after.points[seat]})
        for seat, gained in gains
        if gained
    )
    yield Say("told.scores", {"players": scored}) if scored else Say("told.no-scores")
    yield from _next_round(after)


def _next_round(after: StackAttack) -> Iterator[Say]:
    if after.phase == "over":
        winner = after.playing[0]
        yield Say("told.won", {"who": Who(winner), "n": after.points[winner]})
        return
    if after.is_playoff():
        yield Say("told.playoff", {"players": tuple(map(Who, after.playing))})
    yield Say("told.round", {"who": Who(after.turn)})


# What is possible, and what lies there --------------------------------------------------------------------------------


def label(view: StackAttack, seat: Seat, move: Move) -> Say:
    """What a move would be."""
    match move:
        case Roll():
            return Say("can.Roll", {"n": view.in_hand(seat)})
        case Place(number, 0, 0, 0):
            return Say("can.place", {"die": die(number, seat)})
        case Place(number, x, y, turn):
            return Say("can.aimed", {"die": die(number, seat), "aim": in_words(x, y, turn)})
        case Shift(x, y, turn):
            return Say("can.shift", {"aim": in_words(x, y, turn)})
        case Stop():
            return Say("can.Stop", {"n": view.added})
        case _:
            return Say(f"can.{type(move).__name__}")


def guide(view: StackAttack, seat: Seat) -> Guide:
    """What the player should do now."""
    top = view.top()
    wanted = tuple([die(number, seat) for number in range(1, 7) if goes_on(top, number)])
    key = "first" if top is None else "next"
    match view.phase:
        case "ready":
            return Guide(Say(f"guide.roll-{key}", {"dice": wanted, "n": FIRST, "top": top or FIRST}), ROLL)
        case "swaying":
            return Guide(Say("guide.let-go"), LET_GO)
        case _ if view.added:
            return Guide(Say("guide.more", {"n": view.added}), STOP)
        case _:
            fitting = sorted({number for number in view.rolled if goes_on(top, number)})
            only = PLACES[fitting[0] - 1] if len(fitting) == 1 else None
            return Guide(Say(f"guide.add-{key}", {"dice": wanted, "n": FIRST, "top": top or FIRST}), only)


def card(_options: StackAttackOptions) -> Iterator[CardRow]:
    """STK-06 to STK-08: what goes on what."""
    yield CardRow(what=Say("card.first"), dice=(Die(str(FIRST)),))
    for top in range(1, 7):
        fitting = tuple([Die(str(number)) for number in range(1, 7) if goes_on(top, number)])
        yield CardRow(what=Say("card.on", {"top": top}), dice=fitting)


def scene(view: StackAttack) -> Scene:
    """The tower from the side, the dice that were rolled, and everybody's points and dice."""
    if view.phase == "over":
        return Scene(places=tuple((_points(view, seat),) for seat in range(len(view.points))))
    return Scene(
        middle=tuple(_middle(view)),
        drawing=drawn(view.tower, view.poses),
        places=tuple(tuple(_place(view, seat)) for seat in range(len(view.points))),
    )


def landing(before: StackAttack, move: Move, after: StackAttack) -> Scene | None:
    """What has gone on lies there for all to see: dice of which none fits (STK-09), the tower of a round (STK-16).

    And what is there at the end of the game: with the last die on it, or nothing if it fell.
    """
    match move:
        case Rolled(faces) if not after.rolled:
            return scene(replace(before, phase="stacking", rolled=faces))
        case Settled(poses) if not before.rolled or after.phase == "over":
            tower = (*before.tower, Block(before.die_held().die, before.turn))
            return scene(replace(before, phase="stacking", tower=tower, poses=poses, held=None))
        case Fell() if after.phase == "over":
            lies = scene(replace(before, phase="stacking", tower=(), poses=(), held=None))
            return replace(lies, middle=(replace(lies.middle[0], caption=Say("scene.fallen")), *lies.middle[1:]))
        case _:
            return None


def _middle(view: StackAttack) -> Iterator[Group]:
    height = len(view.tower)
    dice = _lying(view)
    caption = Say("scene.tower" if height or view.held else "scene.empty")
    yield Group(id="tower", caption=caption, dice=dice[:height], count=height or None, built=True)
    if view.poses:
        top = view.poses[-1]
        aim = in_words(top.x, top.y)
        plumb = aim == in_words(0, 0)
        yield Group(id="lean", caption=Say("scene.plumb") if plumb else Say("scene.lean", {"aim": aim}))
    if view.rolled:
        yield Group(id="rolled", caption=Say("scene.rolled"), dice=dice[-len(view.rolled) :])
    if view.held:
        yield Group(id="held", caption=Say("scene.held"), dice=(dice[height],))


def _place(view: StackAttack, seat: Seat) -> Iterable[Group]:
    yield _points(view, seat)
    if seat in view.playing:
        yield Group(id=f"dice.{seat}", caption=Say("scene.dice"), count=view.in_hand(seat))
    else:
        yield Group(id=f"out.{seat}", caption=Say("scene.out"))


def _points(view: StackAttack, seat: Seat) -> Group:
    return Group(id=f"points.{seat}", caption=Say("scene.points", {"n": view.points[seat]}), count=view.points[seat])


def _lying(view: StackAttack) -> tuple[Die, ...]:
    """All dice that lie there: the tower's from the bottom, the one that is held, those that were rolled.

    A seat's dice are alike but for what they show. So each is the first, second … of its number, in the order in which
    they come on the tower: whichever is put there keeps its id, and so do the others.
    """
    loose = (view.held.die, *view.rolled) if view.held else view.rolled
    blocks = (*view.tower, *[Block(number, view.turn) for number in loose])
    ids = [
        f"die.{'neutral' if block.owner is None else block.owner}.{block.number}.{blocks[:place].count(block)}"
        for place, block in enumerate(blocks)
    ]
    return laid(map(shown, blocks), ids)


def die(number: int, seat: Seat) -> Die:
    """A seat's die."""
    return Die(str(number), COLOURS[seat])


def shown(block: Block) -> Die:
    """A die of the tower, in its owner's colour."""
    return Die(str(block.number)) if block.owner is None else die(block.number, block.owner)
