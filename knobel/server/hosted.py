"""A hosted table: the fold of its log. Nothing here knows a network, a disk or a real clock.

What somebody wants is tried on a `Draft`: if the draft's events can be kept, the table becomes what the draft is; if
not, nothing has happened.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from knobel.core.contract import Draw, Seat, State
from knobel.core.game import Game
from knobel.core.record import AnyEntry, Corrected, FairDice, Header, Moved, Sat, Undone
from knobel.core.registry import game as game_called
from knobel.core.timeline import Step, Timeline
from knobel.server.events import AnyEvent, Began, Entered, Opened
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
        self.waiting: dict[Seat, int] = {}
        """Since what time of the table it has been waiting for each seat."""
        self.past: list[Past] = [Past(1, opened, None, self.room)]
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
    def seq(self) -> int:
        """The number of the last event."""
        return self.past[-1].seq

    @property
    def state(self) -> State | None:
        """The position, once the game has begun."""
        return self.timeline.state if self.timeline else None

    @property
    def stage(self) -> Stage:
        """How far it is: people are gathering, playing, or it is over."""
        return _stage(self.room, self.timeline)

    def fold(self, event: AnyEvent) -> None:
        """Takes in an event that was read from the log."""
        match event:
            case Began():
                self.timeline = Timeline(self.game, event.header)
            case Entered() if self.timeline:
                self.timeline.take(self.timeline.tried(event.entry))
            case _:
                pass
        self._took(event, self.room.after(event))

    def adopt(self, draft: Draft) -> list[Past]:
        """Becomes what was tried. What is new of the past is handed back."""
        known = len(self.past)
        self.timeline = draft.table.timeline.joined() if draft.table else None
        for event, room in zip(draft.events, draft.rooms, strict=True):
            self._took(event, room)
        return self.past[known:]

    def _took(self, event: AnyEvent, room: Room) -> None:
        self.room = room
        timeline = self.timeline
        entered = isinstance(event, Entered)
        step = _step(timeline, event.entry) if timeline and entered else None
        self.past.append(Past(self.seq + 1, event, step, room))
        if timeline and (entered or isinstance(event, Began)):
            self.waiting = _waiting(self.waiting, timeline, event)


class Draft:
    """What would become of a table. `now` is in milliseconds since 1970, `time` the table's own."""

    def __init__(self, hosted: Hosted, vault: Vault, now: int, time: int) -> None:
        self.hosted = hosted
        self.game = hosted.game
        self.room = hosted.room
        self.vault = vault
        self.now = now
        self.time = time
        self.events: list[AnyEvent] = []
        self.rooms: list[Room] = []
        """The table without its game, after each of them."""
        self.table = self._table(hosted.timeline.branch()) if hosted.timeline else None

    def close(self) -> None:
        """Lets go of its table. They know each other, and would stay in memory until the collector comes by."""
        self.table = None

    def add(self, event: AnyEvent) -> None:
        """Lets something happen."""
        self.room = self.room.after(event)
        self.events.append(event)
        self.rooms.append(self.room)

    def begin(self, header: Header, order: tuple[Seat, ...]) -> None:
        """Lets the game begin."""
        self.add(Began(at=self.now, header=header, order=order))
        self.time = 0
        self.table = self._table(Timeline(self.game, header))

    @property
    def stage(self) -> Stage:
        """How far it would be."""
        return _stage(self.room, self.table.timeline if self.table else None)

    def settle(self) -> None:
        """Dice that are in the air fall, as far as nobody must type them or work them out; at the end all is shown."""
        table = self.table
        if table is None:
            return
        while table.timeline.due.nature and not isinstance(table.state.chances(), Draw):
            if table.fall() is None:
                return
        if table.over:
            self.reveal()

    def reveal(self) -> None:
        """Shows the seed of fair dice: nothing comes of it any more, and every roll can be checked."""
        table = self.table
        if table and isinstance(table.timeline.header.dice, FairDice) and table.timeline.revealed is None:
            table.reveal(self.vault.seed(self.room.deals), early=not table.over)

    def _table(self, timeline: Timeline) -> Table:
        nature = self.vault.nature(timeline.header.dice, self.room.deals)
        return Table(timeline, nature, PlainClock(self.time), self._entered, wordless=True)

    def _entered(self, entry: AnyEntry) -> None:
        self.add(Entered(at=self.now, entry=entry))


def step_numbered(timeline: Timeline, n: int) -> Step | None:
    """The step that entry `n` made, if it stands."""
    for step in reversed(timeline.steps):
        if step.n == n:
            return step
    return None


def _stage(room: Room, timeline: Timeline | None) -> Stage:
    if room.ended or (timeline is not None and timeline.due.places is not None):
        return "over"
    return "gathering" if timeline is None else "playing"


def _step(timeline: Timeline, entry: AnyEntry) -> Step | None:
    match entry:
        case Moved(n=n) | Corrected(of=n):
            return step_numbered(timeline, n)
        case _:
            return None


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
