"""What happens at a table by itself: nature, the clock and the house's players move, each at its time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from knobel.core.contract import Actor, Move, Seat
from knobel.core.player import Intent, Player
from knobel.core.timeline import Step
from knobel.table.table import Table


class Happening(NamedTuple):
    """Something that will happen by itself, at a time of the table."""

    at: int
    actor: Actor
    move: Move


class Drive:
    """Lets happen what happens by itself. What comes next is thought over once a position, not more often."""

    def __init__(self, table: Table, minds: Mapping[Seat, Player], chance: Callable[[], Random]) -> None:
        self._table = table
        self._minds = minds
        self._chance = chance
        self._thought: tuple[int, Happening | None] = -1, None

    @property
    def coming(self) -> Happening | None:
        """What will happen next by itself, nature apart; None where the table waits for people."""
        here = len(self._table.timeline.entries)
        if self._thought[0] != here:
            self._thought = here, next_happening(self._table, self._minds, self._chance())
        return self._thought[1]

    def seconds(self) -> float | None:
        """How long it takes until then, in real time; None where nothing will happen."""
        return None if self.coming is None else self._table.clock.seconds_until(self.coming.at)

    def catch_up(self) -> Step | None:
        """The next thing happens, if its time has come."""
        if self.coming is None or self.coming.at > self._table.clock.now():
            return None
        return self._happen(self.coming)

    def until_person(self) -> Iterator[Step]:
        """Plays on, step by step, until a person must decide or say what fell, or the game is over."""
        table = self._table
        while not table.over:
            due = table.state.due()
            if due.nature:
                step = table.fall()
                if step is None:
                    return
                yield step
                continue
            if due.must - set(self._minds) or self.coming is None:
                return
            table.clock.wait_until(self.coming.at)
            yield self._happen(self.coming)

    def _happen(self, happening: Happening) -> Step:
        return self._table.move(happening.actor, happening.move, happening.at)


def steps_until_person(table: Table, minds: Mapping[Seat, Player], chance: Random) -> Iterator[Step]:
    """Plays on without people, step by step, until a person must decide or say what fell, or the game is over."""
    return Drive(table, minds, lambda: chance).until_person()


def next_happening(table: Table, minds: Mapping[Seat, Player], chance: Random) -> Happening | None:
    """What happens next by itself: the earliest of what the players intend and the clock's alarm."""
    due, now = table.state.due(), table.clock.now()
    waiting: list[Happening] = []
    for seat in sorted((due.must | due.may) & set(minds)):
        if intent := decision(table, seat, minds[seat], chance):
            waiting.append(Happening(now + intent.after, seat, intent.move))
    if due.alarm:
        waiting.append(Happening(max(now, due.alarm.at), "clock", due.alarm.move))
    return min(waiting, key=lambda happening: happening.at, default=None)  # of several at once, the first in the list


def decision(table: Table, seat: Seat, mind: Player, chance: Random) -> Intent | None:
    """What a player of the house wants to do, from its seat's view alone."""
    view = table.state.view(seat)
    return mind.decide(view, seat, view.moves(seat, table.clock.now()), chance)
