"""Looking back: at a game that is over, step by step (its record hides nothing any more, and so neither does this), and
at the throws of real dice that a host may put right.
"""

from __future__ import annotations

from collections.abc import Iterable

from knobel.core.chances import Chances
from knobel.core.contract import Move, State
from knobel.core.timeline import Step, Timeline
from knobel.core.words import Catalogue, Say, Voice
from knobel.server.http.schemas import StepView, ThrowTyped
from knobel.server.socket.projection import moment_view, scene_view, sentence
from knobel.server.socket.protocol import Drawn, Sentence
from knobel.table.real_dice import said_by_people
from knobel.table.table import Sight, told


def looking_back(
    timeline: Timeline, language: str, drawn: Drawn, since: int = 0, until: int | None = None
) -> tuple[StepView, ...]:
    """The steps that stand, from one to another: in words, as a scene, and with the points after each."""
    sight, voice = OpenSight(timeline.game, None), _voice(timeline, language)
    last = timeline.steps[-1] if timeline.due.places is not None else None
    return tuple(_step_view(sight, step, voice, drawn, last=step is last) for step in timeline.steps[since:until])


class OpenSight(Sight):
    """What everybody may know of a game that is over: all of it."""

    def view(self, state: State) -> State:
        """The position itself."""
        return state

    def shown(self, step: Step) -> Move:
        """The move itself."""
        return step.move


def _step_view(sight: Sight, step: Step, voice: Voice, drawn: Drawn, *, last: bool) -> StepView:
    game, says = sight.game, tuple(sight.told(step))
    great = next((say for say in says if say.key in game.moments), None)
    dice, landing = sight.landed(step)
    return StepView(
        entry=step.n,
        words=_said(game.words, says, voice, drawn),
        scene=scene_view(sight.resting(step) if last else sight.scene(step.after), game.words, voice),
        scores=step.after.scores(),
        dice=dice,
        lying=scene_view(landing, game.words, voice) if landing else None,
        moment=moment_view(game, great, voice) if great else None,
    )


def throws_typed(timeline: Timeline, language: str, drawn: Drawn) -> tuple[ThrowTyped, ...]:
    """Every throw that people have typed in, in the words of a spectator."""
    voice = _voice(timeline, language)
    return tuple(
        ThrowTyped(
            entry=step.n, words=_said(timeline.game.words, told(timeline.game, step, None), voice, drawn), faces=faces
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


def _said(words: Catalogue, says: Iterable[Say], voice: Voice, drawn: Drawn) -> tuple[Sentence, ...]:
    return tuple(sentence(words.parts(say, voice), drawn) for say in says)


def _voice(timeline: Timeline, language: str) -> Voice:
    return Voice(language=language, names=tuple(sitter.name for sitter in timeline.sitters))
