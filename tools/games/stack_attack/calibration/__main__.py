"""Simulates, fits the risk model, and writes the page with its plots: see docs/games/stack-attack-tower.md."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import msgspec

from knobel.games.stack_attack.risk import Fitted
from tools.games.stack_attack.calibration.fitting import fit, placements
from tools.games.stack_attack.calibration.page import written
from tools.games.stack_attack.calibration.playing import HANDS
from tools.games.stack_attack.calibration.plots import draw, falls, share
from tools.games.stack_attack.calibration.sample import FULL, QUICK, Sample, keep, kept, simulate

HERE = Path(__file__).parent
HELD_OUT = HERE / "held_out.json"
"""What the error was measured on: towers and rounds that the model was not fitted to."""
RISK = HERE.parents[3] / "knobel" / "games" / "stack_attack" / "data" / "risk.json"
DOCS = HERE.parents[3] / "docs"


def main() -> None:
    """Calibrates."""
    parser = argparse.ArgumentParser(
        description="Calibrates the tower: simulates, fits the risk model, writes the page."
    )
    parser.add_argument("--quick", action="store_true", help="simulate little, write nothing")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep what was simulated")
    parser.add_argument("--from", type=Path, dest="source", metavar="FILE", help="take what was simulated before")
    options = parser.parse_args()
    threads = max(1, min(4, os.cpu_count() or 1))
    sample = kept(options.source) if options.source else simulate(QUICK if options.quick else FULL, threads)
    if options.keep:
        keep(options.keep, sample)
    model = fit(*sample.fitted_to(), *sample.kept_apart())
    print(told(sample, model))
    if not options.quick:
        write(sample, model)


def told(sample: Sample, model: Fitted) -> str:
    """The figures that matter, in a few lines."""
    shares = {hand: share(falls(sample.rounds, hand)) for hand in HANDS}
    tall = [f"{hand}: {part:.0%} ± {error:.0%}" for hand, (part, error) in shares.items()]
    return "\n".join(
        (
            f"Rounds that end in a fall: {', '.join(tall)}",
            f"Straight towers that took one more die: {sum(sample.untouched)} of {len(sample.untouched)}",
            f"Release points: overshoot {model.overshoot}, middle {model.middle} µm, width {model.width} µm",
            f"Mean error: {model.error:.2%} for a release point, {model.hazard_error:.2%} for a height",
        )
    )


def write(sample: Sample, model: Fitted) -> None:
    """The model, what it was measured on, the plots and the page."""
    RISK.write_bytes(msgspec.json.format(msgspec.json.encode(model), indent=1) + b"\n")
    towers, rounds = sample.kept_apart()
    counted = [(one.hand, one.height, one.fell) for hand in HANDS for one in placements(rounds, hand)]
    measured = {"towers": towers, "rounds": counted}
    HELD_OUT.write_bytes(msgspec.json.encode(measured) + b"\n")
    (DOCS / "pictures").mkdir(parents=True, exist_ok=True)
    draw(sample, model, DOCS / "pictures")
    (DOCS / "games" / "stack-attack-tower.md").write_text(written(sample, model), encoding="utf-8")


if __name__ == "__main__":
    main()
