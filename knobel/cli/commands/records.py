"""The commands that look into records: which there are, a game told again, and its dice drawn again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec
from rich.text import Text

from knobel.cli.main import MISTAKEN
from knobel.cli.parameters import COMMON, Common, Json, Looking, PromiseFile, RecordPath, ShowAll, Until
from knobel.cli.saved_games import SavedRecord, find_record, list_records, look_into, stage_of
from knobel.cli.telling import draw, show_head, show_result
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.contract import Move
from knobel.core.game import Game
from knobel.core.registry import game as game_called
from knobel.core.timeline import Step, Timeline
from knobel.core.verify import GOOD, WRONG, Verification, broken_card, broken_promise, checked, read_card
from knobel.core.words import Say, Voice
from knobel.store.record_files import load
from knobel.table.seats import people_among
from knobel.table.table import told


def records(*, json: Json = False, common: Common = COMMON) -> int:
    """The command `records`: those on the shelf, the last one first."""
    terminal = common.terminal()
    kept = [look_into(path) for path in list_records()]
    if json:
        terminal.json(msgspec.json.encode([_listed(terminal, number, one) for number, one in enumerate(kept, 1)]))
        return 0
    for number, one in enumerate(kept, 1):
        _show_kept(terminal, number, one)
    if not kept:
        terminal.say("mistake.no-records")
    return 0


def replay(
    file: RecordPath = None,
    /,
    *,
    to: Until = None,
    seat: Looking = None,
    everything: ShowAll = False,
    json: Json = False,
    common: Common = COMMON,
) -> int:
    """The command `replay`: a game told again, as a spectator or a seat saw it, or with everything once it is over."""
    record = load(find_record(file, common.terminal()))
    terminal = Terminal(common.language or record.header.language, common.colour)
    timeline = Timeline.replay(game_called(record.header.game), record)
    steps = timeline.steps
    moves = len(steps) if to is None else to
    if moves not in range(len(steps) + 1):
        raise Mistake("to", to=moves, moves=len(steps))
    names = terminal.names(timeline.sitters)
    voice = terminal.voice(names, _seat(timeline, seat))
    _check_secrecy(timeline, voice.you, everything)
    if json:
        terminal.json(msgspec.json.encode(_moves(terminal, timeline, moves, voice, everything)))
        return 0
    show_head(terminal, timeline.game.title(terminal.language), ", ".join(names))
    if record.torn:
        terminal.say("torn-only", "yellow")
    for number, step in enumerate(steps[:moves], 1):
        says = _says(timeline, step, voice, everything)
        terminal.show_hung(terminal.spoken(timeline.game.words, says, voice), 6, f"{number:>4}")
    state = timeline.position(moves)
    draw(terminal, timeline.game, state if everything else state.view(voice.you), voice, state.due().must)
    if state.outcome() is not None:
        show_result(terminal, timeline.game, state, voice)
    return 0


def verify(file: RecordPath = None, /, *, card: PromiseFile = None, json: Json = False, common: Common = COMMON) -> int:
    """The command `verify`. Its exit code: 0 for dice as they should be, 1 for others, 2 where nobody can tell."""
    terminal = common.terminal()
    held = read_card(_read_small(card)) if card else None
    timeline, found = checked(load(find_record(file, common.terminal())))
    broken = broken_card(timeline, held) if held else None
    if json:
        told = msgspec.to_builtins(found) | (
            {"card": broken.key.removeprefix("error.") if broken else "kept"} if held else {}
        )
        terminal.json(msgspec.json.encode(told))
    else:
        _say_verdict(terminal, timeline, found)
        if broken:
            terminal.show(terminal.own(broken), "bold yellow")
        elif held:
            terminal.say("verdict.card", salted=held.deals[-1].salt is not None)
    if broken:
        return 1
    return 0 if found.verdict in GOOD else 1 if found.verdict in WRONG else MISTAKEN


MAX_CARD = 64 * 1024


def _read_small(path: Path) -> bytes:
    """A file that is no longer than a card may be; the rest of another is left."""
    with path.open("rb") as file:
        return file.read(MAX_CARD)


def _seat(timeline: Timeline, name: str | None) -> int | None:
    if name is None:
        return None
    names = [sitter.name for sitter in timeline.sitters]
    found = next((seat for seat, known in enumerate(names) if known.lower() == name.lower()), None)
    if found is None:
        raise Mistake("seat", name=name, known=", ".join(names))
    return found


def _check_secrecy(timeline: Timeline, seat: int | None, everything: bool) -> None:
    """What is hidden stays so while people can play on; only a person who sits there alone may look at their own.

    Raises `Mistake`.
    """
    people = people_among(timeline.sitters)
    if not timeline.game.secret or not people or stage_of(timeline) != "unfinished":
        return
    if everything or (seat is not None and people != (seat,)):
        raise Mistake("still-secret")


def _moves(
    terminal: Terminal, timeline: Timeline, moves: int, voice: Voice, everything: bool
) -> list[dict[str, object]]:
    text = timeline.game.words.text
    return [
        {
            "move": number,
            "entry": step.n,
            "at": step.at,
            "by": step.actor,
            "made": step.move if everything else step.before.shown(voice.you, step.actor, step.move),
            "words": " ".join(terminal.fit(text(say, voice)) for say in _says(timeline, step, voice, everything)),
        }
        for number, step in enumerate(timeline.steps[:moves], 1)
    ]


def _says(timeline: Timeline, step: Step, voice: Voice, everything: bool) -> Iterable[Say]:
    """What is said of a move: as a listener heard it, or with everything that was hidden."""
    game = timeline.game
    return game.tell(step.before, step.actor, step.move, step.after) if everything else told(game, step, voice.you)


def _listed(terminal: Terminal, number: int, one: SavedRecord) -> dict[str, object]:
    shown: dict[str, object] = {"number": number, "path": str(one.path), "when": _when(one).isoformat("T", "seconds")}
    timeline = one.timeline
    if timeline is None:
        return shown | {"error": _why(terminal, one)}
    return shown | {
        "game": timeline.game.name,
        "players": timeline.sitters,
        "stage": one.stage,
        "moves": len(timeline.steps),
        "scores": timeline.state.view(None).scores(),
        "places": timeline.state.outcome(),
    }


def _show_kept(terminal: Terminal, number: int, one: SavedRecord) -> None:
    when = f"{_when(one):%Y-%m-%d %H:%M}"
    timeline = one.timeline
    if timeline is None:
        terminal.show(f"{number:>3}  {when}", "bold")
        terminal.show_hung(_why(terminal, one), 5, style="yellow")
    else:
        names = terminal.names(timeline.sitters)
        terminal.show(f"{number:>3}  {timeline.game.title(terminal.language)} · {', '.join(names)} · {when}", "bold")
        points = zip(names, timeline.state.view(None).scores(), strict=True)
        standing = ", ".join(f"{name} {score}" for name, score in points)
        word = timeline.game.words.template("points", terminal.language) or ""
        terminal.show_hung(terminal.text(f"records.{one.stage}", n=len(timeline.steps)) + f" {word}: {standing}", 5)
    terminal.show_exact(f"     {one.path}")


def _when(one: SavedRecord) -> datetime:
    return datetime.fromtimestamp(one.path.stat().st_mtime).astimezone()


def _why(terminal: Terminal, one: SavedRecord) -> str:
    return terminal.own(one.why or Say("error.record-not"))


def _say_verdict(terminal: Terminal, timeline: Timeline, found: Verification) -> None:
    good = found.verdict in GOOD
    terminal.say(f"verdict.{found.verdict}", "bold green" if good else "bold yellow", n=found.checked)
    if found.verdict == "fair":
        terminal.say("verdict.against-house" if found.salts else "verdict.against-players", n=found.salts)
    if found.unchecked:
        terminal.say("verdict.unchecked", n=found.unchecked)
    if broken := broken_promise(timeline):
        terminal.show(terminal.own(broken))
    if found.entry is None:
        return
    number, step = next((number, step) for number, step in enumerate(timeline.steps, 1) if step.n == found.entry)
    voice = terminal.voice(terminal.names(timeline.sitters), None)
    terminal.say("verdict.where", move=number, line=found.entry + 1)
    terminal.show(_told(terminal, timeline.game, step, step.move, voice, "recorded"))
    if found.drawn:
        drawn = timeline.game.read("nature", found.drawn)
        terminal.show(_told(terminal, timeline.game, step, drawn, voice, "drawn"))


def _told(terminal: Terminal, game: Game, step: Step, move: Move, voice: Voice, source: str) -> Text:
    """What a source calls the roll; its game is over, so nothing is hidden any more."""
    says = game.tell(step.before, step.actor, move, step.before.after(step.actor, move, step.at))
    return Text(terminal.text(f"verdict.{source}") + " ").append_text(terminal.spoken(game.words, says, voice))
