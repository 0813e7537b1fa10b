"""Looking back: at a game that is over, step by step (its record hides nothing any more, and so neither does this), and
at the throws of real dice that a host may put right.
"""

from __future__ import annotations

from knobel.core.chances import Chances
from knobel.core.timeline import Step, Timeline
from knobel.core.words import Voice
from knobel.server.bodies import StepView, ThrowTyped
from knobel.server.projecting import marked, scene_view
from knobel.table.real_dice import said_by_people
from knobel.table.table import told


def looking_back(timeline: Timeline, language: str, marks: bool) -> tuple[StepView, ...]:
    """Every step that stands: in words, as a scene, and with the points after it."""
    game, voice = timeline.game, _voice(timeline, language, marks)
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


def throws_typed(timeline: Timeline, language: str, marks: bool) -> tuple[ThrowTyped, ...]:
    """Every throw that people have typed in, in the words of a spectator."""
    game, voice = timeline.game, _voice(timeline, language, marks)
    return tuple(
        ThrowTyped(
            entry=step.n, words=tuple(game.words.text(say, voice) for say in told(game, step, None)), faces=faces
        )
        for step in timeline.steps
        if (faces := _faces_typed(timeline, step))
    )


def _faces_typed(timeline: Timeline, step: Step) -> tuple[tuple[str, ...], ...]:
    """For each die of a throw that was typed in, the names of its faces; none for anything else."""
    if not said_by_people(timeline, step):
        return ()
    chances = step.before.chances()
    return chances.typed() if isinstance(chances, Chances) else ()


def _voice(timeline: Timeline, language: str, marks: bool) -> Voice:
    names = tuple(sitter.name for sitter in timeline.sitters)
    return Voice(language=language, names=names, die=marked if marks else None)
