"""The tower from the side, in lines of text: a column is a millimetre, a line is a die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from knobel.core.words import SYMBOLS
from knobel.games.stack_attack.moves import DIE, Pose
from knobel.games.stack_attack.rules import Block

COLOURS = ("red", "yellow", "green", "blue")
"""STK-R14: each seat's colour."""

COLUMN = 1_000
"""How many micrometres a column stands for."""

PLATE_WIDTH = 26
SPARE = 4
"""Columns left free on either side of what lies there."""

EDGE, PLATE, FOOT = "│", "═", "┴"


def drawn(tower: Sequence[Block], poses: Sequence[Pose]) -> tuple[str, ...]:
    """The tower as it stands, the top die first; each die with its owner's symbol. Without poses: a plain pile."""
    shifts = [round(pose.x / COLUMN) for pose in poses] or [0] * len(tower)
    left = max(PLATE_WIDTH // 2, DIE // COLUMN // 2 - min(shifts, default=0)) + SPARE
    return tuple(_lines(tower, shifts, left))


def _lines(tower: Sequence[Block], shifts: Sequence[int], left: int) -> Iterator[str]:
    for block, shift in zip(reversed(tower), reversed(shifts), strict=True):
        yield " " * (left + shift - DIE // COLUMN // 2) + _side(block)
    yield " " * (left - PLATE_WIDTH // 2) + PLATE * PLATE_WIDTH
    yield " " * (left - 1) + FOOT * 2


def _side(block: Block) -> str:
    """A die from the side: as wide as it is, with its symbol and its number in the middle."""
    symbol = " " if block.owner is None else SYMBOLS[COLOURS[block.owner]]
    return f"{EDGE}{f'{symbol} {block.number}'.center(DIE // COLUMN - 2)}{EDGE}"
