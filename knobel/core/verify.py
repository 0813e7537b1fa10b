"""Were the dice fair? Every draw of a finished record, drawn again from its revealed seed."""

from __future__ import annotations

from functools import partial
from typing import Literal

import msgspec

from knobel.core.chances import Chances
from knobel.core.fair import UnfairDeal, draw_below, draw_stream, seeded_key
from knobel.core.record import FairDice, RealDice, SeededDice
from knobel.core.timeline import Step, Timeline

Verdict = Literal["fair", "different", "broken-promise", "not-revealed", "real-dice"]


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: the verdict, how many draws were drawn again, and the first entry that differs."""

    verdict: Verdict
    checked: int = 0
    unchecked: int = 0
    """Draws whose source cannot be listed; they are not drawn again."""
    entry: int | None = None
    recorded: str = ""
    drawn: str = ""
    why: str = ""


def verify(timeline: Timeline) -> Verification:
    """Draws every roll of a record again and names the first that differs."""
    match timeline.header.dice:
        case RealDice():
            return Verification(verdict="real-dice")
        case SeededDice(seed):
            key = seeded_key(seed)
        case FairDice(deal):
            if timeline.revealed is None:
                return Verification(verdict="not-revealed")
            try:
                key = deal.key(bytes.fromhex(timeline.revealed))
            except (UnfairDeal, ValueError) as error:
                return Verification(verdict="broken-promise", why=str(error))
    return _drawn_again(timeline, key)


def _drawn_again(timeline: Timeline, key: bytes) -> Verification:
    checked = unchecked = 0
    for step in timeline.steps:
        if step.draw is None:
            continue
        if not isinstance(step.before.chances(), Chances):
            unchecked += 1
            continue
        checked += 1
        if difference := _difference(timeline, step, key):
            return Verification(verdict="different", checked=checked, unchecked=unchecked, entry=step.n, **difference)
    return Verification(verdict="fair", checked=checked, unchecked=unchecked)


def _difference(timeline: Timeline, step: Step, key: bytes) -> dict[str, str] | None:
    k = step.draw or 0
    drawn = timeline.game.draw(step.before, partial(draw_below, key, k), partial(draw_stream, key, k))
    if drawn == step.move:
        return None
    return {"recorded": msgspec.json.encode(step.move).decode(), "drawn": msgspec.json.encode(drawn).decode()}
