"""Looking back: at a game that is over, step by step (its record hides nothing any more, and so neither does this), and
at the throws of real dice that a host may put right.
"""

from __future__ import annotations

from collections.abc import Iterable

from knobel.core.chances import Chances
from knobel.core.scene import with_ids
from knobel.core.timeline import Step, Timeline
from knobel.core.words import Say, Voice
from knobel.server.http.schemas import StepView, ThrowTyped
from knobel.server.socket.projection import scene_view, sentence
from knobel.server.socket.protocol import Drawn, Sentence
from knobel.table.real_dice import said_by_people
from knobel.table.table import told


def looking_back(timeline: Timeline, language: str, drawn: Drawn) -> tuple[StepView, ...]:
    """Every step that stands: in words, as a scene, and with the points after it."""
    game, voice = timeline.game, _voice(timeline, language)
    return tuple(
        StepView(
            entry=step.n,
            words=_said(timeline, game.tell(step.before, step.actor, step.move, step.after), voice, drawn),
            scene=scene_view(with_ids(game.scene(step.after)), game.words, voice),
            scores=step.after.scores(),
        )
        for step in timeline.steps
    )


def throws_typed(timeline: Timeline, language: str, drawn: Drawn) -> tuple[ThrowTyped, ...]:
    """Every throw that people have typed in, in the words of a spectator."""
    voice = _voice(timeline, language)
    return tuple(
        ThrowTyped(entry=step.n, words=_said(timeline, told(timeline.game, step, None), voice, drawn), faces=faces)
        for step in timeline.steps
        if (faces := _faces_typed(timeline, step))
    )


def _faces_typed(timeline: Timeline, step: Step) -> tuple[tuple[str, ...], ...]:
    """For each die of a throw that was typed in, the names of its faces; none for anything else."""
    if not said_by_people(timeline, step):
        return ()
    chances = step.before.chances()
    return chances.typed() if isinstance(chances, Chances) else ()


def _said(timeline: Timeline, says: Iterable[Say], voice: Voice, drawn: Drawn) -> tuple[Sentence, ...]:
    return tuple(sentence(timeline.game.words.parts(say, voice), drawn) for say in says)


def _voice(timeline: Timeline, language: str) -> Voice:
    return Voice(language=language, names=tuple(sitter.name for sitter in timeline.sitters))
