"""Draws docs/pictures/terminal.svg: a moment of a golden game as the terminal shows it. `make picture`."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
LAMPLIGHT = TerminalTheme(
    (38, 28, 22),
    (240, 229, 210),
    [
        (60, 46, 38),
        (224, 108, 98),
        (152, 195, 121),
        (229, 192, 123),
        (97, 160, 220),
        (198, 140, 220),
        (110, 190, 190),
        (220, 210, 195),
    ],
    [
        (130, 115, 100),
        (240, 130, 120),
        (170, 210, 140),
        (245, 210, 140),
        (130, 185, 240),
        (215, 165, 235),
        (140, 210, 210),
        (250, 240, 225),
    ],
)
PLAIN_SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg"
  xml:space="preserve">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
  white-space: pre;
}}
{styles}
</style>
<defs>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def main(record: str, move: str) -> None:
    """Replays a record to one move in colour, and keeps the last screen as a drawing."""
    knobel = Path(sys.executable).with_name("knobel")
    shown = subprocess.run(
        [knobel, "replay", record, "--to", move],
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80", "LANG": "C.UTF-8", "TERM": "xterm-256color"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    lines = shown.rstrip().split("\n")[-22:]
    console = Console(record=True, width=80, file=io.StringIO(), color_system="truecolor")
    console.print(Text.from_ansi("\n".join(lines)))
    svg = console.export_svg(title="knobel", theme=LAMPLIGHT, code_format=PLAIN_SVG, unique_id="knobel")
    path = ROOT / "docs" / "pictures" / "terminal.svg"
    path.write_text(re.sub(r"[ \t]+\n", "\n", svg), "utf-8")
    print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
