"""Words and picture of a game of Shizzle."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from knobel.core.contract import Actor, Move, Seat
from knobel.core.game import CardRow, Guide
from knobel.core.scene import Group, Scene, laid
from knobel.core.words import Argument, Die, Say, Who
from knobel.games.shizzle.dice import Face
from knobel.games.shizzle.moves import Fell, Lay, Return, Roll, Starts, Stop, Strike
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import FIZZLE, LAYS, ROLL, SHIZZLE, STOP, Shizzle

SQUARES, CIRCLES = 14, 30
"""SHZ-03: square chips of five points and circles of one, a hundred points in all."""

EXAMPLE = (
    Die("6", "red"),
    Die("5", "red"),
    Die("5", "orange"),
    Die("2", "orange"),
    Die("2", "green"),
    Die("4", "green"),
)
"""A line of six on the rules card, of which lesser results have the beginning."""


def piles(points: int) -> tuple[int, int]:
    """SHZ-03: points as a pile of squares and circles: as many squares as there are, the rest in circles.

    >>> piles(40)
    (8, 0)
    >>> piles(100)
    (14, 30)
    """
    squares = min(SQUARES, points // 5)
    return squares, points - 5 * squares


def tell(before: Shizzle, _actor: Actor, move: Move, after: Shizzle) -> Iterator[Say]:
    """What happened with a move."""
    who = Who(before.turn)
    match move:
        case Starts(seat):
            yield Say("told.starts", {"who": Who(seat)})
        case Strike():
            yield Say("told.strike", {"who": who})
        case Roll():
            yield Say("told.roll", {"who": who, "n": len(after.in_the_air)})
        case Fell(faces):
            yield from _fallen(before, faces, after)
        case Lay(die):
            laid = next(face for face in before.rolled if face.die == die)
            yield Say("told.lay", {"who": who, "die": laid.drawn()})
            if after.is_shizzle():
                yield Say("told.shizzle", {"who": who})
        case Return(rival):
            given = before.points[rival] - after.points[rival]
            yield Say("told.return", {"by": who, "who": Who(rival), "n": given})
        case Stop():
            yield from _stopped(before, who, after)
        case _:
            raise TypeError(move)


def _fallen(before: Shizzle, faces: tuple[Face, ...], after: Shizzle) -> Iterator[Say]:
    if not before.line:
        yield Say("told.spark", {"die": faces[0].drawn()})
        return
    yield Say("told.fell", {"n": len(faces), "dice": tuple(face.drawn() for face in faces)})
    if not after.begun:
        yield Say("told.choke", {"who": Who(before.turn)})
        yield from _ending(before, after)
    elif after.fizzled:
        yield Say("told.fizzle", {"who": Who(before.turn)})


def _stopped(before: Shizzle, who: Who, after: Shizzle) -> Iterator[Say]:
    for rival in before.rivals():
        if given := before.points[rival] - after.points[rival]:
            yield Say("told.return", {"by": who, "who": Who(rival), "n": given})
    if before.rolloff:
        yield Say("told.rolloff-turn", {"who": who, "n": before.worth()})
    else:
        yield Say("told.stop", {"who": who, "n": after.points[before.turn] - before.points[before.turn]})
    yield from _ending(before, after)


def _ending(before: Shizzle, after: Shizzle) -> Iterator[Say]:
    if after.rolloff and len(after.rolloff) != len(before.rolloff):
        yield Say("told.rolloff", {"players": tuple(Who(seat) for seat, _ in after.rolloff)})
    if not after.ended:
        return
    if not before.rolloff:
        yield Say("told.bank-empty" if not after.bank else "told.limit")
    winners = tuple(Who(seat) for seat, place in enumerate(after.due().places or ()) if place == 1)
    yield Say("told.won" if len(winners) == 1 else "told.shared", {"who": winners[0], "players": winners})


def label(view: Shizzle, _seat: Seat, move: Move) -> Say:
    """What a move would be."""
    match move:
        case Strike(die):
            return Say("can.strike", {"n": die + 1})
        case Lay(die):
            return Say("can.lay", {"die": next(face for face in view.rolled if face.die == die).drawn()})
        case Roll() if not view.begun:
            return Say("can.roll", {"n": SHIZZLE - len(view.line)})
        case Roll() if view.is_shizzle():
            return Say("can.roll-on", {"die": view.line[-1].drawn()})
        case Roll():
            return Say("can.roll-again", {"n": len(view.rolled)})
        case Return(rival):
            return Say("can.return", {"rival": Who(rival)})
        case Stop(returns):
            worth = view.worth() - SHIZZLE * len(returns)
            if not returns:
                return Say("can.stop", {"n": worth})
            return Say("can.stop-return", {"n": worth, "rivals": tuple(Who(rival) for rival in returns)})
        case _:
            raise TypeError(move)


BOLD = 3
"""As long as so many dice lie outside the line, rolling on is the natural thing: one of them will often fit."""


def guide(view: Shizzle, _seat: Seat) -> Guide:
    """What the player should do now."""
    if not view.line:
        return Guide(Say("guide.strike"))
    end = view.line[-1]
    if not view.begun:
        return Guide(Say("guide.roll", {"die": end.drawn()}), ROLL)
    fitting = [face for face in view.rolled if face.colour == end.colour or face.number == end.number]
    if not view.laid:
        only = LAYS[fitting[0].die] if len(fitting) == 1 else None
        return Guide(Say("guide.fizzle" if view.fizzled else "guide.lay", {"die": end.drawn()}), only)
    if view.is_shizzle():
        return Guide(Say("guide.shizzle", {"n": view.worth(), "die": end.drawn()}), STOP)
    left: dict[str, Argument] = {"n": view.worth(), "left": len(view.rolled), "die": end.drawn()}
    if view.against_rolling():
        must_lay = view.against_stopping() is not None
        return Guide(Say("guide.lay" if must_lay else "guide.stop", left), None if must_lay else STOP)
    if fitting:
        return Guide(Say("guide.more", left))
    return Guide(Say("guide.risk", left), ROLL if len(view.rolled) >= BOLD else STOP)


def card(_options: ShizzleOptions) -> Iterator[CardRow]:
    """SHZ-13 to SHZ-18: the four results of a turn."""
    worth = {
        "shizzle": (SHIZZLE, SHIZZLE),
        "flicker": (FIZZLE + 1, SHIZZLE - 1),
        "fizzle": (FIZZLE, FIZZLE),
        "choke": (0, 0),
    }
    for name, (least, most) in worth.items():
        points = (
            Say("card.points", {"n": most}) if least == most else Say("card.from-to", {"least": least, "most": most})
        )
        yield CardRow(what=Say(f"card.{name}"), worth=points, dice=EXAMPLE[: most or 1])


def scene(view: Shizzle) -> Scene:
    """The Bank, the line and the dice outside it; everyone's chips."""
    squares, circles = piles(view.bank)
    middle = [Group(id="bank", caption=Say("scene.bank", {"squares": squares, "circles": circles}), count=view.bank)]
    if view.line:
        middle.append(Group(id="line", caption=Say("scene.line"), dice=_lying(view.line)))
    if view.rolled:
        middle.append(Group(id="rolled", caption=Say("scene.rolled"), dice=_lying(view.rolled)))
    return Scene(
        middle=tuple(middle),
        places=tuple(
            (Group(id=f"points.{seat}", caption=Say("scene.points", {"n": points}), count=points),)
            for seat, points in enumerate(view.points)
        ),
    )


def landing(before: Shizzle, move: Move, after: Shizzle) -> Scene | None:
    """SHZ-13: the dice of a Choke lie there for all to see, although the turn has gone on."""
    if not isinstance(move, Fell) or after.rolled or not before.line:
        return None
    return scene(replace(before, rolled=move.faces, in_the_air=()))


def _lying(faces: tuple[Face, ...]) -> tuple[Die, ...]:
    """The six dice are all different: each is always the same one."""
    return laid([face.drawn() for face in faces], [f"die.{face.die}" for face in faces])
