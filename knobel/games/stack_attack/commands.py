"""Stack Attack's own command for the terminal: a tower to play with."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Literal

import msgspec

from knobel.core.errors import Malformed
from knobel.core.words import Argument, Language, Say, Voice, language_of
from knobel.games.stack_attack.aiming import in_words, parse
from knobel.games.stack_attack.drawing import COLOURS, drawn
from knobel.games.stack_attack.hand import scatter, slip
from knobel.games.stack_attack.moves import Fell, Hand, HandRequest, Placing, Pose, Settled, Shift, Slip
from knobel.games.stack_attack.options import StackAttackOptions
from knobel.games.stack_attack.risk import risk
from knobel.games.stack_attack.rules import PLATE, SHIFTING, TRUE, Block, StackAttack, goes_on
from knobel.games.stack_attack.tower.film import unpack
from knobel.games.stack_attack.tower.source import asked

MOST_DICE = 20
NO_GAME = StackAttack(StackAttackOptions(), (), ())
"""The toy has no points, no turns and no rules."""
Text = Callable[..., str]


class Added(msgspec.Struct, frozen=True):
    """One die of the toy: its number, its aim, how the hand slipped, the model's risk, and what the tower did."""

    number: int
    aim: Shift
    slip: Slip
    risk: float
    tower: Settled | Fell


def tower_command(
    *,
    dice: int = 10,
    hand: Literal["child", "ordinary", "expert", "steady"] = "ordinary",
    aim: bool = False,
    seed: int | None = None,
    picture: Path | None = None,
    width: int = 720,
    json: bool = False,
    language: Language | None = None,
) -> None:
    """Build a tower of dice on a plate that gives, and watch what it does."""

    def text(key: str, **args: Argument) -> str:
        return StackAttack.WORDS.text(Say(f"toy.{key}", args), Voice(language=language or language_of(os.environ)))

    _between("dice", dice, 1, MOST_DICE)
    _between("width", width, 60, 2400)
    chance = Random(seed)
    aims = _ask_aims(text) if aim else _careless(chance)
    added: list[Added] = []
    for done in build(dice, hand, aims, chance):
        added.append(done)
        if not json:
            print(_placed(added, text))
            if aim:
                print(_drawing(added))
    if json:
        print(msgspec.json.encode({"dice": added}).decode())
    elif added:
        print(_drawing(added) if not aim else "", _ending(added, text), sep="\n")
    if picture and added:
        _write(picture, added, width)
        if not json:
            print(text("picture", path=str(picture)))


def _between(name: str, value: int, least: int, most: int) -> None:
    """Refuses a number that is too small or too large, in words."""
    if not least <= value <= most:
        why = Say("error.option-between", {"least": least, "most": most})
        raise Malformed("option-value", name=name, value=str(value), why=why)


def build(dice: int, hand: Hand | Literal["steady"], aims: Iterator[Shift], chance: Random) -> Iterator[Added]:
    """Adds dice, one more or one less than the one below, until they are used up, the aims are, or the tower falls."""
    poses: tuple[Pose, ...] = ()
    top: int | None = None
    for aim in aims:
        number = chance.choice([number for number in range(1, 7) if goes_on(top, number)])
        slipped = TRUE if hand == "steady" else slip(HandRequest(hand, len(poses), steadied=True), chance)
        below = poses[-1] if poses else PLATE
        x, y = below.x + aim.x, below.y + aim.y
        wide = 0 if hand == "steady" else scatter(hand, len(poses))
        expected = round(risk(poses, x, y, wide), 4)
        answer = asked(Placing(poses, x + slipped.dx, y + slipped.dy, aim.turn + slipped.twist))
        yield Added(number, aim, slipped, expected, answer)
        poses, top = answer.poses, number
        if isinstance(answer, Fell) or len(poses) >= dice:
            return


def _careless(chance: Random) -> Iterator[Shift]:
    """Aims as somebody has who looks at the top die alone."""
    while True:
        yield Shift(0, 0, round(chance.gauss(0, 60)))


def _ask_aims(text: Text) -> Iterator[Shift]:
    """Aims as somebody types them, until the end of the input; an empty line is the middle."""
    while True:
        print(text("ask"), end=" ", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            print(file=sys.stderr)
            return
        try:
            move = parse(NO_GAME, 0, SHIFTING, line.strip()) if line.strip() else Shift()
        except Malformed:
            print(text("unclear"), file=sys.stderr)
            continue
        if isinstance(move, Shift):
            yield move


def _placed(added: list[Added], text: Text) -> str:
    """Where the last die was let go."""
    last = added[-1]
    where = in_words(last.aim.x + last.slip.dx, last.aim.y + last.slip.dy)
    return text("added", n=len(added), number=last.number, where=where)


def _drawing(added: list[Added]) -> str:
    """What stands of the tower, from the side."""
    last = added[-1].tower
    left = last.left if isinstance(last, Fell) else ()
    standing = [index for index in range(len(added)) if index not in left]
    blocks = [Block(added[index].number, index % len(COLOURS)) for index in standing]
    return "\n".join(drawn(blocks, [last.poses[index] for index in standing]))


def _ending(added: list[Added], text: Text) -> str:
    """Whether the tower stands."""
    last = added[-1]
    if isinstance(last.tower, Fell):
        return text("fell", n=len(last.tower.left), risk=round(100 * last.risk))
    return text("stands", n=len(added))


def _write(path: Path, added: list[Added], width: int) -> None:
    from knobel.games.stack_attack.tower.picture import Shown, png  # NumPy comes with the tower, not with the house

    last = added[-1].tower
    plate = unpack(last.film)[1][-1][0]
    shown = [
        Shown(pose, done.number, COLOURS[index % len(COLOURS)])
        for index, (pose, done) in enumerate(zip(last.poses, added, strict=True))
    ]
    path.write_bytes(png(plate, shown, width, width * 4 // 3))
