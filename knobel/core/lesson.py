"""A lesson: a scripted deal of a game, played through the game's own rules, one idea at a time.

A game brings it as `lesson.toml` beside its words; what is said at each step stands in its catalogue, under `lesson.`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from knobel.core.beside import lesson_file
from knobel.core.contract import Actor, Move, Objection, Seat, State
from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.words import HOUSE, Say, Voice


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step: something that is said, something that happens, or both."""

    say: str = ""
    """What is said before it happens: a key under `lesson.`."""
    by: Seat | Literal["nature", "clock"] = 0
    move: dict[str, Any] | None = None
    refused: str = ""
    """For a slip that everybody makes once: the rule that refuses it."""
    at: int = 0


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deal that teaches a game. The learner has a seat; everybody else, and the dice, do as they are told."""

    steps: tuple[LessonStep, ...]
    seats: int = 2
    learner: Seat = 0
    options: dict[str, Any] = {}


class Taught(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a lesson as it goes by the rules."""

    say: Say | None
    actor: Actor
    move: Move | None
    objection: Objection | None
    """Why the rules refuse the move: then nothing has changed."""
    before: State
    after: State
    at: int = 0
    """When it happens, by the table's time."""


class BrokenLesson(ValueError):
    """A lesson that the rules of its game do not allow as it is written."""


def read_lesson(game: Game) -> Lesson | None:
    """The lesson that lies beside a game's rulebook; None where there is none."""
    path = lesson_file(game.rulebook)
    return None if path is None else msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lesson)


def seat_names(lesson: Lesson, language: str) -> tuple[str, ...]:
    """What the learner and the others are called."""
    voice = Voice(language=language)
    others = {seat: n for n, seat in enumerate((s for s in range(lesson.seats) if s != lesson.learner), 1)}
    return tuple(
        HOUSE.text(Say("learner.rival", {"n": others[seat]}) if seat in others else Say("learner.you"), voice)
        for seat in range(lesson.seats)
    )


def taught(game: Game, lesson: Lesson) -> Iterator[Taught]:
    """The lesson, step by step, through the rules. Raises `BrokenLesson` where they do not go along."""
    state = game.start(lesson.seats, **lesson.options)
    for number, step in enumerate(lesson.steps, 1):
        try:
            one = _taught(game, state, step)
        except Malformed as error:
            raise BrokenLesson(f"step {number} of the lesson is no move: {error}") from error
        if (one.objection.rule if one.objection else "") != step.refused:
            raise BrokenLesson(f"step {number}, {one.move}: not {step.refused or 'allowed'} but {one.objection}")
        yield one
        state = one.after


def _taught(game: Game, state: State, step: LessonStep) -> Taught:
    move = None if step.move is None else game.read(step.by, msgspec.json.encode(step.move))
    objection = None if move is None else state.objection(step.by, move, step.at)
    return Taught(
        say=Say(f"lesson.{step.say}") if step.say else None,
        actor=step.by,
        move=move,
        objection=objection,
        before=state,
        after=state if move is None or objection else state.play(step.by, move, at=step.at),
        at=step.at,
    )
