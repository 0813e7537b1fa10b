"""Round trips: positions, views, moves and records are the same after they went through JSON and back."""

from __future__ import annotations

import msgspec

from knobel.core.contract import State
from knobel.core.record import read_record, wrote
from knobel.core.timeline import NotPossible, Step, Timeline
from knobel.core.verify import GOOD, verify
from knobel.table.table import Table
from knobel.testing.case import Case


def check_json(case: Case, state: State) -> None:
    """A position and every view of it come back from JSON as they went."""
    for position in (state, *(state.view(listener) for listener in case.listeners)):
        back = msgspec.json.decode(msgspec.json.encode(position), type=type(position))
        if back != position:
            raise case.broken(f"a position does not come back from JSON: {position} became {back}")


def check_move_json(case: Case, step: Step) -> None:
    """A move comes back from JSON as it went; what is shown of it can be sent, too."""
    back = case.game.read(step.actor, msgspec.json.encode(step.move))
    if back != step.move:
        raise case.broken(f"a move does not come back from JSON: {step.move} became {back}")
    for listener in case.listeners:
        shown = step.before.shown(listener, step.actor, step.move)
        if msgspec.json.decode(msgspec.json.encode(shown), type=type(shown)) != shown:
            raise case.broken(f"what is shown of a move does not come back from JSON: {shown}")


def check_undo(case: Case, table: Table) -> None:
    """A seat may take back its last move unless that was binding, and then all is as before. The move is made again."""
    step = table.timeline.steps[-1]
    if not isinstance(step.actor, int) or step.before.binding(step.actor, step.move):
        for seat in range(case.seats):
            try:
                table.undo(seat)
            except NotPossible:
                continue
            raise case.broken(f"seat {seat} could take back what it may not: {step.actor} made {step.move}")
        return
    table.undo(step.actor)
    case.count(undone=1)
    if table.state != step.before:
        raise case.broken(f"taking back {step.move} does not bring back the position")
    table.move(step.actor, step.move, step.at)
    if table.state != step.after:
        raise case.broken(f"{step.move}, taken back and made again, leads elsewhere")


def check_record(case: Case, table: Table) -> None:
    """A record, written and read, plays the same game, and its dice can be drawn again."""
    data = wrote(table.timeline.header, table.timeline.entries)
    record = read_record(data)
    if wrote(record.header, record.entries) != data:
        raise case.broken("the record, read and written again, differs")
    replayed = Timeline.replay(case.game, record)
    for step, again in zip(table.timeline.steps, replayed.steps, strict=True):
        if step != again:
            raise case.broken(f"played again from its record the game differs at entry {step.n}")
    if (verdict := verify(replayed)).verdict not in GOOD:
        raise case.broken(f"the dice cannot be drawn again: {verdict}")
