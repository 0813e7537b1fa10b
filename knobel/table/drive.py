"""Lets nature, the clock and the house's players move, until it is a person's turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from knobel.core.contract import Actor, Seat
from knobel.core.move import Move
from knobel.core.player import Intent, Player
from knobel.core.timeline import Step
from knobel.table.table import Table


def steps_until_person(table: Table, minds: Mapping[Seat, Player], chance: Random) -> Iterator[Step]:
    """Plays on without people, step by step, until a person must decide or say what fell, or the game is over."""
    while not table.over:
        due = table.state.due()
        if due.nature:
            step = table.fall()
            if step is None:
                return
            yield step
            continue
        if due.must - set(minds):
            return
        happening = next_happening(table, minds, chance)
        if happening is None:
            return
        at, actor, move = happening
        table.clock.wait_until(at)
        yield table.move(actor, move, at)


def next_happening(table: Table, minds: Mapping[Seat, Player], chance: Random) -> tuple[int, Actor, Move] | None:
    """What happens next by itself: the earliest of what the players intend and the clock's alarm."""
    due, now = table.state.due(), table.clock.now()
    waiting: list[tuple[int, int, Actor, Move]] = []
    for seat in sorted((due.must | due.may) & set(minds)):
        if intent := decision(table, seat, minds[seat], chance):
            waiting.append((now + intent.after, 0, seat, intent.move))
    if due.alarm:
        waiting.append((max(now, due.alarm.at), 1, "clock", due.alarm.move))
    if not waiting:
        return None
    at, _, actor, move = min(waiting, key=lambda item: item[:2])
    return at, actor, move


def decision(table: Table, seat: Seat, mind: Player, chance: Random) -> Intent | None:
    """What a player of the house wants to do, from its seat's view alone."""
    view = table.state.view(seat)
    return mind.decide(view, seat, view.moves(seat, table.clock.now()), chance)
