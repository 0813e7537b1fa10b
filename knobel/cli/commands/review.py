"""The command that looks at a game again: what every decision was worth, who was lucky, and what decided it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.table import Table as Grid

from knobel.cli.parameters import COMMON, ChartFile, Common, Json, RecordPath
from knobel.cli.saved_games import find_record
from knobel.cli.telling import show_head
from knobel.cli.terminal import Terminal, command_line
from knobel.coach.chart import chart
from knobel.coach.review import Review, ReviewedStep
from knobel.coach.review import review as look_again
from knobel.core.contract import Move
from knobel.core.registry import game as game_called
from knobel.core.timeline import Timeline
from knobel.core.words import Parts, Voice, percent
from knobel.store.record_files import load


def review(file: RecordPath = None, /, *, json: Json = False, svg: ChartFile = None, common: Common = COMMON) -> int:
    """The command `review`: a game that is over, decision by decision."""
    path = find_record(file, common.terminal())
    record = load(path)
    terminal = Terminal(common.language or record.header.language, common.colour)
    timeline = Timeline.replay(game_called(record.header.game), record)
    with terminal.progress("review.working") as bar:
        found = look_again(timeline, bar.reach)
    if svg is not None:
        svg.write_text(chart(found), "utf-8")
    if json:
        terminal.json(msgspec.json.encode(found))
    else:
        _show(terminal, timeline, found, path)
    return 0


def _show(terminal: Terminal, timeline: Timeline, found: Review, path: Path) -> None:
    names = terminal.names(timeline.sitters)
    voice = terminal.voice(names, None)
    show_head(terminal, timeline.game.title(terminal.language), ", ".join(names))
    for step in found.steps:
        if step.choices:
            _decision(terminal, timeline, voice, step, 1 if found.exact else 0)
    terminal.show()
    _seats(terminal, found)
    terminal.show()
    terminal.say("review.deciding", "bold")
    for number in found.deciding:
        _moment(terminal, timeline, voice, found.steps[number - 1], 1 if found.exact else 0)
    if found.deciding:
        terminal.say("review.again")
        terminal.show_exact(f"  {command_line('replay', str(path), '--to', str(found.deciding[0]))}")
    if found.exact:
        terminal.say("review.exact", "dim")
    else:
        error = percent(found.error, terminal.language, 0)
        terminal.say("review.tried", "dim", n=found.rounds, error=error)


def _decision(terminal: Terminal, timeline: Timeline, voice: Voice, step: ReviewedStep, digits: int) -> None:
    """What a decision was worth to whoever made it, and what would have been better."""
    seat = step.by if isinstance(step.by, int) else 0
    game, view = timeline.game, timeline.position(step.number - 1).view(seat)

    def named(move: Move) -> Parts:
        return game.words.parts(game.label(view, seat, move), voice)

    line = terminal.pen.sentence((f"{voice.name(seat)}: ", *named(step.move)))
    line.append(f"  {_change(terminal, step.before[seat], step.decided, digits)}")
    lost = percent(step.lost, terminal.language, digits)
    if lost != percent(0, terminal.language, digits) and step.best is not None:
        line.append(f"  {terminal.text('review.best', lost=lost)} ").append_text(
            terminal.pen.sentence(named(step.best))
        )
    terminal.show_hung(line, 6, f"{step.number:>4}")


def _change(terminal: Terminal, before: float, after: float, digits: int) -> str:
    return f"{percent(before, terminal.language, digits)} > {percent(after, terminal.language, digits)}"


def _seats(terminal: Terminal, found: Review) -> None:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    keys = ("who", "accuracy", "start", "skill", "rivals", "luck", "result")
    for key in keys:
        grid.add_column(terminal.text(f"review.{key}"), justify="left" if key == "who" else "right")
    for seat in found.seats:
        parts = (seat.start, seat.skill, seat.rivals, seat.luck, seat.result)
        accuracy = "" if seat.accuracy is None else percent(seat.accuracy, terminal.language)
        grid.add_row(terminal.fit(seat.name), accuracy, *(percent(part, terminal.language) for part in parts))
    terminal.show(grid)


def _moment(terminal: Terminal, timeline: Timeline, voice: Voice, step: ReviewedStep, digits: int) -> None:
    """A moment that decided the game, with everybody's chance after it."""
    made = timeline.steps[step.number - 1]
    says = timeline.game.tell(made.before, made.actor, made.move, made.after)
    line = terminal.spoken(timeline.game.words, says, voice)
    changes = [
        f"{voice.name(seat)} {_change(terminal, *chances, digits)}"
        for seat, chances in enumerate(zip(step.before, step.after, strict=True))
    ]
    terminal.show_hung(line.append(f"  {', '.join(changes)}"), 6, f"{step.number:>4}")
