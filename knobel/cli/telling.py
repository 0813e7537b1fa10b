"""The story, told to whoever looks: each hears what they may know, and hears it once."""

from __future__ import annotations

from knobel.cli.sitting import Sitting
from knobel.cli.stories import sentence
from knobel.core.timeline import Step


def tell_news(sitting: Sitting, heading: str = "") -> None:
    """Tells whoever looks what happened since they last heard."""
    holder, steps = sitting.holder, sitting.table.timeline.steps
    unheard = steps[sitting.heard[holder] :]
    if heading and unheard:
        sitting.terminal.say(heading, "dim")
    for step in unheard:
        sitting.terminal.show(sentence(sitting.terminal, sitting.game, step, sitting.voice(holder)))
        sitting.news = sitting.news or _is_news(step, holder)
    sitting.heard[holder] = len(steps)


def tell_live(sitting: Sitting) -> None:
    """Tells as it happens; where the keyboard is being passed and is in nobody's hands, nobody is told."""
    if not sitting.passing or sitting.holder is not None:
        tell_news(sitting)


def _is_news(step: Step, holder: int | None) -> bool:
    """Whether whoever looks learns something: from another's move, from nature's, or from their own that reveals."""
    return step.actor != holder or (isinstance(step.actor, int) and step.before.binding(step.actor, step.move))
