"""What lies on the table, drawn: the middle first, then what lies before each seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec
from rich.text import Text

from knobel.cli.blocks import beside, indented
from knobel.cli.dice import Block, Pen
from knobel.core.scene import Group, Scene
from knobel.core.words import Say

MARGIN = 2
_GAP = 4


class Easel(msgspec.Struct, frozen=True, kw_only=True):
    """Where a scene is drawn: the pen, the room there is, and how captions are put into words."""

    pen: Pen
    width: int
    height: int
    """How many lines a scene may take before its dice are drawn small."""
    caption: Callable[[Say], Text]


def drawn(scene: Scene, names: Sequence[str], turn: Collection[int], easel: Easel) -> Block:
    """The scene in lines: with big dice where there is room for them, else with small ones."""
    big = _drawn(scene, names, turn, easel, big=True)
    return big if len(big) <= easel.height else _drawn(scene, names, turn, easel, big=False)


def _drawn(scene: Scene, names: Sequence[str], turn: Collection[int], easel: Easel, *, big: bool) -> Block:
    width = easel.width - MARGIN
    groups = [_group(group, easel, big) for group in scene.middle]
    if scene.drawing:
        captions = [line for group in groups for line in group]
        middle = beside([[easel.pen.sketched(line) for line in scene.drawing], captions], width, _GAP)
    else:
        middle = beside(groups, width, _GAP)
    places = [
        _place(name, seat in turn, groups, easel, big)
        for seat, (name, groups) in enumerate(zip(names, scene.places, strict=False))
    ]
    parts = [part for part in (middle, beside(places, width, _GAP)) if part]
    lines: Block = []
    for part in parts:
        lines += ([Text()] if lines else []) + part
    return indented(lines, MARGIN)


def _place(name: str, turn: bool, groups: Sequence[Group], easel: Easel, big: bool) -> Block:
    mark = (">" if easel.pen.letters else "▸") if turn else " "
    lines = [Text(f"{mark} {name}", style="bold underline" if turn else "bold")]
    for group in groups:
        lines += indented(_group(group, easel, big), MARGIN)
    return lines


def _group(group: Group, easel: Easel, big: bool) -> Block:
    heading = easel.caption(group.caption)
    if group.count is not None:
        heading = heading.append(": ").append(str(group.count), style="bold")
    dice = [easel.pen.box(die, big) for die in group.dice]
    return [heading, *beside(dice, easel.width - 2 * MARGIN, 1)]
