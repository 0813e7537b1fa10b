"""The calibration's plots, as SVG files that are the same for the same figures."""

from __future__ import annotations

import importlib
from cmath import rect
from collections.abc import Sequence
from math import sqrt, tau
from pathlib import Path
from typing import Any

from knobel.games.stack_attack.risk import GRAIN, Fitted, steepness
from knobel.games.stack_attack.statics import REACH, margin
from tools.games.stack_attack.calibration.fitting import placements
from tools.games.stack_attack.calibration.playing import HANDS, LEAN, TALLEST, Round, leaning
from tools.games.stack_attack.calibration.sample import OFFSETS, SEATS, SHOVED, Sample, spot

COLOURS = {"child": "#c1440e", "ordinary": "#1f6f8b", "expert": "#2f7d32"}
SHADES = ("#9ecae1", "#4292c6", "#08519c")
STYLE = {
    "svg.hashsalt": "tower",
    "svg.fonttype": "path",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "figure.figsize": (7.2, 4.2),
}


def share(outcomes: Sequence[bool]) -> tuple[float, float]:
    """The share that fell, and its standard error (with one of each added, so that none is ever certain)."""
    count = len(outcomes)
    guess = (sum(outcomes) + 1) / (count + 2)
    return sum(outcomes) / max(1, count), sqrt(guess * (1 - guess) / (count + 2))


def draw(sample: Sample, fit: Fitted, folder: Path) -> list[Path]:
    """Writes all plots; needs matplotlib."""
    plots: Any = importlib.import_module("matplotlib.pyplot")
    plots.switch_backend("svg")
    plots.rcParams.update(STYLE)
    made: list[Path] = []
    for name, fill in (("height", _by_height), ("offset", _by_offset), ("hands", _by_hand)):
        figure, axes = plots.subplots()
        fill(axes, sample, fit)
        path = folder / f"tower-{name}.svg"
        figure.savefig(path, metadata={"Date": None, "Creator": None}, bbox_inches="tight")
        plots.close(figure)
        made.append(path)
    return made


def _by_height(axes: Any, sample: Sample, fit: Fitted) -> None:
    """The chance that a placement brings the tower down, by its height, for each hand."""
    for hand in HANDS:
        tried = placements(sample.rounds, hand)
        heights = [h for h in range(TALLEST) if sum(one.height == h for one in tried) >= len(sample.rounds) // 40]
        shares = [share([one.fell for one in tried if one.height == h]) for h in heights]
        axes.errorbar(heights, [s for s, _ in shares], [e for _, e in shares], fmt="o", ms=4, color=COLOURS[hand])
        axes.plot(
            range(TALLEST), [chance / GRAIN for chance in fit.hazards[hand][:TALLEST]], color=COLOURS[hand], label=hand
        )
    axes.set_xlabel("dice in the tower before")
    axes.set_ylabel("chance of a fall")
    axes.legend(title="hand")


def _by_offset(axes: Any, sample: Sample, fit: Fitted) -> None:
    """The chance of a fall on a leaning tower, by how far beside its top die's middle one is let go, at any angle."""
    for height, colour in zip(SHOVED, SHADES, strict=True):
        shares = [share(sample.shoves[spot(height, offset)]) for offset in OFFSETS]
        axes.errorbar(
            [o / 1000 for o in OFFSETS], [s for s, _ in shares], [e for _, e in shares], fmt="o", ms=4, color=colour
        )
        fine = range(0, OFFSETS[-1] + 1, 100)
        axes.plot(
            [o / 1000 for o in fine], [_around(height, o, fit) for o in fine], color=colour, label=f"on {height} dice"
        )
    axes.axvline(REACH / 1000, color="#888888", lw=1, ls=":")
    axes.set_xlabel("let go so far beside the top die's middle (mm); dotted: where its flat face ends")
    axes.set_ylabel("chance of a fall")
    axes.legend(title=f"each die {LEAN / 1000:g} mm beside the one below")


def _around(height: int, offset: int, fit: Fitted) -> float:
    """The model's chance on a leaning tower, averaged over all angles."""
    poses = leaning(height)
    spots = [poses[-1].x + rect(offset, tau * step / 48) for step in range(48)]
    chances = [steepness((margin(poses, s.real, s.imag, fit.overshoot) - fit.middle) / fit.width) for s in spots]
    return sum(chances) / len(chances)


def _by_hand(axes: Any, sample: Sample, _fit: Fitted) -> None:
    """The share of rounds that end in a fall, for each hand and number of players."""
    axes.axhspan(1 / 3, 1 / 2, color="#1f6f8b", alpha=0.12, label="meant for ordinary hands")
    for place, seats in enumerate(SEATS):
        for beside, hand in enumerate(HANDS):
            part, error = share(falls(sample.rounds, hand, seats))
            x = place + (beside - 1) * 0.27
            axes.bar(x, part, 0.25, yerr=error, color=COLOURS[hand], label=hand if not place else None, capsize=3)
    axes.set_xticks(range(len(SEATS)), [f"{seats} players" for seats in SEATS])
    axes.set_ylabel("rounds that end in a fall")
    axes.set_ylim(0, 1.05)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.15), ncols=4, frameon=False)


def falls(rounds: Sequence[Round], hand: str, seats: int | None = None) -> list[bool]:
    """Which rounds of a hand ended in a fall."""
    return [one.fell for one in rounds if one.hand == hand and seats in (None, one.seats)]
