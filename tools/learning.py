"""Draws what a program that learns tells of itself: `python examples/learn_shizzle.py | python tools/learning.py FILE`.

Of the lines that pass by it draws those that tell of one level: the share of the wins over the games learned from.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

LEVEL = "casual"
TOLD = re.compile(r"After (\d+) games it gets ([\d.]+)% \(([\d.]+)%–([\d.]+)%\) of the wins in \d+ against (\w+)")
STYLE = {
    "svg.hashsalt": "learning",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.figsize": (7.2, 4.2),
}

Point = tuple[float, float, float, float]
"""How many games it had learned from, the share of the wins in percent, and between what that lies."""


def points(lines: Iterable[str], level: str = LEVEL) -> list[Point]:
    """What is told of one level.

    >>> points(["After 500 games it gets 36.4% (31.8%–41.2%) of the wins in 400 against casual"])
    [(500.0, 36.4, 31.8, 41.2)]
    """
    found = filter(None, map(TOLD.match, lines))
    return [(float(one[1]), float(one[2]), float(one[3]), float(one[4])) for one in found if one[5] == level]


def draw(curve: list[Point], path: Path) -> None:
    """Writes the picture; needs Matplotlib."""
    plots: Any = import_module("matplotlib.pyplot")
    plots.switch_backend("svg")
    plots.rcParams.update(STYLE)
    figure, axes = plots.subplots()
    games, share, low, high = zip(*curve, strict=True)
    axes.fill_between(games, low, high, color="#1f6f8b", alpha=0.2, linewidth=0)
    axes.plot(games, share, color="#1f6f8b", marker="o")
    axes.axhline(50, color="#6a737d", linestyle="--", linewidth=1)
    axes.set(xlabel="games learned from", ylabel=f"wins against {LEVEL}, %", xlim=(0, max(games)), ylim=(0, 100))
    axes.set_title(f"{share[-1]:.1f} % ({low[-1]:.1f}–{high[-1]:.1f}) after {games[-1]:.0f} games", fontsize=11)
    figure.savefig(path, metadata={"Date": None, "Creator": None}, bbox_inches="tight")


def main() -> None:
    """Passes every line on, and draws what they tell at the end."""
    lines: list[str] = []
    for line in sys.stdin:
        sys.stdout.write(line)
        sys.stdout.flush()
        lines.append(line)
    draw(points(lines), Path(sys.argv[1]))


if __name__ == "__main__":
    main()
