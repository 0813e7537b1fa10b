"""A game of Shizzle in short: dice are named as a person types them (`r5` is the red 5).

The box's dice: 0: o1 y2 g3 b4 p5 r6 · 1: y1 g2 b3 p4 r5 o6 · 2: g1 b2 p3 r4 o5 y6 · 3: b1 p2 r3 o4 y5 g6 ·
4: p1 r2 o3 y4 g5 b6 · 5: r1 o2 y3 g4 b5 p6
"""

import knobel
from knobel.games.shizzle.dice import Face
from knobel.games.shizzle.moves import Fell, Lay, Roll, Stop, Strike
from knobel.games.shizzle.rules import Shizzle

SHIZZLE_ROLL = "r5 o5 o4 y4 y3"
"""All five can be laid in this order on a red 6; the end is a yellow 3 on die 5."""
AFTER_SHIZZLE = "y2 y1 g1 b1 p1"
"""On that yellow 3: the yellow 2 and then others fit."""
CHOKE_ROLL = "y1 g1 b1 p1 o2"
"""Nothing of this fits a red 6."""
FIZZLE_ROLL = "r5 g1 b1 p1 o2"
"""On a red 6 only the red 5 fits, and nothing after it."""
FLICKER_ROLL = "r5 o5 b1 p1 g4"
"""On a red 6: the red 5, then the orange 5, then nothing."""


def opened(seats: int = 2, spark: str = "r6", **options) -> Shizzle:
    """A table at which the first Spark lies."""
    state = knobel.game("shizzle").start(seats, **options)
    face = found(state, spark)
    return state.play(state.turn, Strike(face.die)).play("nature", Fell((face,)))


def found(state: Shizzle, name: str) -> Face:
    return next(face for die in state.options.face_set() for face in die if face.name == name)


def roll(state: Shizzle, names: str) -> Shizzle:
    """The player rolls, and the dice fall so."""
    faces = sorted((found(state, name) for name in names.split()), key=lambda face: face.die)
    return state.play(state.turn, Roll()).play("nature", Fell(tuple(faces)))


def lay(state: Shizzle, names: str) -> Shizzle:
    for name in names.split():
        state = state.play(state.turn, Lay(found(state, name).die))
    return state


def stop(state: Shizzle, *returns: int) -> Shizzle:
    return state.play(state.turn, Stop(returns))


def choke(state: Shizzle) -> Shizzle:
    """The player rolls all dice outside the line, and none can join."""
    chances = state.play(state.turn, Roll()).chances().weighed()
    rolling = state.play(state.turn, Roll())
    end = rolling.line[-1]
    for fell in chances:
        if all(face.colour != end.colour and face.number != end.number for face in fell.faces):
            return rolling.play("nature", fell)
    raise AssertionError("no roll of these dice is a Choke")


def shizzle(state: Shizzle) -> Shizzle:
    """The player rolls all dice outside the line and lays every one of them."""
    rolling = state.play(state.turn, Roll())
    for fell in rolling.chances().weighed():
        fallen = rolling.play("nature", fell)
        if fallen.possible == 6 and fallen.turn == state.turn:
            return laid_out(fallen)
    raise AssertionError("no roll of these dice is a Shizzle")


def laid_out(state: Shizzle) -> Shizzle:
    """Lays the longest line."""
    while state.reach() > len(state.line):
        state = next(
            after
            for move in state.moves(state.turn)
            if isinstance(move, Lay) and (after := state.play(state.turn, move)).reach() == state.reach()
        )
    return state


def names(faces) -> str:
    return " ".join(face.name for face in faces)


def refusal(state: Shizzle, move, actor=None) -> str | None:
    """The rule (and variant) that forbids a move of the player whose turn it is."""
    objection = state.objection(state.turn if actor is None else actor, move)
    return objection and f"{objection.rule}{'.' + objection.variant if objection.variant else ''}"
