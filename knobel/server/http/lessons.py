"""A game's lesson for a screen: what a table's socket would tell its learner of a scripted deal, part by part.

The rules decide every step, and the projection that every table is seen by makes the picture of it; nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from knobel.core.contract import IllegalMove, Move, Objection
from knobel.core.game import Game
from knobel.core.lesson import BrokenLesson, Lesson, Taught, read_lesson, seat_names, taught
from knobel.core.record import Moved, SeededDice, Sitter
from knobel.core.registry import game as game_called
from knobel.server.http.schemas import LessonPart, LessonView
from knobel.server.refusals import Why
from knobel.server.socket import protocol
from knobel.server.socket.projection import Looker, encode, happening, position, room_view, sentence, voice_of
from knobel.server.tables.events import Began, Entered, Occupant, Opened, Setup
from knobel.server.tables.state import TableState
from knobel.server.words import Denied
from knobel.table.table import Sight, header_for

KEPT = 64
"""So many lessons are kept as they were told: one for each game, language and way to draw dice."""


@lru_cache(KEPT)
def lesson_view(name: str, language: str, drawn: protocol.Drawn) -> LessonView:
    """The lesson of a game in a language. Raises `Denied` where the game has none."""
    game = game_called(name)
    lesson = read_lesson(game)
    if lesson is None:
        raise Denied("no-lesson", 404, game=game.title(language))
    looker = Looker(lesson.learner, language, drawn=drawn)
    hosted = _table(game, lesson, language)
    room, seq = room_view(hosted, language), hosted.seq
    parts = tuple(_part(hosted, looker, steps) for steps in _parts(tuple(taught(game, lesson))))
    return LessonView(
        welcome=protocol.Welcome(
            protocol=protocol.PROTOCOL,
            id=None,
            seq=seq,
            yours=(lesson.learner,),
            waits=(),
            host=False,
            looking=lesson.learner,
            room=room,
            position=parts[0].position,
            missed=(),
        ),
        parts=parts,
    )


def _table(game: Game, lesson: Lesson, language: str) -> TableState:
    """An ordinary table, just begun, that no house keeps."""
    state = game.start(lesson.seats, **lesson.options)
    names = seat_names(lesson, language)
    header = header_for(game, state, tuple(Sitter(name) for name in names), SeededDice(""), language)
    setup = Setup(game=game.name, options=header.options, language=language)
    places = tuple(Occupant(name=name) for name in names)
    opened = Opened(at=0, setup=setup, promise="", host="", places=places)
    hosted = TableState("lesson", opened)
    hosted.fold(Began(at=0, header=header, order=tuple(range(lesson.seats))))
    return hosted


def _parts(steps: Sequence[Taught]) -> Iterator[list[Taught]]:
    """The steps as they are shown: dice that fall without a word belong to the move that threw them."""
    part: list[Taught] = []
    for step in steps:
        if part and (step.say or isinstance(step.actor, int)):
            yield part
            part = []
        part.append(step)
    yield part


def _part(hosted: TableState, looker: Looker, steps: Sequence[Taught]) -> LessonPart:
    """A part, which happens to the table on the way."""
    first, sight = steps[0], Sight(hosted.game, looker.seat)
    asked = first.move if first.actor == looker.seat else None
    return LessonPart(
        asks="move" if asked else "next" if first.say else "nothing",
        position=_offering(hosted, looker, sight, first, asked),
        wanted=Raw(encode(asked)) if asked else None,
        label=_label(hosted, looker, sight, first, asked) if asked else "",
        refused=_refused(hosted, looker, first.objection) if first.objection else None,
        happenings=tuple(
            _happens(hosted, looker, sight, step, step.move) for step in steps if step.move and not step.objection
        ),
    )


def _offering(hosted: TableState, looker: Looker, sight: Sight, step: Taught, asked: Move | None) -> protocol.Position:
    """The table before a step: the lesson's words stand where the guide's do, and what it asks for is the natural move.

    Of the kind that it asks for nothing else is offered, so that one thing stands out, be it a slip that is to be
    tried; while somebody talks, nothing is offered at all.
    """
    now = hosted.timeline.time if hosted.timeline else 0
    seen = position(hosted, looker, sight, now)
    if seen is None:
        raise BrokenLesson("the game has not begun")
    voice = voice_of(looker, hosted.room.places)
    said = sentence(hosted.game.words.parts(step.say, voice), looker.drawn) if step.say else ""
    if asked is None:
        return replace(seen, moves=(), open=(), undo=False, guide=said)
    kind = type(asked).__name__
    wanted = protocol.Choice(
        label=_label(hosted, looker, sight, step, asked),
        move=Raw(encode(asked)),
        primary=True,
        throws=isinstance(asked, hosted.game.throws),
    )
    others = [replace(choice, primary=False) for choice in seen.moves if _kind(choice.move) != kind]
    typed = kind in [each.kind for each in seen.open]
    moves = tuple(others) if typed else (wanted, *others)
    return replace(seen, moves=moves, undo=False, guide=said or seen.guide)


class _Tagged(msgspec.Struct):
    type: str


def _kind(move: Raw) -> str:
    return msgspec.json.decode(move, type=_Tagged).type


def _label(hosted: TableState, looker: Looker, sight: Sight, step: Taught, move: Move) -> protocol.Sentence:
    label = hosted.game.label(sight.view(step.before), looker.seat or 0, move)
    return sentence(hosted.game.words.parts(label, voice_of(looker, hosted.room.places)), looker.drawn)


def _refused(hosted: TableState, looker: Looker, objection: Objection) -> protocol.Refused:
    why = Why(IllegalMove(objection, ""), voice_of(looker, hosted.room.places), hosted.game)
    return protocol.Refused(id=None, code=why.code, rule=why.rule, why=sentence(why.parts, looker.drawn))


def _happens(hosted: TableState, looker: Looker, sight: Sight, step: Taught, move: Move) -> protocol.Happening:
    number = len(hosted.timeline.entries) + 1 if hosted.timeline else 1
    entry = Moved(n=number, at=step.at, by=step.actor, move=Raw(msgspec.json.encode(move)))
    hosted.fold(Entered(at=step.at, entry=entry))
    return happening(hosted.events[-1], looker, sight)
