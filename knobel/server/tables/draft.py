"""What would become of a table: if a draft's events can be kept, the table becomes what the draft is; else nothing has
happened. Its dice come from the table's vault, which nobody else looks into.
"""

from __future__ import annotations

import hashlib

from knobel.core.contract import Draw, Seat, State
from knobel.core.record import AnyEntry, Dice, FairDice, Header, Moved, Sitter
from knobel.core.timeline import Timeline
from knobel.server.tables.events import AnyEvent, Began, Entered, Event
from knobel.server.tables.state import Room, TableState, has_waiting, stage_of
from knobel.server.words import Denied
from knobel.store.log import TableStage
from knobel.table.nature import Nature, nature_for
from knobel.table.table import PlainClock, Table

MAX_LOG = 10_000
"""A log has an end, though it is never the game that does not fit: after so many events nothing is done that could be
done over and over. Moves always fit.
"""


class Vault:
    """Keeps a table's secret. Where the dice are fixed anew, each deal has a seed of its own."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._nature: tuple[Dice, Nature] | None = None

    def seed(self, deal: int) -> bytes:
        """The seed of a deal. Showing one gives nothing away of another."""
        return hashlib.sha256(b"knobel deal %d\0" % deal + self._secret).digest()

    def nature(self, dice: Dice, deal: int) -> Nature:
        """Where nature's moves come from."""
        if self._nature is None or self._nature[0] is not dice:
            self._nature = dice, nature_for(dice, self.seed(deal))
        return self._nature[1]


def hides(state: State, seat: Seat) -> bool:
    """Whether a seat may know what a spectator may not."""
    return state.view(seat) != state.view(None)


class Draft:
    """What would become of a table. `now` is in milliseconds since 1970, `time` the table's own.

    What happens around the game is added here; what happens in it is entered at the draft's `table`. Both stand in one
    list, in their order.
    """

    def __init__(self, hosted: TableState, vault: Vault, now: int, time: int, spare: bool = True) -> None:
        self.hosted = hosted
        self.game = hosted.game
        self.room = hosted.room
        """The table without its game, after what was added; what the game has entered since changes it at the end."""
        self.vault = vault
        self.now = now
        self.time = time
        self.spare = spare
        """Whether whoever acts may have more written today than the game itself."""
        self.stage: TableStage = hosted.stage
        """How far it would be, once it is finished."""
        self.timeline = hosted.timeline
        """The game as it would be, once it is finished."""
        self.events: list[AnyEvent] = []
        self.rooms: list[Room] = []
        """The table without its game, after each of them."""
        self._tried: list[AnyEvent | AnyEntry] = []
        self.table = self._table(hosted.timeline.branch()) if hosted.timeline else None

    def check_space(self, end: int | None = None) -> None:
        """Raises `Denied` where what could be done over and over fits no more: into the log, or into a day."""
        if self.hosted.seq >= (MAX_LOG if end is None else end):
            raise Denied("log-full")
        if not self.spare:
            raise Denied("day-full", 429)

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
        waited_for = has_waiting(self.room.places)
        while timeline.due.nature and not isinstance(timeline.state.chances(), Draw):
            if waited_for:
                self.hand_over()
            if table.fall() is None:
                return
        if waited_for:
            self.hand_over()
        if timeline.due.places is not None:
            self.reveal()

    def hand_over(self) -> None:
        """Whoever waits for a seat gets it, once it holds nothing that a spectator may not know."""
        table = self.table
        if table is None:
            return
        self._fold()
        for seat, place in enumerate(self.room.places):
            if place and place.waiting and not hides(table.state, seat):
                table.sit(seat, Sitter(place.name))
        self._fold()

    def reveal(self) -> None:
        """Shows the seed of fair dice: nothing comes of it any more, and every roll can be checked."""
        table = self.table
        if table and isinstance(table.timeline.header.dice, FairDice) and table.timeline.revealed is None:
            table.reveal(self.vault.seed(self.room.deals), early=not table.over)

    def finish(self) -> list[AnyEvent]:
        """All that would happen, as the log will keep it."""
        self._fold()
        self.timeline = self.table.timeline if self.table else None
        self.stage = stage_of(self.room, self.timeline)
        return self.events

    def _fold(self) -> None:
        for tried in self._tried:
            if isinstance(tried, Moved):  # what happens most changes nothing around the game
                event = Entered(at=self.now, entry=tried)
            else:
                event = tried if isinstance(tried, Event) else Entered(at=self.now, entry=tried)
                self.room = self.room.after(event, self.events[-1].at if self.events else self.hosted.last)
            self.events.append(event)
            self.rooms.append(self.room)
        self._tried.clear()

    def _table(self, timeline: Timeline) -> Table:
        nature = self.vault.nature(timeline.header.dice, self.room.deals)
        return Table(timeline, nature, PlainClock(self.time), self._tried.append, wordless=True)
