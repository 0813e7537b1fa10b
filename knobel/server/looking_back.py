"""A game that is over, step by step. Its record hides nothing any more, and so neither does this."""

from __future__ import annotations

from knobel.core.timeline import Timeline
from knobel.core.words import Voice
from knobel.server.bodies import StepView
from knobel.server.projecting import marked, scene_view


def looking_back(timeline: Timeline, language: str, marks: bool) -> tuple[StepView, ...]:
    """Every step that stands: in words, as a scene, and with the points after it."""
    game = timeline.game
    names = tuple(sitter.name for sitter in timeline.sitters)
    voice = Voice(language=language, names=names, die=marked if marks else None)
    return tuple(
        StepView(
            entry=step.n,
            words=tuple(
                game.words.text(say, voice) for say in game.tell(step.before, step.actor, step.move, step.after)
            ),
            scene=scene_view(game, step.after, voice),
            scores=step.after.scores(),
        )
        for step in timeline.steps
    )
