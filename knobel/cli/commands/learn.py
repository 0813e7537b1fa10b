"""The command that teaches: a scripted deal of a game, through its ordinary rules, one idea at a time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rich.text import Text

from knobel.cli.parameters import COMMON, Common, GameName
from knobel.cli.telling import draw, introduce, show_refusal
from knobel.cli.terminal import EndOfInput, Terminal
from knobel.cli.turn import fits_words
from knobel.cli.words import Mistake
from knobel.core.contract import Move, Open, Seat, State
from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.lesson import Lesson, Taught, read_lesson, seat_names, taught
from knobel.core.registry import game as game_called
from knobel.core.words import Say, Voice

LEAVE = "q"


def learn(game: GameName, /, *, common: Common = COMMON) -> int:
    """The command `learn`: a lesson of about a minute."""
    terminal, found = common.terminal(), game_called(game)
    lesson = read_lesson(found)
    if lesson is None:
        raise Mistake("no-lesson", game=found.title(terminal.language), name=found.name)
    introduce(terminal, found)
    try:
        teach(terminal, found, lesson)
    except EndOfInput:
        terminal.show()
    return 0


def teach(terminal: Terminal, game: Game, lesson: Lesson) -> None:
    """Goes through a lesson with a learner, as far as they like. Raises `EndOfInput` when nothing more is typed."""
    voice = terminal.voice(seat_names(lesson, terminal.language), lesson.learner)
    for step in taught(game, lesson):
        if step.say:
            terminal.show()
            terminal.show(terminal.spoken(game.words, [step.say], voice), "bold")
        if step.move is None:
            went_on = terminal.ask(terminal.text("learn.next")).lower() != LEAVE
        elif step.actor == lesson.learner:
            went_on = _made(terminal, game, lesson, step, step.move, voice)
        else:
            went_on = True
        if not went_on:
            return
        if step.move and not step.objection:
            terminal.show(_told(terminal, game, step, step.move, voice))


def _made(terminal: Terminal, game: Game, lesson: Lesson, step: Taught, move: Move, voice: Voice) -> bool:
    """The learner makes the move of the lesson; False where they leave. Whatever else they choose is answered."""
    seat = lesson.learner
    view = step.before.view(seat)
    moves = [move] if step.objection else [legal for legal in view.moves(seat) if isinstance(legal, Move)]
    draw(terminal, game, view, voice, {seat}, len(moves) + 6)
    labels = [game.words.parts(game.label(view, seat, offered), voice) for offered in moves]
    for number, offered in enumerate(labels, 1):
        terminal.show_hung(terminal.pen.sentence(offered), 6, f"{number:>4}")
    wanted = terminal.spoken(game.words, [game.label(view, seat, move)], voice)
    while typed := terminal.ask(Text.assemble(terminal.text("learn.make"), " ", wanted, ":")):
        if typed.lower() == LEAVE:
            return False
        listed = [at for at, label in enumerate(labels) if fits_words(terminal, typed, label)]
        chosen = moves[listed[0]] if len(listed) == 1 else _numbered(moves, typed) or _typed(game, view, seat, typed)
        if chosen == move:
            break
        if chosen is None:
            terminal.warn(Say("learn.unclear", {"typed": typed, "n": len(moves)}))
        elif objection := view.objection(seat, chosen, step.at):
            show_refusal(terminal, game, objection, voice)
        else:
            terminal.say("learn.other", "yellow")
    if step.objection:
        show_refusal(terminal, game, step.objection, voice)
    return True


def _numbered(moves: Sequence[Move], typed: str) -> Move | None:
    return moves[int(typed) - 1] if typed.isdecimal() and int(typed) in range(1, len(moves) + 1) else None


def _typed(game: Game, view: State, seat: Seat, typed: str) -> Move | None:
    """A move of a kind too rich to list, from what was typed."""
    for kind in view.moves(seat):
        if isinstance(kind, Open) and game.rich_moves.parse:
            with suppress(Malformed):
                return game.rich_moves.parse(view, seat, kind, typed)
    return None


def _told(terminal: Terminal, game: Game, step: Taught, move: Move, voice: Voice) -> Text:
    """What happened, as the learner may know it."""
    before, after = step.before.view(voice.you), step.after.view(voice.you)
    says: list[Say] = list(game.tell(before, step.actor, step.before.shown(voice.you, step.actor, move), after))
    return terminal.spoken(game.words, says, voice)
