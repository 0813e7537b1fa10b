"""A hosted table: the fold of its log. Nothing here knows a network, a disk or a real clock.

What somebody wants is tried on a `Draft`: if the draft's events can be kept, the table becomes what the draft is; if
not, nothing has happened.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from knobel.core.contract import Draw, Seat, State
from knobel.core.game import Game
from knobel.core.record import AnyEntry, Corrected, FairDice, Header, Moved, Sat, Undone
from knobel.core.registry import game as game_called
from knobel.core.timeline import Step, Timeline
from knobel.server.events import AnyEvent, Began, Entered, Event, Opened
from knobel.server.room import Room
from knobel.server.vault import Vault
from knobel.server.wire import Position
from knobel.store.log import Stage
from knobel.table.clocks import PlainClock
from knobel.table.table import Table


class Past(msgspec.Struct, frozen=True, gc=False):
    """An event with its number and, where it is a move (or puts dice right), the step that it made."""

    seq: int
    event: AnyEvent
    step: Step | None
    room: Room
    """The table without its game, right after it."""

    @property
    def moved(self) -> Moved | None:
        """The entry, where it is a plain move in the game."""
        event = self.event
        return event.entry if isinstance(event, Entered) and isinstance(event.entry, Moved) else None


class Hosted:
    """A table as its log tells it, with its whole past."""

    def __init__(self, table: str, opened: Opened) -> None:
        self.table = table
        self.game: Game = game_called(opened.setup.game)
        self.room = Room.opened(opened, self.game.seats[-1])
        self.timeline: Timeline | None = None
        self.stage: Stage = "gathering"
        """How far it is: people are gathering, playing, or it is over."""
        self.waiting: dict[Seat, int] = {}
        """Where moves have a time limit: since what time of the table it has been waiting for each seat."""
        self.past: list[Past] = [Past(1, opened, None, self.room)]
        self.seq = 1
        """The number of the last event."""
        self.seen_by_all: tuple[State, Room, int, Position] | None = None
        """What everybody may see of a position at a time, where nothing of it is covered."""

    @classmethod
    def folded(cls, table: str, events: Iterable[AnyEvent]) -> Hosted:
        """A table from its whole log."""
        opened, *rest = events
        if not isinstance(opened, Opened):
            raise TypeError("a table's log begins with how it was opened")
        hosted = cls(table, opened)
        for event in rest:
            hosted.fold(event)
        return hosted

    @property
    def state(self) -> State | None:
        """The position, once the game has begun."""
        return self.timeline.state if self.timeline else None

    def fold(self, event: AnyEvent) -> None:
        """Takes in an event that was read from the log."""
        match event:
            case Began():
                self.timeline = Timeline(self.game, event.header)
            case Entered() if self.timeline:
                self.timeline.take(self.timeline.tried(event.entry))
            case _:
                pass
        self._take_in(event, self.room.after(event))
        self.stage = stage_of(self.room, self.timeline)

    def adopt(self, draft: Draft) -> list[Past]:
        """Becomes what was tried. What is new of the past is handed back."""
        known = len(self.past)
        self.timeline = draft.table.timeline if draft.table else None
        for event, room in zip(draft.events, draft.rooms, strict=True):
            self._take_in(event, room)
        self.stage = draft.stage
        return self.past[known:]

    def _take_in(self, event: AnyEvent, room: Room) -> None:
        step, timeline = None, self.timeline
        if timeline and isinstance(event, Entered) and isinstance(event.entry, Moved | Corrected):
            step = step_numbered(timeline, event.entry.n if isinstance(event.entry, Moved) else event.entry.of)
        self.room = room
        self.seq += 1
        self.past.append(Past(self.seq, event, step, room))
        if timeline and room.setup.move_ms is not None and isinstance(event, Began | Entered):
            self.waiting = _waiting(self.waiting, timeline, event)


class Draft:
    """What would become of a table. `now` is in milliseconds since 1970, `time` the table's own.

    What happens around the game is added here; what happens in it is entered at the draft's `table`. Both stand in one
    list, in their order.
    """

    def __init__(self, hosted: Hosted, vault: Vault, now: int, time: int) -> None:
        self.hosted = hosted
        self.game = hosted.game
        self.room = hosted.room
        """The table without its game, after what was added; what the game has entered since changes it at the end."""
        self.vault = vault
        self.now = now
        self.time = time
        self.stage: Stage = hosted.stage
        """How far it would be, once it is finished."""
        self.events: list[AnyEvent] = []
        self.rooms: list[Room] = []
        """The table without its game, after each of them."""
        self._tried: list[AnyEvent | AnyEntry] = []
        self.table = self._table(hosted.timeline.branch()) if hosted.timeline else None

    def add(self, event: AnyEvent) -> None:
        """Lets something happen."""
        self._tried.append(event)
        self._fold()

    def begin(self, header: Header, order: tuple[Seat, ...]) -> None:
        """Lets the game begin."""
        self.add(Began(at=self.now, header=header, order=order))
        self.time = 0
        self.table = self._table(Timeline(self.game, header))

    def settle(self) -> None:
        """Dice that are in the air fall, as far as nobody must type them or work them out; at the end all is shown."""
        table = self.table
        if table is None:
            return
        timeline = table.timeline
        while timeline.due.nature and not isinstance(timeline.state.chances(), Draw):
            if table.fall() is None:
                return
        if timeline.due.places is not None:
            self.reveal()

    def reveal(self) -> None:
        """Shows the seed of fair dice: nothing comes of it any more, and every roll can be checked."""
        table = self.table
        if table and isinstance(table.timeline.header.dice, FairDice) and table.timeline.revealed is None:
            table.reveal(self.vault.seed(self.room.deals), early=not table.over)

    def finish(self) -> list[AnyEvent]:
        """All that would happen, as the log will keep it."""
        self._fold()
        self.stage = stage_of(self.room, self.table.timeline if self.table else None)
        return self.events

    def _fold(self) -> None:
        for tried in self._tried:
            event = tried if isinstance(tried, Event) else Entered(at=self.now, entry=tried)
            if isinstance(tried, Moved):  # what happens most changes nothing around the game
                self.room = replace(self.room, last=self.now)
            else:
                self.room = self.room.after(event)
            self.events.append(event)
            self.rooms.append(self.room)
        self._tried.clear()

    def _table(self, timeline: Timeline) -> Table:
        nature = self.vault.nature(timeline.header.dice, self.room.deals)
        return Table(timeline, nature, PlainClock(self.time), self._tried.append, wordless=True)


def step_numbered(timeline: Timeline, n: int) -> Step | None:
    """The step that entry `n` made, if it stands."""
    for step in reversed(timeline.steps):
        if step.n == n:
            return step
    return None


def stage_of(room: Room, timeline: Timeline | None) -> Stage:
    """How far a table is."""
    if room.ended or (timeline is not None and timeline.due.places is not None):
        return "over"
    return "gathering" if timeline is None else "playing"


def _waiting(waiting: dict[Seat, int], timeline: Timeline, event: Began | Entered) -> dict[Seat, int]:
    """Since when the table waits for whom: who has just acted begins anew, who has not goes on waiting."""
    acted = None
    if isinstance(event, Entered):
        match event.entry:
            case Moved(by=actor) | Undone(by=actor):
                acted = actor
            case Sat(seat=seat):
                acted = seat
            case _:
                pass
    now = timeline.time
    return {seat: now if seat == acted else waiting.get(seat, now) for seat in timeline.due.must}
