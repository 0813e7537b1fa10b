"""Lines laid out beside each other, as many as the screen is wide."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from knobel.cli.dice import Block


def across(block: Block) -> int:
    """How wide a block is."""
    return max((line.cell_len for line in block), default=0)


def beside(blocks: Sequence[Block], width: int, gap: int) -> Block:
    """Blocks from left to right; what no longer fits begins a new row.

    >>> [line.plain for line in beside([[Text("a"), Text("b")], [Text("cc")], [Text("d")]], 5, 1)]
    ['a cc', 'b', 'd']
    """
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        if rows and used + gap + across(block) <= width:
            rows[-1].append(block)
            used += gap + across(block)
        else:
            rows.append([block])
            used = across(block)
    return [line for row in rows for line in _joined(row, gap)]


def indented(block: Block, by: int) -> Block:
    """A block moved to the right."""
    return [Text(" " * by).append_text(line) if line.plain else line for line in block]


def _joined(row: Sequence[Block], gap: int) -> Block:
    lines: Block = []
    for index in range(max(map(len, row))):
        line = Text()
        for block in row:
            part = block[index] if index < len(block) else Text()
            line.append_text(part)
            line.append(" " * (across(block) - part.cell_len + gap))
        line.rstrip()
        lines.append(line)
    return lines
