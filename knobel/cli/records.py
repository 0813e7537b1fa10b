"""The commands that look into a record: the game told again, and its dice drawn again."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from knobel.cli.common import PLAIN, Common
from knobel.cli.flags import Json, Looking, RecordPath, Until
from knobel.cli.main import MISTAKEN
from knobel.cli.stories import draw, head, result, sentence
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.checking import checked
from knobel.core.game import Game
from knobel.core.move import Move
from knobel.core.registry import game as game_called
from knobel.core.timeline import Step, Timeline
from knobel.core.verify import GOOD, WRONG, Verification
from knobel.core.words import Voice
from knobel.store.files import load


def replay(
    file: RecordPath,
    /,
    *,
    to: Until = None,
    seat: Looking = None,
    json: Json = False,
    common: Common = PLAIN,
) -> int:
    """Tell a recorded game again, move by move, and draw the table at the end.

    For instance: knobel replay evening.jsonl --to 20 --seat Ann
    """
    record = load(file)
    terminal = Terminal(common.language or record.header.language, common.colour)
    timeline = Timeline.replay(game_called(record.header.game), record)
    steps = timeline.steps
    moves = len(steps) if to is None else to
    if moves not in range(len(steps) + 1):
        raise Mistake("to", to=moves, moves=len(steps))
    names = [terminal.fit(sitter.name) for sitter in timeline.sitters]
    voice = terminal.voice(names, _seat(timeline, seat))
    if json:
        terminal.json(msgspec.json.encode(_moves(terminal, timeline, moves, replace(voice, die=None))))
        return 0
    head(terminal, timeline.game.title(terminal.language), ", ".join(names))
    if record.torn:
        terminal.say("torn-only", "yellow")
    for number, step in enumerate(steps[:moves], 1):
        terminal.hung(sentence(terminal, timeline.game, step, voice), 6, f"{number:>4}")
    state = timeline.position(moves)
    draw(terminal, timeline.game, state.view(voice.you), voice, state.due().must)
    if state.outcome() is not None:
        result(terminal, timeline.game, state, voice)
    return 0


def verify(file: RecordPath, /, *, json: Json = False, common: Common = PLAIN) -> int:
    """Check that a record's dice were fair: every roll is drawn again from the revealed seed.

    Dice from a seed that somebody chose (--seed) can be drawn again too; they are called repeatable, not fair.

    Exit code 0: fair, or repeatable. 1: not what was promised; the first move that differs is named. 2: it cannot be checked.

    For instance: knobel verify evening.jsonl
    """
    terminal = common.terminal()
    timeline, found = checked(load(file))
    if json:
        terminal.json(msgspec.json.encode(found))
    else:
        _say_verdict(terminal, timeline, found)
    return 0 if found.verdict in GOOD else 1 if found.verdict in WRONG else MISTAKEN


def _seat(timeline: Timeline, name: str | None) -> int | None:
    if name is None:
        return None
    names = [sitter.name for sitter in timeline.sitters]
    found = next((seat for seat, known in enumerate(names) if known.lower() == name.lower()), None)
    if found is None:
        raise Mistake("seat", name=name, known=", ".join(names))
    return found


def _moves(terminal: Terminal, timeline: Timeline, moves: int, voice: Voice) -> list[dict[str, object]]:
    return [
        {
            "move": number,
            "entry": step.n,
            "at": step.at,
            "by": step.actor,
            "made": step.before.shown(voice.you, step.actor, step.move),
            "words": sentence(terminal, timeline.game, step, voice),
        }
        for number, step in enumerate(timeline.steps[:moves], 1)
    ]


def _say_verdict(terminal: Terminal, timeline: Timeline, found: Verification) -> None:
    good = found.verdict in GOOD
    terminal.say(f"verdict.{found.verdict}", "bold green" if good else "bold yellow", n=found.checked)
    if found.unchecked:
        terminal.say("verdict.unchecked", n=found.unchecked)
    if found.why:
        terminal.show(found.why)
    if found.entry is None:
        return
    number, step = next((number, step) for number, step in enumerate(timeline.steps, 1) if step.n == found.entry)
    voice = terminal.voice([terminal.fit(sitter.name) for sitter in timeline.sitters], None)
    terminal.say("verdict.where", move=number, line=found.entry + 1)
    terminal.say("verdict.recorded", words=_told(terminal, timeline.game, step, step.move, voice))
    if found.drawn:
        drawn = timeline.game.read("nature", found.drawn)
        terminal.say("verdict.drawn", words=_told(terminal, timeline.game, step, drawn, voice))


def _told(terminal: Terminal, game: Game, step: Step, move: Move, voice: Voice) -> str:
    """What a roll would have been called; its game is over, so nothing is hidden any more."""
    says = game.tell(step.before, step.actor, move, step.before.after(step.actor, move, step.at))
    return " ".join(terminal.spoken(game.words, say, voice) for say in says)
