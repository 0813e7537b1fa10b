"""The calibration's page: what was assumed, what came out, and how to make it again."""

from __future__ import annotations

from pathlib import Path

from knobel.games.stack_attack.hand import LEVELS, scatter
from knobel.games.stack_attack.risk import GRAIN, Fitted
from knobel.games.stack_attack.statics import critical_stiffness
from knobel.games.stack_attack.tower.model import FLAT, FRICTION, HOUSE_TOWER, MASS, PLATE_RADIUS, SIDE, physics
from tools.games.stack_attack.calibration.fitting import alone, placements
from tools.games.stack_attack.calibration.playing import HANDS
from tools.games.stack_attack.calibration.plots import falls, share
from tools.games.stack_attack.calibration.sample import SEATS, Sample

HEIGHTS = (2, 4, 6, 8, 10, 12)


def written(sample: Sample, fit: Fitted) -> str:
    """The page in Markdown."""
    towers, rounds = sample.fitted_to()
    apart_towers, apart_rounds = sample.kept_apart()
    fallen = share(falls(sample.rounds, "ordinary"))
    every = [one for hand in HANDS for one in placements(sample.rounds, hand)]
    figures: dict[str, object] = {
        "physics": physics(),
        "side": f"{SIDE * 1000:g}",
        "mass": f"{MASS * 1000:g}",
        "friction": f"{FRICTION:g}",
        "flat": f"{FLAT * 1000:g}",
        "plate": f"{PLATE_RADIUS * 2000:g}",
        "stiffness": f"{HOUSE_TOWER.stiffness:g}",
        "critical_12": f"{critical_stiffness(12):.3f}",
        "critical_13": f"{critical_stiffness(13):.3f}",
        "hands": _hands(),
        "rounds": len(sample.rounds),
        "fallen": f"{fallen[0]:.0%}",
        "fallen_error": f"{fallen[1]:.0%}",
        "alone": f"{alone(every):.0%}",
        "shares": _shares(sample),
        "untouched": _untouched(sample),
        "overshoot": f"{fit.overshoot:g}",
        "middle": f"{fit.middle:g}",
        "width": f"{fit.width:g}",
        "grain": f"{GRAIN:,}",
        "heights": " | ".join(f"{height} dice" for height in HEIGHTS),
        "rule": "---|" * len(HEIGHTS),
        "hazards": _hazards(fit),
        "fitted_placements": len(towers),
        "apart_placements": len(apart_towers),
        "error": f"{fit.error:.2%}",
        "fitted_rounds": len(rounds),
        "apart_rounds": len(apart_rounds),
        "hazard_error": f"{fit.hazard_error:.2%}",
    }
    return (Path(__file__).parent / "page.md").read_text("utf-8").format(**figures)


def _hands() -> str:
    return "\n".join(
        f"| {hand} | {level.sway / 1000:.2f} mm | {level.growth / 1000:.2f} mm | {level.lateness} ms | "
        + " / ".join(f"{scatter(hand, height) / 1000:.1f}" for height in (0, 6, 12))
        + " mm |"
        for hand, level in LEVELS.items()
    )


def _shares(sample: Sample) -> str:
    return "\n".join(
        f"| {hand} | "
        + " | ".join(f"{share(falls(sample.rounds, hand, seats))[0]:.0%}" for seats in (*SEATS, None))
        + f" of {len(falls(sample.rounds, hand))} |"
        for hand in HANDS
    )


def _hazards(fit: Fitted) -> str:
    return "\n".join(
        f"| {hand} | " + " | ".join(f"{fit.hazards[hand][height] / GRAIN:.2%}" for height in HEIGHTS) + " |"
        for hand in HANDS
    )


def _untouched(sample: Sample) -> str:
    fallen = [height for height, stood in enumerate(sample.untouched) if not stood]
    if fallen:
        return f"all heights but {', '.join(map(str, fallen))}"
    return f"every height up to {len(sample.untouched)} dice"
